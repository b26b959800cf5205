"""Weights, once more."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from tests.attention.recomputed.base import Number, Recomputed, place_of, share_slips, soft_share


def softmax_weight(prompt: str) -> Recomputed:
    scores = [Fraction(number) for number in re.findall(r"\$s_\d = (-?[\d.]+)\$", prompt)]
    asked = place_of(re.findall(r"the (\w+) key", prompt)[-1])
    total, largest = sum(scores), max(scores)
    wrong: dict[str, Number | None] = {
        "softmax-is-a-plain-share": scores[asked] / total if total else None,
        "softmax-without-dividing": math.exp(scores[asked]),
        "softmax-divides-by-the-largest": scores[asked] / largest if largest else None,
        "softmax-shares-equally": Fraction(1, len(scores)),
        "softmax-with-base-two": 2 ** float(scores[asked]) / sum(2 ** float(s) for s in scores),
    }
    key = math.exp(scores[asked]) / math.fsum(math.exp(score) for score in scores)
    return Recomputed(key, wrong, 2, share_slips(scores, asked))


def scaled_weight(prompt: str) -> Recomputed:
    products = [int(number) for number in re.findall(r"\$q \\cdot k_\d = (-?\d+)\$", prompt)]
    (length,) = map(int, re.findall(r"\$d_k = (\d+)\$", prompt))
    asked = place_of(re.findall(r"the (\w+) key", prompt)[-1])
    unscaled = soft_share(products, asked)
    wrong: dict[str, Number | None] = {
        "scaling-left-out": unscaled,
        "scaling-by-the-length": soft_share([p / length for p in products], asked),
        "scaling-after-softmax": unscaled / math.sqrt(length),
        "softmax-is-a-plain-share": (
            Fraction(products[asked], sum(products)) if sum(products) else None
        ),
        "softmax-shares-equally": Fraction(1, len(products)),
    }
    scores = [p / math.sqrt(length) for p in products]
    return Recomputed(soft_share(scores, asked), wrong, 2, share_slips(scores, asked))


def causal_weight(prompt: str) -> Recomputed:
    scores = [float(number) for number in re.findall(r"\$s_\d = (-?[\d.]+)\$", prompt)]
    asking = place_of(re.findall(r"scores of the (\w+) word's query", prompt)[0])
    told = re.findall(r"give(?:s)? (itself|the \w+ word)(?:,| a weight)", prompt)[0]
    asked = asking if told == "itself" else place_of(told.split()[1])
    seen = scores[: asking + 1]

    def share(places: list[int]) -> float:
        return (
            soft_share([scores[p] for p in places], places.index(asked)) if asked in places else 0
        )

    wrong: dict[str, Number | None] = {
        "mask-is-forgotten": soft_share(scores, asked),
        "mask-sets-the-score-to-zero": soft_share(
            [*seen, *(0.0 for _ in scores[asking + 1 :])], asked
        ),
        "mask-hides-the-word-itself": share(list(range(asking))),
        "mask-hides-the-past": share(list(range(asking, len(scores)))),
        "softmax-shares-equally": Fraction(1, len(seen)),
    }
    slips = share_slips(seen, asked)
    if round(sum(seen), 6):
        slips["softmax-is-a-plain-share"] = seen[asked] / sum(seen)
    return Recomputed(soft_share(seen, asked), wrong, 2, slips)


def matrix_cell(prompt: str) -> Recomputed:
    rows = [
        [Fraction(score) for score in re.findall(r"\$(-?[\d.]+)\$", line)]
        for line in prompt.splitlines()
        if " query |" in line
    ]
    asking, asked = (
        place_of(ordinal)
        for ordinal in re.findall(r"the (\w+) word gives? the (\w+) word", prompt)[0]
    )
    column = [row[asked] for row in rows]
    flat = [score for row in rows for score in row]
    mine, total = rows[asking], sum(rows[asking])
    wrong: dict[str, Number | None] = {
        "softmax-down-the-column": soft_share(column, asking),
        "matrix-cell-is-transposed": soft_share(rows[asked], asking),
        "softmax-over-the-whole-matrix": soft_share(flat, asking * len(rows) + asked),
        "softmax-is-a-plain-share": mine[asked] / total if total else None,
        "softmax-shares-equally": Fraction(1, len(rows)),
    }
    return Recomputed(soft_share(mine, asked), wrong, 2, share_slips(mine, asked))


def weight_ratio(prompt: str) -> Recomputed:
    products = [int(number) for number in re.findall(r"q \\cdot k_\d = (-?\d+)\$", prompt)]
    scores = [float(number) for number in re.findall(r"\$s_\d = (-?[\d.]+)\$", prompt)]
    if products:
        (length,) = map(int, re.findall(r"\$d_k = (\d+)\$", prompt))
        scores = [product / math.sqrt(length) for product in products]
    mine, other = scores
    wrong: dict[str, Number | None] = {
        "weights-stand-as-their-scores": mine / other if other else None,
        "ratio-is-the-gap": mine - other,
        "ratio-is-upside-down": math.exp(other) / math.exp(mine),
        "softmax-with-base-two": 2**mine / 2**other,
    }
    return Recomputed(math.exp(mine) / math.exp(other), wrong, 2)


def shifted_scores(prompt: str) -> Recomputed:
    old, asked = scores_of(prompt)
    (shift,) = map(Fraction, re.findall(r"Now \$(-?[\d.]+)\$ is added", prompt))
    new = [score + shift for score in old]
    one = [score + shift if place == asked else score for place, score in enumerate(old)]
    before = soft_share(old, asked)
    wrong: dict[str, Number | None] = {
        "shift-scales-the-weight": before * math.exp(shift),
        "shift-reaches-one-score": soft_share(one, asked),
        "softmax-is-a-plain-share": new[asked] / sum(new) if sum(new) else None,
        "shift-adds-to-the-weight": before + float(shift),
        "softmax-shares-equally": Fraction(1, len(old)),
    }
    return Recomputed(soft_share(new, asked), wrong, 2, share_slips(new, asked))


def multiplied_query(prompt: str) -> Recomputed:
    old, asked = scores_of(prompt)
    (times,) = map(int, re.findall(r"is multiplied by \$(\d+)\$", prompt))
    new = [score * times for score in old]
    before = soft_share(old, asked)
    wrong: dict[str, Number | None] = {
        "longer-query-changes-nothing": before,
        "longer-query-scales-the-weight": before * times,
        "longer-query-raises-the-weight-to-a-power": before**times,
        "longer-query-makes-scores-smaller": soft_share([score / times for score in old], asked),
    }
    slips = share_slips(new, asked)
    if sum(new):
        slips["softmax-is-a-plain-share"] = new[asked] / sum(new)
    return Recomputed(soft_share(new, asked), wrong, 2, slips)


def scores_of(prompt: str) -> tuple[list[Fraction], int]:
    """The scores that a prompt lists first, and the place of the key that it asks for."""
    sentence = prompt[: prompt.index(". ")]
    scores = [Fraction(number) for number in re.findall(r"\$(-?\d+\.\d)\$", sentence)]
    return scores, place_of(re.findall(r"the (\w+) key (?:now )?get", prompt)[0])


RECOMPUTED = {
    "attention.weight_ratio": weight_ratio,
    "attention.shifted_scores": shifted_scores,
    "attention.multiplied_query": multiplied_query,
    "attention.matrix_cell": matrix_cell,
    "attention.softmax_weight": softmax_weight,
    "attention.scaled_weight": scaled_weight,
    "attention.causal_weight": causal_weight,
}
