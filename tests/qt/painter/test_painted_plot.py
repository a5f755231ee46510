"""Plots on the screen, probed pixel by pixel: what is there, in which colour, and what is not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from embviz.core.figure import (
    Line,
    LineKind,
    PlacedLabels,
)
from embviz.core.labels import place
from embviz.qt.painter import Halo, Look, ScreenPainter, label_task, paint_plot
from embviz.qt.painter.pieces import PIECE, pieces
from embviz.qt.painter.shapes import ShapeStamps
from embviz.qt.theme import DARK, LIGHT, Lengths
from tests.qt.plots import BARE, FRAME, HEIGHT, WIDTH, plot


def painted(description, *, theme=LIGHT, ratio=1.0, factor=1.0, screen=None, frame=FRAME, clear=None):
    image = QImage(round(WIDTH * ratio), round(HEIGHT * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor(clear or theme.map))
    painter = QPainter(image)
    for _ in (screen or ScreenPainter()).plot_parts(painter, description, frame, theme, factor=factor):
        pass
    painter.end()
    return pixels_of(image)


def pixels_of(image):
    rows = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 4 * image.width()].reshape(image.height(), image.width(), 4)[..., 2::-1].copy()


def rgb(color):
    return tuple(int(color[at : at + 2], 16) for at in (1, 3, 5))


def count(pixels, color):
    return int((pixels == rgb(color)).all(axis=2).sum())


pytestmark = pytest.mark.usefixtures("qapp")

ROW = [[-1.75 + 0.5 * place, 0.5] for place in range(8)]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_every_shape_has_its_groups_colour_in_its_middle(theme, ratio):
    pixels = painted(plot(ROW), theme=theme, ratio=ratio)
    for number, (x, y) in enumerate(ROW):
        column, row = round((200 + 100 * x) * ratio), round((150 - 100 * y) * ratio)
        assert tuple(pixels[row, column]) == rgb(theme.groups[number])


def one_shape(shape, **changes):
    return plot([[0.5, 0.5]], shapes=np.array([shape], dtype=np.uint8), **changes)


def test_all_shapes_are_about_as_large():
    inked = [count(painted(one_shape(shape), ratio=8.0), LIGHT.groups[0]) for shape in range(8)]
    assert max(inked) < 1.5 * min(inked)


def test_the_eight_shapes_differ():
    assert len({painted(one_shape(shape)).tobytes() for shape in range(8)}) == 8


def test_a_mean_is_hollow():
    pixels = painted(plot([[0.5, 0.5]], hollow=np.array([True])))
    assert tuple(pixels[100, 250]) == rgb(LIGHT.map)
    assert count(pixels, LIGHT.groups[0]) == 0


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_flagged_words_have_arcs_and_others_none(theme):
    description = plot(
        [[-0.5, 0.5], [0.5, 0.5]], false_share=np.array([1.0, 0.0]), missing_share=np.array([0.6, 0.0])
    )
    pixels = painted(description, theme=theme, ratio=2.0)
    left, right = pixels[:, :400], pixels[:, 400:]
    assert count(left, theme.false) > 20
    assert count(left, theme.missing) > 10
    assert count(right, theme.false) == count(right, theme.missing) == 0


def test_a_longer_arc_says_more():
    areas = [
        count(painted(plot([[0, 0.5]], false_share=np.array([share])), ratio=2.0), LIGHT.false)
        for share in (0.4, 0.7, 1.0)
    ]
    assert areas == sorted(areas)
    assert areas[2] > 2 * areas[0]


def test_a_selected_word_has_a_dark_ring():
    plain, chosen = plot([[0, 0.5]]), plot([[0, 0.5]], selected=np.array([True]))
    assert count(painted(plain), LIGHT.ink) == 0
    assert count(painted(chosen, ratio=2.0), LIGHT.ink) > 50


def test_faded_words_are_drawn_at_a_quarter_of_their_strength():
    pixels = painted(plot([[0.5, 0.5]], faded=np.array([True])))
    expected = 255 + 0.26 * (np.array(rgb(LIGHT.groups[0])) - 255)
    assert pixels[100, 250].astype(float) == pytest.approx(expected, abs=3)


@pytest.mark.parametrize("kind", list(LineKind))
def test_lines_have_the_colours_of_what_they_say(kind):
    color = {LineKind.TRUE: LIGHT.true, LineKind.FALSE: LIGHT.false, LineKind.MISSING: LIGHT.missing}[kind]
    pixels = painted(plot([[-1.5, 0.5], [1.5, 0.5]], lines=[Line(0, 1, kind)]), ratio=3.0)
    along = (np.abs(pixels[300, 180:1020].astype(int) - rgb(color)).sum(axis=1) < 40).astype(int)
    gaps = np.count_nonzero(np.diff(along) == -1)
    if kind is LineKind.TRUE:
        assert along.mean() == 1
    else:
        assert 0.25 < along.mean() < 0.8
        assert gaps > (60 if kind is LineKind.FALSE else 20)


def test_labels_are_written_where_they_were_placed_in_the_shade_of_their_group():
    description = plot([[-0.5, 0.5], [0.5, 0.5]])
    labels = PlacedLabels(
        np.array([[0.0, 40.0], [0.0, 40.0]]),
        np.full((2, 2), 30.0),
        np.array([True, False]),
        np.zeros(2, dtype=bool),
        1,
    )
    pixels = painted(replace(description, labels=labels), ratio=2.0)
    written = np.argwhere((pixels == rgb(LIGHT.group_texts[0])).all(axis=2))
    beneath = written[written[:, 0] > 2 * 120]
    assert len(beneath) > 20
    assert beneath.mean(axis=0) == pytest.approx([2 * 140, 2 * 150], abs=4)
    assert count(pixels[2 * 125 :, 400:], LIGHT.group_texts[1]) == 0


def test_a_leader_line_leads_to_a_label_that_stands_off():
    def column_of_inks(leaders):
        labels = PlacedLabels(
            np.array([[0.0, 60.0]]), np.array([[40.0, 14.0]]), np.ones(1, dtype=bool), np.array([leaders])
        )
        pixels = painted(replace(plot([[0.5, 0.5]], axes=BARE), labels=labels), ratio=2.0)
        return (pixels[2 * 110 : 2 * 150, 498:503].min(axis=(1, 2)) < 200).mean()

    assert column_of_inks(True) > 0.9
    assert column_of_inks(False) == 0


def test_numbered_axes_have_a_grid_and_a_stronger_line_through_zero():
    pixels = painted(plot([[1.5, 1.2]]))
    assert rgb(LIGHT.line) in {tuple(pixels[40, 199]), tuple(pixels[40, 200])}
    assert count(pixels, LIGHT.grid) > HEIGHT


def test_axes_that_mean_nothing_have_no_grid():
    pixels = painted(plot([[1.5, 1.2]], axes=BARE))
    assert count(pixels, LIGHT.grid) == 0
    assert tuple(pixels[150, 200]) == rgb(LIGHT.map)


def test_nothing_is_painted_outside_the_frame():
    frame = replace(FRAME, left=100, top=80, width=200, height=140)
    description = plot(
        [[-1.0, 0.0], [1.0, 0.0], [5.0, 5.0]], false_share=np.ones(3), selected=np.ones(3, dtype=bool)
    )
    pixels = painted(description, frame=frame, clear="#123456")
    outside = np.ones((HEIGHT, WIDTH), dtype=bool)
    outside[79:221, 99:301] = False
    assert (pixels[outside] == rgb("#123456")).all()


def test_a_theme_switch_leaves_no_trace_of_the_old_colours():
    screen = ScreenPainter()
    description = plot(ROW, false_share=np.ones(8), missing_share=np.ones(8))
    task = label_task(description, FRAME, screen.measure)
    description = replace(description, labels=place(task))
    painted(description, theme=LIGHT, screen=screen)
    switched = painted(description, theme=DARK, screen=screen)
    assert np.array_equal(switched, painted(description, theme=DARK))
    assert count(switched, LIGHT.false) == 0


def test_stamps_are_made_anew_for_another_screen_and_another_factor():
    screen = ScreenPainter()
    description = plot(ROW, false_share=np.ones(8))
    for ratio, factor in ((1.0, 1.0), (2.0, 1.0), (1.0, 1.4), (1.0, 1.0)):
        again = painted(description, ratio=ratio, factor=factor, screen=screen)
        assert np.array_equal(again, painted(description, ratio=ratio, factor=factor))


def test_the_screen_shows_what_paper_shows():
    description = plot(ROW, false_share=np.ones(8), missing_share=np.ones(8), selected=np.arange(8) == 3)
    screen = ScreenPainter()
    description = replace(description, labels=place(label_task(description, FRAME, screen.measure)))
    stamped = painted(description, ratio=2.0, screen=screen).astype(int)
    image = QImage(2 * WIDTH, 2 * HEIGHT, QImage.Format.Format_RGB32)
    image.fill(QColor(LIGHT.map))
    painter = QPainter(image)
    look = Look(LIGHT, screen.measure, scale=2.0, halo=Halo.OUTLINE)
    paint_plot(painter, description, FRAME, look, ShapeStamps(look, look.lengths(8)))
    painter.end()
    difference = np.abs(stamped - pixels_of(image).astype(int)).sum(axis=2)
    # Stamps stand on whole dots, shapes where they belong: edges differ a little, nothing else does.
    assert (difference > 90).mean() < 0.01


def test_the_painter_comes_back_as_it_was():
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setOpacity(0.7)
    painter.translate(3, 4)
    for _ in ScreenPainter().plot_parts(painter, plot(ROW, faded=np.ones(8, dtype=bool)), FRAME, LIGHT):
        pass
    assert painter.opacity() == pytest.approx(0.7)
    assert painter.transform().dx() == 3
    assert not painter.hasClipping()
    painter.end()


def test_no_words_are_painted_as_an_empty_plot():
    pixels = painted(plot(np.zeros((0, 2))))
    assert count(pixels, LIGHT.grid) > 0


def test_many_words_have_smaller_markers():
    assert Lengths().for_words(48) == Lengths()
    assert Lengths().for_words(2000).marker_radius == pytest.approx(2.8)
    assert Lengths().for_words(50_000).marker_radius == pytest.approx(2.8)
    assert Lengths().for_words(2000).label == Lengths().label


@pytest.mark.parametrize("number", [0, 1, PIECE, PIECE + 1, 2000])
def test_pieces_hold_every_point_once_and_are_small(number):
    cut = pieces(number)
    assert [place for piece in cut for place in range(piece.start, piece.stop)] == list(range(number))
    # numpy lets go of Python's lock from 500 numbers on, and a point has two.
    assert all(2 * (piece.stop - piece.start) < 500 for piece in cut)


@pytest.mark.parametrize(
    "change",
    [
        {"shapes": np.zeros(300, dtype=np.uint8)},
        {"colors": np.full(300, 3, dtype=np.uint8)},
        {"hollow": np.ones(300, dtype=bool)},
        {"false_share": np.full(300, 0.6)},
        {"missing_share": np.full(300, 0.4)},
        {"selected": np.arange(300) % 7 == 0},
        {"faded": np.arange(300) % 2 == 0},
    ],
    ids=lambda change: next(iter(change)),
)
def test_what_is_kept_from_frame_to_frame_follows_every_change_of_the_points(change):
    positions = np.random.default_rng(4).uniform((-1.8, -1.3), (1.8, 1.3), (300, 2))
    before = plot(positions, axes=BARE)
    after = replace(before, points=replace(before.points, **change))
    used = ScreenPainter()
    first = painted(before, screen=used)
    second = painted(after, screen=used)
    assert (second == painted(after)).all()
    assert not (second == first).all()
    assert (painted(before, screen=used) == first).all()
