"""A draw as a page shows it, before and after the answer. Reads `secret` only once there is one."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from quizzes.kinds import KINDS
from quizzes.kinds.base import Outcome, Part
from quizzes.kinds.bodies import NAME
from quizzes.kinds.wire import Wire
from quizzes.markdown import holds_blocks, render, render_fitting, render_inline
from quizzes.models import Draw, Grade, Misconception, Submission, Variant
from quizzes.order_view import AnsweredOrder, OrderRow, answered_order, order_rows

Shape = TypeVar("Shape", str, list[str], dict[str, str])
_BLANK = re.compile(rf"\[\[({NAME})\]\]")


@dataclass(frozen=True)
class ResultView:
    """What an answered question shows."""

    verdict: str  # right, partly, wrong, pending
    verdict_text: str
    score_percent: int
    explanation_html: SafeString
    misconceptions: list[dict[str, SafeString]]
    options: list[dict[str, Any]] = field(default_factory=list)
    pieces: list[dict[str, Any]] = field(default_factory=list)
    order: AnsweredOrder | None = None
    text: str = ""
    model_answer_html: str = ""
    rubric: list[dict[str, Any]] = field(default_factory=list)
    covered: list[str] = field(default_factory=list)
    due_text: str = ""
    why_text: str = ""
    rate_url: str = ""
    ratings: list[dict[str, Any]] = field(default_factory=list)
    rerate_url: str = ""


@dataclass(frozen=True)
class QuestionView:
    """A question on a page; the addresses and labels are the page's own."""

    draw_id: str
    anchor: str
    template: str
    kind: str
    concept_title: str
    key: str
    prompt_html: SafeString
    multiple: bool = False
    options: list[dict[str, Any]] = field(default_factory=list)
    pieces: list[dict[str, Any]] = field(default_factory=list)
    bank: Mapping[str, Any] = field(default_factory=dict)
    rows: list[OrderRow] = field(default_factory=list)
    leave_out: bool = False
    text: str = ""
    saved_at_text: str = ""
    label: str = ""
    action: str = ""
    started: str = ""
    draft_url: str = ""
    error: str = ""
    errors: Mapping[str, str] = field(default_factory=dict)
    confidence: str = ""
    focus: bool = False
    replay_text: str = ""
    result: ResultView | None = None


def page_key(draw: Draw) -> str:
    """The idempotency key of every page that shows this draw: a second tab cannot answer twice."""
    return f"page-{draw.public_id}"


def present(draw: Draw, *, typed: Mapping[str, Any] | None = None) -> QuestionView:
    """Return the question before the answer with its draft, or `typed`: what was refused."""
    typed = draw.draft if typed is None else typed
    view = present_variant(draw.variant, draw.wire, draw.question.concept.title, typed=typed)
    return replace(
        view,
        draw_id=str(draw.public_id),
        anchor=_anchor(draw),
        key=page_key(draw),
        saved_at_text=_("Saved") if draw.draft_saved_at else "",
    )


def present_variant(
    variant: Variant, wire: Wire, concept_title: str, *, typed: Mapping[str, Any] | None = None
) -> QuestionView:
    """Return a variant as it is put before a learner, whether or not it was put before anybody."""
    typed = typed or {}
    shown: Mapping[str, Any] = KINDS[variant.kind].present(variant.shown, wire)
    chosen: list[str] = _of_shape(typed, "choices", [])
    blanks: dict[str, str] = _of_shape(typed, "blanks", {})
    positions: dict[str, str] = _of_shape(typed, "positions", {})
    return replace(
        _view(variant, shown, concept_title),
        options=[
            {
                "id": o["id"],
                "html": _fitting(o["text"]),
                "block": holds_blocks(o["text"]),
                "label": _label_of_formula(o["text"]),
                "checked": o["id"] in chosen,
            }
            for o in shown.get("options", [])
        ],
        pieces=_pieces(
            shown["prompt"],
            {
                b["name"]: {**b, "value": blanks.get(b["name"], ""), "field": f"blanks.{b['name']}"}
                for b in shown.get("blanks", [])
            },
        ),
        bank=shown.get("bank", {}),
        rows=order_rows(shown.get("items", []), positions),
        leave_out=shown.get("leave_out", False),
        text=_of_shape(typed, "text", str(shown.get("starter") or "")),
        confidence=_of_shape(typed, "confidence", ""),
    )


def prompt_alone(draw: Draw) -> str:
    """Return the prompt's Markdown for where nothing can be filled in: blanks become lines."""
    shown: Mapping[str, Any] = KINDS[draw.variant.kind].present(draw.variant.shown, draw.wire)
    prompt = str(shown["prompt"])
    return _BLANK.sub(lambda _mark: r"\_" * 4, prompt) if shown.get("blanks") else prompt


def misconceptions_in(grades: Iterable[Grade | None]) -> dict[str, Misconception]:
    """Return by slug the misconceptions that these grades name, in one query."""
    slugs = {part["misconception"] for grade in grades if grade for part in grade.parts} - {""}
    if not slugs:
        return {}
    return {idea.slug: idea for idea in Misconception.objects.filter(slug__in=slugs)}


