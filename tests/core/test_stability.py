from itertools import combinations

import numpy as np
import pytest
from scipy.spatial import procrustes as scipy_procrustes

from embviz.core.distortion import measuring, neighbor_agreement
from embviz.core.mapping import MapRequest, VectorMode
from embviz.core.projections import PROJECTIONS
from embviz.core.projections.tsne import TsneParameters
from embviz.core.stability import Stability, check_stability, procrustes
from embviz.errors import EmbvizError, Stopped

VECTORS = np.random.default_rng(0).normal(size=(40, 20))
PICTURE = np.random.default_rng(1).normal(size=(40, 2))


@pytest.fixture
def random():
    return np.random.default_rng(2)


def turned(picture, angle, *, scale=1.0, shift=(0.0, 0.0), mirrored=False):
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return scale * (picture * ((-1, 1) if mirrored else (1, 1))) @ turn + np.array(shift)


def deviation(aligned):
    return np.square(aligned - aligned.mean(axis=0)).sum()


def test_turned_mirrored_scaled_and_shifted_pictures_are_the_same():
    pictures = [
        PICTURE,
        turned(PICTURE, 2.0),
        turned(PICTURE, 0.4, mirrored=True),
        turned(PICTURE, -1.0, scale=30, shift=(5, -900)),
    ]
    aligned = procrustes(pictures)
    assert deviation(aligned) < 1e-20
    assert np.square(aligned[0]).sum(axis=1).mean() == pytest.approx(1)
    assert aligned.mean(axis=1) == pytest.approx(np.zeros((4, 2)))


def test_the_answer_lies_as_the_first_picture_does(random):
    pictures = [PICTURE, turned(PICTURE, 2.0) + 0.05 * random.normal(size=(40, 2))]
    aligned = procrustes(pictures)
    centered = PICTURE - PICTURE.mean(axis=0)
    assert aligned[0] == pytest.approx(centered / np.sqrt(np.square(centered).sum(axis=1).mean()))


def test_two_pictures_are_brought_together_as_scipy_does(random):
    other = turned(PICTURE, 2.5, mirrored=True) + 0.5 * random.normal(size=(40, 2))
    aligned = procrustes([PICTURE, other])
    one, two, _ = scipy_procrustes(PICTURE, other)
    # scipy scales the second picture to fit as well; without that the turn is the same.
    two = two * np.linalg.norm(one) / np.linalg.norm(two)
    assert np.square(aligned[0] - aligned[1]).sum() / 40 == pytest.approx(np.square(one - two).sum())


def test_the_order_of_the_pictures_does_not_matter(random):
    pictures = [turned(PICTURE + 0.8 * random.normal(size=(40, 2)), random.uniform(0, 6)) for _ in range(5)]
    other_order = [pictures[place] for place in (3, 4, 0, 2, 1)]
    assert deviation(procrustes(other_order)) == pytest.approx(deviation(procrustes(pictures)))


def test_no_other_turn_of_one_picture_brings_it_nearer(random):
    pictures = [turned(PICTURE + 0.5 * random.normal(size=(40, 2)), angle) for angle in (0, 1, 2, 3)]
    aligned = procrustes(pictures)
    for angle in (-0.02, 0.02, np.pi):
        for mirrored in (False, True):
            if (angle, mirrored) == (0, False):
                continue
            moved = aligned.copy()
            moved[1] = turned(moved[1], angle, mirrored=mirrored)
            assert deviation(moved) > deviation(aligned)


def test_agreement_is_the_share_of_neighbours_that_two_maps_have_in_common(random):
    maps = [random.normal(size=(17, 2)) for _ in range(3)]

    def nearest(positions, word):
        order = np.argsort(np.linalg.norm(positions - positions[word], axis=1))
        return set(order[1:5].tolist())

    expected = [
        np.mean([len(nearest(a, word) & nearest(b, word)) / 4 for a, b in combinations(maps, 2)])
        for word in range(17)
    ]
    assert neighbor_agreement(maps, 4) == pytest.approx(expected)


