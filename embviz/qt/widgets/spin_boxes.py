"""Boxes for numbers, their text where that of all other boxes begins."""

from __future__ import annotations

from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox

_LEFT = 8


def whole_box() -> QSpinBox:
    """Make a box for a whole number."""
    box = QSpinBox()
    # A style sheet's left padding does not reach the text of a number.
    box.lineEdit().setTextMargins(_LEFT, 0, 0, 0)
    return box


def number_box() -> QDoubleSpinBox:
    """Make a box for any number."""
    box = QDoubleSpinBox()
    box.lineEdit().setTextMargins(_LEFT, 0, 0, 0)
    return box
