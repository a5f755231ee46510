"""What every reader of tables is: how it recognises its files, and what it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from embviz.core.table import EmbeddingTable

Progress = Callable[[float, str], None]
"""Called with the share done, 0..1, and a few words; may raise `embviz.errors.Stopped`."""


def silent(share: float, text: str) -> None:
    """Report progress to nobody."""


@dataclass(frozen=True)
class Source:
    """A file or folder that may hold a table.

    Attributes
    ----------
    path
        Where it lies; it exists.
    head
        First 512 bytes of a file; empty for a folder.
    """

    path: Path
    head: bytes = b""

    @property
    def is_folder(self) -> bool:
        """True for a folder."""
        return self.path.is_dir()

    @property
    def suffix(self) -> str:
        """Last suffix in lower case, without that of compression."""
        name = self.path.name.lower().removesuffix(".gz")
        return Path(name).suffix


@dataclass(frozen=True)
class Request:
    """What to open.

    Attributes
    ----------
    path
        The file or folder.
    source
        How the table will name where it came from.
    tensor
        Name of the tensor the user chose, None for the token table.
    progress
        Where to report.
    """

    path: Path
    source: str
    tensor: str | None = None
    progress: Progress = silent


@dataclass(frozen=True)
class Reader:
    """A table format.

    Attributes
    ----------
    label
        Its name, for people.
    recognises
        True when it is this reader's; looks at no more than the source.
    read
        Opens it; raises `EmbvizError` with a code.
    """

    label: str
    recognises: Callable[[Source], bool]
    read: Callable[[Request], EmbeddingTable]
