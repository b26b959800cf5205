"""What to answer: right and wrong answers of a learner's open questions, and how to enter them."""

from dataclasses import dataclass
from typing import Any

from quizzes.models import Draw

CHECKS = (
    *("score-sign", "softmax-weight", "mask-purpose"),
    *("cached-work", "soft-blend", "wrong-match"),
)
EXPLANATION = "explain-attention"


@dataclass(frozen=True)
class Answers:
    """A right and a wrong answer to one draw; for blanks by name, for a choice the option's id."""

    draw: Draw
    right: dict[str, str]
    wrong: dict[str, str]
    misconception: str  # the slug that the wrong answer shows

    @property
    def anchor(self) -> str:
        """The id of the question in its page."""
        return f"q-{self.draw.public_id}"


def answers_to(learner: Any, slug: str) -> Answers:
    """Return the answers to the newest draw of this question."""
    draw = Draw.objects.of(learner.pk).filter(question__slug=slug).latest("number")
    return answers_to_draw(draw)


def answers_to_draw(draw: Draw) -> Answers:
    """Return the answers to this draw."""
    secret = draw.variant.secret
    if draw.variant.kind == "multiple_choice":
        told = {key: option["misconception"] for key, option in secret["options"].items()}
        bad = next(key for key in told if told[key])
        right, wrong = (draw.wire.id_of(key) for key in (secret["right"], bad))
        return Answers(draw, {"": right}, {"": wrong}, told[bad])
    keys = {name: blank["key"] for name, blank in secret["blanks"].items()}
    right = {name: key.get("value") or key["accept"][0] for name, key in keys.items()}
    name = next(name for name, key in keys.items() if key["wrong"] and "value" in key)
    mistake = keys[name]["wrong"][0]
    return Answers(draw, right, right | {name: mistake["value"]}, mistake["misconception"])


def question_in(page: Any, answers: Answers) -> Any:
    """Return the question's element."""
    return page.locator(f"#{answers.anchor}")


def enter(page: Any, answers: Answers, entries: dict[str, str]) -> None:
    """Choose the option or type into the blanks, without handing in."""
    question = question_in(page, answers)
    for name, entry in entries.items():
        if name:
            question.locator(f"[name='blanks.{name}']").fill(entry)
        else:
            question.locator(f"input[value='{entry}']").check()


def hand_in(page: Any, answers: Answers, entries: dict[str, str]) -> Any:
    """Enter an answer and press the button; returns the question's element."""
    enter(page, answers, entries)
    question = question_in(page, answers)
    question.get_by_role("button", name="Check answer").click()
    question.locator(".result").wait_for()
    return question


def tab_to(page: Any, selector: str, *, most: int = 150) -> None:
    """Press Tab until the focus is on (or in) the first element that matches."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => Boolean(document.activeElement.closest(wanted))", selector):
            return
    raise AssertionError(f"the Tab key does not reach {selector}")
