"""Typed text: what can be stored, and what counts as the same words."""

import re
import unicodedata
from typing import Literal

Case = Literal["fold", "exact"]
Accents = Literal["keep", "fold"]

# Characters that leave no mark on the page: joiners, soft hyphens, directions, byte-order marks.
_INVISIBLE = re.compile(
    "[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
)
_SURROGATE = re.compile("[\ud800-\udfff]")

# What phones and word processors put for the characters on the keys.
_TYPEWRITER = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛ʼ´＇", "'"),
        **dict.fromkeys("“”„‟«»＂", '"'),
        **dict.fromkeys("‐‑‒–—―−﹘﹣－", "-"),
        "…": "...",
    }
)


def unstorable(text: str) -> str | None:
    """Why no database can keep this text, in words that end a sentence; None if it can be kept."""
    if "\x00" in text:
        return "it contains a NUL character"
    if _SURROGATE.search(text):
        return "it contains half a character (a lone surrogate)"
    return None


def without_invisible(text: str) -> str:
    """The text without the characters that nobody sees and nobody meant to type."""
    return _INVISIBLE.sub("", text)


def fold(text: str, *, case: Case = "fold", accents: Accents = "keep") -> str:
    """The form in which two texts are compared; folding a folded text changes nothing.

    Composes accents (Unicode NFC), removes invisible characters, turns any run of white space
    into one space, and curly quotes and dashes into ASCII. NFKC is not used: it would turn ² into
    2 and still leave U+2212 a minus of its own.
    """
    folded = unicodedata.normalize("NFD", without_invisible(text))
    if accents == "fold":
        folded = "".join(mark for mark in folded if unicodedata.category(mark) != "Mn")
    if case == "fold":
        folded = folded.casefold()
    folded = unicodedata.normalize("NFC", folded).translate(_TYPEWRITER)
    return " ".join(folded.split())
