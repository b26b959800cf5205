"""Typed numbers: what is read, what is asked back, and what is close enough."""

from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzes.numbers import (
    MAX_EXPONENT,
    MAX_LENGTH,
    NumberFormatError,
    is_close,
    read_number,
    rounding_tolerance,
)

WHOLES = st.integers(min_value=0, max_value=10**12)
DECIMALS = st.text("0123456789", min_size=1, max_size=8)


def value(text: str, locale: str = "en", *, fraction: bool = False, percent: bool = False) -> str:
    return str(read_number(text, locale=locale, fraction=fraction, percent=percent).value)


def refusal(text: str, locale: str = "en", *, fraction: bool = False, percent: bool = False) -> str:
    with pytest.raises(NumberFormatError) as error:
        read_number(text, locale=locale, fraction=fraction, percent=percent)
    assert error.value.message
    return error.value.message


def exact(x: str, v: str, *, atol: str = "0", rtol: str = "0") -> bool:
    return is_close(Decimal(x), Decimal(v), atol=Decimal(atol), rtol=Decimal(rtol))


NO_NUMBERS = [
    *["nan", "NaN", "inf", "-inf", "Infinity", "∞", "five", "1_000", "0x1F", "0b1", "1e999"],
    *["1e-999", "1e", "1e+", "1e5.5", "e5", "-", "+", ".", ","],
    *["--5", "+-5", "5-", "1.2.3", "1,2,3", "1..5", "1.5,", "3–5", "1½", "½", "5²", "2^10"],
    *["1,23,456", "0,123,456", "5\x00", "5\ud800", "(5)"],
    *["", "   ", "\u200b", "5 tokens", "12 34", "1 2", "0 123", "1,234 567", "1'234 567", "10^5"],
]


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_not_a_number_is_asked_back(text: str) -> None:
    assert refusal(text, fraction=True, percent=True)


@pytest.mark.parametrize("sign", ["-", "−", "－", "﹣", "‐", "‑", "–", "- ", "− "])
def test_every_minus_sign_is_a_minus(sign: str) -> None:
    assert value(f"{sign}0.5") == "-0.5"


@pytest.mark.parametrize("text", ["+5", "＋5", "﹢5", " 5 ", "5.", "005", "\u200e5\u200b"])
def test_a_plus_and_what_nobody_sees_change_nothing(text: str) -> None:
    assert Decimal(value(text)) == 5


@pytest.mark.parametrize("text", ["42", "٤٢", "۴۲", "४२", "４２", "𝟒𝟐", "4２"])
def test_every_decimal_digit_of_unicode_is_read(text: str) -> None:
    assert value(text) == "42"


def test_arabic_marks_are_read_in_any_locale() -> None:
    assert value("١٬٢٣٤٫٥", "") == "1234.5"
    assert value("٠٫٧٥", "ar") == "0.75"


@pytest.mark.parametrize("text", ["1234.5", "1,234.5", "1 234.5", "1\u202f234,5", "1\u2009234.5"])
@pytest.mark.parametrize("locale", ["en", "de", "fr", ""])
def test_groups_are_read_where_they_are_plain_to_see(text: str, locale: str) -> None:
    assert value(text, locale) == "1234.5"


@pytest.mark.parametrize("text", ["1.234,56", "1,234.56", "1'234.56", "1’234,56", "1 234,56"])
@pytest.mark.parametrize("locale", ["en", "de", "de-CH", "fr", ""])
def test_two_different_marks_mean_the_last_one_starts_the_decimals(text: str, locale: str) -> None:
    assert value(text, locale) == "1234.56"


@pytest.mark.parametrize("text", ["1,234,567", "1.234.567", "1 234 567", "1'234'567"])
@pytest.mark.parametrize("locale", ["en", "de", ""])
def test_a_repeated_mark_can_only_group(text: str, locale: str) -> None:
    assert value(text, locale) == "1234567"


@pytest.mark.parametrize("text", ["0,75", "1,5", "1,2345", "1234,567", "0,750", ",75", "-0,125"])
@pytest.mark.parametrize("locale", ["en", "de", ""])
def test_a_comma_that_cannot_group_starts_the_decimals(text: str, locale: str) -> None:
    assert Decimal(value(text, locale)) == Decimal(text.replace(",", "."))


