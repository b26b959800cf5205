"""Addresses of the review pages."""

from django.urls import path

from review import progress_page, views

app_name = "review"
urlpatterns = [
    path("progress/", progress_page.show, name="progress"),
    path("", views.session, name="session"),
    path("<uuid:draw_id>/", views.draw, name="draw"),
    path("<uuid:draw_id>/rating/", views.rate, name="rate"),
    path("<uuid:draw_id>/draft/", views.draft, name="draft"),
]
