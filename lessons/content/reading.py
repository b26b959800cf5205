"""What is at hand while one lesson is read: what it may name, and where problems go."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from lessons.content.blocks import Directive
from lessons.content.computing import Computation
from lessons.content.fields import Fields
from lessons.content.names import SLUG, SLUG_RULE, Names
from lessons.content.report import Report
from lessons.content.widgets import Widget
from lessons.content.yaml_places import read_yaml
from quizzes.generation import Generator
from quizzes.kinds.base import Kind


@dataclass(frozen=True)
class Reading:
    """One lesson being read; `bank` is the slug of its bank, or empty if that is not known."""

    report: Report
    names: Names
    bank: str
    kinds: Mapping[str, Kind]
    generators: Mapping[str, Generator]
    widgets: Mapping[str, Widget]
    computations: Mapping[str, Computation]
    # The widgets that the lesson has used so far, by name.
    used: dict[str, Widget] = field(default_factory=dict)

    def fields(self, directive: Directive, keys: list[str]) -> Fields | None:
        """The entries of a directive, with keys that are not among `keys` reported."""
        fields = self.open_fields(directive)
        if fields is not None:
            fields.allow(keys)
        return fields

    def open_fields(self, directive: Directive) -> Fields | None:
        """The entries of a directive, whatever their keys; None if its YAML cannot be read."""
        yaml = read_yaml(directive.yaml, directive.line + 1, self.report)
        if yaml is None:
            return None
        if not isinstance(yaml.value, dict):
            self.report.add(directive.line + 1, "expected a mapping: lines of “key: value”")
            return None
        return Fields(yaml, (), self.report)

    def slug(self, directive: Directive, scope: str) -> str:
        """The slug in a directive's first line, defined in `scope`; empty if there is none."""
        slug = directive.argument
        if not SLUG.fullmatch(slug):
            self.report.add(directive.line, f"expected “{directive.name}” with {SLUG_RULE}")
            return ""
        self.names.define(scope, slug, self.report.file, directive.line)
        return slug

    def mention(self, scope: str, slug: str, line: int) -> None:
        """Note a slug that must be defined somewhere in the folder."""
        if slug:
            self.names.mention(scope, slug, self.report.file, line)

    @property
    def question_scope(self) -> str:
        return f"question of bank “{self.bank}”"
