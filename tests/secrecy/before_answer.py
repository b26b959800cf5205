"""Every response a learner can get before answering, and how to change only what is secret."""

import re
from collections.abc import Iterator
from datetime import timedelta

from django.core import mail
from django.db import connection, models
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from lessons.models import Prediction, Section, Step
from quizzes.models import Draw, Question, QuestionVersion, Variant
from review.models import Card, Reminder, StudyPlan
from review.reminders import open_reminders, plan_reminders, send_reminder

CSRF = re.compile(r'(name="csrfmiddlewaretoken" value=")[^"]+')

API_LISTS = (
    "/api/v1/",
    "/api/v1/me/",
    "/api/v1/me/export/",
    "/api/v1/paths/",
    "/api/v1/paths/machine-learning/",
    "/api/v1/lessons/",
    "/api/v1/lessons/attention/",
    "/api/v1/lessons/self-attention/",
    "/api/v1/due/",
    "/api/v1/cards/",
    "/api/v1/review-logs/",
    "/api/v1/progress/",
    "/api/v1/questions/",
)


def responses(pages: Client, script: APIClient, learner_id: int) -> dict[str, str]:
    """Return by name the status, headers and body of everything reachable before an answer."""
    found = {name: _whole(response) for name, response in _asked(pages, script, learner_id)}
    found["mail"] = _digest(learner_id)
    return found


def _asked(pages: Client, script: APIClient, learner_id: int) -> Iterator[tuple[str, object]]:
    for address in (
        "/",
        "/paths/machine-learning/",
        "/lessons/attention/",
        "/lessons/self-attention/",
        "/review/",
        "/review/progress/",
        "/settings/",
        "/api/v1/schema/",
    ):
        yield address, pages.get(address)
    for address in API_LISTS:
        yield address, script.get(address)
    sections = Section.objects.select_related("lesson").order_by("lesson__slug", "position")
    for section in sections:
        for step in section.steps.order_by("position"):
            slug = section.lesson.slug
            address = f"/lessons/{slug}/sections/{section.slug}/steps/{step.slug}/"
            yield address, pages.get(address)
    for prediction in Prediction.objects.select_related("step__section__lesson").order_by("id"):
        slug = prediction.step.section.lesson.slug
        address = f"/lessons/{slug}/predictions/{prediction.slug}/"
        yield f"refused {address}", pages.post(address, {"choices[]": "no such option"})
        htmx = {"HX-Request": "true"}
        yield f"htmx {address}", pages.post(address, {"choices[]": "none"}, headers=htmx)
        api = f"/api/v1{address}"
        yield api, script.get(api)
        for choice in ("none", ""):
            refused = script.post(f"{api}answer/", {"choice": choice}, format="json")
            yield f"refused {choice} {api}", refused
    for question in Question.objects.order_by("id"):
        opened = script.post("/api/v1/draws/", {"question": question.public_id}, format="json")
        yield f"open {question.slug}", opened
        draw = Draw.objects.get(public_id=opened.json()["id"])
        yield from _around_draw(pages, script, draw)
    assert not Draw.objects.filter(learner_id=learner_id, submissions__isnull=False).exists()


def _around_draw(pages: Client, script: APIClient, draw: Draw) -> Iterator[tuple[str, object]]:
    slug, at = draw.question.slug, draw.public_id
    htmx = {"HX-Request": "true"}
    asked_in = Section.objects.get(places__question=draw.question).lesson.slug
    lesson = f"/lessons/{asked_in}/questions/{at}/"
    yield f"page {slug}", pages.get(f"/review/{at}/")
    yield f"read {slug}", script.get(f"/api/v1/draws/{at}/")
    yield f"card {slug}", script.get(f"/api/v1/cards/{draw.question.public_id}/")
    for tail in ("", "variants/"):
        address = f"/api/v1/questions/{draw.question.public_id}/{tail}"
        yield f"author's {slug} {tail}", script.get(address)
    yield f"malformed page {slug}", pages.post(f"/review/{at}/", {"choices[]": "nothing"})
    yield f"malformed lesson {slug}", pages.post(lesson, {"blanks.x": "nan"})
    yield f"malformed htmx {slug}", pages.post(lesson, {"text": ""}, headers=htmx)
    yield f"rate early {slug}", pages.post(f"{lesson}rating/", {"covered[]": "point-1"})
    yield f"rerate early {slug}", pages.post(f"/review/{at}/rating/", {"rating": "3"})
    yield f"draft {slug}", pages.post(f"/review/{at}/draft/", {"text": "half a thought"})
    submission = f"/api/v1/draws/{at}/submission/"
    key = {"Idempotency-Key": "k"}
    malformed = {"answer": {"choices": ["nothing"]}}
    yield f"no key {slug}", script.post(submission, malformed, format="json")
    yield (
        f"malformed {slug}",
        script.post(submission, malformed, format="json", headers=key),
    )
    early = {"covered": ["point-1"]}
    yield (
        f"grade early {slug}",
        script.post(f"/api/v1/draws/{at}/self-grade/", early, format="json"),
    )
    yield (
        f"api rate early {slug}",
        script.post(f"/api/v1/draws/{at}/rating/", {"rating": 3}, format="json"),
    )
    yield f"api undo early {slug}", script.post(f"/api/v1/draws/{at}/undo/")


def make_due(learner_id: int) -> None:
    """Put every question into the learner's review queue, as a fold of reviews long ago would."""
    now = timezone.now()
    for question in Question.objects.all():
        Card.objects.create(
            learner_id=learner_id,
            question=question,
            state="review",
            stability=3.0,
            difficulty=5.0,
            model="fsrs-6",
            due=now - timedelta(days=1),
            last_reviewed_at=now - timedelta(days=4),
            last_study_date=(now - timedelta(days=4)).date(),
            reps=1,
        )
    StudyPlan.objects.filter(learner_id=learner_id).update(
        next_due_at=now - timedelta(days=1),
        next_reminder_at=now - timedelta(hours=1),
        reminder_consent=True,
    )


def plainly(model: type[models.Model]) -> models.QuerySet[models.Model]:
    """Return a queryset that can change even an append-only table, as only a test may."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE {model._meta.db_table} DISABLE TRIGGER USER")
    return models.QuerySet(model)


def change_every_secret(mark: str, seed: int) -> None:
    """Replace keys, feedback, explanations, seeds, outcomes and locked steps, and nothing else."""
    plainly(Variant).update(secret={mark: [mark]}, seed=seed)
    plainly(QuestionVersion).update(body={mark: mark}, content_hash="")
    Prediction.objects.update(secret={"came_true": mark, "outcome": mark})
    Step.objects.filter(prediction__isnull=False).update(html=f"<p>{mark}</p>")


def _whole(response: object) -> str:
    headers = "\n".join(f"{name}: {value}" for name, value in sorted(response.headers.items()))
    body = CSRF.sub(r"\1masked", response.getvalue().decode())
    return f"{response.status_code}\n{headers}\n\n{body}"


def _digest(learner_id: int) -> str:
    mail.outbox.clear()
    Reminder.objects.filter(learner_id=learner_id).delete()
    StudyPlan.objects.filter(learner_id=learner_id).update(
        next_reminder_at=timezone.now() - timedelta(hours=1)
    )
    plan_reminders(timezone.now())
    (reminder_id,) = open_reminders(timezone.now())
    assert send_reminder(reminder_id, timezone.now())
    (message,) = mail.outbox
    return f"{message.subject}\n{message.body}\n{message.alternatives[0].content}"
