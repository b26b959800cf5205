"""The sentence whose words can ask says everything about its start without scripts."""

from __future__ import annotations

import json
import re

import numpy as np

from attention import engine
from attention.widgets import WIDGETS
from attention.widgets.words import weigh
from tests.attention.sentences import PARAMS, SHOWN

WORDS = WIDGETS["attention.words"]


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<script.*?</script>|<[^>]*>", " ", html)).strip()


def sentence_of(html: str) -> list[str]:
    return re.findall(r"<li.*?</li>", html)


def test_the_first_word_that_asks_is_shown_with_its_weights_over_the_others() -> None:
    html = WORDS.render(SHOWN)
    scores = np.array(SHOWN["heads"][0]["scores"])
    weights = engine.softmax(engine.masked(scores, engine.causal_mask(7)))[5]
    assert text_of(html).startswith("Where “it” looks (who is meant)")
    items = sentence_of(html)
    shown = [f"{word} {weight:.2f}" for word, weight in zip(SHOWN["words"], weights, strict=True)]
    assert [text_of(item) for item in items] == [*shown[:6], "cried 0 hidden"]
    assert ["attn-asks" in item for item in items] == [place == 5 for place in range(7)]
    assert "attn-hidden" in items[6]
    assert "attn-shade-8" in items[3]


def test_without_a_mask_every_word_is_seen_in_both_directions() -> None:
    html = WORDS.render({**SHOWN, "causal": False})
    assert "hidden" not in text_of(html)
    shares = [float(text_of(item).split()[-1]) for item in sentence_of(html)]
    assert abs(sum(shares) - 1) < 0.04  # seven roundings
    assert shares[6] > 0


def test_every_head_has_its_matrix_with_the_row_of_the_asking_word_marked() -> None:
    html = WORDS.render(SHOWN)
    assert html.count("<table") == 2
    for head in SHOWN["heads"]:
        assert f"Weights of head “{head['name']}”: each row" in html
        assert f'aria-label="Matrix of weights of head “{head["name"]}”"' in html
    marked = re.findall(r'<tr class="attn-asking"><th[^>]*>(\w+)<', html)
    assert marked == ["it", "it"]


def test_a_single_head_goes_without_a_name() -> None:
    html = WORDS.render({**SHOWN, "heads": SHOWN["heads"][:1]})
    assert "who is meant" not in text_of(html)
    assert text_of(html).startswith("Where “it” looks Nora 0.08")


def test_equal_scores_shade_alike_and_halves_go_up() -> None:
    """A quarter is two and a half shades: the browser rounds it up, and so does the server."""
    html = WORDS.render(
        {
            "words": list("wxyz"),
            "heads": [{"name": "flat", "scores": [[0, 0, 0, 0]] * 4}],
            "start": 0,
            "causal": False,
        }
    )
    assert html.count("attn-shade-3") == 4 + 16


def test_the_script_comes_with_the_figure_and_its_settings_cannot_end_early() -> None:
    assert WORDS.scripts == ("attention/attn-words.js",)
    html = WORDS.render({**SHOWN, "words": ["</script>", *SHOWN["words"][1:]]})
    settings = html.split('<script type="application/json">')[1].split("</script>")[0]
    assert "<" not in settings
    assert json.loads(settings)["words"][0] == "</script>"
    assert json.loads(settings)["heads"] == SHOWN["heads"]


def test_the_weights_of_a_sentence_agree_with_one_row_at_a_time() -> None:
    scores = PARAMS["heads"][0]["scores"]
    causal, free = weigh(scores, causal=True)[0], weigh(scores, causal=False)[0]
    for place, row in enumerate(scores):
        np.testing.assert_allclose(causal[place, : place + 1], engine.softmax(row[: place + 1]))
        np.testing.assert_allclose(free[place], engine.softmax(row))
        assert (causal[place, place + 1 :] == 0).all()
