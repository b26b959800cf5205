"""What installed subjects bring: each names its mappings as dotted paths on its AppConfig.

Read from the app registry at first use, so that the core knows no subject and there is no import
cycle and no registry that somebody could change.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string

from quizzes.generation import Generator


def declared(attribute: str) -> dict[str, Any]:
    """Merge the mappings that installed apps declare under `attribute` of their AppConfig."""
    merged: dict[str, Any] = {}
    for config in apps.get_app_configs():
        dotted = getattr(config, attribute, "")
        if not dotted:
            continue
        for name, thing in import_string(dotted).items():
            if name in merged:
                raise ImproperlyConfigured(f"{attribute}: {name!r} is declared by two apps.")
            merged[name] = thing
    return merged


@cache
def generators() -> Mapping[str, Generator]:
    """Return every generator of every installed subject by name."""
    return declared("generators")
