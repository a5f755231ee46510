"""Tables that a checkpoint keeps in several tensors: packed, scaled, shared or in two parts."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from embviz.errors import EmbvizError, Notice
from embviz.io.tables.notices import quantised_notice
from embviz.io.tables.packed_rows import GroupedRows, MappedRows, ScaledRows, StackedRows
from embviz.io.tables.plain import quoted
from embviz.io.tables.stored import StoredTensor

if TYPE_CHECKING:
    from embviz.core.rows import Float32, Rows
    from embviz.io.tables.config import ModelConfig

Tensors = dict[str, StoredTensor]

# MLX packs these into whole 32-bit words; its 3, 5 and 6 bits straddle them.
_WORD_BITS = (2, 4, 8)
_TWO_PARTS = ((".embedding", ".new_embedding"), (".weight", ".additional_embedding.weight"))


def compose(tensors: Tensors, config: ModelConfig) -> Tensors:
    """Tensors as the model sees them: those that belong together become one, under the first one's name."""
    composed = dict(tensors)
    grouped = partial(_grouped, stated=config.quantization())
    for name in tensors:
        for build in (grouped, _scaled, _two_parts, _mapped):
            found = build(name, composed)
            if found is not None:
                tensor, used = found
                composed[name] = tensor
                for other in used:
                    composed.pop(other, None)
    return composed


_Found = tuple[StoredTensor, list[str]]


def _grouped(name: str, tensors: Tensors, stated: dict[str, Any]) -> _Found | None:
    """MLX: 32-bit words beside the scales and biases of groups of columns."""
    tensor = tensors.get(name)
    stem = name.removesuffix(".weight")
    scales, biases = tensors.get(f"{stem}.scales"), tensors.get(f"{stem}.biases")
    if tensor is None or tensor.dtype != "U32" or not tensor.is_table or scales is None or biases is None:
        return None
    own = stated.get(stem)
    bits = (own if isinstance(own, dict) else stated).get("bits", 4)
    rows, words = tensor.shape
    if type(bits) is not int or bits not in _WORD_BITS:
        return None
    width = words * 32 // bits
    groups = scales.shape[-1] if scales.is_table else 0
    if scales.shape != (rows, groups) or biases.shape != scales.shape or not groups or width % groups:
        raise EmbvizError(
            f"The packed table {quoted(name)} of “{tensor.file_name}” does not fit its scales.",
            code="mismatch",
            hint="Download the model again.",
        )

    def open_rows() -> Rows:
        return GroupedRows(tensor.raw(), scales.rows(), biases.rows(), bits)

    whole = replace(
        tensor,
        shape=(rows, width),
        dtype=f"MLX{bits}",
        open_rows=open_rows,
        notices=(quantised_notice(f"MLX, {bits} bits a number and a scale for each {width // groups}"),),
    )
    return whole, [scales.name, biases.name]


def _scaled(name: str, tensors: Tensors) -> _Found | None:
    """8-bit numbers, with a factor for the table or for each row beside them where one is stored."""
    tensor = tensors.get(name)
    if tensor is None or tensor.dtype not in ("F8_E4M3", "F8_E5M2", "I8") or not tensor.is_table:
        return None
    notice = quantised_notice(f"{tensor.dtype}, 8 bits a number")
    factors = tensors.get(f"{name}_scale")
    if factors is None or factors.count not in (1, tensor.shape[0]) or not factors.is_readable:
        return replace(tensor, notices=(notice,)), []

    def open_rows() -> Rows:
        return ScaledRows(tensor.rows(), _floats(factors).reshape(-1, 1))

    return replace(tensor, open_rows=open_rows, notices=(notice,)), [factors.name]


def _two_parts(name: str, tensors: Tensors) -> _Found | None:
    """Join new tokens that were put into a tensor of their own, under the old ones."""
    tensor = tensors.get(name)
    for end, second_end in _TWO_PARTS:
        second = tensors.get(name.removesuffix(end) + second_end)
        if tensor is None or second is None or not name.endswith(end):
            continue
        if not (tensor.is_table and second.is_table) or tensor.shape[1] != second.shape[1]:
            continue

        def open_rows(first: StoredTensor = tensor, second: StoredTensor = second) -> Rows:
            return StackedRows([first.rows(), second.rows()])

        notice = Notice(
            "two-part-table",
            f"The table lies in two tensors, {quoted(name)} and {quoted(second.name)}: the rows of the "
            f"second, {second.shape[0]:,}, are shown after those of the first.",
        )
        shape = (tensor.shape[0] + second.shape[0], tensor.shape[1])
        whole = replace(tensor, shape=shape, open_rows=open_rows, notices=(*tensor.notices, notice))
        return whole, [second.name]
    return None


def _mapped(name: str, tensors: Tensors) -> _Found | None:
    """model2vec: ``mapping`` says which vector a token has, so that tokens can share one."""
    tensor, mapping = tensors.get(name), tensors.get("mapping")
    if name != "embeddings" or tensor is None or mapping is None or not tensor.is_table:
        return None
    if len(mapping.shape) != 1 or not mapping.count or mapping.dtype not in ("I64", "I32"):
        return None

    def open_rows() -> Rows:
        places = mapping.raw().astype(np.int64)
        if places.min() < 0 or places.max() >= tensor.shape[0]:
            raise EmbvizError(
                f"The mapping of “{tensor.file_name}” points outside its table.",
                code="mismatch",
                hint="Download the model again.",
            )
        return MappedRows(tensor.rows(), places)

    weighted = " The model multiplies each row by a weight of its token, which is left out here."
    notice = Notice(
        "mapping",
        f"Tokens share vectors: {mapping.count:,} tokens have {tensor.shape[0]:,} different ones."
        + (weighted if "weights" in tensors else ""),
    )
    shape = (mapping.count, tensor.shape[1])
    return replace(tensor, shape=shape, open_rows=open_rows, notices=(*tensor.notices, notice)), ["mapping"]


def _floats(tensor: StoredTensor) -> Float32:
    """All numbers of a tensor of any shape, flat."""
    flat = replace(tensor, shape=(1, tensor.count), raw=lambda: tensor.raw().reshape(1, -1))
    return flat.rows()[:].reshape(-1)
