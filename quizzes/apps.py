"""App configuration."""

from django.apps import AppConfig


class QuizzesConfig(AppConfig):
    """Question banks, variants, submissions and grades."""

    name = "quizzes"
    exports = "quizzes.export.LISTS"
    verbose_name = "Questions and answers"
