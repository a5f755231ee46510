"""The program's own cache of tables from the hub: what is in it, and how it is kept small."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from embviz.core.cached_table import CachedTable
from embviz.errors import EmbvizError
from embviz.io.hub.entry import Entry, load_entry
from embviz.io.hub.options import cache_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def cached_tables(folder: Path | None = None) -> tuple[CachedTable, ...]:
    """List the cache, last used first; what cannot be read is left out.

    Parameters
    ----------
    folder
        The cache, None for the program's own.
    """
    tables = [_table(entry) for entry in _entries(cache_folder() if folder is None else folder)]
    return tuple(sorted(tables, key=lambda table: (-table.used, table.model)))


def remove_cached(table: CachedTable) -> None:
    """Delete one table from the cache; a window that shows it keeps it as long as it is open.

    Raises
    ------
    EmbvizError
        ``cache-unwritable``; on Windows also while the table is open.
    """
    Entry(table.folder, table.model).remove()


def clear_cache(folder: Path | None = None) -> int:
    """Delete all tables of the cache and what unfinished downloads left; returns the number of bytes freed.

    Raises
    ------
    EmbvizError
        ``cache-unwritable``, after everything else was deleted.
    """
    base = cache_folder() if folder is None else folder
    freed, failure = 0, None
    for place in _places(base):
        size = _size(place)
        try:
            Entry(place, "").remove()
            freed += size
        except EmbvizError as error:
            failure = error
    if failure is not None:
        raise failure
    return freed


def shrink_cache(folder: Path, limit: int, keep: Path) -> tuple[CachedTable, ...]:
    """Delete the least recently used tables until the cache holds no more than ``limit`` bytes.

    Parameters
    ----------
    folder
        The cache.
    keep
        Folder of the table that was just opened, which stays whatever its size.

    Returns
    -------
    The tables that were deleted.
    """
    tables = list(cached_tables(folder))
    total = sum(table.size for table in tables)
    removed = []
    while tables and total > limit:
        table = tables.pop()
        if table.folder == keep:
            continue
        # One that is open elsewhere (on Windows) stays until another time.
        with suppress(EmbvizError):
            remove_cached(table)
            total -= table.size
            removed.append(table)
    return tuple(removed)


def find_renamed(model: str, folder: Path) -> Entry | None:
    """Return the entry of a model that was fetched under a name from which the hub sent on to this one.

    Parameters
    ----------
    folder
        The cache's folder of one hub.
    """
    for place in sorted(folder.glob("models--*")):
        entry = load_entry(place)
        if entry is not None and entry.canonical == model:
            return entry
    return None


def _places(folder: Path) -> Iterator[Path]:
    with suppress(OSError):
        for host in sorted(folder.iterdir()):
            if host.is_dir():
                yield from sorted(place for place in host.glob("models--*") if place.is_dir())


def _entries(folder: Path) -> Iterator[Entry]:
    for place in _places(folder):
        entry = load_entry(place)
        if entry is not None:
            yield entry


def _table(entry: Entry) -> CachedTable:
    used = 0.0
    with suppress(OSError):
        used = (entry.folder / "entry.json").stat().st_mtime
    return CachedTable(
        model=entry.model,
        hub=entry.folder.parent.name,
        folder=entry.folder,
        size=_size(entry.folder),
        used=used,
        complete=any((entry.folder / "data").glob("*.safetensors")),
    )


def _size(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        with suppress(OSError):
            if path.is_file() and not path.is_symlink():
                total += path.stat().st_size
    return total
