"""What the bodies of all forms are made of: the text of one variant, and why there may be none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b

from quizzes.kinds.base import JsonObject


class UnclearError(ValueError):
    """A variant that must not be asked, and the reason in a few words, the same for like cases."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


@dataclass(frozen=True)
class Wording:
    """One variant in Markdown. `blank` holds the mark `[[answer]]` once, if a blank is offered.

    `feedback` says for each misconception slug, with the numbers of this variant, what was done.
    """

    situation: str
    question: str
    feedback: Mapping[str, str]
    explanation: str
    blank: str = ""
    label: str = ""

    @property
    def prompt(self) -> str:
        """The situation and what is asked about it."""
        return f"{self.situation}\n\n{self.question}"

    def diagnosis(self, misconception: str) -> JsonObject:
        """What a wrong answer says of the idea behind it."""
        return {"feedback": self.feedback[misconception], "misconception": misconception}


def capital(text: str) -> str:
    """The text with a capital letter at its start."""
    return text[:1].upper() + text[1:]


def scattered(texts: Iterable[str], salt: str) -> list[str]:
    """The texts in an order that looks random but is always the same for this salt."""
    return sorted(texts, key=lambda text: blake2b(f"{salt}\0{text}".encode()).digest())