def test_moving_by_a_known_amount_is_told_as_such():
    # Points on a circle; every other one lies a little farther out in the second picture.
    angles = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    step = 0.1 * np.where(np.arange(40) % 2, 1.0, -1.0)[:, None]
    pictures = [circle * (1 + step), circle * (1 - step)]
    aligned = procrustes(pictures)
    moved = np.sqrt(np.square(aligned - aligned.mean(axis=0)).sum(axis=2).mean(axis=0))
    # Radius of each picture: √(1 + 0.1²); both are centred and nothing needs a turn.
    assert moved == pytest.approx(0.1 / np.sqrt(1.01))


def test_pca_draws_the_same_map_from_every_start():
    found = check_stability(VECTORS, MapRequest())
    assert found.moved == pytest.approx(0, abs=1e-12)
    assert found.agreement == pytest.approx(1)
    assert str(found.sentence) == "All five runs drew the same map. Stable is not the same as true."


def test_tsne_runs_from_the_seeds_that_follow_and_their_agreement_is_that_of_their_pictures():
    request = MapRequest("tsne", seed=3)
    found = check_stability(VECTORS, request, runs=3)
    assert found.seeds == (3, 4, 5)
    tsne = PROJECTIONS["tsne"]
    pictures = [tsne.run(VECTORS, TsneParameters(10.0), seed=seed).positions for seed in (3, 4, 5)]
    assert found.agreement == pytest.approx(neighbor_agreement(pictures, 5))
    assert found.aligned == pytest.approx(procrustes(pictures))
    assert 0 < found.moved_mean < 1
    assert 0.3 < found.agreement_mean < 1


def test_a_map_that_was_drawn_already_is_not_drawn_again():
    request = MapRequest("tsne")
    first = PROJECTIONS["tsne"].run(VECTORS, TsneParameters(10.0), seed=0).positions
    told = []
    given = check_stability(
        VECTORS,
        request,
        runs=2,
        first=first,
        progress=lambda share, positions: told.append((share, positions)),
    )
    afresh = check_stability(VECTORS, request, runs=2)
    assert np.array_equal(given.aligned, afresh.aligned)
    shares = [share for share, _ in told]
    assert shares[0] == 0.5
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert all(positions is None for _, positions in told)


def test_the_sentence_is_that_of_the_design():
    found = Stability(
        seeds=(0, 1, 2, 3, 4),
        k=5,
        aligned=np.zeros((5, 2, 2)),
        agreement=np.array([0.9, np.nan, 0.82]),
        moved=np.array([0.3, 0.5]),
    )
    assert str(found.sentence) == (
        "Five runs from five starts: positions moved by 40 % of the map’s radius; 86 % of neighbours stayed. "
        "Stable is not the same as true."
    )


def test_above_two_thousand_words_agreement_is_that_of_anchors(monkeypatch, random):
    monkeypatch.setattr(measuring, "MEASURED_WHOLE", 30)
    monkeypatch.setattr(measuring, "ANCHORS", 20)
    maps = [random.normal(size=(40, 2)) for _ in range(2)]
    some = neighbor_agreement(maps, 5)
    assert np.isfinite(some).sum() == 20
    monkeypatch.setattr(measuring, "MEASURED_WHOLE", 2000)
    known = np.isfinite(some)
    assert some[known] == pytest.approx(neighbor_agreement(maps, 5)[known])


def test_too_few_words_equal_vectors_and_bad_requests_are_refused():
    for vectors, request, code in (
        (VECTORS[:4], MapRequest(), "too-few-words"),
        (np.ones((9, 3)), MapRequest(), "equal-vectors"),
        (VECTORS[:9], MapRequest("tsne", TsneParameters(5.0)), "perplexity-too-high"),
        (VECTORS, MapRequest("umap", vectors=VectorMode.RAW), "unknown-method"),
    ):
        with pytest.raises(EmbvizError) as caught:
            check_stability(vectors, request)
        assert caught.value.code == code


def test_it_can_be_stopped_and_its_arrays_cannot_be_written_to():
    def stop(share, _positions):
        if share > 0.4:
            raise Stopped

    with pytest.raises(Stopped):
        check_stability(VECTORS, MapRequest(), progress=stop)
    found = check_stability(VECTORS, MapRequest())
    assert not any(array.flags.writeable for array in (found.aligned, found.agreement, found.moved))
