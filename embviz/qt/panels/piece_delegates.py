"""Paint a piece of a sentence: as a chip with its id, and as a row of the heat strip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QToolTip

from embviz.core.heat import folded, levels
from embviz.core.page import Weight
from embviz.core.quantities import measured
from embviz.qt.fonts import TextMeasure, font
from embviz.qt.heat_colors import heat_image
from embviz.qt.panels.piece_model import MarkRole, PieceModel, PieceRole
from embviz.qt.widgets.glyph import glyph_pixmap
from embviz.qt.widgets.tips import plain_tip

if TYPE_CHECKING:
    from PySide6.QtGui import QImage, QPixmap

    from embviz.core.figure import GroupStyle
    from embviz.core.sentence import Piece
    from embviz.qt.panels.piece_model import Index
    from embviz.qt.theme import Theme

_CHIP_HEIGHT, _LINE_HEIGHT, _GAP = 23.0, 40.0, 4.0
_INSIDE, _GLYPH = 8.0, 15.0
_WIDEST_CHIP = 240.0
ROW_HEIGHT, _TALLEST_ROW = 18.0, 28.0
_NAME_LEFT, _NAME_WIDEST, _SIDES = 24.0, 92.0, 8.0


class PieceDelegate(QStyledItemDelegate):
    """What both share: theme, size of type, and which token is looked at."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.zoom = 1.0
        self.looked_at: int | None = None
        self.measure = TextMeasure()
        self._glyphs: dict[tuple[GroupStyle, float], QPixmap] = {}

    def apply_theme(self, theme: Theme, zoom: float) -> None:
        """Take new colours and another size of type."""
        self.theme, self.zoom = theme, zoom
        self._glyphs.clear()

    def is_looked_at(self, piece: Piece) -> bool:
        """Whether this piece, or an equal one elsewhere in the sentence, is looked at."""
        return piece.id is not None and piece.id == self.looked_at

    def paint_mark(self, painter: QPainter, style: GroupStyle, x: float, y: float, radius: float) -> None:
        """Paint a mark about (x, y), from a picture that is made once."""
        ratio = painter.device().devicePixelRatioF()
        picture = self._glyphs.get((style, ratio))
        if picture is None:
            picture = self._glyphs[style, ratio] = glyph_pixmap(style, self.theme, radius, ratio)
        side = picture.deviceIndependentSize().width()
        painter.drawPixmap(QPointF(x - side / 2, y - side / 2), picture)


