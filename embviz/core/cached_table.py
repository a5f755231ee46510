"""A table of the cache, as lists show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class CachedTable:
    """A model of which something is in the cache.

    Attributes
    ----------
    model
        Its id on the hub; opening it needs no network when it is complete.
    hub
        Host of the hub that it came from.
    folder
        Where it lies.
    size
        Bytes on the disk.
    used
        Time of its last use, in seconds since 1970.
    complete
        False when only a part of a download is there, which goes on when the model is opened.
    """

    model: str
    hub: str
    folder: Path
    size: int
    used: float
    complete: bool


@dataclass(frozen=True)
class HubAccess:
    """How the hub can be reached.

    Attributes
    ----------
    hub
        Its host.
    has_token
        Whether the user is logged in.
    offline
        Whether nothing may be asked of the network.
    limit_gb
        Gigabytes that the cache may hold.
    """

    hub: str
    has_token: bool
    offline: bool
    limit_gb: int
