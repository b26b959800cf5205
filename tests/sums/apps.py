"""What the subject tells Django."""

from django.apps import AppConfig


class SumsConfig(AppConfig):
    """Sums of two whole numbers."""

    name = "tests.sums"
    label = "sums"
    generators = "tests.sums.subject.GENERATORS"
    widgets = "tests.sums.subject.WIDGETS"
