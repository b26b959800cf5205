"""An ordering question as a page shows it, before and after the answer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from quizzes.markdown import render_fitting

_RIGHT = ("follows", "free")
# How each relation of two neighbours is marked.
_MARKS = {"follows": "right", "free": "right", "gap": "partly", "swapped": "wrong", "": ""}


@dataclass(frozen=True)
class OrderRow:
    """One item to sort; `value` is the position that its field holds."""

    id: str
    field: str
    html: SafeString
    value: str


@dataclass(frozen=True)
class AnsweredRow:
    """One item of an answer, with what it is to the next one in words."""

    html: SafeString
    belongs: bool
    note: str
    mark: str  # right, partly, wrong or nothing
    feedback_html: SafeString


@dataclass(frozen=True)
class AnsweredOrder:
    """An answer, what is missing from it, and a right order."""

    rows: list[AnsweredRow]
    summary: str
    missing: list[SafeString]
    right: list[SafeString]
    one_order: bool


def order_rows(items: Iterable[Mapping[str, Any]], typed: Mapping[str, Any]) -> list[OrderRow]:
    """Return the items as they stand at first; `typed` are positions that were sent before."""
    return [
        OrderRow(
            id=item["id"],
            field=f"positions.{item['id']}",
            html=_html(item["text"]),
            value=str(typed.get(item["id"], "")) if typed else str(at),
        )
        for at, item in enumerate(items, start=1)
    ]


def answered_order(revealed: Mapping[str, Any]) -> AnsweredOrder:
    """Return what an ordering question reveals, in words."""
    notes = {
        "follows": _("The next one follows rightly."),
        "gap": _("Something else belongs between this and the next one."),
        "swapped": _("The next one belongs before this one."),
        "free": _("This and the next one may stand either way round."),
        "": "",
    }
    relations = [entry["next"] for entry in revealed["answer"] if entry["next"]]
    return AnsweredOrder(
        rows=[
            AnsweredRow(
                html=_html(entry["text"]),
                belongs=entry["belongs"],
                note=notes[entry["next"]],
                mark=_MARKS[entry["next"]],
                feedback_html=_html(entry["feedback"]),
            )
            for entry in revealed["answer"]
        ],
        summary=_summary(sum(one in _RIGHT for one in relations), len(relations)),
        missing=[_html(entry["text"]) for entry in revealed["missing"]],
        right=[_html(entry["text"]) for entry in revealed["order"]],
        one_order=revealed["one_order"],
    )


def _summary(right: int, pairs: int) -> str:
    if not pairs:
        return ""
    return ngettext(
        "%(right)d of %(pairs)d pair of neighbours is right.",
        "%(right)d of %(pairs)d pairs of neighbours are right.",
        pairs,
    ) % {"right": right, "pairs": pairs}


def _html(text: str) -> SafeString:
    return mark_safe(render_fitting(text)) if text else SafeString("")  # noqa: S308 - our renderer escapes