class ChipDelegate(PieceDelegate):
    """The token in a rounded box, its mark before it, its id below."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        piece: Piece = index.data(PieceRole)
        theme, zoom = self.theme, self.zoom
        rect = QRectF(option.rect)
        state = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chip = QRectF(
            rect.left() + 0.5, rect.top() + 1.5, rect.width() - _GAP * zoom - 1, _CHIP_HEIGHT * zoom - 1
        )
        looked = self.is_looked_at(piece)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        border = theme.accent if looked or hovered else theme.third if piece.id is None else theme.line
        pen = QPen(QColor(border), 1.6 if looked else 1.0)
        if piece.id is None:
            pen.setStyle(Qt.PenStyle.DashLine)
        if state & QStyle.StateFlag.State_HasFocus and looked:
            pen.setColor(QColor(theme.ink))
        painter.setPen(pen)
        painter.setBrush(QColor(theme.accent_soft if looked else theme.panel))
        painter.drawRoundedRect(chip, 6, 6)
        left = chip.left() + _INSIDE * zoom
        style = index.data(MarkRole)
        if style is not None:
            self.paint_mark(painter, style, left + 4.5 * zoom, chip.center().y(), 4.6 * zoom)
            left += _GLYPH * zoom
        weight = Weight.SEMI_BOLD if looked else Weight.MEDIUM
        pixels = round(13 * zoom)
        painter.setFont(font(pixels, weight))
        painter.setPen(QColor(theme.third if piece.id is None else theme.ink))
        room = chip.right() - _INSIDE * zoom / 2 - left
        text = self.measure.elide(piece.shown, pixels, room, weight)
        painter.drawText(QPointF(left, chip.center().y() + 4.7 * zoom), text)
        painter.setFont(font(round(11 * zoom), tabular=True))
        painter.setPen(QColor(theme.second if looked else theme.third))
        below = QRectF(chip.left(), chip.bottom() + 1, chip.width(), 14 * zoom)
        number = "–" if piece.id is None else str(piece.id)
        painter.drawText(below, int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop), number)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return self.size_of(index.data(PieceRole))

    def size_of(self, piece: Piece) -> QSize:
        """How much room a piece takes, with the gap behind it and its id below."""
        zoom = self.zoom
        text = self.measure.width(piece.shown, round(13 * zoom), Weight.SEMI_BOLD)
        number = self.measure.width(str(piece.id), round(11 * zoom)) + 4
        inside = text + 2 * _INSIDE * zoom + (_GLYPH * zoom if piece.mark is not None else 0)
        width = min(_WIDEST_CHIP * zoom, max(inside, number)) + _GAP * zoom + 2
        return QSize(round(width), round(_LINE_HEIGHT * zoom))


class RowDelegate(PieceDelegate):
    """Mark, token, and the row's numbers as colours."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._images: dict[tuple[int, int], QImage] = {}
        self._name_width = 0.0
        self._row_height = ROW_HEIGHT

    def apply_theme(self, theme: Theme, zoom: float) -> None:
        """Take new colours and another size of type."""
        super().apply_theme(theme, zoom)
        self._images.clear()

    def prepare(self, model: PieceModel) -> None:
        """Get ready for another sentence."""
        self._images.clear()
        widest = max((self.measure.width(piece.shown, 12) for piece in model.pieces), default=0.0)
        self._name_width = min(_NAME_WIDEST, widest + 2)

    def strip_rect(self, rect: QRectF) -> QRectF:
        """Where the colours of a row lie within its place."""
        # On whole pixels, so that a number's colour is not blended with the next one's.
        left = round(rect.left() + (_NAME_LEFT + self._name_width + _SIDES) * self.zoom)
        return QRectF(left, rect.top() + 1, rect.right() - _SIDES - left, rect.height() - 2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        piece: Piece = index.data(PieceRole)
        theme, zoom = self.theme, self.zoom
        rect = QRectF(option.rect)
        state = option.state
        looked = self.is_looked_at(piece)
        painter.save()
        if looked or state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, QColor(theme.accent_soft))
        if state & QStyle.StateFlag.State_HasFocus and looked:
            painter.fillRect(QRectF(rect.left(), rect.top(), 3, rect.height()), QColor(theme.accent))
        middle = rect.center().y()
        style = index.data(MarkRole)
        if style is not None:
            self.paint_mark(painter, style, rect.left() + 13 * zoom, middle, 4.2 * zoom)
        pixels = round(12 * zoom)
        weight = Weight.SEMI_BOLD if looked else Weight.REGULAR
        painter.setFont(font(pixels, weight))
        painter.setPen(QColor(theme.third if piece.id is None else theme.ink))
        name = self.measure.elide(piece.shown, pixels, self._name_width * zoom + 4, weight)
        painter.drawText(QPointF(rect.left() + _NAME_LEFT * zoom, middle + 4.2 * zoom), name)
        strip = self.strip_rect(rect)
        if piece.id is None:
            painter.drawText(QPointF(strip.left(), middle + 4.2 * zoom), "no row")
        elif strip.width() > 0:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
            painter.drawImage(strip, self._image(index, strip.width(), painter))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, round(self._row_height * self.zoom))

    def share_height(self, height: int, rows: int) -> bool:
        """Give the rows the height that there is, within limits; True when that has changed anything."""
        each = height / self.zoom / max(1, rows)
        fitting = min(_TALLEST_ROW, max(ROW_HEIGHT, float(int(each))))
        changed = fitting != self._row_height
        self._row_height = fitting
        return changed

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        if event.type() == QEvent.Type.ToolTip and index.isValid():
            text = self.number_at(index, view.visualRect(index).toRectF(), float(event.pos().x()))
            if text:
                QToolTip.showText(event.globalPos(), plain_tip(text), view)
                return True
        return super().helpEvent(event, view, option, index)

    def number_at(self, index: Index, rect: QRectF, x: float) -> str:
        """Say which numbers of the row lie under a place, and what they are; empty beside the strip."""
        strip = self.strip_rect(rect)
        model = index.model()
        assert isinstance(model, PieceModel)
        piece: Piece = index.data(PieceRole)
        if not strip.left() <= x < strip.right() or piece.id is None:
            return ""
        values = model.values(index.row())
        columns = min(values.size, max(1, round(strip.width())))
        column = min(columns - 1, int((x - strip.left()) / strip.width() * columns))
        first, last = column * values.size // columns, (column + 1) * values.size // columns
        numbers = ", ".join(measured(float(value)) for value in values[first:last][:4])
        more = " …" if last - first > 4 else ""
        which = f"number {first + 1:,}" if last - first == 1 else f"numbers {first + 1:,} to {last:,}"
        return f"{piece.shown}, {which} of {values.size:,}: {numbers}{more}"

    def _image(self, index: Index, width: float, painter: QPainter) -> QImage:
        """Colours of a row, a column for each dot of the screen; made once for each row and width."""
        columns = max(1, round(width * painter.device().devicePixelRatioF()))
        key = (index.row(), columns)
        if key not in self._images:
            model = index.model()
            assert isinstance(model, PieceModel)
            assert model.sentence is not None
            values = folded(model.values(index.row()), columns)
            self._images[key] = heat_image(levels(values, model.sentence.limit)[None, :], self.theme)
        return self._images[key]
