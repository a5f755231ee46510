"""Arithmetic on a map: places, arrows, the share of the offset, on every kind of map."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.arithmetic import draw_arithmetic, drawn_on
from embviz.core.describe import describe
from embviz.core.direction_arrows import draw_directions
from embviz.core.directions import directions
from embviz.core.figure import group_styles
from embviz.core.mapping import MapRequest, VectorMode
from embviz.core.pipeline import draw_groups
from embviz.core.projections.axes import AxesParameters
from embviz.core.words import WordGroup
from embviz.io.pairs import open_pair_list
from embviz.io.sets import open_words


@pytest.fixture(scope="module")
def words48(bundled):
    return draw_groups(bundled, open_words("48-words"), MapRequest())


@pytest.fixture(scope="session")
def rows(bundled):
    def of(*words):
        found = [bundled.vectors[bundled.lookup(word)[0].id].astype(np.float64) for word in words]
        return found if len(found) > 1 else found[0]

    return of


def unit(vector):
    return vector / np.linalg.norm(vector)


def axes_of(result, bundled):
    """The two principal directions, by numpy's own decomposition."""
    vectors = np.array([unit(bundled.vectors[word.id].astype(np.float64)) for word in result.words])
    centered = vectors - vectors.mean(axis=0)
    return vectors.mean(axis=0), np.linalg.svd(centered, full_matrices=False)[2][:2]


def test_the_share_of_an_offset_is_that_of_the_drawn_step(bundled, words48, rows):
    """Prince − man + woman on the 48 words: 12 % of the step from man to woman lies in the plane."""
    drawing = draw_arithmetic(bundled, bundled.analogy("prince - man + woman"), words48)
    man, woman = rows("man", "woman")
    _, axes = axes_of(words48, bundled)
    offset = unit(woman) - unit(man)
    assert drawing.share == pytest.approx(np.square(axes @ offset).sum() / np.square(offset).sum(), abs=1e-9)
    assert drawing.overlay.note.replace("\u00a0", " ") == "only 12 % of this offset lies in the plane"
    assert drawing.overlay.title == "prince − man + woman"


def test_the_sum_lies_where_its_unit_vector_is_projected(bundled, words48, rows):
    drawing = draw_arithmetic(bundled, bundled.analogy("prince - man + woman"), words48)
    prince, man, woman = rows("prince", "man", "woman")
    mean, axes = axes_of(words48, bundled)
    place = axes @ (unit(prince - man + woman) - mean)
    # The sign of an axis is the map's own affair.
    assert np.abs(drawing.overlay.target) == pytest.approx(np.abs(place), abs=1e-9)


def test_arrows_make_a_parallelogram_and_lead_to_the_answer(bundled, words48):
    drawing = draw_arithmetic(bundled, bundled.analogy("prince - man + woman"), words48)
    spot = {
        word.text: tuple(position)
        for word, position in zip(words48.words, words48.layout.positions.tolist(), strict=True)
    }
    target = drawing.overlay.target
    steps = [(arrow.start, arrow.end) for arrow in drawing.overlay.arrows]
    assert steps == [
        (spot["man"], spot["woman"]),
        (spot["prince"], target),
        (spot["man"], spot["prince"]),
        (spot["woman"], target),
        (target, spot["princess"]),
    ]
    assert [words48.words[place].text for place in drawing.places] == ["prince", "man", "woman", "princess"]
    assert drawing.overlay.area == (spot["man"], spot["woman"], target, spot["prince"])
    assert drawing.overlay.ghosts == ()


def test_words_that_are_not_on_the_map_have_a_place_on_it(bundled, words48, rows):
    drawing = draw_arithmetic(bundled, bundled.analogy("Paris - France + Germany"), words48)
    ghosts = {ghost.text: ghost.place for ghost in drawing.overlay.ghosts}
    assert set(ghosts) == {"Paris", "Berlin"}
    mean, axes = axes_of(words48, bundled)
    assert np.abs(ghosts["Paris"]) == pytest.approx(np.abs(axes @ (unit(rows("Paris")) - mean)), abs=1e-9)


def test_other_expressions_get_an_arrow_from_every_term(bundled, words48):
    drawing = draw_arithmetic(bundled, bundled.analogy("king + queen - man - woman + boy"), words48)
    to_target = [arrow for arrow in drawing.overlay.arrows if arrow.end == drawing.overlay.target]
    assert [arrow.dashed for arrow in to_target] == [False, False, True, True, False]
    assert drawing.overlay.area == ()
    many = " + ".join(word.text for word in words48.words[:20])
    drawing = draw_arithmetic(bundled, bundled.analogy(many), words48)
    assert len([a for a in drawing.overlay.arrows if a.end == drawing.overlay.target]) == 1


