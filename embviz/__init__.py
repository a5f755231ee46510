"""embviz: see what a language model's embedding table really says, and where the picture of it lies.

The Python API is small: :func:`open_table` gives an :class:`EmbeddingTable`; what fails as expected
raises :class:`EmbvizError`. Nothing heavy is imported here, so ``import embviz`` stays quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from embviz.errors import EmbvizError, Notice

if TYPE_CHECKING:
    from embviz.core.table import EmbeddingTable
    from embviz.io.tables import open_table

__version__ = "0.1.0"

__all__ = ["EmbeddingTable", "EmbvizError", "Notice", "__version__", "open_table"]


def __getattr__(name: str) -> Any:
    # Loaded on first use (PEP 562): numpy alone costs 60 ms, which `embviz --help` need not pay.
    if name == "open_table":
        from embviz.io.tables import open_table

        return open_table
    if name == "EmbeddingTable":
        from embviz.core.table import EmbeddingTable

        return EmbeddingTable
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
