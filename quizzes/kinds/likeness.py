"""When two texts of one question read the same to a learner."""

import re

from quizzes.text import fold

_FENCE = re.compile(r"^ {0,3}(```|~~~)", re.MULTILINE)


def reads_as(text: str) -> str:
    """The form in which two texts are compared: Q and q differ, and so does indentation in code."""
    if not _FENCE.search(text):
        return fold(text, case="exact")
    return "\n".join(
        line[: len(line) - len(line.lstrip())] + fold(line, case="exact")
        for line in text.strip("\r\n").splitlines()
    )
