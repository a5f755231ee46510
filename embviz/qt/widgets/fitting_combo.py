"""A box of choices that gives up some of its width where there is little room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent


class FittingCombo(QComboBox):
    """As wide as its longest choice where there is room, and never narrower than its shortest.

    What does not fit is cut with an ellipsis.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._short = False

    @property
    def short(self) -> bool:
        """Whether only the first word of the choice is shown; the list keeps all of them."""
        return self._short

    def set_short(self, short: bool) -> None:
        """Show only the first word of the choice, or all of it."""
        if short is not self._short:
            self._short = short
            self.updateGeometry()
            self.update()

    @property
    def shown(self) -> str:
        """What the closed box says, were there room for it."""
        return self._said(self.currentIndex())

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width() - self._whole_width() + max(self._widths(), default=0), hint.height())

    def minimumSizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width() - self._whole_width() + min(self._widths(), default=0), hint.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        # The style leaves a pixel free at either side.
        room = field.width() - 2
        option.currentText = self.fontMetrics().elidedText(self.shown, Qt.TextElideMode.ElideRight, room)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def _said(self, at: int) -> str:
        text = self.itemText(at)
        return text.partition(" ")[0] if self._short else text

    def _widths(self) -> list[int]:
        metrics = self.fontMetrics()
        return [metrics.horizontalAdvance(self._said(at)) for at in range(self.count())]

    def _whole_width(self) -> int:
        """What Qt reckons for the texts."""
        metrics = self.fontMetrics()
        return max((metrics.horizontalAdvance(self.itemText(at)) for at in range(self.count())), default=0)
