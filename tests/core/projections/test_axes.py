"""Axes of one's own: positions by hand, poles, shares, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.caution import compose
from embviz.core.describe import axes_of
from embviz.core.mapping import MapRequest, VectorMode
from embviz.core.pipeline import draw_groups, draw_words, prepared
from embviz.core.projections.axes import Axes, AxesParameters, PreparedAxes
from embviz.core.projections.base import AxisPoles
from embviz.core.projections.pca import PCA, PcaParameters
from embviz.core.projections.plane import Plane, orthonormal
from embviz.core.resolve import SplitPolicy
from embviz.core.words import WordGroup, read_groups
from embviz.errors import EmbvizError

AXES = Axes()
WORDS = WordGroup("people", ("king", "queen", "man", "woman", "boy", "girl", "prince", "princess"))


def unit(vector):
    return vector / np.linalg.norm(vector)


def rows(table, *words):
    return [table.vectors[table.lookup(word)[0].id].astype(np.float64) for word in words]


def request_of(x="woman - man", y="king - boy", orthogonal=False, vectors=VectorMode.UNIT):
    return MapRequest("axes", AxesParameters(x, y, orthogonal), vectors=vectors)


def test_words_lie_where_they_point_along_both_directions(bundled):
    man, woman, king, boy, queen = rows(bundled, "man", "woman", "king", "boy", "queen")
    result = draw_groups(bundled, [WORDS], request_of())
    x, y = unit(woman - man), unit(king - boy)
    place = [word.text for word in result.words].index("queen")
    assert result.layout.positions[place] == pytest.approx([unit(queen) @ x, unit(queen) @ y], abs=1e-12)
    assert result.layout.chosen.angle == pytest.approx(np.degrees(np.arccos(x @ y)))
    assert axes_of(result.layout).x_title == "woman"
    assert (axes_of(result.layout).x_low, axes_of(result.layout).y_low) == ("man", "boy")


def test_made_orthogonal_the_second_axis_loses_what_it_shares_with_the_first(bundled):
    man, woman, king, boy, queen = rows(bundled, "man", "woman", "king", "boy", "queen")
    result = draw_groups(bundled, [WORDS], request_of(orthogonal=True))
    x, y = unit(woman - man), king - boy
    y = unit(y - (y @ x) * x)
    place = [word.text for word in result.words].index("queen")
    assert result.layout.positions[place] == pytest.approx([unit(queen) @ x, unit(queen) @ y], abs=1e-12)
    assert result.layout.chosen.angle == pytest.approx(90)


def test_raw_vectors_are_laid_out_with_their_lengths(bundled):
    man, woman, queen = rows(bundled, "man", "woman", "queen")
    result = draw_groups(bundled, [WORDS], request_of(vectors=VectorMode.RAW))
    place = [word.text for word in result.words].index("queen")
    assert result.layout.positions[place, 0] == pytest.approx(queen @ unit(woman - man), abs=1e-12)


def test_where_the_common_direction_is_removed_it_is_removed_from_the_terms_too(bundled):
    reading = read_groups(bundled, [WORDS])
    common = bundled.common_direction()
    result = draw_words(bundled, reading.words, ["people"], request_of(vectors=VectorMode.COMMON_REMOVED))
    queen, woman, man = common.removed_from(np.array(rows(bundled, "queen", "woman", "man")))
    place = [word.text for word in result.words].index("queen")
    assert result.layout.positions[place, 0] == pytest.approx(unit(queen) @ unit(woman - man), abs=1e-12)


def made(vectors, directions, **options):
    parameters = PreparedAxes(directions=np.array(directions, dtype=np.float64), **options)
    return AXES.run(np.array(vectors, dtype=np.float64), parameters, seed=0)


def test_shares_and_kept_lengths_of_a_cross_by_hand():
    """±2 along e1, ±1 along e2, ±1 along e3: 8, 2 and 2 of the 12 squares; the mean is 0."""
    vectors = [[2, 0, 0], [-2, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]
    layout = made(vectors, [[0, 3, 0], [0, 0, 5]])
    assert layout.axis_shares == pytest.approx((2 / 12, 2 / 12))
    assert layout.chosen.best_share == pytest.approx(10 / 12)
    assert layout.kept_length == pytest.approx([0, 0, 1, 1, 1, 1])
    slanted = made(vectors, [[0, 1, 0], [0, 1, 1]])
    # The plane is the same, so both axes together show the same; the picture is not.
    assert sum(slanted.axis_shares) == pytest.approx(4 / 12)
    assert slanted.chosen.angle == pytest.approx(45)
    assert slanted.positions[2] == pytest.approx([1, np.sqrt(0.5)])
    turned = made(vectors, [[0, 1, 0], [0, 1, 1]], orthogonal=True)
    assert turned.positions == pytest.approx(layout.positions)


def test_nothing_is_centred_but_shares_are_about_the_mean():
    vectors = np.array([[1.0, 5.0], [3.0, 5.0]])
    layout = made(vectors, [[1, 0], [0, 1]])
    assert layout.positions == pytest.approx(vectors)
    assert layout.axis_shares == pytest.approx((1.0, 0.0))


def test_both_axes_in_one_direction_are_refused():
    for second in ([2, 0], [-1, 0]):
        with pytest.raises(EmbvizError) as caught:
            made([[1, 0], [0, 1]], [[1, 0], second])
        assert caught.value.code == "same-axes"


@pytest.mark.parametrize(
    ("x", "code"),
    [
        ("", "empty-expression"),
        ("woman -", "bad-expression"),
        ("woman - woman", "zero-vector"),
        ("hippopotamus - man", "split-word"),
    ],
)
def test_expressions_that_give_no_direction_are_refused(bundled, x, code):
    with pytest.raises(EmbvizError) as caught:
        draw_groups(bundled, [WORDS], request_of(x))
    assert caught.value.code == code


def test_what_cannot_be_read_is_refused_before_anything_is_drawn():
    with pytest.raises(EmbvizError):
        AXES.check(8, AxesParameters(x="woman -"))
    AXES.check(8, AxesParameters())


def test_a_split_word_is_a_mean_of_its_pieces_where_the_words_are(bundled):
    result = draw_groups(bundled, [WORDS], request_of("hippopotamus - man"), split=SplitPolicy.MEAN)
    assert result.layout.chosen.poles[0] == AxisPoles("man", "hippopotamus")


def test_poles_name_what_is_added_and_what_is_subtracted(bundled):
    parameters = AxesParameters("king + 2*queen - man - woman", "good")
    x, y = AXES.prepare(bundled, parameters, VectorMode.UNIT).poles
    assert x == AxisPoles("man + woman", "king + 2*queen")
    assert y == AxisPoles("", "good")


def test_what_was_prepared_is_not_prepared_again(bundled):
    request = prepared(bundled, request_of())
    assert prepared(bundled, request).parameters is request.parameters
    assert prepared(bundled, MapRequest("pca")).parameters is None


def test_axes_that_were_not_prepared_are_a_bug():
    with pytest.raises(TypeError):
        AXES.run(np.eye(3), AxesParameters(), seed=0)


def test_the_caution_says_that_axes_were_chosen_and_how_they_lie():
    vectors = np.random.default_rng(0).normal(size=(4, 3))
    slanted = made(vectors, [[1, 0, 0], [1, 1, 0]])
    said = " ".join(map(str, compose(list("abcd"), slanted, None)))
    assert "You chose these two axes: they show" in said
    assert "The best two would show" in said
    assert "45° apart" in said
    square = made(vectors, [[1, 0, 0], [0, 1, 0]])
    assert "apart" not in " ".join(map(str, compose(list("abcd"), square, None)))
    two = made(vectors[:2], [[1, 0, 0], [0, 1, 0]])
    assert "between both words" in str(compose(list("ab"), two, None)[0])


def test_a_plane_places_any_vector_and_says_how_much_of_it_it_holds():
    plane = Plane(np.array([1.0, 0, 0]), np.array([[1.0, 0, 0], [0.6, 0.8, 0]]))
    assert plane.place(np.array([[2.0, 1.0, 7.0]])) == pytest.approx(np.array([[1.0, 1.4]]))
    assert plane.share(np.array([3.0, 4.0, 0])) == pytest.approx(1)
    assert plane.share(np.array([1.0, 0, 1.0])) == pytest.approx(0.5)
    assert plane.share(np.zeros(3)) is None
    assert orthonormal(plane.axes) == pytest.approx(np.eye(3)[:2])


def test_pca_places_its_own_vectors_on_its_plane():
    vectors = np.random.default_rng(1).normal(size=(9, 6))
    layout = PCA().run(vectors, PcaParameters(), seed=0)
    assert layout.plane.place(vectors) == pytest.approx(layout.positions)
    centered = vectors - vectors.mean(axis=0)
    shares = [layout.plane.share(row) for row in centered]
    assert shares == pytest.approx(layout.kept_length)
    line = PCA().run(np.array([[0.0, 0, 0], [1, 0, 0], [3, 0, 0]]), PcaParameters(), seed=0)
    assert line.plane.place(np.array([[0.0, 5, 5]]))[0, 1] == 0
