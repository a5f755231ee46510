"""How long maps take to paint and labels to place: ``pytest tests/benchmarks --benchmark-enable``."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from embviz.core.figure import Axes, PlotDescription, Points, fit_frame, no_labels
from embviz.core.labels import place
from embviz.qt.fonts import load_fonts
from embviz.qt.painter import ScreenPainter, label_task
from embviz.qt.theme import LIGHT

WIDTH, HEIGHT = 850, 721


def scene(count):
    generator = np.random.default_rng(0)
    slots = np.arange(count, dtype=np.uint8) % 8
    nothing = np.zeros(count, dtype=bool)
    shares = np.where(generator.random((2, count)) < 0.5, 0.6, 0.0)
    points = Points(
        generator.normal(size=(count, 2)),
        tuple(f"word{number}" for number in range(count)),
        slots,
        slots,
        nothing,
        nothing,
        nothing,
        shares[0],
        shares[1],
    )
    plot = PlotDescription(points, no_labels(count), axes=Axes("PC1", "PC2", numbered=True))
    return plot, fit_frame(points.positions, 44, 8, WIDTH - 52, HEIGHT - 36, margins=(48, 26, 48, 26))


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_a_frame_with_two_thousand_labelled_words(benchmark, qapp, ratio):
    load_fonts()
    screen = ScreenPainter()
    plot, frame = scene(2000)
    # Every label is shown, wherever it lies: more than any map ever has to paint.
    labels = replace(plot.labels, offsets=np.full((2000, 2), 15.0), shown=np.ones(2000, dtype=bool))
    plot = replace(plot, labels=labels)
    image = QImage(round(WIDTH * ratio), round(HEIGHT * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)

    def paint():
        painter = QPainter(image)
        for _ in screen.plot_parts(painter, plot, frame, LIGHT):
            pass
        screen.paint_axes(painter, plot.axes, frame, LIGHT)
        painter.end()

    paint()
    benchmark(paint)


@pytest.mark.parametrize("count", [48, 160, 300, 2000])
def test_labels_for_a_map_of_many_words(benchmark, qapp, count):
    load_fonts()
    plot, frame = scene(count)
    task = label_task(plot, frame, ScreenPainter().measure)
    labels = benchmark.pedantic(place, (task,), rounds=3)
    assert labels.shown.any()
