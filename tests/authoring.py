"""Questions for tests of every kind, and answers to them that are right, partly right or wrong."""

from typing import Any

from quizzes.models import Bank, Concept, Draw, Misconception, Question
from quizzes.models.content import Origin
from quizzes.services import QuestionSource, publish
from tests.conftest import NOON

CHOICE = {
    "prompt": "What boils?",
    "options": [
        {"text": "Water", "right": True, "feedback": "It does, at 100 degrees."},
        {"text": "Stone", "feedback": "Not in a kettle.", "misconception": "stones-boil"},
        {"text": "The flame", "feedback": "It only heats."},
    ],
    "explanation": "A kettle is filled with water.",
}
BLANKS = {
    "prompt": "Water boils at [[degrees]] degrees and turns into [[what]].",
    "blanks": {
        "degrees": {"type": "number", "label": "degrees", "value": "100", "atol": "1"},
        "what": {"type": "text", "label": "what", "accept": ["steam"]},
    },
}
EXPLANATION = {
    "prompt": "Why does a lid help?",
    "model_answer": "It keeps the heat in.",
    "rubric": [
        {"point": "Heat leaves with the steam.", "weight": 1},
        {"point": "The lid holds it back.", "weight": 1},
    ],
}
BODIES = {"multiple_choice": CHOICE, "fill_in": BLANKS, "explanation": EXPLANATION}


def source(slug: str, kind: str = "multiple_choice", **changes: Any) -> QuestionSource:
    """A question as an author would hand it in."""
    fields: dict[str, Any] = {
        "slug": slug,
        "kind": kind,
        "concept": "boiling",
        "body": BODIES[kind],
        "generator": "",
        "source_title": "The kettle",
        "source_path": "/lessons/kettle/",
        "source_anchor": "check",
    }
    return QuestionSource(**fields | changes)


def published(written: QuestionSource) -> tuple[Question, bool]:
    """Publish it, with the bank, concept and misconception that it needs."""
    bank, _ = Bank.objects.get_or_create(slug="kettles", defaults={"title": "Kettles"})
    concept, _ = Concept.objects.get_or_create(
        slug=written.concept, defaults={"title": written.concept.title()}
    )
    Misconception.objects.get_or_create(
        slug="stones-boil",
        defaults={
            "concept": concept,
            "statement": "Stones boil.",
            "correction": "They melt.",
        },
    )
    return publish(bank=bank, concept=concept, source=written, origin=Origin.ADMIN, now=NOON)


def make_question(slug: str, kind: str = "multiple_choice", **changes: Any) -> Question:
    """A published question."""
    return published(source(slug, kind, **changes))[0]


def right(draw: Draw) -> dict[str, Any]:
    """The answer that gets the whole score."""
    secret = draw.variant.secret
    if draw.variant.kind == "multiple_choice":
        return {"choices": [draw.wire.id_of(secret["right"])]}
    if draw.variant.kind == "explanation":
        return {"text": "Because the lid keeps the steam, and with it the heat."}
    return {"blanks": {"degrees": "100", "what": "steam"}}


def wrong(draw: Draw) -> dict[str, Any]:
    """An answer that gets nothing."""
    if draw.variant.kind == "multiple_choice":
        key = next(o["key"] for o in draw.variant.shown["options"] if not is_right(draw, o["key"]))
        return {"choices": [draw.wire.id_of(key)]}
    return {"blanks": {"degrees": "7", "what": "gold"}}


def is_right(draw: Draw, key: str) -> bool:
    """Whether this is the internal key of the right option."""
    return bool(draw.variant.secret["right"] == key)


def option(draw: Draw, text: str) -> dict[str, Any]:
    """The answer that chooses the option with this text."""
    key = next(o["key"] for o in draw.variant.shown["options"] if o["text"] == text)
    return {"choices": [draw.wire.id_of(key)]}


PARTLY = {"blanks": {"degrees": "100", "what": "gold"}}
