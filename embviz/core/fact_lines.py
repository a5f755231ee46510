"""What the Table dock says of a table: a value for each fact, and one plain sentence about it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.core.quantities import exact_share, mean_and_spread, measured, short_count, signed
from embviz.core.wording import count, quoted

if TYPE_CHECKING:
    from embviz.core.table import EmbeddingTable
    from embviz.core.table_facts import RowCounts, TableFacts

_BITS = {"F64": 64, "F32": 32, "F16": 16, "BF16": 16, "F8_E4M3": 8, "F8_E5M2": 8}


@dataclass(frozen=True)
class FactLine:
    """One fact: what it is called, its value, and a sentence that explains it to a student."""

    label: str
    value: str
    sentence: str


def share_sentence(table: EmbeddingTable) -> str:
    """Say how much of the whole model lies in this table."""
    share, total = table.share, table.model_parameters
    if share is None or total is None:
        return "How many parameters the whole model has is not known, so neither is the table’s share."
    sentence = f"The table holds {exact_share(share)} of the model’s {total:,} parameters."
    if table.output is not None:
        rows, dim = table.output.vectors.shape
        return f"{sentence} The output table holds {exact_share(rows * dim / total)} more."
    if table.tied:
        return f"{sentence} The model uses it twice: to read tokens and to predict them."
    return sentence


def stored_lines(table: EmbeddingTable) -> tuple[FactLine, ...]:
    """Facts that are known as soon as a table is open."""
    lines = [
        FactLine("Stored as", table.dtype, _dtype_sentence(table.dtype)),
        FactLine("Tied", *_tied(table)),
        FactLine("Scale", *_scale(table)),
    ]
    if table.tensor_name is not None:
        lines.append(FactLine("Tensor", table.tensor_name, "The table’s name in the file."))
    return tuple(lines)


def measured_lines(facts: TableFacts) -> tuple[FactLine, ...]:
    """Facts that take a look at every row."""
    return (_norm_line(facts), _pair_line(facts), _row_line(facts))


def _norm_line(facts: TableFacts) -> FactLine:
    norms = facts.norms
    if norms is None:
        return FactLine("Row norm", "undefined", "No row has a length: all are zeros, or not finite.")
    value = mean_and_spread(norms.mean, norms.sd)
    sentence = (
        "The norm is a row’s length, √(sum of squares): here its mean and spread. "
        f"Over {count(norms.rows, 'row', 'rows')} it goes from {measured(norms.least)} to "
        f"{measured(norms.greatest)}."
    )
    return FactLine("Row norm", value, sentence)


def _pair_line(facts: TableFacts) -> FactLine:
    reference = facts.reference
    if reference is None:
        return FactLine("Random pair", "undefined", "There are no two rows with a direction to compare.")
    value = signed(reference.mean)
    sentence = (
        f"The mean cosine of two {_drawn(reference.of)} picked at random: "
        "a cosine near it says nothing about meaning."
    )
    if facts.baseline is not None:
        sentence += f" Over all pairs of listed tokens the mean is {signed(facts.baseline.mean)}."
    return FactLine("Random pair", value, sentence)


def _drawn(of: str) -> str:
    return "tokens" if "drawn at random" in of else of


def _row_line(facts: TableFacts) -> FactLine:
    kinds = _kinds(facts.counts)
    if not kinds:
        return FactLine("Hidden rows", "none", "Every row stands for an ordinary token and has a direction.")
    value = " · ".join(f"{number:,} {name}" for name, number, _why in kinds)
    sentence = " ".join(why for _name, _number, why in kinds)
    return FactLine("Hidden rows", value, f"They are in no neighbour list. {sentence}")


def _kinds(counts: RowCounts) -> list[tuple[str, int, str]]:
    kinds = (
        ("padding", counts.padding, "Padding rows have no token; they fill the table up to a round size."),
        ("special", counts.control, "Special tokens steer the model, such as the end of a text."),
        ("byte", counts.byte, "Byte tokens are parts of a character."),
        ("unused", counts.unused, "Unused tokens were kept free."),
        ("zero", counts.zero, "Rows of zeros have no direction."),
        ("not finite", counts.nonfinite, "Rows with NaN or infinity cannot be compared."),
    )
    return [kind for kind in kinds if kind[1]]


def _dtype_sentence(dtype: str) -> str:
    bits = _BITS.get(dtype)
    if bits is None:
        return "The numbers are rounded to few levels to save room; close to the original, not equal to it."
    return f"Each number takes {bits} bits in the file; they are compared as 32-bit numbers or better."


def _tied(table: EmbeddingTable) -> tuple[str, str]:
    """Whether reading and predicting share one table, and how that is known."""
    if table.output is not None:
        name = quoted(table.output.tensor_name)
        return "no", f"The file stores an output table of its own, {name}, and its numbers are others."
    if table.tied is None:
        return (
            "no answer",
            "Tying means one table to read and to predict tokens; none for output belongs to this one.",
        )
    if not table.tied:
        return "no", "The configuration says that the output table is another one; the file does not hold it."
    if table.output_stored:
        return "yes", "The file stores an output table too, and every number in it equals this table’s."
    return (
        "yes",
        "The file stores no output table, and a language model needs one: it predicts tokens with this one.",
    )


def _scale(table: EmbeddingTable) -> tuple[str, str]:
    """Return the factor that the model applies when it looks a row up."""
    root = math.sqrt(table.dim)
    if math.isclose(table.scale, 1.0):
        return "1", "The model takes rows as they are stored. (Some multiply them by √d first.)"
    if math.isclose(table.scale, root, rel_tol=1e-3):
        value = f"√{table.dim:,} = {measured(root)}"
        return (
            value,
            f"The model multiplies every row by √d = {measured(root)}; here rows are shown as stored.",
        )
    value = measured(table.scale)
    return value, f"The model multiplies every row by {value}; here rows are shown as stored."


def has_tokens(table: EmbeddingTable) -> bool:
    """Whether rows stand for tokens: not so in a table of positions, or one chosen by hand."""
    return any(token is not None for token in table.tokens)


def size_sentence(table: EmbeddingTable) -> str:
    """Say what V, d and V·d mean."""
    rows = count(table.vocab_size, "token", "tokens")
    what = f"One row for each of {rows}" if has_tokens(table) else count(table.vocab_size, "row", "rows")
    return (
        f"{what} (V), each of "
        f"{count(table.dim, 'number', 'numbers')} (d): {short_count(table.parameters)} parameters (V·d), "
        "all of them learned."
    )
