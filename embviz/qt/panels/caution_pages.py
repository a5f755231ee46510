"""Pages of the Caution dock beside its table: one word's neighbours, the totals, the distances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from embviz.core.caution_totals import total_lines
from embviz.core.describe import lined_kinds
from embviz.core.shared_direction import shared_direction
from embviz.core.wording import percent, quoted
from embviz.qt.intents import RemoveCommon
from embviz.qt.map_card import near_lists
from embviz.qt.map_plot import focus_lists
from embviz.qt.widgets.glyph import glyph_pixmap
from embviz.qt.widgets.near_list import NearListView

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from embviz.core.figure import GroupStyle
    from embviz.core.snapshot import Snapshot
    from embviz.qt.theme import Theme
    from embviz.qt.widgets.shepard_plot import ShepardPlot


class WordPage(QScrollArea):
    """What looks nearest to the word in focus, and what truly is, with places, cosines and pairs."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._glyph, self._title, self._sentence, self._foot = (
            QLabel(),
            label("title"),
            label(),
            label("third"),
        )
        self._hint = label("second")
        self._hint.setText(
            "Point at a word, or select one, to see what looks nearest to it and what truly is."
        )
        self.looks, self.truly = NearListView(theme), NearListView(theme)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._glyph)
        head.addWidget(self._title, 1)
        page, layout = _page(self)
        layout.setSpacing(8)
        layout.addWidget(self._hint)
        layout.addLayout(head)
        layout.addWidget(self._sentence)
        layout.addWidget(self.looks)
        layout.addWidget(self.truly)
        layout.addWidget(self._foot)
        layout.addStretch(1)
        page.setLayout(layout)

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        self._theme = theme
        self.looks.apply_theme(theme)
        self.truly.apply_theme(theme)

    def apply_zoom(self, zoom: float) -> None:
        """Take another size of type."""
        self.looks.apply_zoom(zoom)
        self.truly.apply_zoom(zoom)

    def show_focus(self, new: Snapshot, styles: tuple[GroupStyle, ...]) -> None:
        """Show the neighbours of the word in focus."""
        result, place, lists = new.result, new.focus, focus_lists(new)
        known = result is not None and place is not None
        self._hint.setVisible(not known)
        for widget in (self._glyph, self._title, self._sentence):
            widget.setVisible(known)
        for view in (self.looks, self.truly, self._foot):
            view.setVisible(known and lists is not None)
        if result is None or place is None:
            return
        word = result.words[place]
        hollow = word.combined is not None
        style = styles[word.group]
        self._glyph.setPixmap(glyph_pixmap(style, self._theme, 5.5, self.devicePixelRatioF(), hollow=hollow))
        self._title.setText(word.text)
        lengths = result.layout.kept_length
        shown = "" if lengths is None else percent(float(lengths[place]))
        self._sentence.setText(f"This picture shows {shown} of what sets {quoted(word.text)} apart.")
        self._sentence.setVisible(lengths is not None)
        if lists is not None:
            looks, truly = near_lists(result, lists)
            self.looks.show_list(looks)
            self.truly.show_list(truly)
        reference = new.reference
        self._foot.setText(
            "" if reference is None else shared_direction(reference, removed=new.common_removed)
        )


