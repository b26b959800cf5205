"""From the fields of a plain HTML form to the one JSON shape of a raw answer."""

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from quizzes.kinds import KINDS

# Fields of the form that are not part of the answer itself.
OTHER_FIELDS = frozenset({"csrfmiddlewaretoken", "idempotency_key", "started", "confidence"})


def raw_answer(fields: Iterable[tuple[str, list[str]]], kind: str) -> dict[str, Any]:
    """Turn `choices[]`, `blanks.NAME`, `text` into {"choices": […]}, {"blanks": {…}}, {"text": …}.

    The name says the shape: `[]` is a list, a dot is an object. A browser sends nothing at all for
    circles and boxes that were left alone: that is the empty answer of the question's `kind`.
    """
    raw: dict[str, Any] = {}
    for name, values in fields:
        if name in OTHER_FIELDS or not values:
            continue
        if name.endswith("[]"):
            raw[name[:-2]] = values
        elif "." in name:
            outer, _, inner = name.partition(".")
            group = raw.setdefault(outer, {})
            if isinstance(group, dict):
                group[inner] = values[-1]
        else:
            raw[name] = values[-1]
    return raw or deepcopy(KINDS[kind].EMPTY_ANSWER)
