"""The one Markdown renderer: the same HTML on a page and in a preview, plain text in e-mail."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from markdown_it.token import Token

from quizzes.markdown_rules import (
    DISPLAY_MATH,
    LINK_SCHEMES,
    MATH,
    SPAN_CLASSES,
    PageConverter,
    StrictConverter,
    is_relative,
    is_safe_link,
    with_rules,
)
from quizzes.mathml import TexError, to_mathml

_OPTIONS = {"typographer": True, "xhtmlOut": False}
_PAGE = with_rules(PageConverter("commonmark", {**_OPTIONS, "html": False}))
_STRICT = with_rules(StrictConverter("commonmark", {**_OPTIONS, "html": True}))

_ONE_PARAGRAPH = ["paragraph_open", "inline", "paragraph_close"]


@dataclass(frozen=True)
class MarkdownProblem:
    """Something an author must mend; `line` counts from 1 within the text."""

    line: int
    message: str


class MarkdownError(ValueError):
    """Markdown that cannot be rendered; `line` and `message` are those of the first problem."""

    def __init__(self, problems: Sequence[MarkdownProblem]) -> None:
        super().__init__("; ".join(f"line {found.line}: {found.message}" for found in problems))
        self.problems = tuple(problems)
        self.line = self.problems[0].line
        self.message = self.problems[0].message


@lru_cache(maxsize=1024)
def render(text: str) -> str:
    """HTML blocks for a Markdown text; raises MarkdownError for TeX that cannot be shown."""
    return _html(_PAGE.parse(text, {}))


@lru_cache(maxsize=4096)
def render_inline(text: str) -> str:
    """HTML without block elements, for a label, an option or a caption; raises as `render`."""
    return _html(_PAGE.parseInline(text.strip(), {}))


def render_fitting(text: str) -> str:
    """As `render_inline`, but as blocks where the text needs them: for an option, say."""
    return render(text) if holds_blocks(text) else render_inline(text)


@lru_cache(maxsize=4096)
def holds_blocks(text: str) -> bool:
    """Whether a text is more than one paragraph: code, a list, a table, two paragraphs.

    A text of one line never is, so that an option “- 3” stays a number and “1. Lisp” a name.
    """
    if "\n" not in text.strip():
        return False
    return [token.type for token in _PAGE.parse(text, {})] != _ONE_PARAGRAPH


def problems(text: str) -> tuple[MarkdownProblem, ...]:
    """All that an author should mend before the text is accepted.

    Stricter than `render`, which shows raw HTML as text and a refused link as its source.
    """
    tokens = _STRICT.parse(text, {})
    found = _typeset(tokens)
    for token, line in _with_lines(tokens):
        message = _complaint(token)
        if message:
            found.append(MarkdownProblem(line, message))
    return tuple(sorted(found, key=lambda problem: problem.line))


def plain(text: str) -> str:
    """A readable text without markup; formulas keep their TeX between dollar signs."""
    out, gap, mark = "", "", ""
    for token in _PAGE.parse(text, {}):
        gap = _gap_before(token, gap)
        if token.type == "list_item_open":
            mark = f"{token.info}. " if token.info else "- "
        block = _plain_block(token)
        if block:
            out += (gap if out else "") + mark + block
            gap, mark = "\n\n", ""
    return out


def _html(tokens: list[Token]) -> str:
    found = _typeset(tokens)
    if found:
        raise MarkdownError(found)
    return str(_PAGE.renderer.render(tokens, _PAGE.options, {})).strip()


def _typeset(tokens: Sequence[Token]) -> list[MarkdownProblem]:
    """Put MathML into the tokens of formulas; what could not be set comes back as problems."""
    found: list[MarkdownProblem] = []
    for token, line in _with_lines(tokens):
        if token.type not in MATH:
            continue
        tex = token.content.strip()
        try:
            token.meta["mathml"] = to_mathml(tex, token.type in DISPLAY_MATH)
        except TexError as error:
            above = token.content[: token.content.find(tex)].count("\n")
            found.append(MarkdownProblem(line + above + error.line, error.message))
    return found


def _with_lines(tokens: Sequence[Token]) -> Iterator[tuple[Token, int]]:
    """Every token, inline ones too, with the line (from 1) on which it starts."""
    line = 1
    for token in tokens:
        if token.map:
            line = token.map[0] + 1
        yield token, line
        reached = 0
        for child in token.children or ():
            source = _source(child)
            at = token.content.find(source, reached) if source else -1
            start = reached if at < 0 else at
            yield child, line + token.content.count("\n", 0, start)
            reached = start + (len(source) if at >= 0 else 0)


def _source(child: Token) -> str:
    """What a child looks like in the source, where that is certain; else the empty string."""
    if child.type in MATH:
        return f"{child.markup}{child.content}{child.markup}"
    if child.type in ("softbreak", "hardbreak"):
        return "\n"
    return child.content if child.type == "html_inline" else ""


def _complaint(token: Token) -> str:
    if token.type in ("html_block", "html_inline"):
        return "raw HTML is not allowed; write Markdown, or \\< for the sign itself"
    if token.type == "heading_open" and token.tag != "h3":
        return "expected a heading with three signs (###) inside a text"
    if token.type == "link_open" and not is_safe_link(str(token.attrs.get("href", ""))):
        return f"expected a link that is relative or starts with {', '.join(LINK_SCHEMES)}"
    if token.type == "image" and not is_relative(str(token.attrs.get("src", ""))):
        return "expected a picture with a relative address"
    if token.type == "span_open" and token.info not in SPAN_CLASSES:
        return f"unknown class .{token.info}; known are .{', .'.join(SPAN_CLASSES)}"
    if token.type == "text" and "$$" in token.content:
        return "a formula opened with $$ is not closed"
    return ""


def _gap_before(token: Token, gap: str) -> str:
    """What stands between the text so far and the next, once this token has been seen."""
    if token.type == "paragraph_open" and token.hidden:
        return "\n"
    if token.type in ("th_close", "td_close"):
        return " | "
    if token.type == "tr_close":
        return "\n"
    return "\n\n" if token.type == "table_close" else gap


def _plain_block(token: Token) -> str:
    if token.type == "inline":
        return _plain_inline(token)
    if token.type == "math_block":
        return f"$${token.content.strip()}$$"
    return token.content.rstrip("\n") if token.type in ("fence", "code_block") else ""


def _plain_inline(inline: Token) -> str:
    out, links = "", list[tuple[int, str]]()
    for child in inline.children or ():
        if child.type in MATH:
            out += f"{child.markup}{child.content}{child.markup}"
        elif child.type in ("softbreak", "hardbreak"):
            out += "\n"
        elif child.type == "link_open":
            links.append((len(out), str(child.attrs["href"])))
        elif child.type == "link_close":
            start, href = links.pop()
            out += "" if href.removeprefix("mailto:") == out[start:] else f" ({href})"
        else:
            out += child.content
    return out
