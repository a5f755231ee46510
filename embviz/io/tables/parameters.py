"""How many weights a whole model has, from the headers of its files alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from embviz.io.tables.locate import is_buffer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from embviz.io.tables.config import ModelConfig
    from embviz.io.tables.stored import StoredTensor

_WHOLE_NUMBERS = frozenset({"BOOL", "U8", "I8", "U16", "I16", "U32", "I32", "U64", "I64"})
# Beside packed weights lie the scales and offsets that unpack them: they are no weights of the model.
_PACKING_ENDS = (
    ".scales",
    ".biases",
    ".qzeros",
    ".g_idx",
    ".absmax",
    ".quant_map",
    ".nested_absmax",
    ".nested_quant_map",
    ".weight_scale",
    ".weight_scale_inv",
    ".input_scale",
)


def count_parameters(
    tensors: Iterable[StoredTensor], config: ModelConfig, left_out: frozenset[str] = frozenset()
) -> int:
    """Count the weights, but not buffers and the names in ``left_out`` (stored copies of a tied table).

    Packed whole numbers count as the weights they hold: a 32-bit word of 4-bit numbers as eight.
    """
    quantization = config.quantization()
    stated = quantization.get("bits")
    bits = stated if type(stated) is int and 1 <= stated <= 8 else 4
    packed = bool(quantization)
    total = 0
    for tensor in tensors:
        name = tensor.name
        if name in left_out or is_buffer(name, len(tensor.shape)):
            continue
        if packed and (name.endswith(_PACKING_ENDS) or ".quant_state." in name):
            continue
        if tensor.dtype in ("U32", "I32") and packed:
            total += tensor.count * 32 // bits
        elif tensor.dtype == "U8" and packed:
            # bitsandbytes keeps two 4-bit numbers in a byte.
            total += tensor.count * 2
        elif tensor.dtype == "I8" or tensor.dtype not in _WHOLE_NUMBERS:
            total += tensor.count
    return total