def reveal(
    draw: Draw, submission: Submission, grade: Grade | None
) -> tuple[Outcome, Mapping[str, Any]]:
    """Return what an answer came to, and what may be shown now that there is one."""
    outcome = Outcome(None, ())
    if grade is not None:
        outcome = Outcome(grade.score, tuple(Part(**part) for part in grade.parts))
    variant = draw.variant
    revealed = KINDS[variant.kind].reveal(
        variant.shown, variant.secret, submission.parsed, outcome, draw.wire
    )
    return outcome, revealed


def present_answered(
    draw: Draw,
    submission: Submission,
    grade: Grade | None,
    misconceptions: Mapping[str, Misconception],
) -> QuestionView:
    """Return the question with the learner's answer, the key and the feedback."""
    shown: Mapping[str, Any] = KINDS[draw.variant.kind].present(draw.variant.shown, draw.wire)
    outcome, revealed = reveal(draw, submission, grade)
    verdict, verdict_text = _verdict(outcome.score)
    result = ResultView(
        verdict=verdict,
        verdict_text=verdict_text,
        score_percent=round((outcome.score or 0) * 100),
        explanation_html=_block(revealed.get("explanation") or ""),
        misconceptions=_named(outcome, misconceptions),
        options=[
            {
                "html": _fitting(o["text"]),
                "right": o["right"],
                "chosen": o["chosen"],
                "feedback_html": _fitting(o["feedback"]) if o["chosen"] else "",
            }
            for o in revealed.get("options", [])
        ],
        pieces=_pieces(shown["prompt"], _graded_blanks(shown, revealed)),
        order=answered_order(revealed) if "answer" in revealed else None,
        text=revealed.get("text", ""),
        model_answer_html=_block(revealed.get("model_answer") or ""),
        rubric=[
            {"key": point["key"], "point_html": _fitting(point["point"])}
            for point in revealed.get("rubric", [])
        ],
        covered=[part.name for part in outcome.parts],
    )
    return replace(
        _view(draw.variant, shown, draw.question.concept.title),
        draw_id=str(draw.public_id),
        anchor=_anchor(draw),
        key=page_key(draw),
        result=result,
    )


def _anchor(draw: Draw) -> str:
    return f"q-{draw.public_id}"


def _view(variant: Variant, shown: Mapping[str, Any], concept_title: str) -> QuestionView:
    return QuestionView(
        draw_id="",
        anchor=f"v-{variant.pk}",
        template=f"quizzes/kinds/{variant.kind}.html",
        kind=variant.kind,
        multiple=shown.get("multiple", False),
        concept_title=concept_title,
        key="",
        prompt_html=_block(shown["prompt"]),
    )


def _label_of_formula(text: str) -> str:
    """The signs of an option that is nothing but a formula; not every reader takes them for a name.

    Other options are named by their words.
    """
    html = render_fitting(text)
    return strip_tags(html) if html.startswith("<math") and html.endswith("</math>") else ""


def _of_shape(typed: Mapping[str, Any], name: str, otherwise: Shape) -> Shape:
    """What was entered under a name; a form may send anything under it."""
    found = typed.get(name)
    return found if isinstance(found, type(otherwise)) else otherwise


def _graded_blanks(
    shown: Mapping[str, Any], revealed: Mapping[str, Any]
) -> dict[str, dict[str, Any]]:
    labels = {b["name"]: b["label"] for b in shown.get("blanks", [])}
    return {
        blank["name"]: {
            **blank,
            "label": labels[blank["name"]],
            "feedback_html": _fitting(blank["feedback"]),
        }
        for blank in revealed.get("blanks", [])
    }


def _pieces(prompt: str, blanks: Mapping[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Split the rendered prompt at its blanks."""
    pieces: list[dict[str, Any]] = []
    for index, text in enumerate(_BLANK.split(_block(prompt)) if blanks else []):
        if index % 2:
            pieces.append({"blank": blanks[text]})
        elif text:
            pieces.append({"html": mark_safe(text)})  # noqa: S308 - cut from our own renderer's HTML
    return pieces


def _verdict(score: float | None) -> tuple[str, str]:
    if score is None:
        return "pending", _("Compare your words with a good answer")
    if score >= 1:
        return "right", _("Right")
    if score > 0:
        return "partly", _("Partly right")
    return "wrong", _("Not quite")


def _named(
    outcome: Outcome, misconceptions: Mapping[str, Misconception]
) -> list[dict[str, SafeString]]:
    slugs = dict.fromkeys(part.misconception for part in outcome.parts)
    return [
        {
            "statement_html": _inline(misconceptions[slug].statement),
            "correction_html": _inline(misconceptions[slug].correction),
        }
        for slug in slugs
        if slug in misconceptions
    ]


def _block(text: str) -> SafeString:
    return mark_safe(render(text)) if text else SafeString("")  # noqa: S308 - our renderer escapes


def _inline(text: str) -> SafeString:
    return mark_safe(render_inline(text)) if text else SafeString("")  # noqa: S308


def _fitting(text: str) -> SafeString:
    return mark_safe(render_fitting(text)) if text else SafeString("")  # noqa: S308
