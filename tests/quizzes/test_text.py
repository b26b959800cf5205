"""Typed text: what can be stored, and what counts as the same words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzes.text import Accents, Case, fold, unstorable

TEXTS = st.text(max_size=40)


@given(TEXTS, st.sampled_from(["fold", "exact"]), st.sampled_from(["keep", "fold"]))
def test_folding_a_folded_text_changes_nothing(text: str, case: Case, accents: Accents) -> None:
    once = fold(text, case=case, accents=accents)
    assert fold(once, case=case, accents=accents) == once


@pytest.mark.parametrize(
    ("typed", "accepted"),
    [
        ("don’t", "don't"),
        ("don´t", "don't"),
        ("‘soft’ look–up", "'soft' look-up"),
        ("“mean”", '"mean"'),
        ("−5", "-5"),
        ("－5", "-5"),
        ("wait…", "wait..."),
        ("  the\u00a0weighted\u2009 \t\nmean ", "the weighted mean"),
        ("me\u200ban\ufeff", "mean"),
        ("cafe\u0301", "caf\u00e9"),
        ("cafe\u200d\u0301", "caf\u00e9"),
        ("MEAN", "mean"),
        ("Straße", "STRASSE"),
    ],
)
def test_what_phones_and_word_processors_change_makes_no_difference(
    typed: str, accepted: str
) -> None:
    assert fold(typed) == fold(accepted)


def test_case_counts_when_the_author_says_so() -> None:
    assert fold("Q", case="exact") != fold("q", case="exact")
    assert fold(" Q\u00a0", case="exact") == "Q"


def test_accents_count_unless_the_author_says_otherwise() -> None:
    assert fold("résumé") != fold("resume")
    assert fold("résumé", accents="fold") == fold("resume", accents="fold")
    assert fold("RÉSUMÉ", accents="fold", case="exact") == "RESUME"


def test_a_power_stays_a_power() -> None:
    assert fold("n²") != fold("n2")


@pytest.mark.parametrize(
    ("text", "reason"),
    [("a\x00b", "NUL"), ("a\ud800b", "surrogate"), ("\udfff", "surrogate")],
)
def test_what_no_database_keeps_is_named(text: str, reason: str) -> None:
    assert reason in (unstorable(text) or "")


@given(TEXTS.filter(lambda text: "\x00" not in text))
def test_any_other_text_can_be_stored(text: str) -> None:
    assert unstorable(text) is None
    text.encode()
