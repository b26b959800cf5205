"""Writes of this app: load lesson files, commit a prediction, keep a reader's place."""

from lessons.services.loading import LoadReport, load_lessons
from lessons.services.predicting import AlreadyGuessedError, LockedError, commit_prediction
from lessons.services.reading import finish, reach

__all__ = [
    "AlreadyGuessedError",
    "LoadReport",
    "LockedError",
    "commit_prediction",
    "finish",
    "load_lessons",
    "reach",
]
