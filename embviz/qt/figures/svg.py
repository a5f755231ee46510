"""Figures as SVG 1.1: real text and shapes, in millimetres."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator

from embviz.core.figure_options import MM_PER_INCH
from embviz.core.page import Figure, Weight
from embviz.qt.fonts import FAMILIES, TextMeasure
from embviz.qt.offscreen import offscreen_application
from embviz.qt.painter import Halo, paint_figure

UNITS_PER_INCH = 1440
"""The drawing's units are twentieths of a point, as sizes of letters are whole numbers."""

_SVG = "http://www.w3.org/2000/svg"
_GROUP, _TEXT = f"{{{_SVG}}}g", f"{{{_SVG}}}text"
# Helvetica, which Linux knows a font for, is no wider than Inter; what stands further back is, and then
# lines run into each other in programs that do not know textLength.
_FALLBACKS = ("Helvetica Neue", "Helvetica", "Arial", "Liberation Sans")
_FAMILIES = ", ".join(
    f"'{name}'" if " " in name else name for name in dict.fromkeys((FAMILIES[0], *_FALLBACKS, *FAMILIES))
)


def render(figure: Figure) -> bytes:
    """Return a figure as the bytes of an SVG file."""
    application = offscreen_application()
    measure = TextMeasure()
    width = round(figure.width_mm / MM_PER_INCH * UNITS_PER_INCH)
    height = round(figure.height_mm / MM_PER_INCH * UNITS_PER_INCH)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # SVG Tiny, the generator's usual form, knows no clipping.
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setOutputDevice(buffer)
    generator.setResolution(UNITS_PER_INCH)
    generator.setSize(QSize(width, height))
    generator.setViewBox(QRectF(0, 0, width, height))
    generator.setTitle(figure.title or "Map of words")
    generator.setDescription(figure.description)
    painter = QPainter(generator)
    paint_figure(
        painter,
        figure,
        scale=width / figure.width,
        measure=measure,
        halo=Halo.BOX,
        color_glyphs_as_images=False,
    )
    painter.end()
    del application
    return _finished(bytes(buffer.data().data()), figure, measure)


def _finished(data: bytes, figure: Figure, measure: TextMeasure) -> bytes:
    """Give the page its exact size and text its families; leave out what the generator writes for nothing."""
    ElementTree.register_namespace("", _SVG)
    root = ElementTree.fromstring(data)
    root.set("width", f"{figure.width_mm:.4f}mm")
    root.set("height", f"{figure.height_mm:.4f}mm")
    # As in the program itself: contextual alternates would draw "->" as an arrow.
    root.set("style", "font-feature-settings: 'calt' 0")
    _strip(root)
    _join_runs(root, measure)
    for text in root.iter(_TEXT):
        text.set("font-family", _FAMILIES)
    data = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return bytes(data)


def _strip(element: ElementTree.Element) -> None:
    """Take away empty groups and groups of nothing but text, and attributes that change nothing."""
    kept: list[ElementTree.Element] = []
    for child in element:
        _strip(child)
        child.tail = "\n"
        is_group = child.tag == _GROUP
        if is_group and all(part.tag == _TEXT for part in child) and "transform" not in child.attrib:
            kept.extend(child)  # each text says itself how it is painted
        elif not is_group or len(child):
            kept.append(child)
    element[:] = kept
    element.attrib.pop("vector-effect", None)
    if element.get("transform") == "matrix(1,0,0,1,0,0)":
        del element.attrib["transform"]
    if element.tag == _GROUP:
        for name in ("font-family", "font-size", "font-weight", "font-style"):
            element.attrib.pop(name, None)


def _join_runs(element: ElementTree.Element, measure: TextMeasure) -> None:
    """Make one text of runs that follow each other on a line, so that they do so in any font."""
    joined: list[ElementTree.Element] = []
    end = float("nan")
    for child in element:
        if child.tag != _TEXT:
            joined.append(child)
            _join_runs(child, measure)
            continue
        x, width = float(child.get("x", "0")), _width(child, measure)
        line = joined[-1] if joined and joined[-1].tag == _TEXT else None
        if line is not None and line.get("y") == child.get("y") and abs(end - x) < 0.3 * _size(child):
            if not len(line):
                line.append(_span(line))
                line.text = None
            line.append(_span(child))
            end += width
        else:
            joined.append(child)
            end = x + width
        _fix_width(joined[-1], end - float(joined[-1].get("x", "0")))
    element[:] = joined


def _span(text: ElementTree.Element) -> ElementTree.Element:
    """Make a run of a line out of a text."""
    span = ElementTree.Element(f"{{{_SVG}}}tspan")
    for name in ("fill", "font-weight"):
        span.set(name, text.get(name, ""))
    span.text = text.text
    return span


def _size(text: ElementTree.Element) -> float:
    return float(text.get("font-size", "0"))


def _width(text: ElementTree.Element, measure: TextMeasure) -> float:
    return measure.width(text.text or "", _size(text), Weight(int(text.get("font-weight", "400"))))


def _fix_width(text: ElementTree.Element, width: float) -> None:
    """Say how wide the text is in Inter, so that the figure stays whole where there is another font."""
    if width > 0:
        text.set("textLength", f"{width:.2f}")
        text.set("lengthAdjust", "spacingAndGlyphs")