def test_one_word_is_no_arithmetic(bundled, words48):
    assert draw_arithmetic(bundled, bundled.analogy("king"), words48) is None


@pytest.mark.parametrize("vectors", [VectorMode.RAW, VectorMode.COMMON_REMOVED])
def test_other_vectors_are_drawn_in_their_own_space(bundled, rows, vectors):
    result = draw_groups(bundled, open_words("48-words"), MapRequest(vectors=vectors))
    drawing = draw_arithmetic(bundled, bundled.analogy("king - man + woman"), result)
    terms = np.array(rows("king", "man", "woman"))
    if vectors is VectorMode.COMMON_REMOVED:
        terms = bundled.common_direction().removed_from(terms)
    total = terms[0] - terms[1] + terms[2]
    if vectors is VectorMode.COMMON_REMOVED:
        total = unit(total)
    assert drawing.overlay.target == pytest.approx(tuple(result.layout.plane.place(total[None])[0]))
    man = [word.text for word in result.words].index("man")
    assert drawing.overlay.arrows[0].start == pytest.approx(tuple(result.layout.positions[man]))


def test_on_the_axis_of_the_step_all_of_the_offset_is_seen(bundled):
    request = MapRequest("axes", AxesParameters("woman - man", "king - boy"), vectors=VectorMode.RAW)
    result = draw_groups(bundled, open_words("48-words"), request)
    drawing = draw_arithmetic(bundled, bundled.analogy("king - man + woman"), result)
    assert drawing.share == pytest.approx(1.0)
    assert drawing.overlay.note.replace("\u00a0", " ").startswith("100 %")


def test_where_sums_have_no_place_arrows_only_join_the_words(bundled):
    groups = [WordGroup("x", ("king", "queen", "man", "woman", "boy", "girl", "cat", "dog"))]
    result = draw_groups(bundled, groups, MapRequest("tsne"))
    drawing = draw_arithmetic(bundled, bundled.analogy("king - man + woman"), result)
    assert drawing.share is None
    assert drawing.overlay.target is None
    assert "no place on this map" in drawing.overlay.note
    spots = [tuple(position) for position in result.layout.positions.tolist()]
    king, queen, man, woman = spots[:4]
    assert [(arrow.start, arrow.end) for arrow in drawing.overlay.arrows] == [(man, woman), (king, queen)]


def test_words_of_the_arithmetic_are_lit_and_all_others_faded(bundled, words48):
    drawing = draw_arithmetic(bundled, bundled.analogy("king - man + woman"), words48)
    plot = describe(words48, group_styles(words48.group_names))
    lit = drawn_on(plot, drawing, alone=True)
    names = [text for text, faded in zip(lit.points.texts, lit.points.faded, strict=True) if not faded]
    assert sorted(names) == ["king", "man", "queen", "woman"]
    beside = drawn_on(plot, drawing, alone=False)
    assert not beside.points.faded.any()
    assert beside.overlay is drawing.overlay
    assert len(lit.extent) == 49
    assert len(plot.extent) == 48


def test_the_offsets_of_pairs_are_arrows_and_their_mean_share_is_said(bundled, words48, rows):
    found = directions(bundled, open_pair_list("family").pairs)
    drawing = draw_directions(bundled, found, "Man and woman", words48)
    joined = [
        ("man", "woman"), ("boy", "girl"), ("king", "queen"), ("prince", "princess"),
    ]  # fmt: skip
    spots = [tuple(position) for position in words48.layout.positions.tolist()]
    place = {word.text: at for at, word in enumerate(words48.words)}
    assert {(arrow.start, arrow.end) for arrow in drawing.overlay.arrows} == {
        (spots[place[left]], spots[place[right]]) for left, right in joined
    }
    _, axes = axes_of(words48, bundled)
    offsets = [unit(rows(right)) - unit(rows(left)) for left, right in joined]
    shares = [np.square(axes @ offset).sum() / np.square(offset).sum() for offset in offsets]
    assert drawing.share == pytest.approx(np.mean(shares), abs=1e-9)
    assert drawing.overlay.note.startswith("4 of 16 pairs")


def test_pairs_that_are_not_on_the_map_are_said(bundled, words48):
    found = directions(bundled, open_pair_list("tenses").pairs)
    drawing = draw_directions(bundled, found, "Present and past", words48)
    assert drawing.overlay.arrows == ()
    assert drawing.overlay.note == "none of the 12 pairs is on this map"
    plot = describe(words48, group_styles(words48.group_names))
    assert not drawn_on(plot, drawing, alone=True).points.faded.any()
