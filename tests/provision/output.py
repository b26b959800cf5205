"""How the runner speaks: one line at a time, at once, to standard error."""

import sys


def say(line: str) -> None:
    """Write a line about provisioning; standard output stays the tests' own."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
