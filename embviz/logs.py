"""The log: what went wrong unexpectedly, in a file that never grows large."""

from __future__ import annotations

import logging
import logging.handlers
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from embviz.paths import UserPaths

LARGEST = 500_000
"""Bytes after which a new file is begun."""
KEPT = 3
"""Older files that are kept."""


def start_logging(paths: UserPaths, *, level: int = logging.INFO) -> logging.Handler | None:
    """Send what embviz logs to a rotating file; the caller closes it with :func:`stop_logging`.

    Returns
    -------
    The handler, or None where the file cannot be written: a program must not fail for want of a log.
    """
    try:
        paths.log.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(
            paths.log_file, maxBytes=LARGEST, backupCount=KEPT, encoding="utf-8", errors="backslashreplace"
        )
    except OSError:
        return None
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logger = logging.getLogger("embviz")
    logger.setLevel(level)
    logger.addHandler(handler)
    return handler


def stop_logging(handler: logging.Handler | None) -> None:
    """Detach and close what :func:`start_logging` returned."""
    if handler is not None:
        logging.getLogger("embviz").removeHandler(handler)
        handler.close()
