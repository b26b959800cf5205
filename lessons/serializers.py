"""JSON of paths and lessons: what may be read, and what the learner has done of it."""

from typing import Any

from rest_framework import serializers

from lessons.models import SectionKind
from quizzes.models.answers import Confidence
from quizzes.requests import StrictSerializer


class LessonProgressSerializer(serializers.Serializer[Any]):
    """How far the learner has read: the number of the last section reached; 0 = not begun."""

    section_reached = serializers.IntegerField(min_value=0)
    completed_at = serializers.DateTimeField(allow_null=True)


class LessonSummarySerializer(serializers.Serializer[Any]):
    """A lesson in a list."""

    id = serializers.UUIDField()
    slug = serializers.CharField()
    title = serializers.CharField()
    summary = serializers.CharField(help_text="Markdown.")
    minutes = serializers.IntegerField(min_value=0)
    section_count = serializers.IntegerField(min_value=0)
    progress = LessonProgressSerializer()


class LessonPage(serializers.Serializer[Any]):
    """A page of lessons."""

    results = LessonSummarySerializer(many=True)
    next = serializers.CharField(allow_null=True)


class PlaceSerializer(serializers.Serializer[Any]):
    """The place of a lesson in a path."""

    unit = serializers.CharField()
    position = serializers.IntegerField(min_value=0)
    lesson = LessonSummarySerializer()


class PathSerializer(serializers.Serializer[Any]):
    """A way through several lessons."""

    slug = serializers.CharField()
    title = serializers.CharField()
    lessons = PlaceSerializer(many=True)


class PathPage(serializers.Serializer[Any]):
    """A page of paths."""

    results = PathSerializer(many=True)
    next = serializers.CharField(allow_null=True)


class OptionSerializer(serializers.Serializer[Any]):
    """What may be guessed."""

    id = serializers.CharField()
    text = serializers.CharField(help_text="Markdown.")


class GuessSerializer(serializers.Serializer[Any]):
    """The learner's guess beside what came of it; texts are Markdown."""

    choice = serializers.CharField()
    text = serializers.CharField()
    confidence = serializers.ChoiceField(choices=Confidence.choices, allow_blank=True)
    answered_at = serializers.DateTimeField()
    came_true = serializers.BooleanField()
    outcome = serializers.CharField()


class PredictionSerializer(serializers.Serializer[Any]):
    """What the learner commits to before a step is shown. `guess` is null until then."""

    slug = serializers.CharField()
    prompt = serializers.CharField(help_text="Markdown.")
    options = OptionSerializer(many=True)
    can_answer = serializers.BooleanField(help_text="False while an earlier one is owed.")
    guess = GuessSerializer(allow_null=True)


class StepSerializer(serializers.Serializer[Any]):
    """One stage; `html` is null while a prediction before it is owed."""

    slug = serializers.CharField()
    title = serializers.CharField()
    locked = serializers.BooleanField()
    html = serializers.CharField(allow_null=True, allow_blank=True)
    prediction = PredictionSerializer(allow_null=True)


class AskedSerializer(serializers.Serializer[Any]):
    """A question of a section: open it with a draw to see it."""

    id = serializers.UUIDField()
    concept = serializers.CharField()
    answered = serializers.BooleanField()


class PartSerializer(serializers.Serializer[Any]):
    """A piece of a section, in reading order: the one of `html`, `step`, `question` not null."""

    type = serializers.ChoiceField(choices=["html", "step", "question"])
    html = serializers.CharField(allow_null=True)
    step = StepSerializer(allow_null=True)
    question = AskedSerializer(allow_null=True)


class SectionSerializer(serializers.Serializer[Any]):
    """A part of a lesson."""

    slug = serializers.CharField()
    title = serializers.CharField()
    kind = serializers.ChoiceField(choices=SectionKind.choices)
    position = serializers.IntegerField(min_value=1)
    parts = PartSerializer(many=True)


class LessonSerializer(LessonSummarySerializer):
    """A lesson with its sections, as far as the learner may see them."""

    sections = SectionSerializer(many=True)


class GuessRequest(StrictSerializer):
    """The option that the learner commits to."""

    choice = serializers.CharField(max_length=40)
    confidence = serializers.ChoiceField(
        choices=Confidence.choices, required=False, allow_blank=True, default=""
    )


class ReachedRequest(StrictSerializer):
    """The section that the learner has come to."""

    section = serializers.SlugField(max_length=60)
