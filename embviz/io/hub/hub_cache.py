"""The cache that huggingface_hub keeps for all programs: a model that is there is opened where it lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from embviz.errors import EmbvizError
from embviz.io.tables.folders import find_model_files

if TYPE_CHECKING:
    from pathlib import Path

# It holds a part of the model, such as the configuration alone, or shards still on their way.
_INCOMPLETE = ("nothing-here", "missing-shard", "adapter")


def cached_snapshot(hub_cache: Path | None, model: str) -> Path | None:
    """Return the folder of a model in that cache when its weights are there, else None.

    Raises
    ------
    EmbvizError
        When what is there is broken: ``bad-index``, ``permission``.
    """
    if hub_cache is None:
        return None
    folder = hub_cache / f"models--{model.replace('/', '--')}"
    try:
        if not folder.is_dir():
            return None
        find_model_files(folder)
    except OSError:
        return None
    except EmbvizError as error:
        if error.code in _INCOMPLETE:
            return None
        raise
    return folder
