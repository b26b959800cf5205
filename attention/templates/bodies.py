"""Question bodies as an author would write them, from one worded variant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b

from attention.templates.numerals import authored, displayed
from quizzes.kinds.base import Json, JsonObject

WRONG_OPTIONS = 3


@dataclass(frozen=True)
class Wording:
    """One variant in Markdown. `blank` holds the mark `[[answer]]` once.

    `feedback` says for each misconception slug, with the numbers of this variant, what was done.
    """

    situation: str
    question: str
    blank: str
    label: str
    feedback: Mapping[str, str]
    explanation: str


@dataclass(frozen=True)
class Mistake:
    """A wrong value in units of the last displayed decimal, and the idea that leads to it."""

    units: int
    misconception: str


@dataclass(frozen=True)
class Variant:
    """Everything a body is made of; `units` are the key in units of the last displayed decimal.

    `tolerance` is a decimal number.
    """

    text: Wording
    units: int
    decimals: int
    tolerance: str
    mistakes: tuple[Mistake, ...]


def choice_body(variant: Variant) -> JsonObject:
    """A multiple_choice body: the key and three of the mistakes.

    Which three, and in which order, depends on the question's text alone: the same numbers never
    come twice in a pool with other options, and the place of the key says nothing.
    """
    prompt = f"{variant.text.situation}\n\n{variant.text.question}"
    by_text: dict[str, JsonObject] = {
        displayed(mistake.units, variant.decimals): _diagnosis(variant.text, mistake)
        for mistake in variant.mistakes
    }
    chosen = _scattered(by_text, prompt)[:WRONG_OPTIONS]
    key = displayed(variant.units, variant.decimals)
    by_text[key] = {"right": True}
    options: list[Json] = [
        {"text": text, **by_text[text]} for text in _scattered([*chosen, key], f"order {prompt}")
    ]
    return {
        "prompt": prompt,
        "options": options,
        "shuffle": True,
        "explanation": variant.text.explanation,
    }


def blank_body(variant: Variant) -> JsonObject:
    """A fill_in body with one number blank that knows every mistake by its value."""
    wrong: list[Json] = [
        {"value": authored(mistake.units, variant.decimals), **_diagnosis(variant.text, mistake)}
        for mistake in variant.mistakes
    ]
    answer: JsonObject = {
        "type": "number",
        "label": variant.text.label,
        "value": authored(variant.units, variant.decimals),
        "atol": variant.tolerance,
        "wrong": wrong,
    }
    if variant.decimals:
        answer["decimals"] = variant.decimals
    return {
        "prompt": f"{variant.text.situation}\n\n{variant.text.blank}",
        "blanks": {"answer": answer},
        "explanation": variant.text.explanation,
    }


BODIES: Mapping[str, Callable[[Variant], JsonObject]] = {
    "multiple_choice": choice_body,
    "fill_in": blank_body,
}


def _diagnosis(text: Wording, mistake: Mistake) -> JsonObject:
    slug = mistake.misconception
    return {"feedback": text.feedback[slug], "misconception": slug}


def _scattered(texts: Iterable[str], salt: str) -> list[str]:
    """The texts in an order that looks random but is always the same for this salt."""
    return sorted(texts, key=lambda text: blake2b(f"{salt}\0{text}".encode()).digest())
