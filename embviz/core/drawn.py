"""Which vectors are drawn, and which say who truly is near."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embviz.core.geometry import unit_rows, usable_rows
from embviz.core.request import VectorMode

Float64 = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class DrawnVectors:
    """The vectors of a map.

    Attributes
    ----------
    usable
        Which of the n rows given have a direction; the others are left out, bool, (n,).
    rows
        The usable rows as stored, float64, (m, d).
    drawn
        What the projection gets, float64, (m, d).
    reference
        Unit vectors whose cosines are the list's, against which the map is measured, float64, (m, d).
    """

    usable: Bools
    rows: Float64
    drawn: Float64
    reference: Float64

    @classmethod
    def of(cls, rows: Float64, vectors: VectorMode, shifted: Float64 | None = None) -> DrawnVectors:
        """Choose from rows as stored (n, d), and from the same rows with the common direction removed.

        A map of raw vectors is measured against the list too, which knows no lengths.
        """
        reference = rows
        if vectors is VectorMode.COMMON_REMOVED:
            if shifted is None:
                raise ValueError("a map with the common direction removed needs the shifted rows")
            reference = shifted
        usable = usable_rows(rows) & usable_rows(reference)
        rows, units = rows[usable], unit_rows(reference[usable])
        return cls(usable, rows, rows if vectors is VectorMode.RAW else units, units)
