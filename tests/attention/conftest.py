"""Names the forms of templates in test ids."""

from __future__ import annotations

import pytest

from quizzes.generation import Form


def pytest_make_parametrize_id(config: pytest.Config, val: object, argname: str) -> str | None:
    """A form by its words: "fill_in level 2"."""
    return str(val) if isinstance(val, Form) else None
