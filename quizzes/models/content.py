"""What is asked: concepts, misconceptions, banks, questions, their versions and variants."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone

from quizzes.appendonly import AppendOnlyModel

SLUG_LENGTH = 60
SOURCE_FILE_LENGTH = 767  # two folders and a file, each as long as a file system allows


class Kind(models.TextChoices):
    """How a question is put and graded; each has a module in quizzes/kinds."""

    MULTIPLE_CHOICE = "multiple_choice", "multiple choice"
    FILL_IN = "fill_in", "fill in"
    ORDERING = "ordering", "ordering"
    EXPLANATION = "explanation", "explanation"


class Origin(models.TextChoices):
    """Where an authored object comes from; what comes from a file is edited there."""

    FILE = "file", "lesson file"
    ADMIN = "admin", "admin"
    IMPORT = "import", "import"


class FromFile(models.Model):
    """Base of what a content file may bring; then the file is where it is changed."""

    # Folder and name, as in "attention/content/attention.md"; empty for what comes from elsewhere.
    source_file = models.CharField(
        max_length=SOURCE_FILE_LENGTH, blank=True, default="", editable=False
    )

    class Meta:
        abstract = True


class Concept(FromFile):
    """What a question is about."""

    slug = models.SlugField(max_length=SLUG_LENGTH, unique=True)
    title = models.CharField(max_length=120)

    class Meta:
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.title


class Misconception(FromFile):
    """A wrong idea that people really have, with its correction."""

    slug = models.SlugField(max_length=SLUG_LENGTH, unique=True)
    concept = models.ForeignKey(Concept, on_delete=models.PROTECT, related_name="misconceptions")
    statement = models.TextField()
    correction = models.TextField()

    class Meta:
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.statement


class Bank(FromFile):
    """A set of questions kept together."""

    slug = models.SlugField(max_length=SLUG_LENGTH, unique=True)
    title = models.CharField(max_length=120)

    class Meta:
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.title


class Question(FromFile):
    """An authored item; its wording and key live in immutable versions."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    bank = models.ForeignKey(Bank, on_delete=models.PROTECT, related_name="questions")
    slug = models.SlugField(max_length=SLUG_LENGTH)
    concept = models.ForeignKey(Concept, on_delete=models.PROTECT, related_name="questions")
    # Where it is taught, as plain text, so that a review can link back without knowing lessons.
    source_title = models.CharField(max_length=200, blank=True)
    source_path = models.CharField(max_length=200, blank=True)
    source_anchor = models.CharField(max_length=80, blank=True)
    origin = models.CharField(max_length=8, choices=Origin, default=Origin.ADMIN)
    origin_hash = models.CharField(max_length=64, blank=True)
    current = models.ForeignKey(
        "QuestionVersion", on_delete=models.PROTECT, null=True, related_name="+"
    )
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["bank", "slug"]
        constraints = [
            models.UniqueConstraint(fields=["bank", "slug"], name="question_slug_in_bank"),
            models.CheckConstraint(
                condition=Q(origin__in=Origin.values), name="question_origin_known"
            ),
        ]

    def __str__(self) -> str:
        return self.slug


class QuestionVersion(AppendOnlyModel):
    """One immutable wording of a question with its key, or the generator of its variants."""

    question = models.ForeignKey(Question, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    # What the author declared; a generator that offers several shapes may still vary by variant.
    kind = models.CharField(max_length=16, choices=Kind)
    body = models.JSONField()
    content_hash = models.CharField(max_length=64)
    generator = models.CharField(max_length=80, blank=True)
    generator_version = models.PositiveIntegerField(null=True)
    pool_size = models.PositiveIntegerField()
    # A new version keeps learners' memory unless its author says that it asks something else.
    resets_memory = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["question", "number"]
        constraints = [
            models.UniqueConstraint(fields=["question", "number"], name="version_number"),
            models.UniqueConstraint(fields=["question", "content_hash"], name="version_content"),
            models.CheckConstraint(condition=Q(kind__in=Kind.values), name="version_kind_known"),
            models.CheckConstraint(condition=Q(pool_size__gte=1), name="version_pool_not_empty"),
        ]

    def __str__(self) -> str:
        return f"{self.question} v{self.number}"


class Variant(AppendOnlyModel):
    """One concrete instance of a version: checked beforehand, stored once, put before learners."""

    version = models.ForeignKey(QuestionVersion, on_delete=models.CASCADE, related_name="variants")
    ordinal = models.PositiveIntegerField()
    kind = models.CharField(max_length=16, choices=Kind)
    seed = models.BigIntegerField(null=True)
    fingerprint = models.CharField(max_length=64)
    shown = models.JSONField()  # all that presenting may read
    secret = models.JSONField()  # key, feedback, explanation: read by grading and after the answer

    class Meta:
        ordering = ["version", "ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["version", "ordinal"], name="variant_ordinal"),
            models.UniqueConstraint(fields=["version", "fingerprint"], name="variant_distinct"),
            models.CheckConstraint(condition=Q(kind__in=Kind.values), name="variant_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.version} #{self.ordinal}"