class TotalsPage(QScrollArea):
    """Each total beside that of a random picture, the stability in a sentence, the common direction.

    Signals
    -------
    intent
        What the user asks for.
    """

    intent = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(0, 1)
        self._cells: list[QLabel] = []
        self._hint, self.sentence, self._foot = label("second"), label(), label("third")
        self._hint.setText("Five words or more can be measured.")
        self.common = QCheckBox("Remove common direction")
        self.common.setToolTip(
            "Take out of all vectors what all rows share: for the map, the lists, the cautions"
        )
        self.common.clicked.connect(self._on_common_clicked)
        self._effect = label("third")
        page, layout = _page(self)
        layout.setSpacing(9)
        layout.addWidget(self._hint)
        layout.addLayout(self._grid)
        layout.addWidget(self.sentence)
        layout.addWidget(_rule())
        layout.addWidget(self._foot)
        layout.addWidget(self.common)
        layout.addWidget(self._effect)
        layout.addStretch(1)
        page.setLayout(layout)

    def show_totals(self, new: Snapshot) -> None:
        """Show the totals of the finished map."""
        lines = () if new.result is None else total_lines(new.result, new.report, new.stability)
        self._hint.setVisible(not lines)
        rows = [("", "here", "random picture", "")] if lines else []
        rows += [(line.name, line.here, line.random or "…", line.help) for line in lines]
        for cell in self._cells[3 * len(rows) :]:
            cell.hide()
        while len(self._cells) < 3 * len(rows):
            self._add_row(len(self._cells) // 3)
        for at, (name, here, random, help_) in enumerate(rows):
            for cell, text in zip(self._cells[3 * at : 3 * at + 3], (name, here, random), strict=True):
                cell.setText(text)
                cell.setToolTip(help_)
                cell.show()
        self.sentence.setText("" if new.stability is None else str(new.stability.sentence))
        self.sentence.setVisible(new.stability is not None)
        reference = new.reference
        self._foot.setText(
            "" if reference is None else shared_direction(reference, removed=new.common_removed)
        )
        self._foot.setVisible(reference is not None)
        self.common.setChecked(new.common_removed)
        self.common.setEnabled(new.table is not None)
        self._show_effect(new)

    def _show_effect(self, new: Snapshot) -> None:
        result = new.result
        shown = new.common_removed and result is not None and result.list_difference is not None
        self._effect.setVisible(shown)
        if shown and result is not None and result.list_difference is not None:
            found = result.distortion
            nearest = f"{found.k} nearest words" if found is not None else "nearest words"
            self._effect.setText(
                f"{percent(result.list_difference)} of the entries in the lists of the {nearest} on this map "
                "differ from those of the vectors as they are stored."
            )

    def _add_row(self, row: int) -> None:
        head = row == 0
        for column in range(3):
            cell = label("third" if head else "" if column == 1 else "second", wrap=column == 0)
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
            cell.setAlignment(right if column else Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(cell, row, column)
            self._cells.append(cell)

    def _on_common_clicked(self, checked: bool) -> None:
        self.intent.emit(RemoveCommon(checked))


class DistancesPage(QWidget):
    """The Shepard plot, and how many pairs it shows; the plot is made when it is first seen."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._snapshot: Snapshot | None = None
        self.plot: ShepardPlot | None = None
        self.note = label("third")
        self.note.setContentsMargins(14, 0, 14, 0)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(4, 6, 8, 6)
        self._layout.setSpacing(2)
        self._layout.addWidget(self.note)

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        self._theme = theme
        if self.plot is not None:
            self.plot.apply_theme(theme)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.plot is None:
            # pyqtgraph takes a while to make a plot, which the start of the program need not wait for.
            from embviz.qt.widgets.shepard_plot import ShepardPlot

            self.plot = ShepardPlot(self._theme)
            self._layout.insertWidget(0, self.plot, 1)
            if self._snapshot is not None:
                self.show_distances(self._snapshot)

    def show_distances(self, new: Snapshot) -> None:
        """Show the pairs of the finished map, those of the word in focus lit."""
        self._snapshot = new
        if self.plot is None:
            return
        report, result, focus = new.report, new.result, new.focus
        if report is None or result is None:
            self.plot.show_pairs(None)
            self.plot.light(None, {})
            measured = result is not None and result.distortion is not None
            self.note.setText("" if measured else "Five words or more can be compared.")
            return
        found = report.shepard
        self.plot.show_pairs(found.pairs)
        own = None if focus is None else found.of_word(focus)
        self.plot.light(own, lined_kinds(focus_lists(new)))
        count = found.pairs.true.size
        shown = f"{count:,} of {found.total:,} pairs" if found.thinned else f"{found.total:,} pairs"
        if focus is not None:
            text = quoted(result.words[focus].text)
            shown += f"; {text} was not measured" if own is None else f"; large: those of {text}"
        self.note.setText(f"{shown}. Dots high at the left look close and are not.")


def label(role: str = "", *, wrap: bool = True) -> QLabel:
    """Make a label of plain text."""
    made = QLabel()
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wrap)
    if role:
        made.setProperty("role", role)
    return made


def _page(area: QScrollArea) -> tuple[QWidget, QVBoxLayout]:
    """Put a page that grows with its text into a scroll area."""
    page = QWidget()
    page.setProperty("ground", "panel")
    page.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    area.setWidget(page)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    layout = QVBoxLayout()
    layout.setContentsMargins(14, 8, 14, 8)
    return page, layout


def _rule() -> QFrame:
    rule = QFrame()
    rule.setFixedHeight(1)
    rule.setProperty("ground", "rule")
    return rule
