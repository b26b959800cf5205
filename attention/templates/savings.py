"""Questions about how much work a KV cache saves over a whole text."""

from __future__ import annotations

from attention.engine import kv_cache_trace
from attention.templates.bodies import Wording
from attention.templates.cache import GENERATED, PROMPTS, SPACE, Lengths
from attention.templates.draws import Words, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.numerals import chain
from attention.templates.solutions import Solution, Spoiled


class SavedKeys(NumberTemplate[Lengths]):
    """Key vectors that need not be computed because there is a cache.

    The texts are as long as those of CachedKeys, and just as many.
    """

    name = "attention.saved_keys"
    pool_size = SPACE
    levels = 2
    draws = 2
    decimals = 0
    tolerance = "0"

    def given(self, words: Words, level: int) -> Lengths:
        """A prompt and a generated text of everyday lengths; at level 2, longer ones."""
        return Lengths(
            whole_numbers(words[:, 0], *PROMPTS[level]),
            whole_numbers(words[:, 1], *GENERATED[level]),
        )

    def worked(self, given: Lengths) -> Worked:
        """Work without less work with a cache, and either alone, or prompts only."""
        p, g = given.prompt.astype(float), given.generated.astype(float)
        trace = kv_cache_trace(given.prompt, given.generated)
        without, cached = (
            counts.sum(axis=-1).astype(float) for counts in (trace.without_cache, trace.with_cache)
        )
        return Worked(
            key=without - cached,
            wrong={
                "saving-is-all-the-work": without,
                "saving-is-what-is-left": cached,
                "saving-starts-with-the-first-step": p * g,
                "saving-ends-with-the-prompt": p * (g - 1),
            },
            sound=given.generated >= 3,
        )

    def wording(self, given: Lengths, row: int, key: str) -> Wording:
        """A model reads a prompt and writes on; two ways to do so are compared."""
        p, g = int(given.prompt[row]), int(given.generated[row])
        steps, without, cached = _work(p, g)
        return Wording(
            situation=(
                f"A model reads a prompt of {p} words and then generates {g} more, one at a time. "
                "Look at a single attention head, and stop as soon as the last word has been "
                "chosen."
            ),
            question=(
                "How many key vectors does a KV cache save, compared with computing all keys anew "
                "for each generated word?"
            ),
            blank=(
                "Compared with computing all keys anew for each generated word, a KV cache saves "
                "[[answer]] key vectors."
            ),
            label="key vectors saved",
            feedback=_feedback(p, g),
            explanation=(
                f"Without a cache, each step computes the keys of the whole text so far: "
                f"${steps} = {without}$. With one, the first step computes the {p} keys of the "
                f"prompt, and each of the other {g - 1} adds one: ${p} + {g - 1} = {cached}$. The "
                f"cache saves the rest: ${without} - {cached} = {key}$."
            ),
        )

    def solution(self, given: Lengths, row: int) -> Solution:
        """The work without a cache, the work with one, and the difference."""
        p, g = int(given.prompt[row]), int(given.generated[row])
        steps, without, cached = _work(p, g)
        told = _feedback(p, g)
        sound_steps, sound_cached = f"{steps} = {without}", f"{p} + {g - 1} = {cached}"
        lines = _lines(sound_steps, without, sound_cached, cached)
        same = f"{g} \\cdot {p} = {g * p}"
        spoiled = (
            Spoiled(
                "uncached-text-does-not-grow",
                _lines(same, g * p, sound_cached, cached),
                f"It computes {p} keys in every step. The text grows by a word with each step, and "
                "its key is computed anew like the others.",
            ),
            Spoiled(
                "cache-gets-the-prompt-free",
                _lines(sound_steps, without, str(g), g),
                f"It counts one key for each generated word. The {p} words of the prompt need "
                "theirs once, and the last word needs none.",
            ),
            Spoiled(
                "cache-ends-with-the-prompt",
                _lines(sound_steps, without, str(p), p),
                f"It counts the {p} words of the prompt only. Each generated word that is followed "
                "by another one needs a key as well.",
            ),
            *(
                Spoiled(slug, (*lines[:2], f"The cache saves ${number}$."), told[slug])
                for slug, number in (
                    ("saving-is-all-the-work", without),
                    ("saving-is-what-is-left", cached),
                )
            ),
        )
        return Solution(lines, spoiled)


def _work(p: int, g: int) -> tuple[str, int, int]:
    """The keys of each step without a cache as a sum in math, their total, and that with one."""
    trace = kv_cache_trace(p, g)
    steps = chain(str(count) for count in trace.without_cache)
    return steps, int(trace.without_cache.sum()), int(trace.with_cache.sum())


def _lines(steps: str, without: int, keys: str, cached: int) -> tuple[str, ...]:
    return (
        f"The keys computed without a cache are ${steps}$.",
        f"The keys computed with a cache are ${keys}$.",
        f"The cache saves ${without} - {cached} = {without - cached}$.",
    )


def _feedback(p: int, g: int) -> dict[str, str]:
    _, without, cached = _work(p, g)
    return {
        "saving-is-all-the-work": (
            f"This is all the work without a cache. With one, {cached} keys still have to be "
            "computed, so not everything is saved."
        ),
        "saving-is-what-is-left": (
            f"This is the work that remains with a cache. Without one it is {without}; the saving "
            "is the difference."
        ),
        "saving-starts-with-the-first-step": (
            f"This is ${g} \\cdot {p}$, the prompt's keys in every step. The first step has to "
            "compute them with a cache, too, and from then on the text grows."
        ),
        "saving-ends-with-the-prompt": (
            f"This is ${g - 1} \\cdot {p}$, the prompt's keys in each step after the first. The "
            "keys of generated words are not computed again either."
        ),
    }
