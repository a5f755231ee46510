"""The export dialog: how the figure shall be, with a live preview of exactly that."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from embviz.core.figure_options import MM_PER_INCH, FigureOptions
from embviz.core.page import Figure, ThemeName
from embviz.core.snapshot import has_noise
from embviz.errors import EmbvizError
from embviz.qt.export import DATA_SUFFIXES, FORMAT_TITLES, data_text, map_figure
from embviz.qt.figure_preview import FigurePreview
from embviz.qt.figures import RENDERERS
from embviz.qt.intents import CopyFigure, ExportFigure
from embviz.qt.widgets.spin_boxes import number_box, whole_box

if TYPE_CHECKING:
    from embviz.core.snapshot import Snapshot
    from embviz.qt.jobs import JobHandle, Jobs

PREVIEW_PAUSE_MS = 60
PREVIEW_LINES = 40


@dataclass(frozen=True)
class Preset:
    """A usual size: of paper in millimetres, or of a slide in pixels."""

    title: str
    width: float
    height: float | None
    pixels: bool
    dpi: float
    text_scale: float = 1.0


PRESETS = (
    Preset("Page, 160 mm wide", 160, None, False, 300),
    Preset("Column, 85 mm wide", 85, None, False, 300),
    Preset("Slide 16:9, 1920 × 1080", 1920, 1080, True, 144, 1.35),
    Preset("Slide 4:3, 1600 × 1200", 1600, 1200, True, 144, 1.35),
    Preset("Poster, 420 × 297 mm", 420, 297, False, 200, 1.6),
)
OWN_MM, OWN_PIXELS = "Own size in millimetres", "Own size in pixels"


class ExportDialog(QDialog):
    """Asks how, shows it, and sends an intent.

    Signals
    -------
    intent
        `ExportFigure` or `CopyFigure`.
    """

    intent = Signal(object)

    def __init__(self, snapshot: Snapshot, jobs: Jobs, *, dark: bool, folder: Path, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export figure")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._snapshot, self._jobs, self._folder = snapshot, jobs, folder
        self.preview = FigurePreview()
        self.preview.setMinimumSize(420, 360)
        self._format = QComboBox()
        for suffix in (*RENDERERS, *DATA_SUFFIXES):
            self._format.addItem(FORMAT_TITLES.get(suffix, suffix[1:].upper()), suffix)
        self._preset = QComboBox()
        self._preset.addItems([*(preset.title for preset in PRESETS), OWN_MM, OWN_PIXELS])
        self._width, self._height = _length("Width"), _length("Height")
        self._height.setSpecialValueText("as the map needs")
        self._dpi = whole_box()
        self._dpi.setRange(30, 1200)
        self._dpi.setSingleStep(50)
        self._dpi.setAccessibleName("Dots per inch")
        self._ground = QComboBox()
        self._ground.addItem("Light", (ThemeName.LIGHT, False))
        self._ground.addItem("Dark", (ThemeName.DARK, False))
        self._ground.addItem("Transparent, for light slides", (ThemeName.LIGHT, True))
        self._ground.addItem("Transparent, for dark slides", (ThemeName.DARK, True))
        self._ground.setCurrentIndex(1 if dark else 0)
        self._text = number_box()
        self._text.setRange(0.5, 4.0)
        self._text.setSingleStep(0.1)
        self._text.setSuffix(" ×")
        self._title = QLineEdit()
        self._title.setPlaceholderText("none")
        self._legend, self._caption, self._rings = (
            QCheckBox("Legend"),
            QCheckBox("Cautions"),
            QCheckBox("Half rings and lines"),
        )
        self._caption.setToolTip("The sentences that say where the picture lies")
        self._rings.setToolTip(
            "The arcs on words whose neighbours on the map are not their true ones, and the lines of a "
            "selected word"
        )
        self._noise = QCheckBox("Noise control")
        self._noise.setToolTip("The same number of words with shuffled columns, beside the map")
        self._noise.setVisible(snapshot.noise_shown and has_noise(snapshot))
        for box in (self._legend, self._caption, self._noise):
            box.setChecked(True)
        self._rings.setChecked(snapshot.overlay)
        self._note = QLabel()
        self._note.setTextFormat(Qt.TextFormat.PlainText)
        self._note.setWordWrap(True)
        self._note.setProperty("role", "second")
        self._copy, self._save, cancel = QPushButton("Copy"), QPushButton("Save …"), QPushButton("Cancel")
        self._copy.setToolTip("Put this figure on the clipboard")
        self._save.setProperty("role", "primary")
        self._save.setDefault(True)
        self._copy.clicked.connect(self._on_copy_clicked)
        self._save.clicked.connect(self._on_save_clicked)
        cancel.clicked.connect(self.reject)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.timeout.connect(self._on_pause_timeout)
        self._lay_out(cancel)
        self._show_preset(PRESETS[0])
        self._connect()
        self._ask_preview()

    def sizeHint(self) -> QSize:
        return QSize(1000, 640)

    # ---- building ----------------------------------------------------------------------------------

    def _lay_out(self, cancel: QPushButton) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(14)
        form.setVerticalSpacing(9)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        shown = QVBoxLayout()
        shown.setSpacing(7)
        for box in (self._legend, self._caption, self._rings, self._noise):
            shown.addWidget(box)
        for label, field in (
            ("Format", self._format),
            ("Size", self._preset),
            ("Width", self._width),
            ("Height", self._height),
            ("Dots per inch", self._dpi),
            ("Ground", self._ground),
            ("Text", self._text),
            ("Title", self._title),
        ):
            form.addRow(label, field)
        form.addRow("Show", shown)
        self._form = form
        buttons = QHBoxLayout()
        buttons.addWidget(self._copy)
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self._save)
        side = QVBoxLayout()
        side.setSpacing(14)
        side.addLayout(form)
        side.addWidget(self._note)
        side.addStretch(1)
        side.addLayout(buttons)
        holder = QWidget()
        holder.setLayout(side)
        holder.setFixedWidth(340)
        side.setContentsMargins(0, 0, 0, 0)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(18, 18, 18, 18)
        layout.setSpacing(18)
        layout.addWidget(self.preview, 1)
        layout.addWidget(holder)

    def _connect(self) -> None:
        self._preset.activated.connect(self._on_preset_activated)
        for spin in (self._width, self._height):
            spin.valueChanged.connect(self._on_size_changed)
        for combo in (self._format, self._ground):
            combo.currentIndexChanged.connect(self._ask_preview)
        self._dpi.valueChanged.connect(self._ask_preview)
        self._text.valueChanged.connect(self._ask_preview)
        self._title.textChanged.connect(self._ask_preview)
        for box in (self._legend, self._caption, self._rings, self._noise):
            box.toggled.connect(self._ask_preview)

    # ---- what is chosen ----------------------------------------------------------------------------

    @property
    def suffix(self) -> str:
        """Suffix of the form that is chosen."""
        suffix: str = self._format.currentData()
        return suffix

    def options(self) -> FigureOptions:
        """What the form says.

        Raises
        ------
        EmbvizError
            ``bad-size``.
        """
        theme, transparent = self._ground.currentData()
        width, height = self._width.value(), self._height.value() or None
        if self._in_pixels:
            options = FigureOptions.in_pixels(
                round(width), None if height is None else round(height), dots_per_inch=self._dpi.value()
            )
        else:
            options = FigureOptions(width_mm=width, height_mm=height, dots_per_inch=self._dpi.value())
        return replace(
            options,
            theme=theme,
            transparent=transparent,
            legend=self._legend.isChecked(),
            caption=self._caption.isChecked(),
            rings=self._rings.isChecked(),
            noise=self._noise.isChecked(),
            title=self._title.text().strip(),
            text_scale=self._text.value(),
        )

    @property
    def _in_pixels(self) -> bool:
        at = self._preset.currentIndex()
        return PRESETS[at].pixels if at < len(PRESETS) else self._preset.currentText() == OWN_PIXELS

    def _show_preset(self, preset: Preset) -> None:
        widgets = (self._width, self._height, self._dpi, self._text)
        for widget in widgets:
            widget.blockSignals(True)
        self._show_unit(pixels=preset.pixels)
        self._width.setValue(preset.width)
        self._height.setValue(preset.height or 0)
        self._dpi.setValue(round(preset.dpi))
        self._text.setValue(preset.text_scale)
        for widget in widgets:
            widget.blockSignals(False)

    def _show_unit(self, *, pixels: bool) -> None:
        for spin in (self._width, self._height):
            spin.setSuffix(" px" if pixels else " mm")
            spin.setDecimals(0 if pixels else 1)
            spin.setSingleStep(20 if pixels else 5)

    def _on_preset_activated(self, at: int) -> None:
        if at < len(PRESETS):
            self._show_preset(PRESETS[at])
        else:
            self._show_unit(pixels=self._in_pixels)
            self._width.setValue(1200 if self._in_pixels else 160)
            self._height.setValue(0)
        self._ask_preview()

    def _on_size_changed(self) -> None:
        # A size that is typed is the user's own.
        own = OWN_PIXELS if self._in_pixels else OWN_MM
        self._preset.setCurrentText(own)
        self._ask_preview()

    # ---- preview -----------------------------------------------------------------------------------

    def _ask_preview(self) -> None:
        # Nothing is saved or copied that was not found to be possible.
        for button in (self._save, self._copy):
            button.setEnabled(False)
        self._pause.start(PREVIEW_PAUSE_MS)

    def _on_pause_timeout(self) -> None:
        picture = self.suffix in RENDERERS
        for row in range(1, self._form.rowCount()):
            self._form.setRowVisible(row, picture)
        self._form.setRowVisible(self._dpi, self.suffix == ".png")
        self._copy.setVisible(picture)
        if not picture:
            self._jobs.stop("preview")
            self._note.setText("All words with their places and measures, as numbers.")
            self.preview.show_text(data_text(self._snapshot, self.suffix, PREVIEW_LINES))
            self._save.setEnabled(True)
            return
        try:
            options = self.options()
        except EmbvizError as error:
            self._on_failed(error)
            return
        snapshot = self._snapshot

        def work(_handle: JobHandle) -> Figure:
            return map_figure(snapshot, options)

        self._jobs.start("preview", work, on_done=self._on_laid_out, on_failed=self._on_failed)

    def _on_laid_out(self, figure: Figure) -> None:
        self.preview.show_figure(figure)
        for button in (self._save, self._copy):
            button.setEnabled(True)
        dots = figure.dots_per_inch / MM_PER_INCH
        size = f"{figure.width_mm:.0f} × {figure.height_mm:.0f} mm"
        if self.suffix == ".png":
            size += f", {figure.width_mm * dots:.0f} × {figure.height_mm * dots:.0f} pixels"
        hidden = "" if not figure.hidden else f" {figure.hidden:,} labels have no room at this size."
        self._note.setText(f"{size}.{hidden}")

    def _on_failed(self, error: EmbvizError) -> None:
        self._note.setText(str(error))
        for button in (self._save, self._copy):
            button.setEnabled(False)

    # ---- the end -----------------------------------------------------------------------------------

    def _on_copy_clicked(self) -> None:
        self.intent.emit(CopyFigure(self.options()))

    def _on_save_clicked(self) -> None:
        suffix = self.suffix
        name = str(self._folder / f"embeddings{suffix}")
        title = FORMAT_TITLES.get(suffix, suffix[1:].upper())
        chosen, _ = QFileDialog.getSaveFileName(self, "Export figure", name, f"{title} (*{suffix})")
        if chosen:
            self.save(Path(chosen))

    def save(self, path: Path) -> None:
        """Send the figure to a file, and close; a path without a suffix gets the chosen one."""
        if not path.suffix:
            path = path.with_name(path.name + self.suffix)
        self.intent.emit(ExportFigure(path, self.options() if path.suffix.lower() in RENDERERS else None))
        self.accept()

    def done(self, result: int) -> None:
        """Stop what is being laid out."""
        self._pause.stop()
        self._jobs.stop("preview")
        super().done(result)


def _length(name: str) -> QDoubleSpinBox:
    spin = number_box()
    spin.setRange(0, 20_000)
    spin.setAccessibleName(name)
    spin.setKeyboardTracking(False)
    return spin
