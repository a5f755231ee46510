"""What the user has chosen once and for all: a frozen value, kept as JSON with a version."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from embviz.errors import Notice
from embviz.io.atomic import cannot_write, write_bytes

VERSION = 1
"""Version of the file that this program writes."""

Data = dict[str, Any]
Migration = Callable[[Data], Data]

MIGRATIONS: tuple[Migration, ...] = ()
"""Step i brings a file of version i + 1 to version i + 2."""

THEMES = ("system", "light", "dark")


def _choice(*values: str) -> Any:
    return {"accepts": lambda value: value in values}


def _few_texts(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= 100 and all(isinstance(item, str) for item in value)


def _whole(lowest: int, highest: int) -> Any:
    return {"accepts": lambda value: type(value) is int and lowest <= value <= highest}


def _number(lowest: float, highest: float) -> Any:
    return {"accepts": lambda value: type(value) in (int, float) and lowest <= value <= highest}


_TEXT = {"accepts": lambda value: isinstance(value, str)}
_SWITCH = {"accepts": lambda value: isinstance(value, bool)}
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Settings:
    """Settings of the window.

    Attributes
    ----------
    theme
        ``"system"``, ``"light"`` or ``"dark"``.
    zoom
        Factor on all sizes of type, 0.75 to 2.
    animated
        Whether the points of a map wander to their places on the next.
    geometry, layout
        Place of the window and of its docks as Qt saves them, base64; empty for the built-in layout.
    export_folder
        Where the last figure went; empty before the first.
    recent_tables
        Sources of tables that were opened, the newest first.
    cache_limit_gb
        Gigabytes that tables from the hub may take on the disk before the least recently used go; 1 or more.
    unknown
        Keys of the file that this version does not know, kept for the version that does.
    """

    theme: str = field(default="system", metadata=_choice(*THEMES))
    zoom: float = field(default=1.0, metadata=_number(0.75, 2.0))
    animated: bool = field(default=True, metadata=_SWITCH)
    geometry: str = field(default="", metadata=_TEXT)
    layout: str = field(default="", metadata=_TEXT)
    export_folder: str = field(default="", metadata=_TEXT)
    recent_tables: tuple[str, ...] = field(default=(), metadata={"accepts": _few_texts, "reads": tuple})
    cache_limit_gb: int = field(default=20, metadata=_whole(1, 100_000))
    unknown: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)


_FIELDS = {item.name: item for item in dataclasses.fields(Settings) if item.name != "unknown"}


def load_settings(path: Path) -> tuple[Settings, tuple[Notice, ...]]:
    """Read the settings; what cannot be read is replaced by defaults and said, never raised.

    A file that is not JSON at all is moved aside to ``settings.broken.json``, so that the next
    :func:`save_settings` does not destroy what the user may want to mend.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8-sig"))
        if not isinstance(data, dict):
            raise ValueError("not an object")
        version = data.pop("version", VERSION)
        if not isinstance(version, int) or version < 1:
            raise ValueError("not a version")
    except FileNotFoundError:
        return Settings(), ()
    except OSError as error:
        reason = (error.strerror or "the system refused").lower()
        return Settings(), (
            _notice(f"The settings in {path} could not be read ({reason}); defaults are used."),
        )
    except ValueError:  # includes JSON and UTF-8 errors
        aside = path.with_suffix(".broken.json")
        with suppress(OSError):
            path.replace(aside)
        return Settings(), (
            _notice(f"The settings were broken and are now defaults; the old file is {aside}."),
        )
    return _from_data(migrated(data, version))


def save_settings(settings: Settings, path: Path) -> None:
    """Write the settings, making the folder where needed.

    Raises
    ------
    EmbvizError
        ``cannot-write``.
    """
    data: Data = {"version": VERSION, **settings.unknown}
    data.update({name: getattr(settings, name) for name in _FIELDS})
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(path, error) from error
    text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    # Names of files may hold bytes that are no text: JSON's escape keeps them.
    write_bytes(path, text.encode("utf-8", "backslashreplace"))


def migrated(data: Data, version: int, steps: Sequence[Migration] = MIGRATIONS) -> Data:
    """Bring the data of an older version up to date; those of a newer one stay as they are."""
    for step in steps[version - 1 :]:
        data = step(data)
    return data


def _from_data(data: Data) -> tuple[Settings, tuple[Notice, ...]]:
    known: Data = {}
    notices: list[Notice] = []
    for name, item in _FIELDS.items():
        if name not in data:
            continue
        value = data.pop(name)
        if item.metadata["accepts"](value):
            known[name] = item.metadata.get("reads", lambda read: read)(value)
        else:
            notices.append(_notice(f"The setting “{name}” was not understood; its default is used."))
    return Settings(**known, unknown=MappingProxyType(data)), tuple(notices)


def _notice(text: str) -> Notice:
    return Notice("bad-settings", text)
