"""One row looked at closely: the product that fetches it, its numbers, its twin, its other spellings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QToolButton, QVBoxLayout, QWidget

from embviz.core.quantities import measured, signed
from embviz.core.vocabulary import TokenKind
from embviz.core.wording import quoted
from embviz.qt.icons import icon
from embviz.qt.panels.variant_list import VariantList
from embviz.qt.widgets.elided import ElidedLabel
from embviz.qt.widgets.fact_row import plain_label
from embviz.qt.widgets.heat_strip import HeatStrip
from embviz.qt.widgets.histogram_view import HistogramView
from embviz.qt.widgets.one_hot import OneHotPicture

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLabel

    from embviz.core.row_view import RowView
    from embviz.core.table_facts import TableFacts
    from embviz.qt.theme import Theme

ENDS = 5
"""So many of the first and of the last numbers are shown."""

_KINDS = {
    TokenKind.CONTROL: "special token",
    TokenKind.BYTE: "part of a character",
    TokenKind.UNUSED: "unused token",
    TokenKind.NONE: "no token",
}


class RowPage(QScrollArea):
    """Scrolls by itself.

    Signals
    -------
    looked_at
        The id of another spelling.
    add_asked
        The id of the token, which shall go onto the map.
    """

    looked_at = Signal(int)
    add_asked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._view: RowView | None = None
        self.heading, self.detail = ElidedLabel("heading"), plain_label("second")
        self.add = QToolButton()
        self.add.setToolTip("Add this token to the map")
        self.add.setAccessibleName("Add this token to the map")
        self.add.setProperty("fit", "small")
        self.add.clicked.connect(self._on_add_clicked)
        self.picture = OneHotPicture(theme)
        self.product = _wrapped("third")
        self.first, self.last = plain_label("numbers"), plain_label("numbers")
        self.norm = _wrapped("second")
        self.values = HistogramView(theme, "numbers of the row", height=84)
        self.twin_title, self.twin_text = plain_label("title"), _wrapped("second")
        self.twin = HeatStrip(theme)
        self.variants_title, self.variants_text = plain_label("title"), _wrapped("third")
        self.variants = VariantList(theme)
        self.variants.looked_at.connect(self.looked_at)
        self._painted = (self.picture, self.values, self.twin, self.variants)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("One row")
        self._content = self._build_content()
        self.setWidget(self._content)

    def apply_theme(self, theme: Theme, zoom: float) -> None:
        """Take new colours and another size of type."""
        self._theme = theme
        self.add.setIcon(icon("plus", theme.second, disabled=theme.line))
        for part in self._painted:
            part.apply_theme(theme, zoom)

    def show_row(self, view: RowView | None, limit: float, facts: TableFacts | None, *, on_map: bool) -> None:
        """Show another row, in the colours of the sentence's strip."""
        self._view = view
        self._content.setVisible(view is not None)
        if view is None:
            return
        kind = _KINDS.get(view.kind)
        self.heading.set_whole(view.shown)
        self.detail.setText(f"token {view.id}" + (f"  ·  {kind}" if kind else ""))
        self.add.setEnabled(not on_map)
        self.picture.show_row(view, limit)
        self.product.setText(
            f"A one-hot vector is all 0 but for a 1 at place {view.id:,}. Times E it leaves row {view.id:,}: "
            "that is how a model looks a token up."
        )
        self._show_numbers(view, facts)
        self._show_twin(view, limit)
        self._show_variants(view)

    # ---- building ----------------------------------------------------------------------------------

    def _build_content(self) -> QWidget:
        content = QWidget()
        content.setProperty("ground", "panel")
        content.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.heading)
        head.addWidget(self.detail, 1)
        head.addWidget(self.add)
        numbers = QGridLayout()
        numbers.setHorizontalSpacing(8)
        numbers.setVerticalSpacing(1)
        numbers.setColumnStretch(1, 1)
        for row, (name, line) in enumerate((("first", self.first), ("last", self.last))):
            label = plain_label("third")
            label.setText(name)
            numbers.addWidget(label, row, 0)
            numbers.addWidget(line, row, 1)
            line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout = QVBoxLayout(content)
        layout.setContentsMargins(14, 8, 12, 14)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addWidget(self.picture)
        layout.addWidget(self.product)
        layout.addSpacing(4)
        layout.addLayout(numbers)
        _add(layout, self.norm, self.values)
        layout.addSpacing(4)
        _add(layout, self.variants_title, self.variants_text, self.variants)
        layout.addSpacing(4)
        _add(layout, self.twin_title, self.twin, self.twin_text)
        layout.addStretch(1)
        return content

    # ---- drawing -----------------------------------------------------------------------------------

    def _show_numbers(self, view: RowView, facts: TableFacts | None) -> None:
        values = view.vector.tolist()
        self.first.setText("   ".join(measured(value) for value in values[:ENDS]) + "  …")
        self.last.setText("…  " + "   ".join(measured(value) for value in values[-ENDS:]))
        text = f"Norm {measured(view.norm)}, the row’s length."
        if facts is not None and facts.norms is not None and facts.table is view.table:
            text += f" The mean of all rows is {measured(facts.norms.mean)}."
        self.norm.setText(text)
        self.values.setVisible(view.values is not None)
        self.values.show_histogram(view.values, 0.0 if _spans_zero(view) else None, "0")

    def _show_twin(self, view: RowView, limit: float) -> None:
        self.twin_title.setText("In the output table")
        twin = view.output
        self.twin.setVisible(twin is not None)
        if twin is not None:
            self.twin.show_values(twin.vector, limit, f"The token’s row in {twin.tensor_name}")
            score = "" if twin.cosine is None else f", cosine {signed(twin.cosine, 2)} to the row above"
            self.twin_text.setText(
                f"The model predicts this token with another row, in {quoted(twin.tensor_name)}: "
                f"norm {measured(twin.norm)}{score}."
            )
        elif view.table.tied:
            self.twin_text.setText("The model is tied: it predicts this token with this same row.")
        elif view.output_trouble:
            self.twin_text.setText(f"The token’s row in the output table is not here. {view.output_trouble}")
        elif view.table.output is not None:
            self.twin_text.setText("The output table has no row for this token.")
        else:
            self.twin_text.setText("There is no output table with this one.")

    def _show_variants(self, view: RowView) -> None:
        self.variants_title.setText("Other spellings are other rows")
        self.variants.show_variants(view.variants, view.reference)
        for part in (self.variants_title, self.variants_text, self.variants):
            part.setVisible(bool(view.variants))
        known = view.reference
        tick = "" if known is None else f" The tick is the mean of random pairs, {signed(known, 2)}."
        self.variants_text.setText(f"Cosine of each row to that of {view.shown}.{tick}")

    def _on_add_clicked(self) -> None:
        if self._view is not None:
            self.add_asked.emit(self._view.id)


def _add(layout: QVBoxLayout, *parts: QWidget) -> None:
    for part in parts:
        layout.addWidget(part)


def _spans_zero(view: RowView) -> bool:
    return view.values is not None and float(view.values.edges[0]) < 0 < float(view.values.edges[-1])


def _wrapped(role: str) -> QLabel:
    label = plain_label(role)
    label.setWordWrap(True)
    return label
