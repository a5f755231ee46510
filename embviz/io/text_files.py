"""Reading a user's small text file: its bytes, decoded, or one sentence on why not."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol

from embviz.errors import EmbvizError

if TYPE_CHECKING:
    from pathlib import Path

LARGEST = 10_000_000
"""Bytes; a larger file is none that a person wrote for embviz."""


class Refuse(Protocol):
    """Makes the error of one kind of file: its name, what is wrong, the line, and what to do."""

    def __call__(self, name: str, what: str, *, line: int | None = None, hint: str = ...) -> EmbvizError:
        """Make the error."""


def read_text(path: Path, refuse: Refuse, *, too_large: str) -> str:
    """Read a UTF-8 text file; a byte-order mark is dropped, line ends stay.

    Parameters
    ----------
    refuse
        Makes the error where the file is none of its kind.
    too_large
        What to do about a file of more than `LARGEST` bytes.

    Raises
    ------
    EmbvizError
        ``no-such-file``, ``permission``, ``cannot-read``, or what ``refuse`` makes.
    """
    return _decoded(_read(path, refuse), path.name, refuse, too_large)


def _read(path: Path, refuse: Refuse) -> bytes:
    try:
        with path.open("rb") as file:
            # The size of a pipe is not known beforehand: read one byte more than is allowed.
            return file.read(LARGEST + 1)
    except FileNotFoundError as error:
        raise EmbvizError(f"There is no file {path}.", code="no-such-file", hint="Check the name.") from error
    except IsADirectoryError as error:
        raise refuse(str(path), "a folder, not a file", hint="Name a file in it.") from error
    except PermissionError as error:
        hint = "Check the file's permissions."
        raise EmbvizError(f"{path} may not be read.", code="permission", hint=hint) from error
    except OSError as error:
        reason = (error.strerror or os.strerror(error.errno or 0)).lower()
        raise EmbvizError(
            f"{path} cannot be read: {reason}.", code="cannot-read", hint="Check the disk."
        ) from error


def _decoded(data: bytes, name: str, refuse: Refuse, too_large: str) -> str:
    if len(data) > LARGEST:
        raise refuse(name, "larger than 10 MB", hint=too_large)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise refuse(name, "not UTF-8 text", line=line, hint="Save the file as UTF-8.") from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise refuse(name, "not a text file", line=line, hint="Save the list as text in UTF-8.")
    return text
