"""Lesson files as plain values: what a sound folder says."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessons.content import (
    BankText,
    ConceptText,
    Html,
    MisconceptionText,
    PathText,
    Slot,
    UnitText,
    split_slots,
)
from lessons.content.slots import slot
from tests.lessons.content_files import CATALOGUE, FRONT, HEADING, faults, load, load_body, write

DOC = Path(__file__).parents[2] / "docs" / "lesson-format.md"

STEP = "```step boil\ntitle: It boils\ntext: At $100$ degrees.\n```\n"
PREDICTION = (
    "```prediction when\nstep: boil\nprompt: When?\noptions: [At 50, At 100]\ncame_true: 2\n"
    "outcome: At *100*.\n```\n"
)
QUESTION = (
    "```question hot\nkind: multiple_choice\nconcept: heat\nprompt: Is it hot?\n"
    "options:\n  - {text: It is, right: true}\n"
    "  - {text: It is not, misconception: steam-is-smoke}\n```\n"
)


def only_section(folder, body):
    return load_body(folder, body).lessons[0].sections[0]


def test_the_catalogue_is_read(tmp_path):
    catalogue = load_body(tmp_path, "Text.").catalogue
    assert catalogue.banks == (BankText("kettles", "Kettles"),)
    assert catalogue.concepts == (ConceptText("heat", "Heat"),)
    assert catalogue.misconceptions == (
        MisconceptionText("steam-is-smoke", "heat", "Steam is a kind of smoke.", "Steam is water."),
    )
    assert catalogue.paths == (
        PathText("kitchen", "The kitchen", (UnitText("Boiling", ("kettle",)),)),
    )


def test_the_front_matter_is_read(tmp_path):
    lesson = load_body(tmp_path, "Text.").lessons[0]
    assert (lesson.slug, lesson.title, lesson.minutes) == ("kettle", "The kettle", 5)
    assert (lesson.summary, lesson.bank) == ("What a kettle does, and *why*.", "kettles")
    assert lesson.source_file == "kettle.md"


def test_sections_keep_their_order_slug_title_and_kind(tmp_path):
    text = FRONT + HEADING + "One.\n\n## Try it: `x` {#go kind=try}\n\nTwo.\n"
    sections = load(write(tmp_path, {"kettle.md": text})).lessons[0].sections
    assert [(one.slug, one.title, one.kind, one.html) for one in sections] == [
        ("why", "Why it matters", "why", "<p>One.</p>"),
        ("go", "Try it: `x`", "try", "<p>Two.</p>"),
    ]


def test_headings_of_the_third_level_stay_inside_their_section(tmp_path):
    assert only_section(tmp_path, "### More\n\nText.").html == "<h3>More</h3>\n<p>Text.</p>"


def test_an_aside_is_a_margin_note_and_other_callouts_are_boxes(tmp_path):
    html = only_section(
        tmp_path,
        "```callout aside\ntext: Hot.\n```\n\n```callout key\ntitle: Mind <this>\ntext: Hot.\n```",
    ).html
    assert html == (
        '<aside class="note"><p>Hot.</p></aside>\n'
        '<div class="callout callout-key" role="note">'
        '<p class="callout-title">Mind &lt;this&gt;</p><p>Hot.</p></div>'
    )


def test_a_widget_stands_in_a_figure_with_its_caption(tmp_path):
    body = "```widget kettle.bars\ncaption: Some *bars*\nparams: {heights: [1, 2]}\n```\n"
    html = "<p>[1, 2]</p><figcaption>Some <em>bars</em></figcaption></figure>"
    assert only_section(tmp_path, body).html == f"<figure>{html}"


def test_a_wide_widget_says_so(tmp_path):
    body = "```widget kettle.bars\nwide: true\nparams: {heights: []}\n```\n"
    assert only_section(tmp_path, body).html == '<figure class="wide"><p>[]</p></figure>'


def test_a_lesson_names_each_script_and_style_sheet_of_its_figures_once(tmp_path):
    figure = "```widget kettle.bars\nparams: {heights: []}\n```\n"
    lesson = load_body(tmp_path, figure + figure).lessons[0]
    assert (lesson.scripts, lesson.styles) == (("kettle/bars.js",), ("kettle/bars.css",))
    assert load_body(tmp_path, "No figure.").lessons[0].scripts == ()


def test_a_listing_is_escaped_and_names_its_language(tmp_path):
    body = "```listing python\ncaption: Compare\ncode: |\n  if a < b:\n      pass\n```\n"
    assert only_section(tmp_path, body).html == (
        '<figure class="listing"><pre tabindex="0"><code class="language-python">'
        "if a &lt; b:\n    pass\n</code></pre><figcaption>Compare</figcaption></figure>"
    )


def test_a_grid_is_a_table_whose_cells_know_their_headings(tmp_path):
    body = '```grid\ncaption: Who *sees*\ncolumns: ["", "$x$"]\nrows:\n  - [the, 1]\n```\n'
    assert only_section(tmp_path, body).html == (
        '<figure class="grid"><div class="scroll" tabindex="0" role="region" '
        'aria-label="Who sees"><table><thead><tr><td></td>'
        '<th scope="col"><math><mi>x</mi></math></th></tr></thead>'
        '<tbody><tr><th scope="row">the</th><td>1</td></tr></tbody></table></div>'
        "<figcaption>Who <em>sees</em></figcaption></figure>"
    )


def test_steps_and_questions_leave_slots_where_they_stand(tmp_path):
    section = only_section(tmp_path, f"Before.\n\n{PREDICTION}{STEP}\nBetween.\n\n{QUESTION}")
    assert split_slots(section.html) == [
        Html("<p>Before.</p>"),
        Slot("step", "boil"),
        Html("<p>Between.</p>"),
        Slot("question", "hot"),
    ]


def test_a_step_holds_its_text_and_figure(tmp_path):
    body = (
        "```step boil\ntitle: It boils\ntext: |\n  Look:\nwidget: kettle.bars\n"
        "params: {heights: [3]}\ncaption: Bars\n```\n"
    )
    step = only_section(tmp_path, body).steps[0]
    assert (step.slug, step.title) == ("boil", "It boils")
    assert step.html == ("<p>Look:</p>\n<figure><p>[3]</p><figcaption>Bars</figcaption></figure>")


def test_a_prediction_is_split_into_what_is_shown_and_what_is_secret(tmp_path):
    prediction = only_section(tmp_path, PREDICTION + STEP).predictions[0]
    assert (prediction.slug, prediction.step, prediction.question) == ("when", "boil", None)
    assert prediction.shown == {
        "prompt": "When?",
        "options": [{"id": "1", "text": "At 50"}, {"id": "2", "text": "At 100"}],
    }
    assert prediction.secret == {"came_true": "2", "outcome": "At *100*."}


def test_a_prediction_may_name_a_question_of_its_bank(tmp_path):
    body = PREDICTION.replace("step: boil", "step: boil\nquestion: hot") + STEP + QUESTION
    assert only_section(tmp_path, body).predictions[0].question == "hot"


def test_a_question_keeps_its_authored_body(tmp_path):
    question = only_section(tmp_path, f"Text.\n\n{QUESTION}").questions[0]
    assert (question.slug, question.kind, question.concept) == ("hot", "multiple_choice", "heat")
    assert question.generator is None
    assert question.line == 12
    assert set(question.body) == {"prompt", "options"}


def test_a_generated_question_has_no_body(tmp_path):
    body = "```question n\nkind: fill_in\nconcept: heat\ngenerator: kettle.count\n```\n"
    question = only_section(tmp_path, body).questions[0]
    assert (question.generator, question.body) == ("kettle.count", {})


@pytest.mark.parametrize(
    ("asked", "form"),
    [
        ("shape: lid\nlevel: 2\n", {"shape": "lid", "level": 2}),
        ("shape: lid\nlevel: 1\n", {"shape": "lid"}),
        ("level: 1\n", {}),
    ],
)
def test_a_generated_question_keeps_the_form_that_is_asked_for(tmp_path, asked, form):
    body = f"```question n\nkind: fill_in\nconcept: heat\ngenerator: kettle.count\n{asked}```\n"
    assert only_section(tmp_path, body).questions[0].body == form


def test_a_fill_in_question_is_accepted_by_its_kind(tmp_path):
    body = (
        "```question n\nkind: fill_in\nconcept: heat\nprompt: It boils at [[t]].\n"
        'blanks:\n  t: {type: number, label: temperature, value: "100"}\n```\n'
    )
    assert only_section(tmp_path, body).questions[0].kind == "fill_in"


def test_fenced_code_inside_a_directive_does_not_end_it(tmp_path):
    body = "```callout note\ntext: |\n  ```\n  code\n  ```\n```\n\nAfter.\n"
    html = only_section(tmp_path, body).html
    assert "<code>code\n</code>" in html
    assert html.endswith("<p>After.</p>")


def test_plain_fenced_code_is_prose_and_hides_headings(tmp_path):
    html = only_section(tmp_path, "```\n## not a section\n```\n").html
    assert html == '<pre tabindex="0"><code>## not a section\n</code></pre>'


def test_a_byte_order_mark_and_windows_line_ends_are_accepted(tmp_path):
    text = "\ufeff" + (FRONT + HEADING + "One\ntwo.\n").replace("\n", "\r\n")
    section = load(write(tmp_path, {"kettle.md": text})).lessons[0].sections[0]
    assert section.html == "<p>One\ntwo.</p>"


def test_a_lesson_may_stand_in_no_path(tmp_path):
    other = FRONT.replace("lesson: kettle", "lesson: spare") + HEADING + "T."
    content = load(write(tmp_path, {"kettle.md": FRONT + HEADING + "T.", "spare.md": other}))
    assert [lesson.slug for lesson in content.lessons] == ["kettle", "spare"]


def test_yaml_words_that_older_versions_took_for_truth_stay_words(tmp_path):
    prediction = only_section(tmp_path, PREDICTION.replace("At 50, At 100", "yes, no") + STEP)
    options = prediction.predictions[0].shown["options"]
    assert options == [{"id": "1", "text": "yes"}, {"id": "2", "text": "no"}]


@given(
    st.lists(
        st.one_of(
            st.sampled_from([Slot("step", "a"), Slot("question", "b-2")]),
            st.sampled_from([Html("<p>x</p>"), Html("<b>y</b>z")]),
        ),
        max_size=8,
    )
)
def test_slots_are_found_again_where_they_were_put(parts):
    html = "\n".join(
        part.html if isinstance(part, Html) else slot(part.kind, part.slug) for part in parts
    )
    found = split_slots(html)
    assert [part for part in found if isinstance(part, Slot)] == [
        part for part in parts if isinstance(part, Slot)
    ]
    text = "".join(part.html for part in found if isinstance(part, Html))
    assert re.sub(r"\s", "", text) == "".join(p.html for p in parts if isinstance(p, Html))


def test_the_example_in_the_documentation_loads(tmp_path):
    texts = re.findall(r"^`{4}(?:yaml|markdown) (\S+)\n(.*?)^`{4}$", DOC.read_text(), re.M | re.S)
    assert sorted(name for name, _ in texts) == ["catalogue.yaml", "kettle.md"]
    assert faults(tmp_path, dict(texts)) == []
    lesson = load(tmp_path).lessons[0]
    assert {section.kind for section in lesson.sections} >= {"why", "predict", "check", "explain"}
    assert {q.kind for section in lesson.sections for q in section.questions} == {
        "multiple_choice",
        "fill_in",
        "ordering",
        "explanation",
    }


def test_the_catalogue_of_these_tests_is_sound(tmp_path):
    assert faults(tmp_path, {"catalogue.yaml": CATALOGUE, "kettle.md": FRONT + HEADING}) == []
