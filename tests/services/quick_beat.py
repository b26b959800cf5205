"""The project's settings with a sweep every second, so that a test need not wait for beat."""

from tutor.settings import *  # noqa: F403
from tutor.settings import CELERY_BEAT_SCHEDULE

CELERY_BEAT_SCHEDULE["sweep-reminders"]["schedule"] = 1.0
