"""The style sheet at every size of type."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QPushButton

from embviz.qt.style import style_sheet
from embviz.qt.theme import LIGHT


@pytest.mark.parametrize("zoom", [0.75, 0.875, 1.0, 1.125, 1.375, 1.5, 2.0])
def test_chips_stay_round_at_every_size_of_type(qtbot, zoom):
    """Qt squares the corners of a box whose radius is more than half its height."""
    chip = QPushButton("on map")
    chip.setProperty("role", "chip")
    chip.setCheckable(True)
    chip.setChecked(True)
    qtbot.addWidget(chip)
    chip.setStyleSheet(style_sheet(LIGHT, zoom))
    chip.ensurePolished()
    chip.adjustSize()
    # A focus ring has another colour.
    chip.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    picture = chip.grab().toImage()
    accent = QColor(LIGHT.accent).red()
    assert abs(picture.pixelColor(0, picture.height() // 2).red() - accent) < 40
    assert abs(picture.pixelColor(0, 1).red() - accent) > 120
