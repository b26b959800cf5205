"""What the subject tells Django: its name, and where its generators and widgets are."""

from django.apps import AppConfig


class AttentionConfig(AppConfig):
    """Attention, the first subject."""

    name = "attention"
    generators = "attention.templates.GENERATORS"
    widgets = "attention.widgets.WIDGETS"