@pytest.mark.parametrize(
    ("text", "locale", "expected"),
    [
        ("1,234", "en", "1234"),
        ("16,000", "en", "16000"),
        ("16,000", "en-GB", "16000"),
        ("1.234", "en", "1.234"),
        ("1,234", "de", "1.234"),
        ("1.234", "de", "1234"),
        ("1,234", "fr", "1.234"),
        ("1,234", "pt_BR", "1.234"),
        ("1.234", "de-CH", "1.234"),
        ("1.234", "es-MX", "1.234"),
        ("-1,234e2", "en", "-1.234E+5"),
    ],
)
def test_one_mark_before_three_digits_is_decided_by_the_locale(
    text: str, locale: str, expected: str
) -> None:
    assert value(text, locale) == expected


@pytest.mark.parametrize(
    ("text", "locale", "smaller"),
    [
        ("16,000", "", "16,0000"),
        ("16.000", "", "16.0000"),
        ("16,000", "ar", "16,0000"),
        ("16.000", "fr", "16,000"),
        ("16,000", "de-CH", "16.000"),
    ],
)
def test_where_the_locale_does_not_decide_the_learner_is_told_both_ways_to_write_it(
    text: str, locale: str, smaller: str
) -> None:
    message = refusal(text, locale)
    assert "two ways" in message
    assert f"Write 16000 for the larger number or {smaller} for the smaller one" in message
    assert value("16000", locale) == "16000"
    assert Decimal(value(smaller, locale)) == 16


@pytest.mark.parametrize(
    "text",
    [
        *["6.02e23", "6.02E23", "6,02e+23", "6.02×10^23", "6.02·10^23", "6.02*10^23"],
        *["6.02×10²³", "60.2e22"],
        *["6.02 e 23", "6.02 × 10^23", "6.02 x 10^23", "6.02 ⋅ 10⁺²³", "602" + "0" * 21],
    ],
)
def test_powers_of_ten_are_read_in_every_usual_form(text: str) -> None:
    number = read_number(text)
    assert number.value == Decimal("6.02e23")
    assert number.significant_figures == 3


@pytest.mark.parametrize("text", ["1.5e-3", "1.5e−3", "1.5×10^-3", "1.5·10^−3", "1.5×10⁻³"])
def test_negative_powers_are_read_too(text: str) -> None:
    assert value(text) == "0.0015"


@pytest.mark.parametrize(
    "text", [f"1e{MAX_EXPONENT + 1}", "1e999999999", "1e9999999999", "1" * (MAX_LENGTH + 1)]
)
def test_length_and_exponent_are_capped(text: str) -> None:
    assert refusal(text)


@pytest.mark.parametrize("text", ["3/4", "-3/-4", " 3 / 4 ", "٣/٤", "3⁄4", "3∕4", "3000/4 000"])
def test_a_fraction_is_read_where_it_is_allowed(text: str) -> None:
    assert value(text, fraction=True) == "0.75"


def test_a_fraction_where_none_is_allowed_is_never_read_as_its_digits() -> None:
    assert "not a fraction" in refusal("2/4")
    assert value("2/4", fraction=True) == "0.5"


@pytest.mark.parametrize("text", ["1/0", "0/0", "1/0.0", "1/", "/2", "1/2/3", "1.5/2", "1 1/2"])
def test_a_fraction_that_is_none_is_asked_back(text: str) -> None:
    assert refusal(text, fraction=True)


@pytest.mark.parametrize("text", ["75%", "75 %", "75\u202f%", "75٪", "75.0％", "7.5e1 %"])
def test_a_percent_sign_divides_by_a_hundred_where_it_is_allowed(text: str) -> None:
    assert Decimal(value(text, percent=True)) == Decimal("0.75")
    assert "percent" in refusal(text)


def test_the_example_in_a_refusal_is_written_the_learners_way() -> None:
    assert "0.75" in refusal("nan", "en")
    assert "0,75" in refusal("nan", "de")


