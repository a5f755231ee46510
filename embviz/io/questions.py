"""Analogy questions in the form of Google's file (Mikolov et al. 2013): sections of four words a line."""

from __future__ import annotations

from pathlib import Path

from embviz.core.lines import lines_of
from embviz.core.pairs import Question, QuestionSection
from embviz.errors import EmbvizError
from embviz.io.text_files import read_text

FORM = "A line “: name” begins a section; others hold four words, such as “Athens Greece Oslo Norway”."


def read_questions(path: str | Path) -> tuple[QuestionSection, ...]:
    """Read a file of questions. Blank lines and lines that begin with ``//`` are skipped.

    Raises
    ------
    EmbvizError
        ``no-such-file``, ``permission``, ``cannot-read``, or ``bad-questions`` with file, line and reason.
    """
    path = Path(path)
    return parse_questions(read_text(path, bad_questions, too_large="Split the file."), path.name)


def parse_questions(text: str, name: str) -> tuple[QuestionSection, ...]:
    """Read questions; those above the first section belong to one called as the file is.

    Sections of the same name stay apart, and sections without questions are left out.

    Raises
    ------
    EmbvizError
        ``bad-questions``.
    """
    title, questions = Path(name).stem, list[Question]()
    sections: list[QuestionSection] = []
    for number, line in enumerate(lines_of(text), start=1):
        words = line.split()
        if not words or line.lstrip().startswith("//"):
            continue
        if words[0].startswith(":"):
            sections.append(QuestionSection(title, tuple(questions)))
            title, questions = " ".join(line.strip()[1:].split()), []
            if not title:
                raise bad_questions(name, "a section without a name", line=number)
            continue
        if len(words) != 4:
            raise bad_questions(name, f"{len(words)} words where four belong", line=number)
        questions.append(Question(*words))
    sections.append(QuestionSection(title, tuple(questions)))
    asked = tuple(section for section in sections if section.questions)
    if not asked:
        raise bad_questions(name, "no question in it")
    return asked


def bad_questions(name: str, what: str, *, line: int | None = None, hint: str = FORM) -> EmbvizError:
    """Refuse a file: its name, the line where there is one, and what is wrong there."""
    place = name if line is None else f"{name}, line {line}"
    return EmbvizError(f"{place}: {what}.", code="bad-questions", hint=hint)
