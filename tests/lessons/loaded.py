"""A small lesson for tests of loading, changed piece by piece and loaded again."""

import re
from collections.abc import Callable
from pathlib import Path

from lessons.models import Lesson
from lessons.services.loading import LoadReport, load_lessons, read_content
from quizzes.models import Question
from tests.conftest import NOON
from tests.lessons.content_files import CATALOGUE, FRONT

BODY = """\
## Why {#why kind=why}

It boils.

## Predict {#predict kind=predict}

```prediction first
step: warm
prompt: What happens first?
options: [It warms, It cools]
came_true: 1
outcome: It *warms*, SECRET-OUTCOME-1.
```

```step warm
title: Warm
text: SECRET-STEP-1
```

```prediction second
step: boil
prompt: What happens next?
options: [It boils, It freezes]
came_true: 1
outcome: It boils, SECRET-OUTCOME-2.
```

```step boil
title: Boiling
text: SECRET-STEP-2
```

## Check {#check kind=check}

```question hot
kind: multiple_choice
concept: heat
prompt: Is it hot?
options:
  - {text: It is, right: true}
  - {text: It is not, misconception: steam-is-smoke}
```

```question degrees
kind: fill_in
concept: heat
prompt: At [[degrees]] degrees.
blanks:
  degrees: {type: number, label: degrees, value: "100", atol: "1"}
```
"""


class Folder:
    """A content folder of one lesson, beside the real ones or alone."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.write(FRONT + BODY)

    def write(self, text: str) -> None:
        """Write the lesson."""
        (self.path / "catalogue.yaml").write_text(CATALOGUE)
        self.text = text
        (self.path / "kettle.md").write_text(text)

    def change(self, old: str, new: str) -> LoadReport:
        """Replace a piece of the lesson and load it."""
        assert old in self.text
        self.write(self.text.replace(old, new))
        return self.load()

    def drop(self, word: str, slug: str) -> LoadReport:
        """Take a directive out and load."""
        return self.change(self.block(word, slug), "")

    def block(self, word: str, slug: str) -> str:
        """The text of a directive."""
        found = re.search(rf"```{word} {slug}\n.*?\n```\n", self.text, re.DOTALL)
        assert found
        return found[0]

    def load(self) -> LoadReport:
        """Load the folder as if it were all there is."""
        return load_lessons(read_content([self.path]), now=NOON)


FolderMaker = Callable[[], Folder]


def kettle() -> Lesson:
    """The lesson as it is stored."""
    return Lesson.objects.get(slug="kettle")


def question(slug: str) -> Question:
    """A question of the lesson as it is stored."""
    return Question.objects.select_related("current").get(bank__slug="kettles", slug=slug)
