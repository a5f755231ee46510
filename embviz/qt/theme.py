"""Colours of the light and the dark theme, and the lengths that the plot is drawn with."""

from __future__ import annotations

from dataclasses import dataclass, fields

from PySide6.QtGui import QColor, QPalette

from embviz.core.page import Ink, ThemeName


@dataclass(frozen=True)
class Theme:
    """A table of colours, each as ``#RRGGBB``.

    ``groups`` are the eight fills of markers, ``group_texts`` the shades of the same hue that are legible as
    text on ``map``; both are indexed by a group's place in the palette. Light: the least ΔE00 between groups,
    and from them to the caution colours, is 15, for normal sight and for three deficiencies.
    """

    name: ThemeName
    window: str
    panel: str
    map: str
    ink: str
    second: str
    third: str
    line: str
    grid: str
    accent: str
    accent_soft: str
    on_accent: str
    strip: str
    strip_line: str
    strip_icon: str
    false: str
    missing: str
    true: str
    groups: tuple[str, ...]
    group_texts: tuple[str, ...]

    @property
    def dark(self) -> bool:
        """Whether the ground is dark."""
        return self.name is ThemeName.DARK

    def text(self, ink: Ink) -> str:
        """Colour of an ink of the page."""
        return {
            Ink.FIRST: self.ink,
            Ink.SECOND: self.second,
            Ink.THIRD: self.third,
            Ink.FALSE: self.false,
            Ink.MISSING: self.missing,
        }[ink]


LIGHT = Theme(
    name=ThemeName.LIGHT,
    window="#F3F4F2",
    panel="#FFFFFF",
    map="#FFFFFF",
    ink="#1D2329",
    second="#4A535C",
    third="#68717A",
    line="#DADEDC",
    grid="#EEF0EF",
    accent="#0F6E63",
    accent_soft="#DDEFEC",
    on_accent="#FFFFFF",
    strip="#FBF6EA",
    strip_line="#EADFC2",
    strip_icon="#8A5A00",
    false="#C1440E",
    missing="#1B3A8C",
    true="#7B858F",
    groups=("#47AEF2", "#F2C92B", "#167B6C", "#D9779F", "#7758DA", "#90A969", "#743434", "#B7EAE7"),
    group_texts=("#175E92", "#7A5F00", "#0B5A4E", "#96335F", "#5335B5", "#4C6127", "#5E2626", "#2B6B67"),
)

DARK = Theme(
    name=ThemeName.DARK,
    window="#181B20",
    panel="#1F2329",
    map="#14171B",
    ink="#E9ECEF",
    second="#B9C1C9",
    third="#8F99A3",
    line="#343B43",
    grid="#20252B",
    accent="#4CC3B2",
    accent_soft="#1E3F3B",
    on_accent="#0C1F1C",
    strip="#262218",
    strip_line="#453A1E",
    strip_icon="#F0C35A",
    false="#FF6B3A",
    missing="#C3CEFF",
    true="#8C97A2",
    groups=("#47AEF2", "#F2C92B", "#2A9D8A", "#E58BB0", "#8E72EC", "#A3BC7B", "#B86A66", "#B7EAE7"),
    group_texts=("#8CCBF7", "#F2D76B", "#74CDBD", "#F0A9C5", "#B5A2F6", "#BDD29A", "#D99490", "#B7EAE7"),
)

THEMES = {ThemeName.LIGHT: LIGHT, ThemeName.DARK: DARK}


def application_palette(theme: Theme) -> QPalette:
    """Palette of the Fusion style in the theme's colours, its disabled group dimmed."""
    roles = {
        QPalette.ColorRole.Window: theme.window,
        QPalette.ColorRole.WindowText: theme.ink,
        QPalette.ColorRole.Base: theme.panel,
        QPalette.ColorRole.AlternateBase: theme.window,
        QPalette.ColorRole.Text: theme.ink,
        QPalette.ColorRole.PlaceholderText: theme.third,
        QPalette.ColorRole.Button: theme.panel,
        QPalette.ColorRole.ButtonText: theme.ink,
        QPalette.ColorRole.BrightText: theme.false,
        QPalette.ColorRole.ToolTipBase: theme.panel,
        QPalette.ColorRole.ToolTipText: theme.ink,
        QPalette.ColorRole.Highlight: theme.accent_soft,
        QPalette.ColorRole.HighlightedText: theme.ink,
        QPalette.ColorRole.Accent: theme.accent,
        QPalette.ColorRole.Link: theme.accent,
        QPalette.ColorRole.LinkVisited: theme.accent,
        QPalette.ColorRole.Light: theme.panel,
        QPalette.ColorRole.Midlight: theme.grid,
        QPalette.ColorRole.Mid: theme.line,
        QPalette.ColorRole.Dark: theme.third,
        QPalette.ColorRole.Shadow: theme.line,
    }
    palette = QPalette()
    for role, color in roles.items():
        palette.setColor(role, QColor(color))
    dimmed = (
        QPalette.ColorRole.WindowText,
        QPalette.ColorRole.Text,
        QPalette.ColorRole.ButtonText,
        QPalette.ColorRole.HighlightedText,
    )
    for role in dimmed:
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.third))
    return palette


@dataclass(frozen=True)
class Lengths:
    """Lengths of a plot in pixels of a screen at 96 dots per inch; presentation and paper scale all alike."""

    label: float = 12.0
    tick: float = 10.5
    axis_title: float = 12.0
    marker_radius: float = 4.8
    marker_outline: float = 1.1
    marker_casing: float = 1.0
    ring_radius: float = 8.8
    ring_width: float = 2.3
    ring_casing: float = 4.2
    selection_gap: float = 3.0
    selection_width: float = 1.8
    label_halo: float = 3.0
    leader_width: float = 0.9
    line_width: float = 1.8
    grid_width: float = 1.0

    def scaled(self, factor: float) -> Lengths:
        """Return the same lengths times ``factor``."""
        return Lengths(*(getattr(self, field.name) * factor for field in fields(self)))

    def for_words(self, count: int) -> Lengths:
        """Smaller markers and rings where there are many words: full size to 150, 2.8 from 2,000."""
        if count <= 150:
            return self
        share = min(1.0, (count - 150) / 1850)
        shrink = 1.0 - share * (1.0 - 2.8 / 4.8)
        small = {
            name: getattr(self, name) * shrink
            for name in ("marker_radius", "ring_radius", "ring_width", "ring_casing", "selection_gap")
        }
        outline = max(0.6 / 1.1, shrink)
        small["marker_outline"] = self.marker_outline * outline
        small["marker_casing"] = self.marker_casing * outline
        return Lengths(
            **{field.name: small.get(field.name, getattr(self, field.name)) for field in fields(self)}
        )
