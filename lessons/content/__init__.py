"""Lesson files as plain values: everything checked, every problem with its file and line."""

from lessons.content.computing import Computation, Computed
from lessons.content.folder import CATALOGUE_FILE, load_folder
from lessons.content.params import ParamsError
from lessons.content.slots import Html, Slot, split_slots
from lessons.content.texts import (
    SECTION_KINDS,
    BankText,
    Catalogue,
    ConceptText,
    Content,
    ContentError,
    ContentProblem,
    LessonText,
    MisconceptionText,
    PathText,
    PredictionText,
    QuestionText,
    SectionText,
    StepText,
    UnitText,
)
from lessons.content.widgets import Widget, WidgetError

__all__ = [
    "CATALOGUE_FILE",
    "SECTION_KINDS",
    "BankText",
    "Catalogue",
    "Computation",
    "Computed",
    "ConceptText",
    "Content",
    "ContentError",
    "ContentProblem",
    "Html",
    "LessonText",
    "MisconceptionText",
    "ParamsError",
    "PathText",
    "PredictionText",
    "QuestionText",
    "SectionText",
    "Slot",
    "StepText",
    "UnitText",
    "Widget",
    "WidgetError",
    "load_folder",
    "split_slots",
]
