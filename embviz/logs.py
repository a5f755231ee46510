"""The log: what went wrong unexpectedly, in a file that never grows large."""

from __future__ import annotations

import logging
import logging.handlers
from pathlib import Path

LARGEST = 500_000
"""Bytes after which a new file is begun."""
KEPT = 3
"""Older files that are kept."""


def start_log(path: Path, *, level: int = logging.INFO) -> logging.Handler | None:
    """Send what embviz logs to a rotating file; the caller closes it with :func:`stop_log`.

    Returns
    -------
    The handler, or None where the file cannot be written: a program must not fail for want of a log.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(
            path, maxBytes=LARGEST, backupCount=KEPT, encoding="utf-8", errors="backslashreplace"
        )
    except OSError:
        return None
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logger = logging.getLogger("embviz")
    logger.setLevel(level)
    logger.addHandler(handler)
    return handler


def stop_log(handler: logging.Handler | None) -> None:
    """Detach and close what :func:`start_log` returned."""
    if handler is not None:
        logging.getLogger("embviz").removeHandler(handler)
        handler.close()
