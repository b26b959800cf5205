"""`manage.py load_lessons [--check] [FOLDER …]`: validate lesson files and write them."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from lessons.content import ContentError
from lessons.services.loading import content_folders, load_lessons, read_content


class Command(BaseCommand):
    """Reads the content/ folders of the installed subjects, or the folders named."""

    help = "Validate lesson files and write them; with a problem (file:line) nothing is written."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
        parser.add_argument("--check", action="store_true", help="validate only, write nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run."""
        folders: list[Path] = options["folders"] or content_folders()
        for folder in folders:
            if not folder.is_dir():
                raise CommandError(f"{folder} is not a folder.")
        try:
            contents = read_content(folders)
        except ContentError as problem:
            raise CommandError(str(problem)) from problem
        lessons = sum(len(content.lessons) for content in contents)
        if options["check"]:
            self.stdout.write(f"{lessons} lessons are in order; nothing was written.")
            return
        complete = not options["folders"]
        report = load_lessons(contents, now=timezone.now(), complete=complete)
        if options["verbosity"]:
            self.stdout.write("".join(f"{line}\n" for line in report.changes), ending="")
        self.stdout.write(
            f"{report.lessons} lessons, {report.questions} questions: "
            f"{len(report.changes)} changes."
        )
