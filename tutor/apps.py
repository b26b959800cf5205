"""App configuration of the project itself."""

from django.apps import AppConfig


class TutorConfig(AppConfig):
    """Holds the user, the API root and everything that every page shares."""

    name = "tutor"
    exports = "tutor.export.LISTS"
    verbose_name = "People"

    def ready(self) -> None:
        """Have the Celery app there when a task is declared; describe log-ins to the schema."""
        from tutor import celery, schema  # noqa: F401
