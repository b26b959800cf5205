"""Parameters that a subject refuses."""


class ParamsError(ValueError):
    """Pairs of a place in `params` and what was expected there."""

    def __init__(self, problems: tuple[tuple[tuple[str | int, ...], str], ...]) -> None:
        self.problems = problems
        super().__init__("; ".join(message for _, message in problems))
