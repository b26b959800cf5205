"""Addresses of the questions' API, below /api/v1/."""

from django.urls import path

from quizzes import api

urlpatterns = [
    path("questions/", api.QuestionsView.as_view(), name="questions"),
    path("questions/<uuid:question_id>/", api.QuestionView.as_view(), name="question"),
    path("questions/<uuid:question_id>/variants/", api.VariantsView.as_view(), name="variants"),
]
