"""Small pieces of HTML that the figures share: numbers, words, bars and tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any


def number(text: str, classes: str = "") -> str:
    """A number that keeps its sign in front in right-to-left text."""
    return f'<span dir="ltr" class="{f"attn-n {classes}".strip()}">{escape(text)}</span>'


def bar(share: float) -> str:
    """A bar from 0 to 1. The number stands beside it, so it is hidden from assistive technology."""
    return (
        '<svg class="attn-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="attn-track" width="100" height="10"/>'
        f'<rect class="attn-fill" width="{100 * share:.2f}" height="10"/></svg>'
    )


def weight_cell(share: float, text: str, *, top: bool = False) -> str:
    """A table cell with a weight as bar and number; the largest one stands out."""
    marked = " attn-top" if top else ""
    return f'<td class="attn-w{marked}"><div>{bar(share)}{number(text)}</div></td>'


def word_cell(word: str) -> str:
    """The row header of a key."""
    return f'<th scope="row" class="c-k">{escape(word)}</th>'


def table(
    caption: str, headers: Sequence[str], rows: Iterable[str], *, foot: str = "", leading: int = 1
) -> str:
    """A table of finished cells. `caption` and `headers` are HTML; `rows` are inner HTML of tr.

    The `leading` first columns are set at the start edge, the others are numbers at the end edge.
    """
    head = "".join(f'<th scope="col">{header}</th>' for header in headers[:leading])
    head += "".join(f'<th scope="col" class="attn-num">{h}</th>' for h in headers[leading:])
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    tail = f"<tfoot><tr>{foot}</tr></tfoot>" if foot else ""
    return (
        f'<table class="attn-table"><caption>{caption}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody>{tail}</table>"
    )


def numeric_cell(*parts: str) -> str:
    """A cell of finished pieces at the end edge of its column."""
    return f'<td class="attn-num">{"".join(parts)}</td>'


def query_name(word: str) -> str:
    """The querying word in quotation marks and the query's colour."""
    return f'<span class="c-q">“{escape(word)}”</span>'


def inert_json(settings: dict[str, Any]) -> str:
    """Settings for a custom element, as JSON that cannot end its own script element."""
    text = json.dumps(settings, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json">{text}</script>'
