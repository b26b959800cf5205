"""What the subject tells Django: its name, and where what it brings is."""

from django.apps import AppConfig


class AttentionConfig(AppConfig):
    """Attention, the first subject."""

    name = "attention"
    generators = "attention.templates.GENERATORS"
    computations = "attention.computations.COMPUTATIONS"
    widgets = "attention.widgets.WIDGETS"
