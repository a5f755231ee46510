"""Where the user's own files lie: settings, cache, log."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class UserPaths:
    """Folders of the user's files; none of them need exist yet.

    Attributes
    ----------
    config
        Settings.
    cache
        What can be fetched or computed again.
    log
        The rotating log.
    """

    config: Path
    cache: Path
    log: Path

    @property
    def settings_file(self) -> Path:
        """The settings, JSON."""
        return self.config / "settings.json"

    @property
    def log_file(self) -> Path:
        """The newest log; older ones lie beside it."""
        return self.log / "embviz.log"


def user_paths(environ: Mapping[str, str] = os.environ) -> UserPaths:
    """Give the platform's folders, or those under ``EMBVIZ_HOME`` where that is set and not empty."""
    home = environ.get("EMBVIZ_HOME", "")
    if home:
        base = Path(home).expanduser().absolute()
        return UserPaths(config=base / "config", cache=base / "cache", log=base / "log")
    import platformdirs

    folders = platformdirs.PlatformDirs("embviz", appauthor=False)
    return UserPaths(folders.user_config_path, folders.user_cache_path, folders.user_log_path)
