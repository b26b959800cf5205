"""What an administrator sees of questions and answers, and what the apps above build theirs on."""

from quizzes.admin import answers, content
from quizzes.admin.columns import linked
from quizzes.admin.pages import AuthoredAdmin, LinkedAdmin, ReadOnlyAdmin

__all__ = ["AuthoredAdmin", "LinkedAdmin", "ReadOnlyAdmin", "answers", "content", "linked"]
