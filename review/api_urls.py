"""Addresses of the review API, below /api/v1/."""

from django.urls import path

from review.api import cards, draws, history, progress

urlpatterns = [
    path("due/", cards.DueView.as_view(), name="due"),
    path("cards/", cards.CardsView.as_view(), name="cards"),
    path("cards/<uuid:question_id>/", cards.CardView.as_view(), name="card"),
    path("cards/<uuid:question_id>/suspend/", cards.SuspendView.as_view(), name="suspend"),
    path("cards/<uuid:question_id>/unsuspend/", cards.UnsuspendView.as_view(), name="unsuspend"),
    path("review-logs/", history.ReviewLogsView.as_view(), name="review-logs"),
    path("progress/", progress.ProgressView.as_view(), name="progress"),
    path("draws/", draws.DrawsView.as_view(), name="draws"),
    path("draws/<uuid:draw_id>/", draws.DrawView.as_view(), name="draw"),
    path("draws/<uuid:draw_id>/submission/", draws.SubmissionView.as_view(), name="submission"),
    path("draws/<uuid:draw_id>/self-grade/", draws.SelfGradeView.as_view(), name="self-grade"),
    path("draws/<uuid:draw_id>/rating/", draws.RatingView.as_view(), name="rating"),
    path("draws/<uuid:draw_id>/undo/", draws.UndoView.as_view(), name="undo-draw"),
]
