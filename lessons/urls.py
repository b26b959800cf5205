"""Addresses of paths and lessons."""

from django.urls import path

from lessons import views

app_name = "lessons"
urlpatterns = [
    path("paths/<slug:slug>/", views.path, name="path"),
    path("lessons/<slug:slug>/", views.lesson, name="lesson"),
    path("lessons/<slug:slug>/reached/", views.reached, name="reach"),
    path("lessons/<slug:slug>/finished/", views.finished, name="finish"),
    path("lessons/<slug:slug>/questions/<uuid:draw_id>/", views.answer, name="answer"),
    path("lessons/<slug:slug>/questions/<uuid:draw_id>/rating/", views.rate, name="rate"),
    path("lessons/<slug:slug>/predictions/<slug:prediction_slug>/", views.predict, name="predict"),
    path(
        "lessons/<slug:slug>/sections/<slug:section_slug>/steps/<slug:step_slug>/",
        views.step,
        name="step",
    ),
]
