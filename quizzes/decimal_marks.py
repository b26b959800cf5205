"""Which mark a language puts before decimals and which between groups of three digits.

The rows follow the Unicode CLDR. A language whose habits differ by country or script (Arabic,
Persian) is left out on purpose: a number that could be read in two ways is then asked back.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Marks:
    """The decimal mark and the group mark of a locale; the group mark is a space or an apostrophe
    in locales where neither comma nor point groups."""

    decimal: str
    group: str


_POINT = Marks(".", ",")
_COMMA = Marks(",", ".")
_COMMA_SPACE = Marks(",", " ")
_APOSTROPHE = Marks(".", "'")


def _all(tags: str, marks: Marks) -> dict[str, Marks]:
    return dict.fromkeys(tags.split(), marks)


_LANGUAGES = {
    **_all("en zh ja ko he th hi bn ta te ms cy ga gd", _POINT),
    **_all("de es it nl pt id tr el da ro hr sr sl bs is vi ca gl eu mk az lb sq", _COMMA),
    **_all("fr ru uk pl cs sk sv fi nb nn no hu bg lt lv et be ka hy kk eo uz", _COMMA_SPACE),
}
_REGIONS = {
    **_all("es-mx es-us es-pr es-gt es-hn es-ni es-pa es-pe es-sv es-do", _POINT),
    **_all("de-ch de-li it-ch", _APOSTROPHE),
    **_all("pt-pt en-za", _COMMA_SPACE),
}


def marks_of(locale: str) -> Marks | None:
    """The marks of a locale such as "de", "pt-BR" or "en_GB.UTF-8"; None if not known."""
    name = locale.partition(".")[0].lower().replace("_", "-")
    return _REGIONS.get(name) or _LANGUAGES.get(name.partition("-")[0])
