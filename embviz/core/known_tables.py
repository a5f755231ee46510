"""Sizes of well-known models' tables, to compare a loaded one with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.core.quantities import short_count, whole_share

if TYPE_CHECKING:
    from embviz.core.table import EmbeddingTable


@dataclass(frozen=True)
class TableSize:
    """A table's size, and the share of its model that it is.

    Attributes
    ----------
    name
        The model's name.
    rows, dim
        V and d.
    model_parameters
        Weights of the whole model, None where they are not compared.
    loaded
        True for the table that is loaded, False for one to compare it with.
    about
        V is known in round numbers only.
    remark
        A sentence about it, or nothing.
    """

    name: str
    rows: int
    dim: int
    model_parameters: int | None = None
    loaded: bool = False
    about: bool = False
    remark: str = ""

    @property
    def parameters(self) -> int:
        """V · d."""
        return self.rows * self.dim

    @property
    def share(self) -> float | None:
        """Share of the model's weights that lies in this one table, 0..1."""
        return None if not self.model_parameters else self.parameters / self.model_parameters


_UNTIED = "Not tied: its output table is as large again."

KNOWN_SIZES = (
    # "About 37000" is the shared vocabulary of English and German (Vaswani et al. 2017, section 5.1).
    TableSize("Transformer 2017", 37_000, 512, about=True, remark="Rows are multiplied by √512 = 22.6."),
    TableSize("BERT-base", 30_522, 768),
    TableSize("GPT-2 small", 50_257, 768, 124_439_808, remark="Tied: the output table is this one."),
    TableSize("GPT-2 XL", 50_257, 1_600),
    TableSize("Llama 3 8B", 128_256, 4_096, 8_030_261_248, remark=_UNTIED),
    TableSize("Llama 3 70B", 128_256, 8_192, 70_553_706_496, remark=_UNTIED),
)
"""From small to large."""


def size_sentence(size: TableSize) -> str:
    """Say a size in one sentence, with what the share is a share of."""
    count = short_count(size.parameters, about=size.about)
    sentence = f"{size.name}: {size.rows:,} × {size.dim:,} = {count} parameters"
    if size.share is not None and size.model_parameters is not None:
        total = short_count(size.model_parameters, about=size.model_parameters < 10**9)
        sentence += f", {whole_share(size.share)} of the model’s {total}"
    own = " This is the loaded table." if size.loaded else ""
    return f"{sentence}.{own}" + (f" {size.remark}" if size.remark else "")


def compared(table: EmbeddingTable | None) -> tuple[TableSize, ...]:
    """Return the known sizes from small to large, the loaded table among them where it belongs."""
    if table is None:
        return KNOWN_SIZES
    own = TableSize(table.name, table.vocab_size, table.dim, table.model_parameters, loaded=True)
    # Of equal sizes the loaded one stands first.
    return tuple(sorted((own, *KNOWN_SIZES), key=lambda size: (size.parameters, not size.loaded)))
