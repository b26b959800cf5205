"""What our Markdown adds to CommonMark: rules that read it and rules that write HTML."""

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin

from quizzes.math_lines import pieces

# [query]{.q} and so on: the four colours that mean the same in every lesson.
SPAN_CLASSES = ("q", "k", "v", "w")
LINK_SCHEMES = ("http", "https", "mailto")
MATH = frozenset({"math_inline", "math_inline_double", "math_block"})
_CLOSING_MARKS = re.compile(r"[.,;:!?)\]”]+")
DISPLAY_MATH = frozenset({"math_inline_double", "math_block"})

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_SPAN_END = re.compile(r"\{\.([A-Za-z][A-Za-z0-9_-]*)\}")
_BLANK = re.compile(r"\[\[[A-Za-z0-9_-]+\]\]")
_EN_DASH = re.compile(r"(?<!-)--(?!-)")
_EM_DASH = re.compile(r"(?<!-)---(?!-)")
_ELLIPSIS = re.compile(r"(?<!\.)\.\.\.(?!\.)")


def is_relative(url: str) -> bool:
    """Whether a URL stays on this site; `//host` does not."""
    return not _SCHEME.match(url) and not url.startswith("//")


def is_safe_link(url: str) -> bool:
    """Whether a link may be shown: relative, or of one of the LINK_SCHEMES."""
    scheme = _SCHEME.match(url)
    return is_relative(url) if scheme is None else scheme[1].lower() in LINK_SCHEMES


def _blank_rule(state: StateInline, silent: bool) -> bool:
    """Keep [[name]] as it is: it marks the place of a blank, whatever its letters look like."""
    found = _BLANK.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        # Text of this type is past the reach of dashes and smart quotes.
        token = state.push("text_special", "", 0)
        token.content = token.markup = found[0]
        token.info = "blank"
    state.pos = found.end()
    return True


def _span_rule(state: StateInline, silent: bool) -> bool:
    """Read [text]{.class}."""
    if state.src[state.pos] != "[":
        return False
    label_end = state.md.helpers.parseLinkLabel(state, state.pos)
    found = _SPAN_END.match(state.src, label_end + 1, state.posMax) if label_end >= 0 else None
    if found is None:
        return False
    if not silent:
        outer_end = state.posMax
        state.pos, state.posMax = state.pos + 1, label_end
        token = state.push("span_open", "span", 1)
        token.info = found[1]
        if token.info in SPAN_CLASSES:
            token.attrs["class"] = f"c-{token.info}"
        state.md.inline.tokenize(state)
        state.push("span_close", "span", -1)
        state.posMax = outer_end
    state.pos = found.end()
    return True


def _dash_rule(state: StateCore) -> None:
    """Dashes and ellipses in text only; the library's own rule also turns (c) into a sign."""
    for inline in state.tokens:
        for token in inline.children or ():
            if token.type == "text":
                text = _EM_DASH.sub("\u2014", token.content)
                text = _EN_DASH.sub("\u2013", text)
                token.content = _ELLIPSIS.sub("…", text)


def _column_rule(state: StateCore) -> None:
    """The library aligns columns by `style=`, which the content security policy refuses."""
    for token in state.tokens:
        if token.type in ("th_open", "td_open") and "style" in token.attrs:
            side = str(token.attrs.pop("style")).removeprefix("text-align:")
            token.attrs["class"] = f"align-{side}"


def _math_html(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    end = "\n" if tokens[index].type == "math_block" else ""
    mark = _mark_after_math(tokens, index + 1)
    *begun, last = pieces(f"{tokens[index].meta['mathml']}{end}")
    closed = f'<span class="math-end">{last}{mark}</span>' if mark else last
    return "".join(begun) + closed


def _text_html(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    return escapeHtml(tokens[index].content.removeprefix(_mark_after_math(tokens, index)))


def _mark_after_math(tokens: Sequence[Token], index: int) -> str:
    """The punctuation with which the text at `index` closes a formula before it.

    It is kept on the formula's line: a browser may break a line behind a formula, before its full
    stop too.
    """
    if not 1 <= index < len(tokens) or tokens[index].type != "text":
        return ""
    if tokens[index - 1].type != "math_inline":
        return ""
    found = _CLOSING_MARKS.match(tokens[index].content)
    return found[0] if found else ""


def _link_html(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    link = tokens[index]
    if str(link.attrs["href"]).lower().startswith(("http:", "https:")):
        link.attrs["rel"] = "noopener noreferrer"
    return renderer.renderToken(tokens, index, options, env)


def _image_html(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    if not is_relative(str(tokens[index].attrs["src"])):
        return escapeHtml(renderer.renderInlineAsText(tokens[index].children, options, env))
    return renderer.image(tokens, index, options, env)


def _code_html(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    # A long line scrolls sideways, and the arrow keys reach it only with a tab stop.
    words = tokens[index].info.split()
    language = f' class="language-{escapeHtml(words[0])}"' if words else ""
    return f'<pre tabindex="0"><code{language}>{escapeHtml(tokens[index].content)}</code></pre>\n'


def _table_open_html(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    return '<div class="scroll" tabindex="0"><table>\n'


def _table_close_html(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    return "</table></div>\n"


class PageConverter(MarkdownIt):
    """Shows raw HTML as text and a link that is not safe as its source."""

    def validateLink(self, url: str) -> bool:  # noqa: N802 - the library's name
        return is_safe_link(url)


class StrictConverter(MarkdownIt):
    """Reads raw HTML and every link as such, so that they can be reported; renders nothing."""

    def validateLink(self, url: str) -> bool:  # noqa: N802 - the library's name
        return True


def with_rules(md: MarkdownIt) -> MarkdownIt:
    """Add what our Markdown has beyond CommonMark, and how it comes out as HTML."""
    md.enable(["table", "smartquotes"])
    md.use(deflist_plugin)
    md.use(
        dollarmath_plugin,
        allow_labels=False,
        allow_space=False,
        allow_digits=False,
        allow_blank_lines=False,
        double_inline=True,
    )
    md.inline.ruler.before("link", "blank", _blank_rule)
    md.inline.ruler.after("link", "coloured_span", _span_rule)
    md.core.ruler.before("smartquotes", "dashes", _dash_rule)
    md.core.ruler.push("columns", _column_rule)
    for name in MATH:
        md.add_render_rule(name, _math_html)
    md.add_render_rule("text", _text_html)
    md.add_render_rule("link_open", _link_html)
    md.add_render_rule("image", _image_html)
    md.add_render_rule("fence", _code_html)
    md.add_render_rule("code_block", _code_html)
    md.add_render_rule("table_open", _table_open_html)
    md.add_render_rule("table_close", _table_close_html)
    return md
