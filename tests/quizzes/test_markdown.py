"""The one Markdown renderer: what it makes, what it refuses, and what it leaves alone."""

import re
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quizzes
from quizzes.markdown import MarkdownError, plain, problems, render, render_fitting, render_inline
from quizzes.mathml import MAX_TEX_LENGTH, STYLE_CLASSES

MATH_CSS = Path(quizzes.__file__).parent / "static" / "quizzes" / "math.css"


class Tags(HTMLParser):
    """Collects every element and every attribute name of some HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes.update(name for name, _ in attrs)


def messages(text: str) -> list[tuple[int, str]]:
    return [(problem.line, problem.message) for problem in problems(text)]


# Formulas


def test_a_formula_becomes_mathml_with_its_numbers_and_signs():
    assert render_inline("$a^2$") == "<math><msup><mi>a</mi><mn>2</mn></msup></math>"


def test_a_score_with_its_root_is_pinned():
    assert render_inline(r"$\frac{q\cdot k}{\sqrt{d}}$") == (
        "<math><mfrac><mrow><mi>q</mi>"
        '<mo lspace="0" rspace="0">⋅</mo>'
        "<mi>k</mi></mrow><msqrt><mi>d</mi></msqrt></mfrac></math>"
    )


def test_a_formula_between_double_dollars_is_displayed():
    assert render("$$\nx\n$$") == '<math display="block"><mi>x</mi></math>'
    assert '<math display="block">' in render("Text\n$$x$$\nmore.")


def test_prices_are_not_formulas():
    assert render_inline("costs $5, not $6") == "costs $5, not $6"


def test_a_negative_space_gets_a_class_instead_of_a_style():
    assert 'class="m-neg-thin"' in render_inline(r"$a\!b$")
    assert 'class="m-neg-medium"' in render_inline(r"$a\negmedspace b$")
    assert 'class="m-neg-thick"' in render_inline(r"$a\negthickspace b$")


@pytest.mark.parametrize(
    "tex",
    [
        r"\begin{cases}a&b\\c&d\end{cases}",
        r"\begin{aligned}a&=b\\c&=d\end{aligned}",
        r"\begin{align}a&=b\\c&=d\end{align}",
        r"\begin{array}{|l|r|}a&b\\\hline c&d\\\hdashline e&f\end{array}",
        r"\begin{subarray}{l}a\\b\end{subarray}",
        r"\begin{multline}a\\b\end{multline}",
        r"\begin{pmatrix}1&0\\0&1\end{pmatrix}",
        r"\cfrac{a}{b}",
        r"\operatorname{softmax}\!\left(\frac{QK^{\top}}{\sqrt{d_k}}\right)V",
    ],
)
def test_no_formula_comes_out_with_a_style(tex):
    html = render(f"$${tex}$$")
    assert " style=" not in html
    used = set(" ".join(re.findall(r'class="([^"]*)"', html)).split())
    assert used <= set(STYLE_CLASSES.values())


def test_every_class_for_formulas_has_a_rule_in_the_style_sheet():
    css = MATH_CSS.read_text()
    missing = [name for name in set(STYLE_CLASSES.values()) if f".{name} {{" not in css]
    assert missing == []


def test_a_colour_in_a_formula_is_refused_with_its_line():
    with pytest.raises(MarkdownError) as error:
        render("One.\n\nTwo\n$\\color{red}x$")
    assert error.value.line == 4
    assert "color:#FF0000" in error.value.message


def test_a_free_length_in_a_formula_is_refused():
    with pytest.raises(MarkdownError, match=r"margin-left:-0\.3em"):
        render(r"$\hspace{-0.3em}x$")


@pytest.mark.parametrize("tex", [r"\boxed{x}", r"\cancel{x}", r"\eqref{x}"])
def test_elements_outside_the_list_are_refused(tex):
    with pytest.raises(MarkdownError, match="not supported here"):
        render(f"${tex}$")


def test_wrong_tex_is_reported_with_its_line_inside_a_displayed_formula():
    with pytest.raises(MarkdownError) as error:
        render("Text.\n\n$$\na\n+ \\nosuch\n$$\n")
    assert (error.value.line, error.value.message) == (5, 'TeX: Unknown command "\\nosuch".')


def test_every_wrong_formula_is_reported_at_once():
    with pytest.raises(MarkdownError) as error:
        render("$\\one$ and\n$\\two$\n\n- $\\three$")
    assert [problem.line for problem in error.value.problems] == [1, 2, 4]


def test_script_in_the_text_of_a_formula_is_escaped():
    html = render(r"$\text{<script>alert(1)</script>}$")
    assert "script" not in Tags(html).elements
    assert "&lt;script&gt;" in html


def test_quotes_in_a_formula_open_no_attribute():
    html = render_inline(r'$\operatorname{a" onclick="x}$')
    assert Tags(html).attributes == set()


def test_an_overlong_formula_is_refused_before_it_can_exhaust_the_stack():
    with pytest.raises(MarkdownError, match=str(MAX_TEX_LENGTH)):
        render("$" + "x^{" * 5000 + "}" * 5000 + "$")


def test_the_deepest_formula_allowed_renders_in_a_thread():
    depth = MAX_TEX_LENGTH // 4
    text = "$" + "x^{" * depth + "}" * depth + "$"
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(render, text).result().count("<msup>") == depth


def test_many_threads_get_the_same_html():
    texts = [f"$x_{{{n}}}$ “*q*” [key]{{.k}}" for n in range(40)]
    expected = [render(text) for text in texts]
    render.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(render, texts)) == expected


# Spans, blanks and typography


@pytest.mark.parametrize("letter", ["q", "k", "v", "w"])
def test_a_coloured_word_gets_its_class(letter):
    assert render_inline(f"a [word]{{.{letter}}} b") == f'a <span class="c-{letter}">word</span> b'


def test_a_coloured_word_may_hold_markup_and_formulas():
    html = render_inline("[*the* $q$]{.q}")
    assert html == '<span class="c-q"><em>the</em> <math><mi>q</mi></math></span>'


def test_an_unknown_class_is_reported_and_never_rendered():
    assert render_inline("[x]{.evil}") == "<span>x</span>"
    assert messages("a\n[x]{.evil}") == [(2, "unknown class .evil; known are .q, .k, .v, .w")]


@pytest.mark.parametrize("name", ["total", "first_one", "_a_", "to--tal", "A1"])
def test_a_blank_survives_as_it_was_written(name):
    assert render(f"It is [[{name}]] and *[[{name}]]*.") == (
        f"<p>It is [[{name}]] and <em>[[{name}]]</em>.</p>"
    )


def test_a_blank_survives_where_a_link_of_that_name_is_defined():
    assert "[[total]]" in render("It is [[total]].\n\n[total]: https://example.org")


def test_quotes_and_dashes_are_set_as_in_print():
    assert render_inline("\"It's a 'test'\" -- it is... so---there") == (
        "“It’s a ‘test’” – it is… so—there"
    )


def test_quotes_close_after_a_formula():
    assert render_inline('"$x$" and $x$\'s') == (
        '“<span class="math-end"><math><mi>x</mi></math>”</span> and <math><mi>x</mi></math>’s'
    )


def test_code_and_formulas_keep_their_quotes_and_dashes():
    assert render_inline('`a -- "b"...`') == "<code>a -- &quot;b&quot;...</code>"
    assert "“" not in render('```python\nx = "a--b"\n```')
    assert "–" not in render_inline("$a--b$")


def test_c_in_brackets_stays_a_letter():
    assert render_inline("(c) (r) (tm)") == "(c) (r) (tm)"


# Links, pictures, HTML


@pytest.mark.parametrize("url", ["/lessons/x", "#why", "other", "mailto:a@example.org"])
def test_a_link_on_this_site_is_plain(url):
    assert render_inline(f"[a]({url})") == f'<a href="{url}">a</a>'


@pytest.mark.parametrize(
    "url", ["http://example.org", "https://example.org", "HTTPS://example.org"]
)
def test_a_link_to_elsewhere_tells_nothing_of_this_page(url):
    assert 'rel="noopener noreferrer"' in render_inline(f"[a]({url})")
    assert 'rel="noopener noreferrer"' in render_inline(f"<{url}>")


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JAVASCRIPT:alert(1)",
        "java&#115;cript:alert(1)",
        "vbscript:x",
        "data:text/html,x",
        "data:image/png;base64,AA",
        "file:///etc/passwd",
        "ftp://example.org",
        "//example.org",
    ],
)
def test_any_other_link_is_shown_as_text_and_reported(url):
    html = render_inline(f"[a]({url})")
    assert Tags(html).elements == set()
    wanted = "expected a link that is relative or starts with http, https, mailto"
    assert messages(f"[a]({url})") == [(1, wanted)]


def test_a_backslash_does_not_turn_a_relative_link_into_one_to_elsewhere():
    assert render_inline("[a](/\\example.org)") == '<a href="/%5Cexample.org">a</a>'


def test_only_pictures_of_this_site_are_shown():
    assert render_inline("![p](figure.png)") == '<img src="figure.png" alt="p">'
    assert render_inline("![a <b>](https://example.org/p.png)") == "a &lt;b&gt;"
    assert messages("![a](https://example.org/p.png)") == [
        (1, "expected a picture with a relative address")
    ]


def test_raw_html_is_shown_as_text_and_reported():
    assert render("<b>x</b>") == "<p>&lt;b&gt;x&lt;/b&gt;</p>"
    assert render("<script>x</script>") == "<p>&lt;script&gt;x&lt;/script&gt;</p>"
    assert [line for line, _ in messages("a\nb <i>c\n\n<div>\n</div>\n\n<!-- x -->")] == [2, 4, 7]


def test_a_sign_before_a_word_is_no_html():
    assert messages("a < b and c > d, \\<b>") == []


def test_only_headings_of_the_third_level_are_accepted():
    assert messages("### Three") == []
    assert [line for line, _ in messages("# One\n\ntext\n\nTwo\n---\n\n#### Four")] == [1, 5, 8]


def test_a_displayed_formula_left_open_is_reported():
    assert messages("a\n\n$$ x + y\n\nb") == [(3, "a formula opened with $$ is not closed")]


# Blocks


def test_a_definition_list_is_read():
    assert render("Key\n: What a *word* offers.") == (
        "<dl>\n<dt>Key</dt>\n<dd>What a <em>word</em> offers.</dd>\n</dl>"
    )


def test_table_columns_are_aligned_by_class():
    html = render("| a | b |\n|:--|--:|\n| 1 | 2 |")
    assert '<td class="align-left">1</td>' in html
    assert '<td class="align-right">2</td>' in html
    assert " style=" not in html


def test_code_keeps_its_language_and_can_be_reached_by_the_keyboard():
    assert render('```py"x\na < b\n```') == (
        '<pre tabindex="0"><code class="language-py&quot;x">a &lt; b\n</code></pre>'
    )


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="ab <>\"'&$[](){}\\^_*`#|-:!.\nqx", max_size=60))
def test_whatever_is_written_comes_out_without_script_style_or_handler(text):
    try:
        html = render(text)
    except MarkdownError:
        assert problems(text) != ()
        return
    tags = Tags(html)
    assert "script" not in tags.elements
    assert "style" not in tags.attributes
    assert not [name for name in tags.attributes if name.startswith("on")]


# Plain text


def test_plain_text_drops_markup_and_keeps_the_tex_of_formulas():
    text = "The *score* is $q \\cdot k$ -- `x`.\n\n$$\na\n$$\n\n[more](https://example.org)"
    assert plain(text) == ("The score is $q \\cdot k$ – x.\n\n$$a$$\n\nmore (https://example.org)")


def test_plain_text_keeps_lists_tables_and_code_readable():
    text = "- one\n- two\n\n1. first\n2. second\n\n| a | b |\n|--|--|\n| 1 | 2 |\n\n```\ncode\n```"
    assert plain(text) == "- one\n- two\n1. first\n2. second\n\na | b\n1 | 2\n\ncode"


def test_plain_text_shows_an_address_once():
    assert plain("<https://example.org> [a@example.org](mailto:a@example.org)") == (
        "https://example.org a@example.org"
    )


def test_plain_text_never_fails_on_wrong_tex():
    assert plain(r"$\nosuch$") == r"$\nosuch$"


@pytest.mark.parametrize("mark", [".", ",", "?", ").", ":"])
def test_punctuation_stays_on_the_line_of_the_formula_before_it(mark):
    html = render_inline(f"so $x${mark} And on")
    assert html.startswith('so <span class="math-end"><math')
    assert html.endswith(f"</math>{mark}</span> And on")


def test_text_behind_a_formula_is_still_escaped():
    assert render_inline("$x$.<b> & $y$ <i>").endswith("</math> &lt;i&gt;")
    assert "</math>.</span>&lt;b&gt; &amp; <math" in render_inline("$x$.<b> & $y$ <i>")


@pytest.mark.parametrize("text", ["- 3", "1. Lisp", "# 5", "two\nlines", " `x` ", "$$x$$"])
def test_a_fitting_text_stays_in_its_line(text):
    assert render_fitting(text) == render_inline(text)


@pytest.mark.parametrize("text", ["```\nx\n```", "one\n\ntwo", "- a\n- b", "so:\n\n    x = 1"])
def test_a_fitting_text_becomes_blocks_where_it_holds_some(text):
    assert render_fitting(text) == render(text)
