"""Opening a model of the hub of the tests, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from embviz.errors import EmbvizError
from embviz.io.hub.opening import open_hub_table
from embviz.io.tables.base import Request, silent

if TYPE_CHECKING:
    from embviz.core.table import EmbeddingTable
    from embviz.io.hub.options import HubOptions


def opened(options: HubOptions, model: str = "gpt2", **more: Any) -> EmbeddingTable:
    progress = more.pop("progress", silent)
    return open_hub_table(Request(Path(model), model, progress=progress, **more), model, options)


def refused(options: HubOptions, model: str = "gpt2") -> EmbvizError:
    with pytest.raises(EmbvizError) as caught:
        opened(options, model)
    assert caught.value.hint
    assert "\n" not in str(caught.value)
    return caught.value
