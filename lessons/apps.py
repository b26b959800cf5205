"""App configuration."""

from django.apps import AppConfig


class LessonsConfig(AppConfig):
    """Paths, lessons, predictions and the pages a learner walks through."""

    name = "lessons"
    exports = "lessons.export.LISTS"
    verbose_name = "Lessons"
