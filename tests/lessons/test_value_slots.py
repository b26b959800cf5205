"""Numbers that a subject computes stand in the lesson as if they had been typed there."""

from __future__ import annotations

from pathlib import Path

import pytest

from lessons.content.computing import Computed
from lessons.content.value_slots import write
from tests.lessons.content_files import body_faults, load_body

VALUES = """\
```values cups
from: maths.product
params: {of: [50, 40]}
```
"""


def test_a_slot_is_filled_in_prose_in_questions_and_in_the_parameters_of_a_figure(
    tmp_path: Path,
) -> None:
    body = f"""\
The kettle fills {{{{cups.all:,}}}} cups, which is $\\frac{{{{{{cups.all}}}}}}{{1}}$.

{VALUES}
```widget kettle.bars
params:
  heights: {{{{cups.of:raw}}}}
```

```question how-many
kind: fill_in
concept: heat
prompt: Half of them are [[half]].
blanks:
  half: {{type: number, label: half, value: "{{{{cups.half}}}}"}}
```
"""
    (section,) = load_body(tmp_path, body).lessons[0].sections
    assert "2,000 cups" in section.html
    assert "2000" in section.html
    assert "<p>[50, 40]</p>" in section.html
    assert "cups." not in section.html
    assert section.questions[0].body["blanks"]["half"]["value"] == "1000"  # type: ignore[index, call-overload]


@pytest.mark.parametrize(
    ("body", "line", "message"),
    [
        ("A cup.\n\n{{cups.all}}\n", 3, "unknown values “cups”; known are: none"),
        (
            VALUES + "\n{{cups.most}}\n",
            6,
            "unknown value of “cups” “most”; known are: all, half, of",
        ),
        (VALUES + "\n{{cups.all:x}}\n", 6, "unknown style “x” of a number"),
        (VALUES + "\n{{cups.of:,}}\n", 6, "unknown style “,” of a list"),
        (VALUES.replace("maths.product", "maths.sum"), 2, "unknown computation “maths.sum”"),
        (VALUES.replace("[50, 40]", "many"), 3, "maths.product: expected a list"),
        (VALUES.replace("params", "with"), 3, "unknown key “with”"),
        (VALUES.replace(" cups", " Cups!"), 1, "expected “values” with"),
        (VALUES + VALUES, 5, "duplicate values of"),
    ],
)
def test_what_cannot_be_computed_is_told_with_its_line(
    tmp_path: Path, body: str, line: int, message: str
) -> None:
    found = body_faults(tmp_path, body)
    assert any(at == line and message in text for at, text in found), found


def test_a_set_of_values_that_failed_is_not_reported_at_each_of_its_slots(tmp_path: Path) -> None:
    broken = VALUES.replace("maths.product", "maths.sum") + "\n{{cups.all}} and {{cups.half}}\n"
    assert [line for line, _ in body_faults(tmp_path, broken)] == [2]


def test_a_line_with_a_slot_keeps_its_place_for_later_problems(tmp_path: Path) -> None:
    body = VALUES + "\n{{cups.all}}\n\n```listing a language\ncode: x\n```\n"
    assert [line for line, _ in body_faults(tmp_path, body)] == [8]


def test_double_braces_without_a_name_and_a_value_are_left_alone(tmp_path: Path) -> None:
    (section,) = (
        load_body(tmp_path, "```listing text\ncode: '{{ page }} {{x}}'\n```\n").lessons[0].sections
    )
    assert "{{ page }} {{x}}" in section.html


@pytest.mark.parametrize(
    ("value", "style", "text"),
    [
        (12, None, "12"),
        (12.0, None, "12"),
        (2 / 3, None, "0.67"),
        (-2.5, None, "−2.5"),
        (0.5, "2", "0.50"),
        (0.125, "2", "0.13"),
        (1000000, ",", "1,000,000"),
        (-2.5, "raw", "-2.5"),
        (1 / 3, "raw", "0.3333333333333333"),
        ([2, -4], None, "(2, −4)"),
        ([2.0, 1 / 3], "1", "(2.0, 0.3)"),
        ([[1, 2], [3, 4]], "raw", "[[1, 2], [3, 4]]"),
        ([[1, 2]], None, None),
        (0.5, ",", None),
        (1, "1e9", None),
    ],
)
def test_a_value_is_written_as_a_reader_or_as_yaml_needs_it(
    value: Computed, style: str | None, text: str | None
) -> None:
    assert write(value, style) == text
