"""Turns TeX into MathML that a strict content security policy accepts: classes, never styles."""

import re
from functools import lru_cache
from types import MappingProxyType

from math_core import LatexError, LatexToMathML

# The converter recurses in native code, so a long nest would end the whole program.
MAX_TEX_LENGTH = 2000

# Every declaration that may come out as `style=`, and the class that stands for it; the rules
# are in static/quizzes/math.css. What is not listed (colours, free lengths) is refused.
STYLE_CLASSES = MappingProxyType(
    {
        "margin-left:-0.16666667em": "m-neg-thin",
        "margin-left:-0.22222222em": "m-neg-medium",
        "margin-left:-0.2777778em": "m-neg-thick",
        "text-align:left": "m-left",
        "justify-items:start": "m-left",
        "text-align:right": "m-right",
        "justify-items:end": "m-right",
        "padding-left:0": "m-flush-left",
        "padding-right:0": "m-flush-right",
        "padding-top:0": "m-flush-top",
        "padding-bottom:0": "m-flush-bottom",
        "padding-left:1em": "m-gap-left",
        "padding-left:0.1em": "m-near-left",
        "padding-right:0.1em": "m-near-right",
        "padding-top:0.1667em": "m-gap-top",
        "border-left:0.05em solid currentcolor": "m-line-left",
        "border-right:0.05em solid currentcolor": "m-line-right",
        "border-top:0.05em solid currentcolor": "m-line-top",
        "border-left:0.05em dashed currentcolor": "m-dash-left",
        "border-right:0.05em dashed currentcolor": "m-dash-right",
        "border-top:0.05em dashed currentcolor": "m-dash-top",
        "width:100%": "m-full",
        "width:50%": "m-half",
        "width:7.5%": "m-edge",
        "math-shift:compact": "m-compact",
    }
)

# MathML Core without links, and the few HTML elements that \textbf and its kin make.
_ELEMENT = re.compile(
    "math|m(row|i|n|o|text|space|frac|sqrt|root|sub|sup|subsup|under|over|underover|multiscripts"
    "|prescripts|table|tr|td|padded|phantom|style)|b|i|em|code|s|u"
)
_ATTRIBUTE_NAME = re.compile(
    "display|displaystyle|scriptlevel|stretchy|symmetric|largeop|movablelimits|lspace|rspace"
    "|minsize|maxsize|width|height|depth|voffset|accent|accentunder|linethickness|mathvariant"
    "|form|fence|separator"
)

_CONVERTER = LatexToMathML(fancy_error=False)
_LOCATED = re.compile(r"(\d+): (.*)", re.DOTALL)
_MARKUP = re.compile(r"<[^>]*>?")
_TAG = re.compile(r'<(?P<close>/?)(?P<name>[a-z]+)(?P<attrs>(?: [a-z-]+="[^"<>]*")*)(?P<empty>/?)>')
_ATTRIBUTE = re.compile(r' ([a-z-]+)="([^"]*)"')


class TexError(ValueError):
    """TeX that cannot be shown; `line` counts from 0 at the first line of the TeX."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


@lru_cache(maxsize=4096)
def to_mathml(tex: str, display: bool) -> str:
    """MathML for one formula; raises TexError for TeX that is wrong or would need a style."""
    if len(tex) > MAX_TEX_LENGTH:
        raise TexError(0, f"a formula may have {MAX_TEX_LENGTH} characters; this has {len(tex)}")
    try:
        mathml = _CONVERTER.convert_with_local_state(tex, displaystyle=display)
    except LatexError as error:
        raise _located(tex, str(error)) from error
    return _MARKUP.sub(_checked_tag, mathml)


def _located(tex: str, report: str) -> TexError:
    match = _LOCATED.fullmatch(report)
    if match is None:
        return TexError(0, f"TeX: {report}")
    return TexError(tex.count("\n", 0, int(match[1])), f"TeX: {match[2]}")


def _checked_tag(found: re.Match[str]) -> str:
    tag = _TAG.fullmatch(found[0])
    if tag is None or not _ELEMENT.fullmatch(tag["name"]):
        raise TexError(0, f"TeX: a command makes {found[0]}, which is not supported here")
    attributes = "".join(_checked_attribute(*pair) for pair in _ATTRIBUTE.findall(tag["attrs"]))
    return f"<{tag['close']}{tag['name']}{attributes}{tag['empty']}>"


def _checked_attribute(name: str, value: str) -> str:
    if name == "style":
        return f' class="{_classes(value)}"'
    if not _ATTRIBUTE_NAME.fullmatch(name):
        raise TexError(0, f'TeX: a command makes {name}="{value}", which is not supported here')
    return f' {name}="{value}"'


def _classes(style: str) -> str:
    names: list[str] = []
    for declaration in filter(None, (part.strip() for part in style.split(";"))):
        name = STYLE_CLASSES.get(re.sub(r"\s*:\s*", ":", declaration))
        if name is None:
            raise TexError(
                0, f"TeX: a command needs the style “{declaration}”, which is not supported here"
            )
        if name not in names:
            names.append(name)
    return " ".join(names)
