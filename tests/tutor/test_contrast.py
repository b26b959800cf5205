"""Text can be read and fields can be found: the contrast of every pair of colours that meet."""

import re
from pathlib import Path

import pytest

TOKENS = Path(__file__).parents[2] / "tutor" / "static" / "tutor" / "css" / "tokens.css"
THEMES = ("light", "dark")

GROUNDS = ("paper", "surface", "sunken")
WASHES = ("accent-wash", "ok-wash", "warn-wash", "bad-wash")
TEXTS = ("ink", "ink-2", "ink-3", "accent", "q", "k", "v", "w", "ok", "warn", "bad")

# Text on ground: 4.5 to 1 (WCAG 2.2, 1.4.3). A border that shows where a field is: 3 to 1 (1.4.11).
TEXT_PAIRS = [
    *((text, ground) for text in TEXTS for ground in GROUNDS),
    *((text, wash) for text in ("ink", "ink-2") for wash in WASHES),
    ("on-accent", "accent"),
    ("accent", "accent-wash"),
    ("ok", "ok-wash"),
    ("warn", "warn-wash"),
    ("bad", "bad-wash"),
]
BORDER_PAIRS = [
    *((border, ground) for border in ("field", "accent", "ok", "bad") for ground in GROUNDS),
]


def read_colours() -> dict[str, tuple[str, str]]:
    """Token name to (light, dark), each as #rrggbb."""
    found = re.findall(
        r"--([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)", TOKENS.read_text()
    )
    return {name: (light, dark) for name, light, dark in found}


def luminance(colour: str) -> float:
    """Relative luminance, 0 to 1, of #rrggbb (WCAG 2.2, definition)."""
    channels = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_black_on_white_has_the_greatest_contrast() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "ground"), TEXT_PAIRS)
def test_text_can_be_read(text: str, ground: str, theme: str) -> None:
    colours, index = read_colours(), THEMES.index(theme)

    assert contrast(colours[text][index], colours[ground][index]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("border", "ground"), BORDER_PAIRS)
def test_the_border_of_a_field_can_be_seen(border: str, ground: str, theme: str) -> None:
    colours, index = read_colours(), THEMES.index(theme)

    assert contrast(colours[border][index], colours[ground][index]) >= 3


def test_every_colour_is_checked_or_only_decorates() -> None:
    checked = {name for pair in (*TEXT_PAIRS, *BORDER_PAIRS) for name in pair}

    assert set(read_colours()) - checked == {"rule"}


def test_only_the_tokens_name_colours() -> None:
    for sheet in TOKENS.parent.glob("*.css"):
        if sheet != TOKENS:
            assert not re.search(
                r"#[0-9a-fA-F]{3,8}\b(?=\s*[;,)])|rgba?\(|hsla?\(", sheet.read_text()
            ), sheet
