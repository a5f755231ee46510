"""Writing a file whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
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
    write_with(path, lambda temporary: _fill(temporary, data))


def write_text(path: str | Path, text: str) -> None:
    """Write text as UTF-8 with the line ends it has; otherwise as :func:`write_bytes`."""
    write_bytes(path, text.encode("utf-8"))


def write_with(path: str | Path, writer: Callable[[Path], None]) -> None:
    """Let ``writer`` fill a temporary file beside ``path``, then put that in its place; see :func:`write_bytes`.

    The temporary file exists, is empty and ends as ``path`` does. What ``writer`` raises besides OSError
    goes through, and then nothing is written either.
    """
    # A link stays a link: its target is what is written.
    target = Path(os.path.realpath(path))
    try:
        if _is_device(target):
            writer(target)
            return
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.stem[:40]}-", suffix=target.suffix)
        os.close(handle)
        temporary = Path(name)
        try:
            writer(temporary)
            # mkstemp gives 0600; the file gets the rights that the old one had, or any new one would have.
            temporary.chmod(_mode(target))
            temporary.replace(target)
        finally:
            with suppress(FileNotFoundError):
                temporary.unlink()
    except OSError as error:
        raise cannot_write(path, error) from error


def cannot_write(path: str | Path, error: OSError) -> EmbvizError:
    """The failure to write ``path``, in words."""
    path = Path(path)
    if path.is_dir():
        reason, hint = "it is a folder", "Give the name of a file in it."
    elif not path.parent.is_dir():
        reason, hint = "there is no such folder", "Make the folder first, or choose another."
    elif isinstance(error, PermissionError):
        reason, hint = "permission denied", "Choose a folder in which you may write."
    else:
        reason, hint = (error.strerror or "the system refused").lower(), "Choose another folder or disk."
    return EmbvizError(f"{path} cannot be written: {reason}.", code="cannot-write", hint=hint)


def _fill(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def _is_device(path: Path) -> bool:
    # /dev/null, /dev/stdout or a pipe is written into, not replaced.
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _mode(path: Path) -> int:
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
