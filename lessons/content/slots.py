"""Places in a section's HTML that are filled for each learner: steps and questions."""

import re
from dataclasses import dataclass

_SLOT = re.compile(r"<!--slot (?P<kind>step|question) (?P<slug>[a-z0-9-]+)-->")


@dataclass(frozen=True)
class Html:
    """Finished HTML that is the same for everybody."""

    html: str


@dataclass(frozen=True)
class Slot:
    """The place of a step or a question; `kind` is "step" or "question"."""

    kind: str
    slug: str


def slot(kind: str, slug: str) -> str:
    """The mark of a slot; no author can write it, because raw HTML is refused."""
    return f"<!--slot {kind} {slug}-->"


def split_slots(html: str) -> list[Html | Slot]:
    """Cut a section's HTML at its slots; stretches of white space are left out."""
    parts: list[Html | Slot] = []
    end = 0
    for found in _SLOT.finditer(html):
        parts.append(Html(html[end : found.start()].strip()))
        parts.append(Slot(found["kind"], found["slug"]))
        end = found.end()
    parts.append(Html(html[end:].strip()))
    return [part for part in parts if isinstance(part, Slot) or part.html]
