"""Slugs that files define and refer to: no two alike, and none that leads nowhere."""

import re
from dataclasses import dataclass

from lessons.content.report import unknown
from lessons.content.texts import ContentProblem

SLUG = re.compile(r"[a-z0-9-]{1,60}")
SLUG_RULE = "a slug of a–z, 0–9 and -, at most 60 characters"


@dataclass(frozen=True)
class Mention:
    """A slug where it stands; `scope` says of what it is the slug ("concept", "lesson", …)."""

    scope: str
    slug: str
    file: str
    line: int


class Names:
    """Every slug defined or mentioned in a folder."""

    def __init__(self) -> None:
        self.defined: list[Mention] = []
        self.mentioned: list[Mention] = []

    def define(self, scope: str, slug: str, file: str, line: int) -> None:
        self.defined.append(Mention(scope, slug, file, line))

    def mention(self, scope: str, slug: str, file: str, line: int) -> None:
        self.mentioned.append(Mention(scope, slug, file, line))

    def duplicates(self) -> list[ContentProblem]:
        """A problem for every second definition of the same slug in one scope."""
        first: dict[tuple[str, str], Mention] = {}
        found = []
        for name in self.defined:
            earlier = first.setdefault((name.scope, name.slug), name)
            if earlier is not name:
                message = (
                    f"duplicate {name.scope} “{name.slug}”; first at {earlier.file}:{earlier.line}"
                )
                found.append(ContentProblem(name.file, name.line, message))
        return found

    def dangling(self) -> list[ContentProblem]:
        """A problem for every mention of a slug that nothing defines."""
        known: dict[str, set[str]] = {}
        for name in self.defined:
            known.setdefault(name.scope, set()).add(name.slug)
        return [
            ContentProblem(
                name.file,
                name.line,
                unknown(name.scope, name.slug, known.get(name.scope, ())),
            )
            for name in self.mentioned
            if name.slug not in known.get(name.scope, ())
        ]
