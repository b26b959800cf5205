"""Rows of K and V computed for each generated word, without and with a KV cache."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Annotated, Literal

from pydantic import Field

from attention.engine import kv_cache_trace
from attention.widgets.base import Figure, Params, Word
from attention.widgets.markup import number, numeric_cell, table

PITCH, SIDE, TALL = 12, 9, 16  # of the boxes, in SVG units
LONGEST_PROMPT = 12
MOST_WORDS = 8

Prompt = Annotated[int, Field(ge=1, le=LONGEST_PROMPT)]
Show = Literal["without", "with", "both"]


class CacheParams(Params):
    """Words in the prompt, the words generated after it, and which way of working to show."""

    prompt: Prompt
    words: Annotated[list[Word], Field(min_length=1, max_length=MOST_WORDS)]
    show: Show


def draw(params: CacheParams) -> str:
    """A table for each way of working; a box is one row of K and one of V."""
    drawn = "".join(panels(params.prompt, params.words, params.show))
    return (
        f'<div class="attn-box"><div class="attn-panels">{drawn}</div>'
        f"{legend(kept=params.show != 'without')}</div>"
    )


def panels(prompt: int, words: Sequence[str], show: Show) -> list[str]:
    """The tables asked for: what each of the words costs after a prompt of so many words."""
    trace = kv_cache_trace(prompt, len(words))
    known = [prompt + step for step in range(len(words))]
    tables = []
    if show != "with":
        tables.append(_panel("Without a cache", words, known, trace.without_cache.tolist()))
    if show != "without":
        tables.append(_panel("With a KV cache", words, known, trace.with_cache.tolist()))
    return tables


def _panel(caption: str, words: Sequence[str], known: list[int], computed: list[int]) -> str:
    """Rows of word, boxes and count; `known` is the length of the text before each word."""
    rows = [
        f'<th scope="row">{escape(word)}</th>'
        f'<td class="attn-w">{_boxes(length, new, known[-1])}</td>{numeric_cell(number(str(new)))}'
        for word, length, new in zip(words, known, computed, strict=True)
    ]
    foot = '<th scope="row" colspan="2">in all</th>' + numeric_cell(
        number(str(sum(computed)), "attn-result")
    )
    return table(caption, ["to choose", "rows of K and V", "computed"], rows, foot=foot, leading=2)


def _boxes(length: int, new: int, widest: int) -> str:
    """One box per word of the text: the last `new` ones are computed, the others are read."""
    half = TALL // 2
    boxes = []
    for place in range(length):
        x = place * PITCH + 1
        if place < length - new:
            boxes.append(_box("kept", x, 1, TALL))
        else:
            boxes += [_box("row-k", x, 1, half), _box("row-v", x, 1 + half, half)]
    return (
        f'<svg class="attn-boxes" viewBox="0 0 {widest * PITCH} {TALL + 2}" aria-hidden="true">'
        f"{''.join(boxes)}</svg>"
    )


def _box(name: str, x: int, y: int, height: int) -> str:
    return f'<rect class="attn-{name}" x="{x}" y="{y}" width="{SIDE}" height="{height}"/>'


def legend(*, kept: bool) -> str:
    """What the two sorts of boxes mean."""
    sample = _boxes(1, 1, 1)
    read = f"<li>{_boxes(1, 0, 1)}read from the cache</li>" if kept else ""
    return (
        f'<ul class="attn-legend"><li>{sample}a row of K and a row of V, computed</li>{read}</ul>'
    )


CACHE = Figure("attention.cache", CacheParams, draw)
