"""The browser computes what the engine computes: every case of the golden file, to the last digits.

What is shown must be equal as text, and whatever is counted or chosen must be equal altogether.
"""

import json
import math

import pytest

from tests.attention.golden import FILE

COMPUTE = """
async (golden) => {
  const load = (name) => import(`/static/attention/${name}.js`);
  const { numeral } = await load("attn-numbers");
  const query = await load("attn-query");
  const steps = await load("attn-steps");
  const words = await load("attn-words");
  const cache = await load("attn-cache");
  const ids = (goals) => goals.map(({ id }) => id);
  const shown = (numbers) => numbers.map((number) => numeral(number, 2));
  return {
    attend: golden.attend.cases.map(({ q }) => {
      const { scores, weights } = query.attend(q, golden.attend.keys);
      const met = golden.attend.goals
        .filter((goal) => query.goalMet(goal, q, golden.attend.words, weights));
      return { scores, weights, shown: shown([...scores, ...weights]), met: ids(met) };
    }),
    stages: golden.stages.map(({ q, keys, values }) => {
      const done = steps.compute(q, keys, values);
      const { raw, scaled, weights, output } = done;
      return {
        ...done,
        shown: shown([...raw, ...scaled, ...weights, ...output]),
        leading: steps.leading(raw),
        nearest: steps.nearest(output, values),
      };
    }),
    words: golden.words.cases.map(({ head, causal }) => {
      const { scores } = golden.words.heads[head];
      const weights = scores.map((_, row) => words.weightsOf(scores, row, causal));
      const shades = weights.map((row) => row.map(words.shade));
      return { weights, shades, shown: weights.map(shown) };
    }),
    cache: golden.cache.cases.map(({ prompt, words }) => {
      const run = cache.trace(prompt, words);
      const totals = cache.totals(run, words);
      const met = golden.cache.goals.filter((goal) => cache.goalMet(goal, totals));
      return { ...run, totals, met: ids(met) };
    }),
    numerals: golden.numerals.map(({ value }) => {
      return { fixed: numeral(value, 2), plain: numeral(value) };
    }),
  };
}
"""


@pytest.fixture
def golden():
    return json.loads(FILE.read_text(encoding="utf-8"))


@pytest.fixture
def computed(page, golden):
    page.goto("/lessons/attention/")
    return page.evaluate(COMPUTE, golden)


def assert_same(one, other):
    """Text, counts and places equal; computed numbers within 1e-12."""
    if isinstance(other, list):
        assert len(one) == len(other)
        for first, second in zip(one, other, strict=True):
            assert_same(first, second)
    elif isinstance(other, float):
        assert math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-12)
    else:
        assert one == other


def test_every_figure_computes_what_the_engine_computes(golden, computed):
    for name in ("attend", "words", "cache"):
        golden[name] = golden[name]["cases"]
    for name, cases in golden.items():
        assert len(computed[name]) == len(cases) >= 6
        for one, case in zip(computed[name], cases, strict=True):
            assert len(one) >= 2
            for key in one:
                assert_same(one[key], case[key])
