"""Where the files that ship with embviz lie: the bundled table, word sets, fonts, pictures."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def resources_folder() -> Path:
    """Folder of the shipped files: ``embviz/_resources`` when installed, ``resources/`` in a checkout."""
    installed = _PACKAGE / "_resources"
    return installed if installed.is_dir() else _PACKAGE.parent / "resources"


def resource(*parts: str) -> Path:
    """Path of one shipped file, such as ``resource("fonts", "Inter-Regular.otf")``; it need not exist."""
    return resources_folder().joinpath(*parts)
