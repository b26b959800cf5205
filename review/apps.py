"""App configuration."""

from django.apps import AppConfig


class ReviewConfig(AppConfig):
    """Cards, memory, the due queue and reminders."""

    name = "review"
    exports = "review.export.LISTS"
    verbose_name = "Reviews"
