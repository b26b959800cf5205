"""Nothing in the pages is what the content security policy forbids or comes from elsewhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
APPS = ("tutor", "lessons", "review", "quizzes", "attention")


def files(folder: str, *endings: str) -> list[Path]:
    found = [
        path
        for app in APPS
        for path in sorted((ROOT / app / folder).rglob("*"))
        if path.suffix in endings
    ]
    assert found
    return found


TEMPLATES = files("templates", ".html")
STATIC = files("static", ".css", ".js", ".svg")
MODULES = files("static", ".js")

FORBIDDEN = {
    "an inline style": r"\sstyle\s*=",
    "a style element": r"<style\b",
    "an inline event": r"\son[a-z]+\s*=",
    "an inline event of htmx": r"\b(data-)?hx-on\b",
    "a value that htmx would evaluate": r"\bhx-(vals|vars|headers)\s*=\s*[\"']js:",
    "a trigger filter": r"hx-trigger\s*=\s*(\"[^\"]*\[|'[^']*\[)",
    "a script address in a link": r"javascript:",
}
SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script>", re.DOTALL)
# Names of languages that happen to be addresses; they are never fetched.
NAMESPACES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML")


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("template", TEMPLATES, ids=name_of)
@pytest.mark.parametrize("what", FORBIDDEN)
def test_a_template_holds_nothing_the_policy_forbids(template: Path, what: str) -> None:
    assert not re.search(FORBIDDEN[what], template.read_text()), f"{name_of(template)}: {what}"


@pytest.mark.parametrize("template", TEMPLATES, ids=name_of)
def test_scripts_in_templates_are_files(template: Path) -> None:
    for attributes, body in SCRIPT.findall(template.read_text()):
        assert 'type="application/json"' in attributes or (
            "src=" in attributes and not body.strip()
        ), f"{name_of(template)}: script with code in it"


@pytest.mark.parametrize("path", [*TEMPLATES, *STATIC], ids=name_of)
def test_nothing_comes_from_another_server(path: Path) -> None:
    text = path.read_text()
    for namespace in NAMESPACES:
        text = text.replace(namespace, "")

    assert not re.search(r"https?://|(?:src|href)\s*=\s*[\"']//|url\(\s*[\"']?//", text), path


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_scripts_evaluate_no_text(module: Path) -> None:
    text = module.read_text()

    assert not re.search(r"\beval\(|\bnew Function\(|set(Timeout|Interval)\(\s*[\"'`]", text)
    assert not re.search(r"setAttribute\(\s*[\"']style[\"']", text)


@pytest.mark.parametrize("template", TEMPLATES, ids=name_of)
def test_every_posting_form_carries_the_token_against_forgery(template: Path) -> None:
    for form in re.findall(
        r"<form\b[^>]*method=\"post\".*?</form>", template.read_text(), re.DOTALL
    ):
        assert "{% csrf_token %}" in form


@pytest.mark.parametrize(
    "sheet",
    [path for path in STATIC if path.suffix == ".css" and "tutor" in path.parts],
    ids=name_of,
)
def test_our_sheets_know_no_left_and_right(sheet: Path) -> None:
    physical = (
        r"(?:margin|padding|border)-(?:left|right)\b|^\s*(?:left|right)\s*:|float:\s*(?:left|right)"
    )
    found = re.findall(physical, sheet.read_text(), re.MULTILINE)

    assert not found


def test_the_fonts_of_a_lesson_weigh_at_most_180_kilobytes() -> None:
    fonts = list((ROOT / "tutor/static/tutor/fonts").glob("*.woff2"))

    assert len(fonts) == 4
    assert sum(font.stat().st_size for font in fonts) <= 180_000


def test_each_font_has_its_licence_beside_it() -> None:
    folder = ROOT / "tutor/static/tutor/fonts"
    for font in folder.glob("*.woff2"):
        licence = folder / f"OFL-{font.stem.removesuffix('-italic')}.txt"
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence.read_text()
