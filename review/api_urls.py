"""Addresses of the review API, below /api/v1/."""

from django.urls import path

from review import api

urlpatterns = [
    path("due/", api.DueView.as_view(), name="due"),
    path("draws/", api.DrawsView.as_view(), name="draws"),
    path("draws/<uuid:draw_id>/", api.DrawView.as_view(), name="draw"),
    path("draws/<uuid:draw_id>/submission/", api.SubmissionView.as_view(), name="submission"),
    path("draws/<uuid:draw_id>/self-grade/", api.SelfGradeView.as_view(), name="self-grade"),
]
