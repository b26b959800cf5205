"""Addresses of the review pages."""

from django.urls import path

from review import progress_page, session_actions, views

app_name = "review"
urlpatterns = [
    path("progress/", progress_page.show, name="progress"),
    path("", views.session, name="session"),
    path("<uuid:draw_id>/", views.draw, name="draw"),
    path("<uuid:draw_id>/rating/", views.rate, name="rate"),
    path("undo/", session_actions.take_back, name="undo"),
    path("<uuid:draw_id>/skip/", session_actions.skip, name="skip"),
    path("<uuid:draw_id>/suspend/", session_actions.set_aside, name="suspend"),
    path("questions/<uuid:question_id>/resume/", session_actions.take_up, name="resume"),
    path("<uuid:draw_id>/draft/", views.draft, name="draft"),
]
