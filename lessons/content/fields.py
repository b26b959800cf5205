"""Reads the entries of one YAML mapping, reporting whatever is not as the format says."""

from collections.abc import Sequence

from lessons.content.names import SLUG, SLUG_RULE
from lessons.content.report import Report
from lessons.content.yaml_places import Loc, YamlText
from quizzes import markdown
from quizzes.kinds.base import Json, JsonObject


class Fields:
    """One mapping of a YAML text. Each reader reports a problem and returns an empty value."""

    def __init__(self, yaml: YamlText, loc: Loc, report: Report) -> None:
        self.yaml = yaml
        self.loc = loc
        self.report = report
        self.values = _at(yaml.value, loc)

    def allow(self, keys: Sequence[str]) -> None:
        """Report every key that is not among `keys`."""
        for key in self.values:
            if key not in keys:
                names = ", ".join(keys)
                self.problem(key, f"unknown key “{key}”; allowed are: {names}")

    def problem(self, key: str, message: str) -> None:
        self.report.add(self.line(key), message)

    def line(self, key: str) -> int:
        """The line of an entry, or that of the mapping if it has no such entry."""
        return self.yaml.line((*self.loc, key))

    def has(self, key: str) -> bool:
        return self.values.get(key) is not None

    def block(self, key: str, *, required: bool = True) -> str:
        """A text of any number of lines."""
        value = self.values.get(key)
        if value is None and not required:
            return ""
        if isinstance(value, str) and value.strip():
            return value
        wanted = f"expected “{key}” with text"
        is_number = isinstance(value, int | float)
        self.problem(key, f"{wanted}; quote “{value}”" if is_number else wanted)
        return ""

    def title(self, key: str, *, limit: int, required: bool = True) -> str:
        """A text on one line without markup, of at most `limit` characters."""
        text = self.block(key, required=required).strip()
        if "\n" in text or len(text) > limit:
            self.problem(key, f"expected “{key}” on one line of at most {limit} characters")
        return text

    def slug(self, key: str) -> str:
        value = self.values.get(key)
        if isinstance(value, str) and SLUG.fullmatch(value):
            return value
        self.problem(key, f"expected “{key}” with {SLUG_RULE}")
        return ""

    def whole(self, key: str, low: int, high: int) -> int:
        value = self.values.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.problem(key, f"expected “{key}” with a whole number from {low} to {high}")
        return low

    def flag(self, key: str) -> bool:
        value = self.values.get(key, False)
        if isinstance(value, bool):
            return value
        self.problem(key, f"expected “{key}” with true or false")
        return False

    def mapping(self, key: str) -> JsonObject:
        value = self.values.get(key)
        if isinstance(value, dict):
            return value
        if value is not None:
            self.problem(key, f"expected “{key}” with a mapping")
        return {}

    def items(self, key: str, *, at_least: int = 0) -> list[Json]:
        value = self.values.get(key)
        if value is None and not at_least:
            return []
        if isinstance(value, list) and len(value) >= at_least:
            return value
        self.problem(key, f"expected “{key}” with a list" + _at_least(at_least))
        return []

    def entries(self, key: str, keys: Sequence[str], *, at_least: int = 0) -> list["Fields"]:
        """The mappings of a list, each with no other than the given keys."""
        found = []
        for index, item in enumerate(self.items(key, at_least=at_least)):
            loc = (*self.loc, key, index)
            if isinstance(item, dict):
                entry = Fields(self.yaml, loc, self.report)
                entry.allow(keys)
                found.append(entry)
            else:
                wanted = f"expected a mapping with {', '.join(keys)}"
                self.report.add(self.yaml.line(loc), wanted)
        return found

    def slugs(self, key: str) -> list[tuple[str, int]]:
        """The slugs of a list, each with its line."""
        found = []
        for index, item in enumerate(self.items(key, at_least=1)):
            line = self.yaml.line((*self.loc, key, index))
            if isinstance(item, str) and SLUG.fullmatch(item):
                found.append((item, line))
            else:
                self.report.add(line, f"expected {SLUG_RULE}")
        return found

    def markdown(self, key: str, *, required: bool = True) -> str:
        """A checked Markdown source; the empty string if it cannot be rendered."""
        text = self.block(key, required=required)
        return text if self.is_sound((key,), text) else ""

    def is_sound(self, loc: Loc, text: str) -> bool:
        """Report the problems of the Markdown that stands at `loc` within this mapping."""
        found = markdown.problems(text)
        for problem in found:
            line = self.yaml.line_in_text((*self.loc, *loc), problem.line)
            self.report.add(line, problem.message)
        return not found


def _at(value: Json, loc: Loc) -> JsonObject:
    for step in loc:
        if isinstance(step, int):
            value = value[step] if isinstance(value, list) else None
        else:
            value = value.get(step) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def _at_least(count: int) -> str:
    return f" of at least {count}" if count else ""
