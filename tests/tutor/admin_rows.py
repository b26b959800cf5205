"""A row of every table that the admin lists, hanging together, as often as a test needs it."""

from allauth.account.models import EmailAddress
from django.contrib.admin.models import ADDITION, LogEntry
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.urls import reverse

from lessons.models import (
    Lesson,
    LessonProgress,
    Path,
    PathLesson,
    Prediction,
    PredictionAnswer,
    Section,
    SectionQuestion,
    Step,
)
from quizzes.models import Bank, Concept, Misconception, Question
from quizzes.models.content import Origin
from quizzes.services import publish
from review.models import Parameters, Reminder
from review.services import plan_of
from tests.authoring import option, source
from tests.conftest import NOON
from tests.review.studying import opened, study
from tutor.models import User
from tutor.tokens import make_token


def address(model: type[Model], page: str = "changelist", *keys: int) -> str:
    """Return the address of a page of the admin."""
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=keys)


def newest(model: type[Model], count: int) -> list[Model]:
    """Return the rows that were made last."""
    return list(model._default_manager.order_by("-pk")[:count])


def one_of_each(number: int) -> User:
    """Add a row to every table; return the learner to whom they belong."""
    learner = User.objects.create_user(f"learner-{number}@example.org", "a-long-password")
    plan_of(learner.pk, time_zone="UTC")
    question = _question(number)
    study(learner, question, NOON, option(opened(learner, question, NOON), "Stone"))
    Parameters.objects.create(learner=learner, model="fsrs-6", weights=[1.0], fitted_at=NOON)
    Reminder.objects.create(learner=learner, study_date=NOON.date(), created_at=NOON)
    _lesson(number, question, learner)
    make_token(learner, "my script")
    EmailAddress.objects.create(user=learner, email=learner.email)
    Group.objects.create(name=f"Group {number}")
    LogEntry.objects.create(
        user=learner,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(learner.pk),
        object_repr=learner.email,
        action_flag=ADDITION,
    )
    return learner


def _question(number: int) -> Question:
    concept = Concept.objects.create(slug=f"concept-{number}", title=f"Concept {number}")
    Misconception.objects.create(
        slug=f"idea-{number}", concept=concept, statement="Stones boil.", correction="They melt."
    )
    Misconception.objects.get_or_create(
        slug="stones-boil",
        defaults={"concept": concept, "statement": "Stones boil.", "correction": "They melt."},
    )
    bank = Bank.objects.create(slug=f"bank-{number}", title=f"Bank {number}")
    return publish(
        bank=bank,
        concept=concept,
        source=source(f"question-{number}", concept=concept.slug),
        origin=Origin.ADMIN,
        now=NOON,
    )[0]


def _lesson(number: int, question: Question, learner: User) -> None:
    lesson = Lesson.objects.create(slug=f"lesson-{number}", title=f"Lesson {number}", minutes=5)
    path = Path.objects.create(slug=f"path-{number}", title=f"Path {number}")
    PathLesson.objects.create(path=path, lesson=lesson, unit="Unit", position=1)
    section = Section.objects.create(
        lesson=lesson, slug="why", title="Why", kind="why", position=1, html=""
    )
    step = Step.objects.create(section=section, slug="first", title="First", position=1, html="")
    SectionQuestion.objects.create(section=section, question=question, position=1)
    prediction = Prediction.objects.create(
        step=step,
        slug="guess",
        shown={"prompt": "What next?", "options": [{"id": "1", "text": "It boils"}]},
        secret={"came_true": "1", "outcome": "CANARY-OUTCOME"},
        question=question,
    )
    PredictionAnswer.objects.create(
        learner=learner, prediction=prediction, chosen={"id": "1"}, answered_at=NOON
    )
    LessonProgress.objects.create(learner=learner, lesson=lesson)
