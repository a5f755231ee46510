"""The Table dock: what was loaded, how large it is beside others, and what its rows are like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from embviz.core.fact_lines import FactLine, measured_lines, share_sentence, size_sentence, stored_lines
from embviz.core.quantities import measured, signed
from embviz.qt.panels.base import Area, Panel
from embviz.qt.widgets.elided import ElidedLabel
from embviz.qt.widgets.fact_row import FactRow, plain_label
from embviz.qt.widgets.histogram_view import HistogramView
from embviz.qt.widgets.share_bar import ShareBar
from embviz.qt.widgets.size_table import SizeTable

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from embviz.core.snapshot import Snapshot, TableSource
    from embviz.core.table import EmbeddingTable
    from embviz.core.table_facts import TableFacts
    from embviz.qt.theme import Theme

WIDE = 640
"""From this width on the known sizes stand beside the table's own."""

_SIDES = 14
HINT = "No table is open. Choose File → Open table, or drop a model’s folder on the window."
MEASURING = "The rows are being measured …"


class TablePanel(Panel):
    """One page that scrolls: size and share, known sizes, lengths and random pairs, the rest of the facts."""

    name = "table"
    title = "Table"
    area = Area.LOWER_RIGHT

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._zoom = 1.0
        self._heading, self._source = ElidedLabel("heading"), ElidedLabel("third")
        self.formula = plain_label("formula")
        self.formula.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._size, self.share_text = _wrapped("second"), _wrapped("second")
        self.share_bar = ShareBar(theme)
        self.sizes = SizeTable(theme)
        self.norms = HistogramView(theme, "row norms")
        self.pairs = HistogramView(theme, "cosines of random pairs")
        self.norm_row, self.pair_row, self.odd_row = FactRow(), FactRow(), FactRow()
        self._waiting = plain_label("third")
        self._waiting.setText(MEASURING)
        # The last of them, a tensor's name, has no place where it could be broken.
        self._stored = [FactRow(), FactRow(), FactRow(), FactRow(elided=True)]
        self._notices = _wrapped("second")
        self._hint = _wrapped("second")
        self._hint.setText(HINT)
        self._hint.setContentsMargins(16, 18, 16, 16)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._beside = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._page = self._build_page()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._hint)
        layout.addWidget(self._page)
        self._painted = (self.share_bar, self.sizes, self.norms, self.pairs)

    def apply_theme(self, theme: Theme) -> None:
        self.theme = theme
        self._repaint()

    def apply_zoom(self, zoom: float) -> None:
        self._zoom = zoom
        self._repaint()

    def render_snapshot(self, old: Snapshot | None, new: Snapshot) -> None:
        if old is None or old.table is not new.table:
            self._show_table(new.table, new.source)
        if old is None or old.table is not new.table or old.facts is not new.facts:
            self._show_facts(new.table, new.facts)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = event.size().width() >= WIDE
        direction = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        if self._beside.direction() is not direction:
            self._beside.setDirection(direction)

    # ---- building ----------------------------------------------------------------------------------

    def _build_page(self) -> QScrollArea:
        own = QVBoxLayout()
        own.setSpacing(5)
        _add(own, self._heading, self._source)
        own.addSpacing(6)
        _add(own, self.formula, self._size)
        own.addSpacing(6)
        _add(own, self.share_bar, self.share_text)
        own.addStretch(1)
        self._beside.setSpacing(14)
        self._beside.addLayout(own, 1)
        known = QVBoxLayout()
        known.addWidget(self.sizes)
        known.addStretch(1)
        self._beside.addLayout(known, 1)
        content = QWidget()
        content.setProperty("ground", "panel")
        content.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        page = QVBoxLayout(content)
        page.setContentsMargins(_SIDES, 12, _SIDES, 14)
        page.setSpacing(10)
        page.addLayout(self._beside)
        _add(page, self._waiting, self.norm_row, self.norms, self.pair_row, self.pairs, self.odd_row)
        _add(page, *self._stored, self._notices)
        page.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName("Facts about the table")
        area.setWidget(content)
        return area

    # ---- drawing -----------------------------------------------------------------------------------

    def _repaint(self) -> None:
        for part in self._painted:
            part.apply_theme(self.theme, self._zoom)

    def _show_table(self, table: EmbeddingTable | None, source: TableSource) -> None:
        self._hint.setVisible(table is None)
        self._page.setVisible(table is not None)
        self.sizes.show_table(table)
        if table is None:
            return
        self._heading.set_whole(table.name)
        where = source.source or "Comes with embviz"
        self._source.set_whole(where if source.tensor is None else f"{source.tensor} of {where}")
        self.formula.setText(f"{table.vocab_size:,} × {table.dim:,} = {table.parameters:,}")
        self._size.setText(size_sentence(table))
        share, total = table.share, table.model_parameters
        self.share_bar.setVisible(share is not None)
        if share is not None and total is not None:
            output = table.output
            second = 0 if output is None else output.vectors.shape[0] * output.vectors.shape[1]
            self.share_bar.show_shares(share, second / total)
        self.share_text.setText(share_sentence(table))
        self.share_bar.setAccessibleDescription(self.share_text.text())
        lines = stored_lines(table)
        for row, line in zip(self._stored, (*lines, *[None] * (len(self._stored) - len(lines))), strict=True):
            _show(row, line)

    def _show_facts(self, table: EmbeddingTable | None, facts: TableFacts | None) -> None:
        known = facts is not None and facts.table is table
        self._waiting.setVisible(table is not None and not known)
        notices = () if table is None else table.opening_notices
        lines: tuple[FactLine | None, ...] = (None, None, None)
        self.norms.setVisible(known and facts is not None and facts.norms is not None)
        self.pairs.setVisible(known and facts is not None and facts.pairs is not None)
        if facts is not None and known:
            lines, notices = measured_lines(facts), facts.notices
            if facts.norms is not None:
                mean = facts.norms.mean
                self.norms.show_histogram(facts.norms.histogram, mean, f"mean {measured(mean)}")
            if facts.pairs is not None and facts.reference is not None:
                mean = facts.reference.mean
                self.pairs.show_histogram(facts.pairs, mean, f"mean {signed(mean, 2)}")
        for row, line in zip((self.norm_row, self.pair_row, self.odd_row), lines, strict=True):
            _show(row, line)
        self._notices.setText("\n".join(f"•  {notice.text}" for notice in notices))
        self._notices.setVisible(bool(notices))


def _wrapped(role: str) -> QLabel:
    label = plain_label(role)
    label.setWordWrap(True)
    return label


def _add(layout: QVBoxLayout, *parts: QWidget) -> None:
    for part in parts:
        layout.addWidget(part)


def _show(row: FactRow, line: FactLine | None) -> None:
    row.setVisible(line is not None)
    if line is not None:
        row.show_line(line)
