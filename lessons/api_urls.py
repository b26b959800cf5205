"""Addresses of the lessons' API, below /api/v1/."""

from django.urls import path

from lessons import api

urlpatterns = [
    path("paths/", api.PathsView.as_view(), name="paths"),
    path("paths/<slug:slug>/", api.PathView.as_view(), name="path"),
    path("lessons/", api.LessonsView.as_view(), name="lessons"),
    path("lessons/<slug:slug>/", api.LessonView.as_view(), name="lesson"),
    path("lessons/<slug:slug>/reached/", api.ReachedView.as_view(), name="lesson-reached"),
    path("lessons/<slug:slug>/finished/", api.FinishedView.as_view(), name="lesson-finished"),
    path(
        "lessons/<slug:slug>/predictions/<slug:prediction_slug>/",
        api.PredictionView.as_view(),
        name="prediction",
    ),
    path(
        "lessons/<slug:slug>/predictions/<slug:prediction_slug>/answer/",
        api.GuessView.as_view(),
        name="prediction-answer",
    ),
]
