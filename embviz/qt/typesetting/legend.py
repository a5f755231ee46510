"""The legend of a figure: groups with their markers, and what arcs and lines say."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from embviz.core.figure import LineKind
from embviz.core.page import Ink, PageArc, PageLine, PageMarker, PageText
from embviz.qt.fonts import CAP_HEIGHT

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from embviz.core.figure import GroupStyle
    from embviz.qt.fonts import TextMeasure

FALSE_TEXT = "looks close to what is not"
MISSING_TEXT = "is close to what looks far"

LINE_TEXTS = {
    LineKind.TRUE: "truly near",
    LineKind.FALSE: "only looks near",
    LineKind.MISSING: "near, but looks far",
}
"""What the lines of one word say, in the order in which the legend has them."""

# Heights and widths in sizes of the letters.
_ROW = 1.75
_BETWEEN = 1.5
_AFTER_SIGN = 0.5
_MARKER = 0.55
_ARC = 0.72
_LINE = 2.1

_MOST_GROUPS = 64  # more do not differ in colour and shape


@dataclass
class Legend:
    """Rows of entries set from the top left of a block."""

    texts: list[PageText] = field(default_factory=list)
    markers: list[PageMarker] = field(default_factory=list)
    arcs: list[PageArc] = field(default_factory=list)
    lines: list[PageLine] = field(default_factory=list)
    width: float = 0.0
    height: float = 0.0


@dataclass(frozen=True)
class _Entry:
    """A sign and its text: a group's marker, an arc, a line, or (“and 3 more groups”) no sign."""

    text: str
    width: float
    style: GroupStyle | None = None
    missing: bool | None = None
    line: LineKind | None = None


def set_legend(
    styles: Sequence[GroupStyle],
    arcs: Sequence[bool],
    measure: TextMeasure,
    *,
    width: float,
    size: float,
    most_rows: int,
    lines: Collection[LineKind] = (),
) -> Legend:
    """Set the entries in rows no wider than ``width``, the arcs last, and then the lines.

    Parameters
    ----------
    arcs
        The arcs to explain: False for that of false neighbours, True for that of missing ones.
    most_rows
        Groups that have no room in so many rows are only counted.
    lines
        The kinds of lines to explain.
    """
    groups = [_group(style, measure, width, size) for style in styles]
    explained = [
        [_arc(missing, measure, size) for missing in arcs],
        [_line(kind, measure, size) for kind in LINE_TEXTS if kind in lines],
    ]
    legend = Legend()
    rows: list[list[_Entry]] = []
    for kept in range(min(len(groups), _MOST_GROUPS), -1, -1):
        left = len(groups) - kept
        more = f"and {left} more group{'s' if left > 1 else ''}"
        counted = [_Entry(more, measure.width(more, size))] if left else []
        rows = _rows(groups[:kept] + counted, explained, width, _BETWEEN * size)
        if len(rows) <= most_rows:
            break
    for place, row in enumerate(rows):
        x, middle = 0.0, (place + 0.5) * _ROW * size
        for entry in row:
            _put(legend, entry, x, middle, size)
            x += entry.width + _BETWEEN * size
        legend.width = max(legend.width, x - _BETWEEN * size)
    legend.height = len(rows) * _ROW * size
    return legend


def _group(style: GroupStyle, measure: TextMeasure, width: float, size: float) -> _Entry:
    sign = (2 * _MARKER + _AFTER_SIGN) * size
    room = min(width - sign, 30 * size)
    name = measure.elide(" ".join(style.name.split()), size, room)
    return _Entry(name, sign + measure.width(name, size), style=style)


def _arc(missing: bool, measure: TextMeasure, size: float) -> _Entry:
    text = MISSING_TEXT if missing else FALSE_TEXT
    return _Entry(text, (2 * _ARC + _AFTER_SIGN) * size + measure.width(text, size), missing=missing)


def _line(kind: LineKind, measure: TextMeasure, size: float) -> _Entry:
    text = LINE_TEXTS[kind]
    return _Entry(text, (_LINE + _AFTER_SIGN) * size + measure.width(text, size), line=kind)


def _rows(
    entries: list[_Entry], families: list[list[_Entry]], width: float, between: float
) -> list[list[_Entry]]:
    rows: list[list[_Entry]] = []
    used = 0.0
    for entry in entries:
        if not rows or used + between + entry.width > width:
            rows.append([])
            used = -between
        rows[-1].append(entry)
        used += between + entry.width
    # Arcs, and lines, stand together: in the last row if it holds them all, else in rows of their own.
    for family in families:
        together = sum(entry.width for entry in family) + between * len(family)
        fresh = not rows or used + together > width
        for entry in family:
            if fresh or used + between + entry.width > width:
                rows.append([])
                used = -between
                fresh = False
            rows[-1].append(entry)
            used += between + entry.width
    return rows


def _put(legend: Legend, entry: _Entry, x: float, middle: float, size: float) -> None:
    baseline = middle + CAP_HEIGHT / 2 * size
    if entry.style is not None:
        legend.markers.append(PageMarker(x + _MARKER * size, middle, entry.style.shape, entry.style.color))
        x += (2 * _MARKER + _AFTER_SIGN) * size
    elif entry.missing is not None:
        radius = _ARC * size
        # Half a circle is shifted so that its ink is centred on the letters.
        shift = -0.5 * radius if entry.missing else 0.5 * radius
        legend.arcs.append(PageArc(x + radius, middle + shift, radius, missing=entry.missing))
        x += (2 * _ARC + _AFTER_SIGN) * size
    elif entry.line is not None:
        legend.lines.append(PageLine(x, x + _LINE * size, middle, entry.line))
        x += (_LINE + _AFTER_SIGN) * size
    signed = entry.style is not None or entry.missing is not None or entry.line is not None
    ink = Ink.SECOND if signed else Ink.THIRD
    legend.texts.append(PageText(x, baseline, entry.text, size, ink=ink))
