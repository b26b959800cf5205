"""App configuration."""

from django.apps import AppConfig


class LessonsConfig(AppConfig):
    """Paths, lessons, predictions and the pages a learner walks through."""

    name = "lessons"
    verbose_name = "Lessons"
