import numpy as np
import pytest

from embviz.core.projections.pca import PCA, PcaParameters, principal_components


def draw(vectors):
    return PCA().run(np.asarray(vectors, dtype=float), PcaParameters(), seed=0)


SIX = [(3, 0, 0), (-3, 0, 0), (0, 2, 0), (0, -2, 0), (0, 0, 1), (0, 0, -1)]


def test_six_points_on_three_axes():
    assert principal_components(np.array(SIX, dtype=float)).shares == pytest.approx([9 / 14, 4 / 14, 1 / 14])
    layout = draw(SIX)
    assert layout.axis_shares == pytest.approx((9 / 14, 4 / 14))
    assert layout.kept_length == pytest.approx([1, 1, 1, 1, 0, 0])
    assert layout.positions == pytest.approx(np.array([(3, 0), (-3, 0), (0, 2), (0, -2), (0, 0), (0, 0)]))


def test_a_seventh_point_in_the_middle_changes_no_share_and_loses_nothing():
    layout = draw([*SIX, (0, 0, 0)])
    assert layout.axis_shares == pytest.approx((9 / 14, 4 / 14))
    assert layout.kept_length == pytest.approx([1, 1, 1, 1, 0, 0, 1])


def test_shares_are_of_the_centred_data():
    layout = draw([(10, 0), (10, 1), (10, -1)])
    assert layout.axis_shares == pytest.approx((1, 0))
    assert np.abs(layout.positions[:, 0]) == pytest.approx([0, 1, 1])
    # Not a residue of 1e-16 that would be drawn as a difference.
    assert layout.positions[:, 1].tolist() == [0, 0, 0]


@pytest.mark.parametrize(("n", "d"), [(48, 576), (300, 40), (40, 40)])
def test_it_equals_scikit_learn(n, d):
    from sklearn import decomposition

    vectors = np.random.default_rng(n).normal(size=(n, d)) * np.linspace(3, 1, d) + 2
    layout = draw(vectors)
    reference = decomposition.PCA(n_components=2, svd_solver="full").fit(vectors)
    assert layout.axis_shares == pytest.approx(tuple(reference.explained_variance_ratio_))
    assert np.abs(layout.positions) == pytest.approx(np.abs(reference.transform(vectors)))
    centered = vectors - vectors.mean(axis=0)
    shown = (reference.transform(vectors) ** 2).sum(axis=1)
    assert layout.kept_length == pytest.approx(shown / (centered**2).sum(axis=1))


@pytest.mark.parametrize("shape", [(30, 8), (8, 30)])
def test_the_greatest_loading_of_each_axis_is_positive(shape):
    vectors = np.random.default_rng(1).normal(size=shape)
    for sign in (1, -1):
        axes = principal_components(sign * vectors).axes[:2]
        assert (axes.max(axis=1) == np.abs(axes).max(axis=1)).all()


def test_the_order_of_the_words_does_not_mirror_the_map():
    vectors = np.random.default_rng(2).normal(size=(20, 50))
    order = np.random.default_rng(3).permutation(20)
    assert draw(vectors[order]).positions == pytest.approx(draw(vectors).positions[order])


def test_no_distance_grows_on_the_map():
    vectors = np.random.default_rng(4).normal(size=(25, 60))
    positions = draw(vectors).positions
    true = np.linalg.norm(vectors[:, None] - vectors, axis=2)
    shown = np.linalg.norm(positions[:, None] - positions, axis=2)
    assert (shown <= true + 1e-12).all()


def test_two_words_differ_along_one_axis_only():
    layout = draw([(1, 2, 3), (4, 6, 3)])
    assert layout.axis_shares == pytest.approx((1, 0))
    assert np.ptp(layout.positions, axis=0) == pytest.approx([5, 0])


def test_three_words_lie_on_the_plane_whole():
    vectors = np.random.default_rng(5).normal(size=(3, 100))
    layout = draw(vectors)
    assert sum(layout.axis_shares) == pytest.approx(1)
    assert layout.kept_length == pytest.approx([1, 1, 1])


def test_vectors_of_one_column_are_drawn_on_a_line():
    layout = draw([[1.0], [2.0], [4.0]])
    assert layout.axis_shares == pytest.approx((1, 0))
    assert layout.positions[:, 1].tolist() == [0, 0, 0]


@pytest.mark.parametrize("vectors", [np.empty((0, 5)), [(1, 2, 3)], [(0.1, 0.7)] * 6, np.zeros((4, 3))])
def test_one_word_or_equal_vectors_lie_in_the_middle_and_nothing_is_said(vectors):
    layout = draw(vectors)
    assert layout.positions.tolist() == [[0, 0]] * len(vectors)
    assert (layout.axis_shares, layout.kept_length) == (None, None)
