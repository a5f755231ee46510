"""Where the hub and the caches are, and how patient to be: one frozen value that tests can give."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from embviz.io.hub.ids import DEFAULT_ENDPOINT

GIGABYTE = 1_000_000_000


def keep_cache_limit(gigabytes: int) -> None:
    """Write how much the cache may hold to the settings, from which `program_options` reads it.

    Raises
    ------
    EmbvizError
        ``cannot-write``.
    """
    from embviz.paths import user_paths
    from embviz.settings import load_settings, save_settings

    path = user_paths().settings_file
    settings, _notices = load_settings(path)
    save_settings(replace(settings, cache_limit_gb=gigabytes), path)


@dataclass(frozen=True)
class HubOptions:
    """How to talk to the hub.

    Attributes
    ----------
    folder
        The program's own cache of tables; need not exist.
    hub_cache
        The cache that huggingface_hub keeps for all programs; only read. None to leave it alone.
    endpoint
        Address of the hub, without a slash at its end.
    token
        The user's token, None without one. It is sent to the endpoint's origin and nowhere else.
    offline
        True when nothing may be asked of the network.
    limit
        Bytes that the own cache may hold before its least recently used tables go.
    timeout
        Seconds to wait for a connection, or for the next bytes of an answer.
    waits
        Seconds to wait before each further attempt after a failure that may pass; their number is the
        number of further attempts.
    longest_wait
        Seconds; a hub that asks for a longer pause is not waited for.
    clock
        Present time in seconds since 1970, for what was used last.
    """

    folder: Path
    hub_cache: Path | None = None
    endpoint: str = DEFAULT_ENDPOINT
    token: str | None = field(default=None, repr=False)
    offline: bool = False
    limit: int = 20 * GIGABYTE
    timeout: float = 15.0
    waits: tuple[float, ...] = (1.0, 2.0, 4.0)
    longest_wait: float = 20.0
    clock: Callable[[], float] = time.time


def cache_folder() -> Path:
    """Folder of the own cache of tables, whether it exists or not."""
    from embviz.paths import user_paths

    return user_paths().cache / "tables"


def program_options() -> HubOptions:
    """Options from the settings and from what huggingface_hub knows of the environment and of the login."""
    from huggingface_hub import constants, get_token

    from embviz.paths import user_paths
    from embviz.settings import load_settings

    settings, _notices = load_settings(user_paths().settings_file)
    return HubOptions(
        folder=cache_folder(),
        hub_cache=Path(constants.HF_HUB_CACHE),
        endpoint=constants.ENDPOINT,
        token=None if constants.HF_HUB_DISABLE_IMPLICIT_TOKEN else get_token(),
        offline=constants.HF_HUB_OFFLINE,
        limit=settings.cache_limit_gb * GIGABYTE,
    )