@pytest.mark.parametrize(
    ("text", "figures", "decimals"),
    [
        ("1.0000", 5, 4),
        ("0.0120", 3, 4),
        ("46.0", 3, 1),
        ("100", 1, 0),
        ("100.", 3, 0),
        ("1,204", 4, 0),
        ("0", 1, 0),
        ("0.00", 1, 2),
        ("6.02e23", 3, 2),
        ("75.0 %", 3, 1),
    ],
)
def test_figures_and_decimals_are_counted_as_written(
    text: str, figures: int, decimals: int
) -> None:
    number = read_number(text, percent=True)
    assert (number.significant_figures, number.decimals) == (figures, decimals)
    assert number.raw == text


@given(st.booleans(), WHOLES, DECIMALS, st.integers(min_value=-20, max_value=20))
def test_a_number_is_the_same_in_every_form_it_can_be_written(
    negative: bool, whole: int, decimals: str, exponent: int
) -> None:
    sign = "−" if negative else ""
    meant = Decimal(f"{'-' if negative else ''}{whole}.{decimals}").scaleb(exponent)
    grouped = f"{whole:,}"
    forms = {
        "en": f"{sign}{grouped}.{decimals}",
        "de": f"{sign}{grouped.replace(',', '.')},{decimals}",
        "de-CH": f"{sign}{grouped.replace(',', '’')}.{decimals}",
        "fr": f"{sign}{grouped.replace(',', chr(0x202F))},{decimals}",
    }
    arabic = str.maketrans("0123456789.", "٠١٢٣٤٥٦٧٨٩٫")
    forms["ar"] = f"{sign}{whole}.{decimals}".translate(arabic)
    for locale, form in forms.items():
        for power in (f"e{exponent}", f" × 10^{exponent}", f"·10^{exponent}".replace("-", "−")):
            assert read_number(form + power, locale=locale).value == meant
        if exponent == 0:
            assert read_number(form, locale=locale).value == meant


TYPED = st.text(max_size=70) | st.text("0123456789.,' e+-/%×10^", max_size=12)


@given(TYPED, st.sampled_from(["en", "de", "fr", ""]), st.booleans())
def test_no_text_does_anything_but_give_a_finite_number_or_a_message(
    text: str, locale: str, allowed: bool
) -> None:
    with suppress(NumberFormatError):
        number = read_number(text, locale=locale, fraction=allowed, percent=allowed)
        assert number.value.is_finite()


def test_the_edge_of_the_tolerance_is_inside() -> None:
    assert exact("46.0", "45.8", atol="0.2")
    assert exact("45.6", "45.8", atol="0.2")
    assert not exact("46.001", "45.8", atol="0.2")
    assert exact("0.1", "0.30000000000000004", atol="0.2")


def test_numbers_are_compared_as_numbers() -> None:
    assert not exact("50", "5")
    assert exact("5.0", "5")
    assert exact("602000000000000000000000", "6.02e23")


def test_the_larger_of_the_two_tolerances_counts() -> None:
    assert exact("102", "100", atol="0.5", rtol="0.02")
    assert exact("100.5", "100", atol="0.5", rtol="0.001")
    assert exact("-98", "-100", rtol="0.02")
    assert not exact("97.9", "100", atol="0.5", rtol="0.02")


def test_the_extremes_compare_without_an_overflow() -> None:
    assert not exact("1e300", "-1e300", rtol="0.01")
    assert exact("9" * 60, "9" * 60)


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**9), max_value=10**9))
def test_a_number_is_close_to_itself(number: Decimal) -> None:
    assert is_close(number, number, atol=Decimal(0), rtol=Decimal(0))


def test_so_many_decimals_means_a_little_more_than_half_a_unit_of_the_last() -> None:
    assert rounding_tolerance(2) == Decimal("0.006")
    assert rounding_tolerance(0) == Decimal("0.6")
    assert exact("0.67", "0.6666666666666666", atol=str(rounding_tolerance(2)))
    assert not exact("0.66", "0.6666666666666666", atol=str(rounding_tolerance(2)))
