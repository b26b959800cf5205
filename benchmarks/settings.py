"""The project's settings with one view more: what a bare answer would cost."""

from tutor.settings import *  # noqa: F403

INSTALLED_APPS = [*INSTALLED_APPS, "benchmarks"]  # noqa: F405
ROOT_URLCONF = "benchmarks.urls"
LOGGING = {"version": 1, "disable_existing_loggers": True}
