"""`make bench-variants`: question variants drawn in batches against one call for each.

The peer has the shape of a PrairieLearn question: `generate(data)` is called once per variant with
a seed and fills `data["params"]` and `data["correct_answers"]`. It makes the same questions with
the same template, one at a time, and asks for another seed where one makes no question. Both run
in this process and alternate, so that noise strikes both. One line of JSON: for each template
accepted complete variants per second of CPU both ways and their `ratio` (aim: at least 20), their
median, and what loading the whole subject into an empty database costs.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ["DJANGO_SETTINGS_MODULE"] = "tutor.settings"
os.environ.setdefault("SECRET_KEY", "only-for-measuring-0123456789-abcdefghijklmnopqrstuvwxyz")

SEEDS = 2000
CALLS = 200
ROUNDS = 3
AIM = 20


def main() -> None:
    """Measure and print."""
    with TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/bench.sqlite3"
        import django

        django.setup()
        from quizzes.registry import generators

        templates = {name: _measured(one) for name, one in sorted(generators().items())}
        ratios = [one["ratio"] for one in templates.values()]
        report = {
            "seeds": SEEDS,
            "aim": AIM,
            "median_ratio": round(median(ratios), 2),
            "lowest_ratio": min(ratios),
            "highest_ratio": max(ratios),
            "load": _loaded(),
            "templates": templates,
        }
    sys.stdout.write(f"{json.dumps(report)}\n")


def _measured(generator: Any) -> dict[str, float]:
    """Variants per second of CPU of a template's first form, in a batch and one by one."""
    form = generator.forms[0]
    in_batch, alone = [], []
    for number in range(ROUNDS):
        first = 1 + number * SEEDS
        in_batch.append(_rate(lambda at=first: _batch(generator, form, at)))
        alone.append(_rate(lambda at=first: _calls(generator, form, at)))
    batch_rate, call_rate = median(in_batch), median(alone)
    return {
        "batch_per_second": round(batch_rate),
        "calls_per_second": round(call_rate),
        "ratio": round(batch_rate / call_rate, 2),
    }


def _rate(work: Callable[[], int]) -> float:
    started = time.process_time()
    made = work()
    return made / (time.process_time() - started)


def _batch(generator: Any, form: Any, first: int) -> int:
    drawn = generator.draw(range(first, first + SEEDS), form)
    return sum(candidate is not None for candidate in drawn)


def _calls(generator: Any, form: Any, first: int) -> int:
    for seed in range(first, first + CALLS):
        data = {"variant_seed": seed, "params": {}, "correct_answers": {}}
        _generate(generator, form, data)
        assert data["params"]
    return CALLS


def _generate(generator: Any, form: Any, data: dict[str, Any]) -> None:
    """One variant into `data`, as a PrairieLearn question's server.py does."""
    for seed in _seeds_after(data["variant_seed"]):
        (candidate,) = generator.draw([seed], form)
        if candidate is not None:
            body = candidate.body
            data["params"] = {"prompt": body["prompt"], "options": body.get("options")}
            data["correct_answers"] = {"explanation": body["explanation"]}
            return


def _seeds_after(seed: int) -> Iterator[int]:
    number = 0
    while True:
        yield seed + number * 1_000_003
        number += 1


def _loaded() -> dict[str, float]:
    """What it costs to load every lesson with its pools into an empty database."""
    from django.core.management import call_command
    from django.utils import timezone

    from lessons.services.loading import content_folders, load_lessons, read_content
    from quizzes.models import Variant

    call_command("migrate", verbosity=0)
    started, cpu = time.perf_counter(), time.process_time()
    load_lessons(read_content(content_folders()), now=timezone.now())
    variants = Variant.objects.count()
    return {
        "variants": variants,
        "seconds": round(time.perf_counter() - started, 2),
        "cpu_seconds": round(time.process_time() - cpu, 2),
    }


if __name__ == "__main__":
    main()
