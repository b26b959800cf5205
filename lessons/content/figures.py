"""Directives that become HTML where they stand: callout, widget, listing, grid."""

import re
from collections.abc import Callable
from html import escape

from lessons.content.blocks import Directive
from lessons.content.fields import Fields
from lessons.content.reading import Reading
from lessons.content.report import unknown
from lessons.content.widgets import WidgetError
from quizzes import markdown
from quizzes.kinds.base import Json

TONES = ("aside", "note", "key", "warning")
TITLE_LENGTH = 120

_LANGUAGE = re.compile(r"[a-z0-9+#-]{1,20}")


def read_callout(directive: Directive, reading: Reading) -> str:
    tone = directive.argument
    if tone not in TONES:
        reading.report.add(directive.line, unknown("callout", tone, TONES))
    fields = reading.fields(directive, ["title", "text"])
    if fields is None:
        return ""
    title = fields.title("title", limit=TITLE_LENGTH, required=False)
    heading = f'<p class="callout-title">{escape(title)}</p>' if title else ""
    text = f"{heading}{markdown.render(fields.markdown('text'))}"
    if tone == "aside":
        return f'<aside class="note">{text}</aside>'
    return f'<div class="callout callout-{escape(tone)}" role="note">{text}</div>'


def read_widget(directive: Directive, reading: Reading) -> str:
    fields = reading.fields(directive, ["caption", "wide", "params"])
    if fields is None:
        return ""
    shape = "wide" if fields.flag("wide") else ""
    return widget_figure(directive.argument, directive.line, fields, reading, shape)


def widget_figure(name: str, line: int, fields: Fields, reading: Reading, shape: str = "") -> str:
    """The figure of the widget `name` with the `params` and `caption` of `fields`."""
    widget = reading.widgets.get(name)
    caption = fields.markdown("caption", required=False)
    params = fields.mapping("params")
    if widget is None:
        reading.report.add(line, unknown("widget", name, reading.widgets))
        return ""
    reading.used[name] = widget
    try:
        drawn = widget.render(params)
    except WidgetError as error:
        for loc, message in error.problems:
            reading.report.add(fields.yaml.line(("params", *loc)), f"{name}: {message}")
        return ""
    if "<!--" in drawn:
        fields.problem("params", f"{name}: a figure may hold no HTML comments")
    return figure(drawn, caption, shape)


def figure(content: str, caption: str, shape: str = "") -> str:
    """A figure around finished HTML; the caption is Markdown source, `shape` a class."""
    opening = f'<figure class="{shape}">' if shape else "<figure>"
    closing = f"<figcaption>{markdown.render_inline(caption)}</figcaption>" if caption else ""
    return f"{opening}{content}{closing}</figure>"


def read_listing(directive: Directive, reading: Reading) -> str:
    language = directive.argument
    if not _LANGUAGE.fullmatch(language):
        reading.report.add(
            directive.line, "expected “listing” with a language, as in listing python"
        )
    fields = reading.fields(directive, ["caption", "code"])
    if fields is None:
        return ""
    code = escape(fields.block("code").rstrip("\n"))
    # A long line scrolls sideways, and the arrow keys reach it only with a tab stop.
    content = f'<pre tabindex="0"><code class="language-{escape(language)}">{code}\n</code></pre>'
    return figure(content, fields.markdown("caption", required=False), "listing")


def read_grid(directive: Directive, reading: Reading) -> str:
    if directive.argument:
        reading.report.add(directive.line, "expected nothing after “grid”")
    fields = reading.fields(directive, ["caption", "columns", "rows"])
    if fields is None:
        return ""
    caption = fields.markdown("caption")
    columns = fields.items("columns", at_least=1)
    head = "".join(_heading_cell(fields, index, cell) for index, cell in enumerate(columns))
    rows = fields.items("rows", at_least=1)
    body = "".join(_row(fields, index, row, len(columns)) for index, row in enumerate(rows))
    label = escape(markdown.plain(caption))
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    content = f'<div class="scroll" tabindex="0" role="region" aria-label="{label}">{table}</div>'
    return figure(content, caption, "grid")


def _heading_cell(fields: Fields, index: int, cell: Json) -> str:
    content = _cell(fields, ("columns", index), cell)
    return f'<th scope="col">{content}</th>' if content else "<td></td>"


def _row(fields: Fields, index: int, row: Json, width: int) -> str:
    if not isinstance(row, list) or len(row) != width:
        line = fields.yaml.line(("rows", index))
        fields.report.add(line, f"expected a list of {width} cells, as many as there are columns")
        return ""
    cells = [_cell(fields, ("rows", index, at), cell) for at, cell in enumerate(row)]
    rest = "".join(f"<td>{cell}</td>" for cell in cells[1:])
    return f'<tr><th scope="row">{cells[0]}</th>{rest}</tr>'


def _cell(fields: Fields, loc: tuple[str | int, ...], cell: Json) -> str:
    if isinstance(cell, int) and not isinstance(cell, bool):
        return str(cell)
    if isinstance(cell, str):
        return markdown.render_inline(cell) if fields.is_sound(loc, cell) else ""
    # 0.70 would come out as 0.7, so decimals are written as text.
    fields.report.add(
        fields.yaml.line(loc), "expected a cell with text or a whole number; quote it"
    )
    return ""


FIGURES: dict[str, Callable[[Directive, Reading], str]] = {
    "callout": read_callout,
    "widget": read_widget,
    "listing": read_listing,
    "grid": read_grid,
}
