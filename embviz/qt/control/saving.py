"""Writing a list or table of numbers to a file, in the form that the file's suffix names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from embviz.core.snapshot import Activity
from embviz.errors import Notice
from embviz.io.atomic import write_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from embviz.qt.control.desk import Desk
    from embviz.qt.jobs import JobHandle

T = TypeVar("T")


def save_data(
    desk: Desk, path: Path, formats: Mapping[str, Callable[[T], str]], item: T, *, key: str, title: str
) -> None:
    """Start a job that writes an item, and say when it is done.

    Parameters
    ----------
    formats
        By suffix: from the item to the text of the file.
    key, title
        Of the job.
    """
    write = formats.get(path.suffix.lower())
    if write is None:
        text = f"This cannot be written as “{path.name}”. Choose an ending of {', '.join(formats)}."
        desk.notice(Notice("unknown-format", text))
        return

    def work(_handle: JobHandle) -> Path:
        write_text(path, write(item))
        return path

    def done(written: Path) -> None:
        desk.change(status=f"Saved {written}")

    desk.run(Activity(key, title, stoppable=False), work, done)
