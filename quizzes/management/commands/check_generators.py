"""`manage.py check_generators [--seeds N] [--only NAME] [--json]`: hold generators to the rules."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from quizzes.generation import Generator
from quizzes.generator_checks import COLLISION, FINITE, Check, check
from quizzes.registry import generators

SEEDS = 2000
COLUMNS = (
    "template",
    "form",
    "accepted",
    "distinct",
    "pool",
    "boundary",
    "collisions",
    "not finite",
    "place p",
    "faults",
)
LEFT = 2  # so many columns are set to the left, the others to the right


class Command(BaseCommand):
    """Draws many seeds of each generator of each subject and measures what comes."""

    help = "Check every question generator; exits with an error if any breaks a rule."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--seeds", type=_count, default=SEEDS, metavar="N")
        parser.add_argument("--only", metavar="NAME", help="one generator instead of all")
        parser.add_argument("--json", action="store_true", help="print JSON instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run."""
        seeds: int = options["seeds"]
        by_name = _chosen(options["only"])
        checks = [
            check(generator, form, seeds)
            for generator in by_name.values()
            for form in generator.forms
        ]
        faults = sum(len(one.faults) for one in checks)
        summary = f"{len(by_name)} templates, {faults} faults"
        if options["json"]:
            self.stdout.write(_as_json(checks, seeds, len(by_name), faults))
        else:
            self.stdout.write("\n".join([*_table(checks), *_listing(checks), summary]))
        if faults:
            raise CommandError(summary)


def _chosen(only: str | None) -> Mapping[str, Generator]:
    by_name = generators()
    if only is None:
        return by_name
    if only not in by_name:
        raise CommandError(f"unknown generator {only!r}; known are: {', '.join(sorted(by_name))}")
    return {only: by_name[only]}


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError("expected a whole number from 1 up")
    return int(text)


def _as_json(checks: Sequence[Check], seeds: int, templates: int, faults: int) -> str:
    rows = [{**asdict(one), "acceptance": one.acceptance} for one in checks]
    report = {"seeds": seeds, "templates": templates, "faults": faults, "checks": rows}
    return json.dumps(report, indent=2, ensure_ascii=False)


def _table(checks: Sequence[Check]) -> list[str]:
    """Lines of equal columns, a heading first."""
    rows = [COLUMNS, *(_row(one) for one in checks)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(COLUMNS))]
    return [
        "  ".join(
            cell.ljust(width) if column < LEFT else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def _row(one: Check) -> tuple[str, ...]:
    return (
        f"{one.generator} v{one.version}",
        str(one.form),
        f"{one.acceptance:.1%}",
        str(one.distinct),
        f"{one.pool_reached}/{one.pool_size}",
        str(one.on_boundary),
        str(one.broken(COLLISION)),
        str(one.broken(FINITE)),
        "–" if one.place_p is None else f"{one.place_p:.2g}",
        str(len(one.faults)),
    )


def _listing(checks: Sequence[Check]) -> list[str]:
    return [
        f"{one.generator} {one.form}: {fault.rule}, {fault.count} times; first: {fault.example}"
        for one in checks
        for fault in one.faults
    ]
