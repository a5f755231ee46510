"""Writing a file whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from embviz.errors import EmbvizError


def write_bytes(path: str | Path, data: bytes) -> None:
    """Write a file whole or not at all: a failure leaves what was there before.

    Raises
    ------
    EmbvizError
        ``cannot-write``: no such folder, no permission, no space left, a folder of that name.
    """

    def fill(temporary: Path) -> None:
        temporary.write_bytes(data)

    write_with(path, fill)


def write_text(path: str | Path, text: str) -> None:
    """Write text as UTF-8, its line ends as they are; otherwise as :func:`write_bytes`.

    Bytes of a file's name that are no text, which Python has as half characters, become question marks.
    """
    write_bytes(path, text.encode("utf-8", "replace"))


def write_with(path: str | Path, writer: Callable[[Path], None]) -> None:
    """Let ``writer`` fill a temporary file beside ``path``, then put that in its place.

    The temporary file exists, is empty and has the suffix of ``path``. What ``writer`` raises besides
    OSError goes through, and nothing is written then either.
    """
    # A link stays a link: its target is what is written.
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.stem[:40]}-{secrets.token_hex(4)}{target.suffix}")
    try:
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(f"{target} is write-protected")
        # Opened as any new file is, so that it gets the rights that the user's umask gives.
        os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        try:
            writer(temporary)
            if target.is_file():
                temporary.chmod(target.stat().st_mode & 0o777)
            temporary.replace(target)
        finally:
            with suppress(FileNotFoundError):
                temporary.unlink()
    except OSError as error:
        raise cannot_write(path, error) from error


def cannot_write(path: str | Path, error: OSError) -> EmbvizError:
    """Say in words why ``path`` could not be written."""
    path = Path(path)
    if path.is_dir():
        reason, hint = "it is a folder", "Give the name of a file in it."
    elif not path.parent.is_dir():
        reason, hint = "there is no such folder", "Make the folder first, or choose another."
    elif isinstance(error, PermissionError):
        reason, hint = "permission denied", "Choose a folder and a file that you may write."
    else:
        reason, hint = (
            (error.strerror or "the system refused").lower(),
            "Choose another name, folder or disk.",
        )
    return EmbvizError(f"{path} cannot be written: {reason}.", code="cannot-write", hint=hint)
