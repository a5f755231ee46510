"""The cosine of two random rows: exactly, over all pairs of rows that are not hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from embviz.core.passes import Progress, unwatched

if TYPE_CHECKING:
    from embviz.core.search import Search

Float32 = NDArray[np.float32]

_BLOCK = 4096


@dataclass(frozen=True)
class Baseline:
    """Mean and standard deviation of the cosine over all pairs of different rows.

    ``rows`` is the number of rows that were paired.
    """

    mean: float
    sd: float
    rows: int


def all_pairs(search: Search, *, progress: Progress = unwatched) -> Baseline | None:
    """Work out the baseline of all rows that can be listed, None for fewer than two.

    No pair is formed: with unit rows U, mean = (|ΣU|² − V)/(V(V−1)) and
    mean square = (‖UᵀU‖² − V)/(V(V−1)). Products are float32 in blocks of 4,096 rows, summed in float64,
    which leaves about seven digits.

    Parameters
    ----------
    search
        Over the table.
    progress
        Share done, 0..1.
    """
    ids = search.listed()
    count, dim = len(ids), search.rows.shape[1]
    if count < 2:
        return None
    total = np.zeros(dim)
    gram = np.zeros((dim, dim))
    for start in range(0, count, _BLOCK):
        units = search.unit_rows(ids[start : start + _BLOCK])
        total += units.sum(axis=0, dtype=np.float64)
        gram += units.T @ units
        progress(min(1.0, (start + _BLOCK) / count))
    pairs = count * (count - 1)
    mean = (float(total @ total) - count) / pairs
    mean_square = (float((gram * gram).sum()) - count) / pairs
    return Baseline(mean, float(np.sqrt(max(0.0, mean_square - mean * mean))), count)
