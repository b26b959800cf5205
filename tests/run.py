"""`python -m tests.run [--fast] [pytest arguments]`: the whole suite, services provided.

Environment: PROVISION=wheels (servers from wheels alone), TEST_DATABASE_URL, TEST_REDIS_URL,
CHROME_PATH.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.provision.accounts import unprivileged_account
from tests.provision.errors import ProvisionError
from tests.provision.folders import base_folder, run_folder
from tests.provision.output import say
from tests.provision.running import orderly_end, run
from tests.provision.services import Services, provided
from tests.provision.stages import (
    Result,
    Stage,
    environment_for,
    plan,
    read_result,
    split_arguments,
    totals,
    wants_browser,
)

ROOT = Path(__file__).resolve().parent.parent


def main(arguments: Sequence[str]) -> int:
    """Run the stages and return the exit code of the first that failed, else 0."""
    fast = "--fast" in arguments
    paths, options = split_arguments([word for word in arguments if word != "--fast"])
    stages = plan(paths, fast=fast)
    if not stages:
        say(
            "error: --fast leaves out tests/services and tests/e2e, and nothing else was asked for."
        )
        return 2
    try:
        with orderly_end(), run_folder(base_folder(unprivileged_account())) as folder:
            results = list(_run_stages(stages, options, folder))
    except ProvisionError as problem:
        say(f"error: {problem}")
        return 1
    except KeyboardInterrupt:
        say("Interrupted; everything that was started has been stopped.")
        return 130
    if fast:
        say("Left out by --fast: PostgreSQL, Redis, the worker, the browser. `make test` runs all.")
    sys.stdout.write(f"{totals(results)}\n")
    return next((result.exit_code for result in results if not result.ok), 0)


def _run_stages(stages: Sequence[Stage], options: Sequence[str], folder: Path) -> Iterator[Result]:
    with _services(stages, folder) as services:
        for number, stage in enumerate(stages, start=1):
            say(f"\n== Stage {number} of {len(stages)}: {stage.title} ==")
            junit = folder / f"stage-{number}.xml"
            command = [sys.executable, "-m", "pytest", *stage.options, f"--junitxml={junit}"]
            environment = environment_for(stage, services, folder, os.environ)
            code = run([*command, *options, *stage.paths], cwd=ROOT, environment=environment)
            result = read_result(code, junit)
            if not result.ok:
                say(f"Stage {stage.title!r} failed: {_why(result)}.")
            yield result


def _why(result: Result) -> str:
    if result.exit_code == 5:
        return "it collected no test"
    if result.skipped:
        return f"{result.skipped} skipped"
    return f"{result.failed} failed, pytest's exit code {result.exit_code}"


@contextmanager
def _services(stages: Sequence[Stage], folder: Path) -> Iterator[Services | None]:
    if not any(stage.services for stage in stages):
        yield None
        return
    with provided(os.environ, folder, with_browser=wants_browser(stages)) as services:
        yield services


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
