"""The lesson with a question of every kind, and answers to it as a plain form sends them."""

from pathlib import Path
from typing import Any

from lessons.services.loading import load_lessons, read_content
from quizzes.models import Draw, Question
from quizzes.services import open_draw
from tests.conftest import NOON

FOLDER = Path(__file__).parent / "kinds_lesson"
LESSON = "/lessons/kinds/"

STEPS = ["Fill", "Bring", "Pour", "Wait", "Take"]
NEEDED = ["Put the leaves", "Fill", "Bring", "Pour"]


def load() -> None:
    """Put the lesson beside what there is."""
    load_lessons(read_content([FOLDER]), now=NOON, complete=False)


def draw_of(learner: Any, slug: str) -> Draw:
    """The learner's draw of this question, opened if need be."""
    question = Question.objects.get(bank__slug="kinds", slug=slug)
    draw, _ = open_draw(learner_id=learner.pk, question=question, now=NOON)
    return Draw.objects.of(learner.pk).get(pk=draw.pk)


def item_ids(draw: Draw, beginnings: list[str]) -> list[str]:
    """The wire ids of the items, options or entries whose texts begin so."""
    shown = draw.variant.shown
    offered = shown.get("items") or shown.get("options") or []
    offered = [
        *offered,
        *(entry for blank in shown.get("blanks", []) for entry in blank["entries"]),
    ]
    return [
        draw.wire.id_of(next(one["key"] for one in offered if one["text"].startswith(beginning)))
        for beginning in beginnings
    ]


def positions(draw: Draw, beginnings: list[str]) -> dict[str, str]:
    """The fields of a form in which these items are numbered, and the others left empty."""
    fields = {
        f"positions.{draw.wire.id_of(item['key'])}": "" for item in draw.variant.shown["items"]
    }
    for at, one in enumerate(item_ids(draw, beginnings), start=1):
        fields[f"positions.{one}"] = str(at)
    return fields


def blanks(draw: Draw, heat: str, first: str, second: str, n: str) -> dict[str, str]:
    """The fields of a form in which these entries are chosen."""
    chosen = dict(
        zip(("heat", "first", "second"), item_ids(draw, [heat, first, second]), strict=True)
    )
    return {f"blanks.{name}": typed for name, typed in (chosen | {"n": n}).items()}
