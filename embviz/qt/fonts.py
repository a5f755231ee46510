"""Inter from the shipped files, so that the program looks and measures the same everywhere."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QGuiApplication

from embviz.core.page import Weight
from embviz.resources import resource

FAMILIES = ("Inter", "Helvetica Neue", "Arial", "Segoe UI", "Noto Sans", "DejaVu Sans", "sans-serif")
"""Asked for in this order; what none of them can write is the system's choice."""

CAP_HEIGHT = 0.727
"""Height of Inter's capitals as a part of its size, to centre text on a height."""

_FILES = ("Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf", "Inter-Bold.otf")
_LOADED = "embviz_fonts_loaded"
_MEASURED_AT = 200


def load_fonts() -> None:
    """Make the shipped fonts known to the running application; more than once does no harm.

    A missing file is no error: text is then set in the next family of `FAMILIES`.
    """
    application = QGuiApplication.instance()
    if application is None:
        raise RuntimeError("fonts need a running QGuiApplication")
    if application.property(_LOADED):
        return
    for name in _FILES:
        path = resource("fonts", name)
        if path.is_file():
            QFontDatabase.addApplicationFont(str(path))
    application.setProperty(_LOADED, True)


def font(pixels: int, weight: Weight = Weight.REGULAR, *, tabular: bool = False) -> QFont:
    """Inter of a whole number of pixels.

    Its contextual alternates are off: they draw ``->`` as an arrow and lose characters from a PDF's text.
    It is not hinted, so its widths are proportional to its size.

    Parameters
    ----------
    tabular
        All digits equally wide, for columns of numbers.
    """
    # A font of its own for each caller, who may change it; copies cost a tenth of a font from its families.
    return QFont(_made(pixels, weight, tabular))


@lru_cache(maxsize=200)
def _made(pixels: int, weight: Weight, tabular: bool) -> QFont:
    made = QFont()
    made.setFamilies(list(FAMILIES))
    made.setPixelSize(max(1, pixels))
    made.setWeight(QFont.Weight(int(weight)))
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    made.setFeature(QFont.Tag("calt"), 0)
    if tabular:
        made.setFeature(QFont.Tag("tnum"), 1)
    return made


class TextMeasure:
    """Widths of text at any size, measured once per text and weight.

    Needs a running application with :func:`load_fonts` called. An object may be used by one thread at a time.
    """

    def __init__(self) -> None:
        # All at once: to load a font takes tens of milliseconds, and Python's lock with it, in a worker too.
        self._metrics = {weight: QFontMetricsF(font(_MEASURED_AT, weight)) for weight in Weight}
        self._unit_width = lru_cache(maxsize=20_000)(self._measure)

    def width(self, text: str, size: float, weight: Weight = Weight.REGULAR) -> float:
        """Width of one line of text of ``size`` pixels, in pixels."""
        return self._unit_width(text, weight) * size

    def ink(self, text: str, size: float, weight: Weight) -> tuple[float, float, float, float]:
        """How far the letters reach from the left end of the base line: left, top, right, bottom, y down.

        Accents reach above the line, slanted letters beyond their width.
        """
        width, metrics = self.width(text, size, weight), self._metrics[weight]
        factor = size / _MEASURED_AT
        # Emoji are missing from the box, so it takes in the whole line wherever there may be one.
        box = metrics.tightBoundingRect(text)
        line = not text.isascii()
        top = min(box.top(), -metrics.ascent() if line else 0.0) * factor
        bottom = max(box.bottom(), metrics.descent() if line else 0.0) * factor
        return min(box.left() * factor, 0.0), top, max(box.right() * factor, width), bottom

    def elide(self, text: str, size: float, room: float, weight: Weight = Weight.REGULAR) -> str:
        """Return the text, or its beginning and ``…``, no wider than ``room`` (but never less than ``…``)."""
        if self.width(text, size, weight) <= room:
            return text
        low, high = 0, len(text) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(text[:middle].rstrip() + "…", size, weight) <= room:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + "…"

    def _measure(self, text: str, weight: Weight) -> float:
        from embviz.qt.emoji import color_runs, emoji, has_color_glyphs  # which sets them in these fonts

        metrics = self._metrics[weight]
        if not has_color_glyphs(text):
            return metrics.horizontalAdvance(text) / _MEASURED_AT
        return sum(
            emoji(part).width if colored else metrics.horizontalAdvance(part) / _MEASURED_AT
            for part, colored in color_runs(text)
        )
