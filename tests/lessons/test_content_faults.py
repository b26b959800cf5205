"""Lesson files with mistakes: each is reported with its file, its line and what was expected."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lessons.content import ContentError
from lessons.content.source import MAX_FILE_BYTES
from tests.lessons.content_files import (
    CATALOGUE,
    FRONT,
    HEADING,
    body_faults,
    faults,
    load,
    load_body,
)

GENERATED = "```question n\nkind: fill_in\nconcept: heat\ngenerator: kettle.count\n"
STEP = "```step boil\ntitle: It boils\ntext: Now.\n```\n"
QUESTION = """\
```question hot
kind: multiple_choice
concept: heat
prompt: Is it hot?
options:
  - text: It is
    right: true
  - text: It is not
    feedback: Touch it.
    misconception: steam-is-smoke
```
"""
PREDICTION = """\
```prediction when
step: boil
prompt: When does it boil?
options:
  - At 50
  - At 100
came_true: 2
outcome: At 100.
```
"""


def one(found):
    """The only problem among `found`."""
    assert len(found) == 1, found
    return found[0]


# Files


def test_a_file_that_is_not_utf_8_is_refused_with_the_line(tmp_path):
    text = (FRONT + HEADING).encode() + b"Caf\xe9\n"
    assert one(faults(tmp_path, {"kettle.md": text})) == (
        "kettle.md",
        10,
        "expected UTF-8; byte 0xe9 is not",
    )


def test_nul_characters_are_refused_wherever_they_stand(tmp_path):
    assert body_faults(tmp_path, "a\nb\x00c\n") == [(2, "control character U+0000 is not allowed")]
    body = STEP.replace("Now.", '"a\\0b"')
    assert (3, "NUL and lone surrogates are not allowed in text") in body_faults(tmp_path, body)


def test_lone_surrogates_are_refused(tmp_path):
    body = STEP.replace("Now.", '"a\\ud800b"')
    assert (3, "NUL and lone surrogates are not allowed in text") in body_faults(tmp_path, body)


def test_a_file_above_the_limit_is_refused(tmp_path):
    _, message = one(body_faults(tmp_path, "x" * MAX_FILE_BYTES))
    assert message == f"expected a file of at most {MAX_FILE_BYTES} bytes"


def test_a_folder_without_a_catalogue_is_refused(tmp_path):
    (tmp_path / "kettle.md").write_text(FRONT + HEADING + "Text.")
    with pytest.raises(ContentError, match=r"catalogue\.yaml:1: cannot be read"):
        load(tmp_path)


def test_the_message_has_one_line_per_problem_with_file_and_line(tmp_path):
    with pytest.raises(ContentError) as error:
        load_body(tmp_path, "<b>\n\n# One\n")
    path = tmp_path / "kettle.md"
    assert str(error.value).splitlines() == [
        f"{path}:10: raw HTML is not allowed; write Markdown, or \\< for the sign itself",
        f"{path}:12: expected ## for a section or ### for a heading inside one",
    ]


def test_the_problems_of_all_files_are_collected(tmp_path):
    files = {
        "catalogue.yaml": CATALOGUE.replace("title: Kettles", "title: [x]"),
        "a.md": FRONT.replace("lesson: kettle", "lesson: a") + HEADING + "<b>",
        "kettle.md": FRONT + HEADING + "$\\nosuch$",
    }
    assert [(file, line) for file, line, _ in faults(tmp_path, files)] == [
        ("a.md", 10),
        ("catalogue.yaml", 2),
        ("kettle.md", 10),
    ]


# Front matter and sections


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("## A {#a kind=why}\n", 1, "expected front matter"),
        ("---\nlesson: kettle\n", 1, "front matter is not closed"),
        (FRONT.replace("minutes: 5", "minutes: five") + HEADING, 5, "whole number from 1 to 600"),
        (FRONT.replace("minutes: 5", "minutes: true") + HEADING, 5, "whole number from 1 to 600"),
        (FRONT.replace("lesson: kettle", "lesson: Kettle!") + HEADING, 2, "expected “lesson” with"),
        (FRONT.replace("title: The kettle\n", "") + HEADING, 2, "expected “title” with text"),
        (FRONT.replace("title: The kettle", "title: 2024") + HEADING, 3, "quote “2024”"),
        (FRONT.replace("*why*", "<i>") + HEADING, 4, "raw HTML"),
        (FRONT.replace("bank: kettles", "bank: pots") + HEADING, 6, "unknown bank “pots”; known"),
        (FRONT.replace("bank:", "banks:") + HEADING, 6, "unknown key “banks”; allowed are: lesson"),
        (FRONT, 8, "expected at least one section"),
        (FRONT + "Text.\n" + HEADING, 8, "expected a section heading (##) before any text"),
        (FRONT + "## Why\n", 8, "expected “## Title {#slug kind=…}”; kinds known are: check"),
        (FRONT + "## A {#a kind=because}\n", 8, "unknown section kind “because”; known are"),
        (FRONT + "## A {#A! kind=why}\n", 8, "expected a slug"),
        (FRONT + HEADING + "## B {#why kind=try}\n", 10, "duplicate section of"),
        (FRONT + HEADING + "# Big\n", 10, "expected ## for a section"),
        (FRONT + HEADING + "Big\n---\n", 10, "expected a heading with three signs"),
    ],
)
def test_front_matter_and_headings_are_checked(tmp_path, text, line, message):
    found = faults(tmp_path, {"kettle.md": text})
    assert [at for _, at, said in found if message in said] == [line], found


# Directives as such


def test_an_unknown_directive_is_reported_with_those_that_exist(tmp_path):
    line, message = one(body_faults(tmp_path, "Text.\n\n```figure x\na: b\n```\n"))
    assert line == 3
    assert message.startswith("unknown directive “figure”; known are: callout, grid, listing")


def test_an_unclosed_block_is_reported_at_its_first_line(tmp_path):
    assert body_faults(tmp_path, "Text.\n\n```callout note\ntext: a\n") == [
        (3, "block “callout note” is not closed; expected ``` at the left margin")
    ]
    assert body_faults(tmp_path, "```\ncode\n") == [
        (1, "block is not closed; expected ``` at the left margin")
    ]


def test_an_indented_directive_is_reported(tmp_path):
    assert body_faults(tmp_path, "- item\n\n  ```callout note\n  text: a\n  ```\n") == [
        (3, "expected the directive “callout” at the left margin")
    ]


@pytest.mark.parametrize(
    ("yaml", "line", "message"),
    [
        ("text: a\ntext: b", 3, "duplicate key “text”; first on line 11"),
        ("text:\n\t- a", 3, "YAML: a tab cannot indent; use spaces"),
        ("text: a: b", 2, "YAML: a colon is not allowed here"),
        ("text: [a", 2, "YAML: "),
        ("title: t\ntext: &a b", 3, "anchors (&name) are not used here"),
        ("text: *a", 2, "aliases (*name) are not used here"),
        ("text: !!python/name:os.system x", 2, "tags (!name) are not used here"),
        ("%YAML 1.1\n---\ntext: yes", 2, "YAML directives (%) are not used here"),
        ("text: a\n---\ntext: b", 3, "another document"),
        ("- a", 2, "expected a mapping"),
        ("text: a\n1: b", 3, "expected text as a key; quote “1”"),
        ("text: a\n[x]: b", 3, "expected text as a key; quote it"),
        ("text: .nan", 2, "“.nan” is not a finite number"),
        ("text: 1e999", 2, "“1e999” is not a finite number"),
        ("text: 0x1F", 2, "“0x1F” is not a plain number or text"),
        ("text: 1_000", 2, "“1_000” is not a plain number or text"),
        (f"text: {'9' * 5000}", 2, "a number may have at most 100 digits"),
        ("text: " + "[" * 100_000, 2, "YAML: expected at most 20 levels"),
        ("text: " + "[" * 30 + "]" * 30, 2, "YAML: expected at most 20 levels"),
        ("text: a\nhue: red", 3, "unknown key “hue”; allowed are: title, text"),
        ("title: a", 2, "expected “text” with text"),
        ("text:", 2, "expected “text” with text"),
        ("text: 5", 2, "expected “text” with text; quote “5”"),
        ("text: a\ntitle: |\n  b\n  c", 3, "expected “title” on one line"),
    ],
)
def test_yaml_that_cannot_be_used_is_reported_on_its_line(tmp_path, yaml, line, message):
    found = body_faults(tmp_path, f"```callout note\n{yaml}\n```\n")
    assert [at for at, said in found if message in said] == [line], found


def test_repeated_aliases_cannot_grow(tmp_path):
    rows = "\n".join(f"a{n + 1}: &a{n + 1} [*a{n}, *a{n}]" for n in range(40))
    found = body_faults(tmp_path, f"```callout note\na0: &a0 [x]\n{rows}\n```\n")
    assert len(found) == 1 + 3 * 40


# Markdown inside


@pytest.mark.parametrize(
    ("body", "line", "message"),
    [
        ("One\n<b>two</b>\n", 2, "raw HTML"),
        ("One\n\n<!--slot question x-->\n", 3, "raw HTML"),
        ("One\n\n$$\na\n\\nosuch\n$$\n", 5, 'TeX: Unknown command "\\nosuch".'),
        ("[a](javascript:b)\n", 1, "expected a link"),
        ("```callout note\ntext: |\n  one\n\n  two $\\nosuch$\n```\n", 5, "TeX: Unknown"),
        ("```callout note\ntext: >\n  one <b>\n```\n", 3, "raw HTML"),
        ("```callout note\ntext: one <b>\n```\n", 2, "raw HTML"),
        (
            "```grid\ncaption: c\ncolumns: [a, b]\nrows:\n  - [a, b]\n  - [a, $\\x$]\n```\n",
            6,
            "TeX",
        ),
        (QUESTION.replace("Touch it.", "$\\nosuch$"), 9, "TeX"),
        (QUESTION.replace("Is it hot?", "|\n  Is\n  it <b>hot</b>?"), 6, "raw HTML"),
        (PREDICTION.replace("At 50", "$\\nosuch$") + STEP, 5, "TeX"),
        (PREDICTION.replace("At 100.", "<i>") + STEP, 8, "raw HTML"),
    ],
)
def test_markdown_is_checked_wherever_it_stands(tmp_path, body, line, message):
    found = body_faults(tmp_path, body)
    assert {at for at, said in found if message in said} == {line}, found


# Figures


@pytest.mark.parametrize(
    ("body", "line", "message"),
    [
        ("```callout loud\ntext: a\n```\n", 1, "unknown callout “loud”; known are: aside, key"),
        ("```widget kettle.pies\nwide: true\n```\n", 1, "unknown widget “kettle.pies”; known are"),
        ("```widget kettle.bars\nwide: maybe\n```\n", 2, "expected “wide” with true or false"),
        ("```widget kettle.bars\ncaption: c\nparams: [1]\n```\n", 3, "“params” with a mapping"),
        (
            "```widget kettle.bars\nparams:\n  heights:\n    - 1\n    - two\n```\n",
            5,
            "kettle.bars: expected a number",
        ),
        ("```widget kettle.bars\nparams:\n  h: 1\n```\n", 2, "kettle.bars: expected a list"),
        ("```listing Py thon\ncode: a\n```\n", 1, "expected “listing” with a language"),
        ("```listing python\ncaption: a\n```\n", 2, "expected “code” with text"),
        ("```grid x\ncaption: c\ncolumns: [a]\nrows: [[b]]\n```\n", 1, "nothing after “grid”"),
        (
            "```grid\ncaption: c\ncolumns: [a]\n```\n",
            2,
            "expected “rows” with a list of at least 1",
        ),
        (
            "```grid\ncaption: c\ncolumns: [a, b]\nrows:\n  - [a, b]\n  - [a]\n```\n",
            6,
            "expected a list of 2 cells",
        ),
        ("```grid\ncaption: c\ncolumns: [a, b]\nrows: [[a, 0.70]]\n```\n", 4, "quote it"),
    ],
)
def test_figures_are_checked(tmp_path, body, line, message):
    found = body_faults(tmp_path, body)
    assert [at for at, said in found if message in said] == [line], found


# Steps and predictions


@pytest.mark.parametrize(
    ("body", "line", "message"),
    [
        (STEP.replace("step boil", "step Boil"), 1, "expected “step” with a slug"),
        (STEP.replace("text: Now.", "caption: c"), 3, "expected “widget” beside “caption”"),
        (STEP + STEP, 5, "duplicate step of"),
        (STEP.replace("text: Now.", "text: Now.\nwidget: no.such"), 4, "unknown widget “no.such”"),
        (PREDICTION, 1, "prediction opens an unknown step of this section “boil”; known are: none"),
        (PREDICTION.replace("came_true: 2", "came_true: 3") + STEP, 7, "whole number from 1 to 2"),
        (PREDICTION.replace("came_true: 2", "came_true: 0") + STEP, 7, "whole number from 1 to 2"),
        (PREDICTION.replace("came_true: 2\n", "") + STEP, 2, "expected “came_true” with"),
        (PREDICTION.replace("  - At 100\n", "") + STEP, 4, "“options” with a list of at least 2"),
        (PREDICTION.replace("At 100\n", "At 50\n") + STEP, 6, "expected options that differ"),
        (PREDICTION.replace("At 100\n", "100\n") + STEP, 6, "expected an option with text"),
        (
            PREDICTION.replace("step: boil", "step: boil\nquestion: cold") + STEP,
            3,
            "unknown question of bank “kettles” “cold”; known are: none",
        ),
        (
            PREDICTION + PREDICTION.replace("when", "again") + STEP,
            10,
            "step “boil” already has a prediction, on line 10",
        ),
        (PREDICTION + PREDICTION + STEP, 10, "duplicate prediction of"),
        (
            PREDICTION.replace("prediction when", "prediction other").replace("boil", "cool")
            + PREDICTION
            + STEP
            + STEP.replace("boil", "cool"),
            1,
            "expected predictions in the order of the steps",
        ),
    ],
)
def test_steps_and_predictions_are_checked(tmp_path, body, line, message):
    found = body_faults(tmp_path, body)
    assert [at for at, said in found if message in said] == [line], found


def test_a_prediction_cannot_open_a_step_of_another_section(tmp_path):
    text = FRONT + HEADING + STEP + "\n## B {#b kind=predict}\n\n" + PREDICTION
    _, line, message = one(faults(tmp_path, {"kettle.md": text}))
    assert line == 17
    assert "unknown step of this section “boil”" in message


# Questions


@pytest.mark.parametrize(
    ("body", "line", "message"),
    [
        (QUESTION.replace("question hot", "question"), 1, "expected “question” with a slug"),
        (QUESTION.replace("multiple_choice", "riddle"), 2, "unknown kind “riddle”; known are"),
        (
            QUESTION.replace("concept: heat", "concept: cold"),
            3,
            "unknown concept “cold”; known are",
        ),
        (QUESTION.replace("steam-is-smoke", "ice"), 10, "unknown misconception “ice”; known are"),
        (QUESTION.replace("    right: true\n", ""), 5, "options: "),
        (QUESTION.replace("right: true", "right: perhaps"), 7, "options.1.right: "),
        (QUESTION.replace("feedback:", "feedbak:"), 9, "options.2.feedbak: "),
        (QUESTION + QUESTION, 12, "duplicate question of bank “kettles” “hot”; first at"),
        (
            "```question n\nkind: fill_in\nconcept: heat\ngenerator: kettle.cout\n```\n",
            4,
            "unknown generator “kettle.cout”; known are: kettle.count",
        ),
        (
            "```question n\nconcept: heat\nkind: explanation\ngenerator: kettle.count\n```\n",
            3,
            "generator “kettle.count” makes fill_in, not explanation",
        ),
        (
            "```question n\nkind: fill_in\nconcept: heat\ngenerator: kettle.count\nprompt: x\n```",
            5,
            "unknown key “prompt”; allowed are: kind, concept, generator, shape, level",
        ),
        (GENERATED + "shape: pot\n```", 5, "unknown shape of fill_in “pot”; known are: lid, none"),
        (GENERATED + "level: 2\n```", 5, "expected “level” with a whole number from 1 to 1"),
        (GENERATED + "shape: lid\nlevel: 3\n```", 6, "with a whole number from 1 to 2"),
        (GENERATED + "shape: [lid]\n```", 5, "expected “shape” with text"),
        (
            "```question n\nkind: fill_in\nconcept: heat\nprompt: It is [[t]].\nblanks:\n"
            "  t:\n    type: number\n    label: t\n    value: warm\n```\n",
            9,
            "blanks.t.value: ",
        ),
    ],
)
def test_questions_are_checked(tmp_path, body, line, message):
    found = body_faults(tmp_path, body)
    assert [at for at, said in found if message in said] == [line], found


def test_question_slugs_are_unique_across_the_lessons_of_a_bank(tmp_path):
    first = FRONT + HEADING + QUESTION
    second = first.replace("lesson: kettle", "lesson: spare")
    file, line, message = one(faults(tmp_path, {"kettle.md": first, "spare.md": second}))
    assert (file, line) == ("spare.md", 10)
    assert "duplicate question of bank “kettles” “hot”; first at" in message


def test_two_lessons_with_one_slug_are_reported(tmp_path):
    text = FRONT + HEADING + "Text."
    file, line, message = one(faults(tmp_path, {"kettle.md": text, "spare.md": text}))
    assert (file, line) == ("spare.md", 2)
    assert message.startswith("duplicate lesson “kettle”; first at")


# The catalogue


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("banks:", "bank:", 1, "unknown key “bank”; allowed are: banks, concepts"),
        ("title: Kettles", "name: Kettles", 2, "unknown key “name”; allowed are: slug, title"),
        ("title: Kettles", "title: " + "x" * 121, 2, "on one line of at most 120 characters"),
        ("slug: heat,", "slug: Heat,", 4, "expected “slug” with a slug of"),
        ("    concept: heat", "    concept: cold", 7, "unknown concept “cold”; known are: heat"),
        ("Steam is water.", "<b>", 9, "raw HTML"),
        ("lessons: [kettle]", "lessons: [kettle, pot]", 14, "unknown lesson “pot”; known are"),
        ("lessons: [kettle]", "lessons: [kettle, kettle]", 14, "duplicate lesson in path"),
        ("lessons: [kettle]", "lessons: []", 14, "expected “lessons” with a list of at least 1"),
        ("lessons: [kettle]", "lessons: [5]", 14, "expected a slug of"),
        ("  - {slug: heat, title: Heat}", "  - heat", 4, "expected a mapping with slug, title"),
        (
            "  - {slug: heat, title: Heat}",
            "  - {slug: heat, title: Heat}\n  - {slug: heat, title: Heat}",
            5,
            "duplicate concept “heat”; first at",
        ),
        ("banks:", "banks: [", 2, "YAML: "),
    ],
)
def test_the_catalogue_is_checked(tmp_path, old, new, line, message):
    files = {"catalogue.yaml": CATALOGUE.replace(old, new, 1), "kettle.md": FRONT + HEADING}
    found = faults(tmp_path, files)
    said = [at for file, at, text in found if message in text and file == "catalogue.yaml"]
    assert said == [line], found


def test_without_a_catalogue_its_slugs_are_not_reported_as_unknown(tmp_path):
    files = {"catalogue.yaml": "- a", "kettle.md": FRONT + HEADING + QUESTION}
    assert one(faults(tmp_path, files)) == (
        "catalogue.yaml",
        1,
        "expected a mapping with banks, concepts, misconceptions, paths",
    )


def test_a_lesson_that_cannot_be_read_is_not_reported_as_missing_too(tmp_path):
    file, line, _ = one(faults(tmp_path, {"kettle.md": "nothing"}))
    assert (file, line) == ("kettle.md", 1)


# Anything at all


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(
        st.sampled_from(
            [
                "```",
                "````",
                "```callout note",
                "```step a",
                "```prediction a",
                "```question a",
                "```grid",
                "## A {#a kind=why}",
                "text: |",
                "  - [a, b",
                "options: [x, {y: 1}]",
                "kind: fill_in",
                "blanks: {a: {type: text}}",
                "params: 5",
                "$$",
                "---",
                "? - x",
                "\u2028\x85a: b",
                "'",
            ]
        ),
        max_size=12,
    )
)
def test_any_text_is_either_read_or_refused_with_lines_inside_the_file(tmp_path, lines):
    text = FRONT + "\n".join(lines)
    for file, line, message in faults(tmp_path, {"kettle.md": text}):
        assert message
        assert file != "kettle.md" or 1 <= line <= text.count("\n") + 2
