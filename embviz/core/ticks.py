"""Round numbers along an axis."""

from __future__ import annotations

import math

from embviz.core.wording import MINUS


def round_step(least: float) -> float:
    """Smallest of 1, 2 and 5 times a power of ten that is not below ``least``, a positive number."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(step for factor in (1, 2, 5, 10, 20) if (step := factor * power) >= least * (1 - 1e-9))


def ticks(low: float, high: float, step: float) -> tuple[tuple[float, str], ...]:
    """Multiples of a round step within low..high, each with its text.

    The texts have a true minus and all the same decimals, but 0 is written ``0``.
    """
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    return tuple((place * step, _text(place * step, decimals)) for place in range(first, last + 1))


def _text(value: float, decimals: int) -> str:
    if abs(value) < 0.5 * 10.0**-decimals:
        return "0"
    return f"{value:.{decimals}f}".replace("-", MINUS)
