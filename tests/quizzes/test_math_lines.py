"""Long formulas in running text may break behind a relation or a sign; short ones never do."""

import re

from quizzes.markdown import render, render_inline

LONG = r"e^{1.2} + e^{-0.5} \approx 3.320 + 0.607 + 1.000 \approx 4.927"


def formulas(html):
    return re.findall("<math>.*?</math>", html)


def test_a_short_formula_stays_whole():
    assert len(formulas(render_inline("$o = w_1 v_1 + w_2 v_2$"))) == 1


def test_a_long_formula_may_break_behind_each_outer_operator():
    ends = [re.sub("<[^>]*>", "", piece)[-1] for piece in formulas(render_inline(f"${LONG}$"))]
    assert ends == ["+", "≈", "+", "+", "≈", "7"]


def test_a_long_product_may_break_behind_each_factor():
    assert len(formulas(render_inline(r"$2 \cdot 32 \times 16 \cdot 2048 = 2097152$"))) == 5


def test_cutting_a_formula_loses_nothing_of_it():
    whole = render(f"$$\n{LONG}\n$$").strip()
    cut = "".join(formulas(render_inline(f"${LONG}$"))).replace("</math><math>", "")
    assert cut == whole.replace('<math display="block">', "<math>")


def test_a_sign_before_a_number_never_ends_a_line():
    pieces = formulas(render_inline(r"$-1.25 \approx -0.75 + -0.25 - 0.125 - 0.0625 + x_1 y_1$"))
    assert all(not re.search(r'<mo lspace="0" rspace="0">−</mo></math>', one) for one in pieces)
    assert len(pieces) == 6


def test_no_formula_breaks_inside_a_fraction_a_root_or_a_power():
    inner = "a + b + c + d + e + f + g + h + i + j = k"
    for tex in (rf"\frac{{{inner}}}{{2}}", rf"\sqrt{{{inner}}}", f"x^{{{inner}}}"):
        assert len(formulas(render_inline(f"${tex}$"))) == 1


def test_the_full_stop_stays_with_the_last_piece():
    assert re.search(
        '</math><span class="math-end"><math><mn>4.927</mn></math>.</span>', render(f"${LONG}$.")
    )
