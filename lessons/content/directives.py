"""Directives that become objects of their own: step, prediction, question."""

from collections.abc import Iterator, Sequence

from lessons.content.blocks import Directive
from lessons.content.fields import Fields
from lessons.content.figures import widget_figure
from lessons.content.reading import Reading
from lessons.content.report import listing, unknown
from lessons.content.texts import PredictionText, QuestionText, StepText
from lessons.content.yaml_places import Loc
from quizzes import markdown
from quizzes.generation import Form
from quizzes.kinds.base import BodyError, Json, JsonObject

TITLE_LENGTH = 200

# Where the bodies of all kinds hold Markdown; other texts in them are taken as they are, and so is
# the text of a drop-down list, which can show nothing else.
MARKDOWN_KEYS = frozenset({"prompt", "text", "feedback", "explanation", "model_answer", "point"})

_OWN_KEYS = ("kind", "concept", "generator")
_FORM_KEYS = ("shape", "level")


def read_step(directive: Directive, reading: Reading) -> StepText | None:
    """A step with its text and figure as finished HTML."""
    slug = reading.slug(directive, f"step of {reading.report.file}")
    fields = reading.fields(directive, ["title", "text", "widget", "params", "caption"])
    if fields is None:
        return None
    html = markdown.render(fields.markdown("text"))
    if fields.has("widget"):
        name = fields.title("widget", limit=80)
        html += "\n" + widget_figure(name, fields.line("widget"), fields, reading)
    else:
        for key in ("params", "caption"):
            if fields.has(key):
                fields.problem(key, f"expected “widget” beside “{key}”")
    return StepText(slug, fields.title("title", limit=TITLE_LENGTH), html)


def read_prediction(directive: Directive, reading: Reading) -> PredictionText | None:
    """A prediction; that its step exists is for the section to check."""
    slug = reading.slug(directive, f"prediction of {reading.report.file}")
    keys = ["step", "prompt", "options", "came_true", "outcome", "question"]
    fields = reading.fields(directive, keys)
    if fields is None:
        return None
    options = _options(fields)
    question = fields.slug("question") if fields.has("question") else None
    if question and reading.bank:
        reading.mention(reading.question_scope, question, fields.line("question"))
    shown: JsonObject = {
        "prompt": fields.markdown("prompt"),
        "options": [
            {"id": str(number), "text": text} for number, text in enumerate(options, start=1)
        ],
    }
    secret: JsonObject = {
        "came_true": str(fields.whole("came_true", 1, max(len(options), 1))),
        "outcome": fields.markdown("outcome"),
    }
    return PredictionText(slug, fields.slug("step"), shown, secret, question)


def _options(fields: Fields) -> list[str]:
    options: list[str] = []
    for index, option in enumerate(fields.items("options", at_least=2)):
        line = fields.yaml.line(("options", index))
        if not isinstance(option, str) or not option.strip():
            fields.report.add(line, f"expected an option with text; quote “{option}”")
        elif option in options:
            fields.report.add(line, "expected options that differ")
        else:
            fields.is_sound(("options", index), option)
        options.append(str(option))
    return options


def read_question(directive: Directive, reading: Reading) -> QuestionText | None:
    """A question whose body its kind accepts, or that names a generator which makes its form."""
    slug = reading.slug(directive, reading.question_scope)
    fields = reading.open_fields(directive)
    if fields is None:
        return None
    kind = fields.title("kind", limit=40)
    if kind and kind not in reading.kinds:
        fields.problem("kind", unknown("kind", kind, reading.kinds))
    concept = fields.slug("concept")
    reading.mention("concept", concept, fields.line("concept"))
    generator = None
    body: JsonObject = {}
    if "generator" in fields.values:
        generator, body = _generated(kind, fields, reading)
    else:
        body = {key: value for key, value in fields.values.items() if key not in _OWN_KEYS}
        _check_body(kind, body, fields, reading)
    return QuestionText(slug, kind, concept, body, generator, directive.line)


def _generated(kind: str, fields: Fields, reading: Reading) -> tuple[str, JsonObject]:
    """The name of the generator, and the form that is asked of it as a body."""
    fields.allow((*_OWN_KEYS, *_FORM_KEYS))
    name = fields.title("generator", limit=80)
    generator = reading.generators.get(name)
    if name and generator is None:
        fields.problem("generator", unknown("generator", name, reading.generators))
    if generator is None or kind not in reading.kinds:
        return name, {}
    forms = [form for form in generator.forms if form.kind == kind]
    if not forms:
        kinds = ", ".join(dict.fromkeys(form.kind for form in generator.forms))
        fields.problem("kind", f"generator “{name}” makes {kinds}, not {kind}")
        return name, {}
    return name, _form(kind, forms, fields).body


def _form(kind: str, forms: Sequence[Form], fields: Fields) -> Form:
    """The one of these forms of a kind that is asked for."""
    shape = fields.title("shape", limit=40) if "shape" in fields.values else ""
    levels = [form.level for form in forms if form.shape == shape]
    if not levels:
        shapes = {form.shape or "none" for form in forms}
        fields.problem("shape", f"unknown shape of {kind} “{shape}”; {listing(shapes)}")
        return Form(kind)
    level = fields.whole("level", 1, max(levels)) if "level" in fields.values else 1
    return Form(kind, shape, level)


def _check_body(kind: str, body: JsonObject, fields: Fields, reading: Reading) -> None:
    if kind in reading.kinds:
        try:
            reading.kinds[kind].validate(body)
        except BodyError as error:
            for problem in error.problems:
                reading.report.add(
                    fields.yaml.line(problem.loc), _with_place(problem.loc, problem.message)
                )
    for loc, text in _texts(body, ()):
        if loc[-1] in MARKDOWN_KEYS and not _is_list_entry(loc):
            fields.is_sound(loc, text)
        elif loc[-1] == "misconception":
            reading.mention("misconception", text, fields.yaml.line(loc))


def _with_place(loc: Loc, message: str) -> str:
    place = ".".join(str(step + 1 if isinstance(step, int) else step) for step in loc)
    return f"{place}: {message}" if place else message


def _is_list_entry(loc: Loc) -> bool:
    return loc[0] == "blanks" and loc[-1] == "text"


def _texts(value: Json, loc: Loc) -> Iterator[tuple[Loc, str]]:
    """Every text inside a body, with its place."""
    if isinstance(value, dict):
        for key, entry in value.items():
            yield from _texts(entry, (*loc, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _texts(item, (*loc, index))
    elif isinstance(value, str) and loc:
        yield loc, value
