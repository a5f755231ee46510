"""How numbers, CSV and JSON are written, alike in every export."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

DIGITS = 7
"""Significant digits: what float32 rows carry, and never fewer than five decimals of a cosine."""


def number(value: float | None) -> float | None:
    """Round to `DIGITS` significant digits; None for what is unknown or not finite (JSON has no NaN)."""
    if value is None:
        return None
    value = float(value)
    # Adding zero turns −0, which a reader would stumble over, into 0.
    return float(f"{value:.{DIGITS}g}") + 0.0 if math.isfinite(value) else None


def render_json(document: Mapping[str, Any]) -> str:
    """Write one object on one line, with real characters; half a character is written as an escape."""
    text = json.dumps(document, ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"


def render_csv(header: Sequence[str], rows: Iterable[Sequence[object]], *, delimiter: str = ",") -> str:
    """Write a table: quoted where needed, None as an empty cell, whole numbers without a decimal point."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue().encode("utf-8", "backslashreplace").decode("utf-8")


def _cell(value: object) -> object:
    short = isinstance(value, float) and value.is_integer() and abs(value) < 10**DIGITS
    return f"{value:.0f}" if short else value
