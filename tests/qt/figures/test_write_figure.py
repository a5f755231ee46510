"""Writing figures to files, in every form of the registry."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from embviz.errors import EmbvizError
from embviz.qt.figures import RENDERERS, write_figure

SIGNATURES = {".png": b"\x89PNG\r\n", ".svg": b"<?xml", ".pdf": b"%PDF-"}


@pytest.mark.parametrize("suffix", RENDERERS)
def test_every_form_writes_a_file_of_its_kind(suffix, figure_of_48, tmp_path):
    path = tmp_path / f"figure{suffix.upper()}"
    write_figure(figure_of_48, path)
    assert path.read_bytes().startswith(SIGNATURES[suffix])
    assert list(tmp_path.iterdir()) == [path]


def test_an_existing_file_is_replaced(figure_of_48, tmp_path):
    path = tmp_path / "figure.svg"
    path.write_text("old")
    write_figure(figure_of_48, path)
    assert path.read_bytes().startswith(b"<?xml")


def test_an_unknown_suffix_is_refused_and_the_known_ones_are_named(figure_of_48, tmp_path):
    with pytest.raises(EmbvizError) as caught:
        write_figure(figure_of_48, tmp_path / "figure.bmp")
    assert caught.value.code == "unknown-format"
    assert ".png, .svg, .pdf" in caught.value.hint


@pytest.mark.parametrize("suffix", RENDERERS)
def test_a_path_that_cannot_be_written_is_an_error_in_words(suffix, figure_of_48, tmp_path):
    for path in (tmp_path / "no such folder" / f"figure{suffix}", tmp_path / f"folder{suffix}"):
        if path.parent == tmp_path:
            path.mkdir()
        with pytest.raises(EmbvizError) as caught:
            write_figure(figure_of_48, path)
        assert caught.value.code == "cannot-write"


PROGRAM = """
import sys
import numpy as np
from embviz.core.figure import Axes, PlotDescription, Points, no_labels
from embviz.core.figure_options import FigureOptions
from embviz.qt.figures import figure_from_plot, write_figure
nothing, none = np.zeros(2, dtype=bool), np.zeros(2)
slots = np.zeros(2, dtype=np.uint8)
points = Points(np.eye(2), ("one", "two"), slots, slots, nothing, nothing, nothing, none, none)
plot = PlotDescription(points, no_labels(2), axes=Axes("x", "y", numbered=True))
figure = figure_from_plot(plot, (), (), FigureOptions())
for path in sys.argv[1:]:
    write_figure(figure, path)
assert "PySide6.QtWidgets" not in sys.modules
"""


def test_figures_are_written_without_a_display_by_a_program_that_has_no_application(tmp_path):
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    }
    paths = [tmp_path / f"figure{suffix}" for suffix in RENDERERS]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, paths)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    for path in paths:
        assert path.read_bytes().startswith(SIGNATURES[path.suffix])
