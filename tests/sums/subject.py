"""One generator and one figure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from lessons.content import WidgetError
from quizzes.generation import Candidate, Form
from quizzes.kinds.base import Json


@dataclass(frozen=True)
class Sum:
    """What two whole numbers come to; who multiplies them is told so."""

    name: str = "sums.two_numbers"
    version: int = 1
    pool_size: int = 30
    forms: tuple[Form, ...] = (Form("fill_in"),)

    def draw(self, seeds: Sequence[int], form: Form) -> list[Candidate | None]:
        """A question for each seed; none where adding and multiplying come to the same."""
        return [self._made(seed) for seed in seeds]

    def _made(self, seed: int) -> Candidate | None:
        a, b = 2 + seed % 7, 3 + seed // 7 % 11
        if abs(a * b - (a + b)) < 2:
            return None
        blank: Json = {
            "type": "number",
            "label": "the sum",
            "value": str(a + b),
            "atol": "0",
            "wrong": [
                {
                    "value": str(a * b),
                    "feedback": f"{a} times {b} is that.",
                    "misconception": "adding-is-multiplying",
                }
            ],
        }
        return Candidate(
            seed,
            {
                "prompt": f"What is ${a} + {b}$? [[sum]]",
                "blanks": {"sum": blank},
                "explanation": f"${a} + {b} = {a + b}$.",
            },
        )


@dataclass(frozen=True)
class Stones:
    """As many stones as there are to count."""

    name: str = "sums.stones"
    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()

    def render(self, params: Mapping[str, Json]) -> str:
        """A list with a stone for each."""
        count = params.get("count")
        if not isinstance(count, int) or not 1 <= count <= 20:
            raise WidgetError(((("count",), "expected 1 to 20"),))
        return f"<p>{escape('● ' * count)}</p>"


GENERATORS = {"sums.two_numbers": Sum()}
WIDGETS = {"sums.stones": Stones()}
