"""Cuts a long formula in running text into pieces between which a line may break.

Browsers never break a line inside a formula, so a long one would stick out of a narrow page.
"""

import re

# Shorter formulas fit on any line and stay whole, which also reads better aloud.
LONGEST_WHOLE = 16  # characters of the text in the formula

# The minus of a signed number has no space around it; only an operator that has ends a piece.
_BREAK_BEHIND = re.compile(
    '<mo( lspace="0\\.2222em" rspace="0\\.2222em")?>(=|≈|≠|≡|&lt;|&gt;|≤|≥|→|\\+|−|±|⋅|×)</mo>'
)
_TAG = re.compile(r"<(?P<close>/?)[a-z]+[^>]*?(?P<empty>/?)>")
_BEGIN, _END = "<math>", "</math>"


def pieces(mathml: str) -> list[str]:
    """Return the formula as `<math>` elements that end behind an outermost relation or sign."""
    if not mathml.startswith(_BEGIN) or len(_TAG.sub("", mathml)) <= LONGEST_WHOLE:
        return [mathml]
    inside = mathml.removeprefix(_BEGIN).removesuffix(_END)
    ends = [*_break_places(inside), len(inside)]
    starts = [0, *ends[:-1]]
    return [
        f"{_BEGIN}{inside[start:end]}{_END}"
        for start, end in zip(starts, ends, strict=True)
        if start < end
    ]


def _break_places(inside: str) -> list[int]:
    """Where an operator ends that is inside no other element."""
    places: list[int] = []
    depth = opened_at = 0
    for tag in _TAG.finditer(inside):
        if tag["empty"]:
            continue
        if not tag["close"]:
            opened_at = tag.start()
            depth += 1
            continue
        depth -= 1
        if depth == 0 and _BREAK_BEHIND.fullmatch(inside, opened_at, tag.end()):
            places.append(tag.end())
    return places
