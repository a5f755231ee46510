"""Large counts, shares and measurements as the docks write them."""

from __future__ import annotations

from embviz.core.wording import MINUS, NO_BREAK, half_up


def short_count(number: int, *, about: bool = False) -> str:
    """Write ``38.6 M``, ``1.05 B``; below a million every digit, ``12,345``.

    Parameters
    ----------
    about
        The number is a rounded one: ``19 M`` without digits after the point.
    """
    if number >= 999_950_000:
        return f"{half_up(number / 1e9, 2):.2f}{NO_BREAK}B"
    if number >= 999_950:
        return f"{half_up(number / 1e6, 0 if about else 1):,.{0 if about else 1}f}{NO_BREAK}M"
    return f"{number:,}"


def whole_share(share: float) -> str:
    """Write a share of 0..1 with two digits: ``31 %``, ``6.5 %``; nearly nothing is not called nothing."""
    return _share(share, 0 if share >= 0.0995 else 1)


def exact_share(share: float) -> str:
    """Write a share of 0..1 with one digit after the point: ``31.0 %``."""
    return _share(share, 1)


def signed(value: float, digits: int = 2) -> str:
    """Write a number, such as a cosine, with a true minus; nearly nothing has no sign, NaN is a dash."""
    if value != value:
        return "–"
    text = f"{half_up(value, digits):.{digits}f}"
    return text.removeprefix("-") if not float(text) else text.replace("-", MINUS)


def measured(value: float) -> str:
    """Write a length or a value of any size with three significant digits: ``3.20``, ``0.0471``, ``412``."""
    if value != value:
        return "–"
    size = abs(value)
    if size == 0:
        return "0"
    if not 1e-4 <= size < 1e6:
        return f"{value:.2e}".replace("-", MINUS)
    digits = 2 if size >= 1 else 2 + len(f"{1 / size:.0f}")
    return f"{value:,.{0 if size >= 100 else 1 if size >= 10 else min(digits, 6)}f}".replace("-", MINUS)


def mean_and_spread(mean: float, spread: float) -> str:
    """Write ``3.20 ± 0.58``: the spread with the digits of the mean."""
    text = measured(mean)
    if "e" in text:
        return f"{text} ± {measured(spread)}"
    return f"{text} ± {spread:,.{len(text.partition('.')[2])}f}"


def _share(share: float, digits: int) -> str:
    if 0 < share < 0.0005:
        return f"under 0.1{NO_BREAK}%"
    return f"{half_up(100 * share, digits):.{digits}f}{NO_BREAK}%"
