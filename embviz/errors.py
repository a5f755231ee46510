"""What goes wrong as expected, said once: an error stops the work, a notice lets it go on."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class EmbvizError(Exception):
    """An expected failure: one sentence says what happened, the hint says what to do.

    Anything else that is raised is a bug.

    Parameters
    ----------
    message
        What happened, one sentence with its full stop.
    code
        A short stable name for programs and tests, such as ``"truncated"``.
    hint
        What the user can do, one sentence, or empty.
    """

    def __init__(self, message: str, *, code: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()

    def __reduce__(self) -> tuple[object, ...]:
        # Exceptions are copied, and sent from one process to another, by their positional arguments alone.
        return _remade, (type(self), self.message, self.code, self.hint)


def _remade(kind: type[EmbvizError], message: str, code: str, hint: str) -> EmbvizError:
    return kind(message, code=code, hint=hint)


class Stopped(Exception):  # noqa: N818 - not an error: the user asked for it
    """Raised inside a long computation, through its progress callback, when the user has stopped it."""


class NoticeLevel(enum.Enum):
    """How loudly a notice is said."""

    INFO = "info"
    """Only in the Table dock and in ``embviz info``."""
    WARNING = "warning"
    """Also in the window's notice bar."""


INFORMATION_CODES = frozenset(
    {
        "quantised",
        "scale",
        "several-tables",
        "two-part-table",
        "mapping",
        "tokenizer-padding",
        "padding-rows",
        "sampled",
    }
)
"""Codes of notices that are information; every other code is a warning."""


@dataclass(frozen=True)
class Notice:
    """Something the user should know while the work goes on.

    Attributes
    ----------
    code
        A short stable name, such as ``"quantised"``.
    text
        One plain sentence.
    """

    code: str
    text: str

    @property
    def level(self) -> NoticeLevel:
        """Whether it is information or a warning."""
        return NoticeLevel.INFO if self.code in INFORMATION_CODES else NoticeLevel.WARNING
