"""Opening a file for reading: what can be wrong with it before its format matters."""

from __future__ import annotations

import mmap
import re
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.errors import EmbvizError

if TYPE_CHECKING:
    from pathlib import Path

_LFS_START = b"version https://git-lfs.github.com/spec/"
_BLOB_LINK = re.compile(rb"(?:\.\./)+blobs/([0-9a-f]{40,64})")
_CUT_OFF = "The download was probably cut off; fetch the file again."
_HTML_STARTS = (b"<!doctype html", b"<html")


@dataclass(frozen=True, eq=False)
class MappedFile:
    """A file in memory as far as its pages are touched, and never more.

    Attributes
    ----------
    path
        Where it lies.
    data
        Its bytes, read-only.
    """

    path: Path
    data: mmap.mmap

    @property
    def size(self) -> int:
        """Length in bytes."""
        return len(self.data)

    @property
    def name(self) -> str:
        """File name for messages."""
        return self.path.name


def follow(path: Path) -> Path:
    """Return where a file of a hub cache really lies.

    Its snapshots are links into ``blobs``; tools that know no links (git on Windows, some archives) leave
    a small text file with the link's target in their place.
    """
    snapshots = next((place for place in path.parents if place.name == "snapshots"), None)
    if snapshots is None or path.is_symlink() or not path.is_file() or path.stat().st_size > 200:
        return path
    match = _BLOB_LINK.fullmatch(path.read_bytes())
    return path if match is None else snapshots.parent / "blobs" / match[1].decode()


def map_file(path: Path) -> MappedFile:
    """Memory-map a file, read-only.

    Raises
    ------
    EmbvizError
        ``nothing-here``, ``permission``, ``empty-file``, ``lfs-pointer`` or, for a web page, ``bad-header``.
    """
    try:
        place = follow(path)
        mode = place.stat().st_mode
        if not stat.S_ISREG(mode):
            raise _not_ordinary(path)
        with place.open("rb") as stream:
            if not stream.seek(0, 2):
                raise empty(path)
            data = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise unreadable(path, error) from error
    refuse_placeholder(path, data[:512])
    return MappedFile(path, data)


def read_head(path: Path, length: int = 512) -> bytes:
    """First bytes of an ordinary file, b"" when it is empty.

    Raises
    ------
    EmbvizError
        ``nothing-here`` or ``permission``.
    """
    try:
        place = follow(path)
        status = place.stat()
        if not stat.S_ISREG(status.st_mode):
            raise _not_ordinary(path)
        with place.open("rb") as stream:
            # Room is made for as many bytes as are asked for, so for no more than there are.
            return stream.read(min(length, status.st_size))
    except OSError as error:
        raise unreadable(path, error) from error


def read_small(path: Path, limit: int) -> bytes:
    """All bytes of a file that is expected to be small.

    Raises
    ------
    EmbvizError
        As `read_head`, and ``bad-header`` when it is longer than ``limit`` bytes.
    """
    data = read_head(path, limit + 1)
    if len(data) > limit:
        raise EmbvizError(
            f"“{path.name}” is longer than {limit // 1_000_000} MB, which no such file is.",
            code="bad-header",
            hint="Check that it is the right file.",
        )
    return data


def refuse_placeholder(path: Path, head: bytes) -> None:
    """Refuse what a broken download leaves in the place of the file: an LFS pointer or a web page.

    Raises
    ------
    EmbvizError
        ``lfs-pointer`` or ``bad-header``.
    """
    if head.startswith(_LFS_START):
        raise EmbvizError(
            f"“{path.name}” is only a Git LFS pointer, not the file itself.",
            code="lfs-pointer",
            hint="Run “git lfs pull” in that folder, or download the file from the model's page.",
        )
    if head.lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith(_HTML_STARTS):
        raise EmbvizError(
            f"“{path.name}” is a web page (HTML), not a model file.",
            code="bad-header",
            hint="Download the file itself; the link led to its page.",
        )


def _not_ordinary(path: Path) -> EmbvizError:
    return EmbvizError(
        f"“{path.name}” is not an ordinary file.",
        code="nothing-here",
        hint="Choose a model file or a folder that holds one.",
    )


def empty(path: Path) -> EmbvizError:
    """Return the error for a file without a byte in it."""
    return EmbvizError(
        f"“{path.name}” is empty (0 bytes).",
        code="empty-file",
        hint="The download probably failed; fetch the file again.",
    )


def truncated(file_name: str, why: str) -> EmbvizError:
    """Return the error for a file that ends too early."""
    return EmbvizError(f"“{file_name}” is truncated: {why}.", code="truncated", hint=_CUT_OFF)


def damaged(file_name: str, why: str) -> EmbvizError:
    """Return the error for a packed file that cannot be unpacked, most often because it ends too early."""
    return EmbvizError(f"“{file_name}” is truncated or damaged: {why}.", code="truncated", hint=_CUT_OFF)


def unreadable(path: Path, error: OSError) -> EmbvizError:
    """Return what the user is told when the system refuses to open a file."""
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        return EmbvizError(
            f"There is no file or folder “{path}”.",
            code="nothing-here",
            hint="Check the spelling of the path.",
        )
    if isinstance(error, PermissionError):
        return EmbvizError(
            f"“{path.name}” cannot be read: permission denied.",
            code="permission",
            hint="Change the permissions of the file, or choose another.",
        )
    reason = error.strerror or "the system refused"
    return EmbvizError(
        f"“{path.name}” cannot be read: {reason}.",
        code="permission",
        hint="Check that the disk and the file are all right.",
    )
