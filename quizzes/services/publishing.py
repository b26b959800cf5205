"""Making an authored question available: versions and pools of checked variants."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from quizzes.canonical import digest
from quizzes.generation import Form, PoolVariant, fill_pool, fingerprint, form_of
from quizzes.kinds import KINDS
from quizzes.kinds.base import Json, JsonObject
from quizzes.models import Bank, Concept, Question, QuestionVersion, Variant
from quizzes.models.content import Origin
from quizzes.registry import generators


@dataclass(frozen=True)
class QuestionSource:
    """A question as its author wrote it, with where it is taught.

    The body of a generated question says which form of its kind is asked for.
    """

    slug: str
    kind: str
    concept: str  # slug
    body: JsonObject
    generator: str  # '' for a fixed question
    source_title: str
    source_path: str
    source_anchor: str
    source_file: str = ""  # '' for what no file brought
    resets_memory: bool = False


def publish(
    *, bank: Bank, concept: Concept, source: QuestionSource, origin: Origin, now: datetime
) -> tuple[Question, bool]:
    """Store a question; return it and whether anything changed.

    A changed meaning makes a new version; learners' cards hang on the question and survive. Call it
    in a transaction. Raises BodyError or PoolError.
    """
    question = (
        Question.objects.select_related("current").filter(bank=bank, slug=source.slug).first()
    )
    described = {
        "concept_id": concept.id,
        "source_title": source.source_title,
        "source_path": source.source_path,
        "source_anchor": source.source_anchor,
        "source_file": source.source_file,
        "origin": origin.value,
        "retired_at": None,
    }
    changed = False
    if question is None:
        question = Question.objects.create(bank=bank, slug=source.slug, **described)
        changed = True
    elif any(getattr(question, name) != value for name, value in described.items()):
        for name, value in described.items():
            setattr(question, name, value)
        question.save(update_fields=list(described))
        changed = True
    if question.current is None or question.current.content_hash != content_hash(source):
        question.current = _version(question, source, now)
        question.origin_hash = question.current.content_hash
        question.save(update_fields=["current", "origin_hash"])
        changed = True
    return question, changed


def content_hash(source: QuestionSource) -> str:
    """Return the hash of a question's meaning: kind, body, generator and its version."""
    version = generators()[source.generator].version if source.generator else None
    return digest(
        {
            "kind": source.kind,
            "body": source.body,
            "generator": source.generator,
            "generator_version": version,
        }
    )


def _version(question: Question, source: QuestionSource, now: datetime) -> QuestionVersion:
    hashed = content_hash(source)
    earlier = question.versions.filter(content_hash=hashed).first()
    if earlier:
        return earlier  # the author went back to an earlier wording
    pool = _pool(source)
    latest = question.versions.order_by("-number").first()
    generator = generators()[source.generator] if source.generator else None
    version = QuestionVersion.objects.create(
        question=question,
        number=latest.number + 1 if latest else 1,
        kind=source.kind,
        body=source.body,
        content_hash=hashed,
        generator=source.generator,
        generator_version=generator.version if generator else None,
        pool_size=len(pool),
        resets_memory=source.resets_memory,
        created_at=now,
    )
    Variant.objects.bulk_create(
        Variant(
            version=version,
            ordinal=ordinal,
            kind=source.kind,
            seed=member.seed if generator else None,
            fingerprint=member.fingerprint,
            shown=member.sheet.shown,
            secret=member.sheet.secret,
        )
        for ordinal, member in enumerate(pool)
    )
    return version


@lru_cache(maxsize=64)
def generated_pool(generator_name: str, form: Form) -> tuple[PoolVariant, ...]:
    """Return every variant of a form that a generator promises, checked. Raises PoolError."""
    generator = generators()[generator_name]
    return tuple(fill_pool(generator, form, generator.pool_size))


def misconceptions_of(pool: tuple[PoolVariant, ...]) -> set[str]:
    """Return the slugs of the misconceptions that answers to these variants can show."""
    return {slug for member in pool for slug in _named(member.sheet.secret)}


def _named(value: Json) -> Iterator[str]:
    if isinstance(value, dict):
        slug = value.get("misconception")
        if isinstance(slug, str) and slug:
            yield slug
        for inner in value.values():
            yield from _named(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _named(inner)


def _pool(source: QuestionSource) -> tuple[PoolVariant, ...]:
    if source.generator:
        return generated_pool(source.generator, form_of(source.kind, source.body))
    sheet = KINDS[source.kind].validate(source.body)
    return (PoolVariant(0, sheet, fingerprint(sheet.shown)),)
