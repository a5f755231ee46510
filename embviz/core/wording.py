"""Numbers and lists as the cautions say them."""

from __future__ import annotations

import math
from collections.abc import Sequence

MINUS = "−"

NO_BREAK = "\u00a0"
"""Keeps a number and its unit on one line."""

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def half_up(value: float, digits: int = 0) -> float:
    """Round as people do: halves away from zero, forgiving the rounding errors of what led to them."""
    factor = 10.0**digits
    return math.copysign(math.floor(abs(value) * factor + 0.5 + 1e-9) / factor, value)


def percent(share: float) -> str:
    """Write a share of 0..1 as ``29 %``; nearly nothing or nearly all is not called nothing or all."""
    whole = int(half_up(share * 100))
    if whole == 0 and share > 1e-9:
        return f"less than 1{NO_BREAK}%"
    if whole == 100 and share < 1 - 1e-9:
        return f"more than 99{NO_BREAK}%"
    return f"{whole}{NO_BREAK}%"


def decimal(value: float) -> str:
    """Write a number with one digit after the point; nearly nothing is not called nothing."""
    return "under 0.1" if 0 < value < 0.05 - 1e-9 else f"{half_up(value, 1):,.1f}"


def estimated_decimal(value: float, margin: float | None) -> str:
    """Write ``2.46 ± 0.07``, with as many digits as the margin leaves; ``2.5`` without a margin."""
    if margin is None:
        return decimal(value)
    digits = 1 if margin <= 0 else min(3, max(1, -math.floor(math.log10(margin))))
    return f"{half_up(value, digits):.{digits}f} ± {half_up(margin, digits):.{digits}f}"


def shares(share: float) -> tuple[str, str]:
    """Write a share of 0..1 and the rest of it as percents that add up to 100."""
    whole = int(half_up(share * 100))
    if 0 < whole < 100:
        return f"{whole}{NO_BREAK}%", f"{100 - whole}{NO_BREAK}%"
    return percent(share), percent(1 - share)


def estimated(number: int, margin: float | None) -> str:
    """Write ``2,840 ± 120``, without the digits that the margin leaves open; ``28`` without a margin."""
    if margin is None:
        return f"{number:,}"
    step = 10.0 ** max(0, len(str(int(margin))) - 2)
    return f"{half_up(number / step) * step:,.0f} ± {half_up(margin / step) * step:,.0f}"


def count(number: int, singular: str, plural: str) -> str:
    """Write ``1 word``, ``1,204 words``."""
    return f"{number:,} {singular if number == 1 else plural}"


def number_word(number: int) -> str:
    """Write ``two`` for 2, and digits above ten."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else f"{number:,}"


def quoted(text: str) -> str:
    """Put a word in “quotes”."""
    return f"“{text}”"


def shortened(text: str, limit: int = 80) -> str:
    """Cut a text that would fill a sentence to so many characters, ``…`` included."""
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def listed(texts: Sequence[str], most: int | None = None) -> str:
    """Write ``a, b, c``; of more than ``most`` the first and the number of the rest: ``a, b and 7 more``."""
    if most is None or len(texts) <= most:
        return ", ".join(texts)
    return f"{', '.join(texts[:most])} and {len(texts) - most:,} more"


def ordinal(number: int) -> str:
    """A place in a list: 1st, 2nd, 3rd, 11th, 22nd."""
    teens = 10 < number % 100 < 14
    suffix = "th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number:,}{suffix}"
