import numpy as np
import pytest

from embviz.core.mapping import MapRequest, VectorMode, draw
from embviz.core.noise import draw_noise, kept_line, shuffled_columns
from embviz.core.projections.tsne import TsneParameters
from embviz.core.words import MapWord
from embviz.errors import EmbvizError, Stopped


def some(n=48, d=60, groups=6, seed=0):
    """Words in groups that stand apart."""
    random = np.random.default_rng(seed)
    rows = 1.5 * random.normal(size=(groups, d))[np.arange(n) % groups] + random.normal(size=(n, d))
    words = [MapWord(f"w{place}", (place,), f"w{place}", place % groups) for place in range(n)]
    return rows, words, [f"g{number}" for number in range(groups)]


def test_every_column_keeps_its_numbers_in_an_order_of_its_own():
    # Entries of each column say which word they were.
    columns = np.tile(np.arange(40.0)[:, None], 30)
    shuffled = shuffled_columns(columns, seed=0)
    assert (np.sort(shuffled, axis=0) == columns).all()
    orders = {tuple(column) for column in shuffled.T}
    assert len(orders) == 30
    assert tuple(np.arange(40.0)) not in orders


def test_the_same_seed_shuffles_alike_and_another_does_not():
    columns = np.random.default_rng(0).normal(size=(40, 30))
    before = columns.copy()
    assert np.array_equal(shuffled_columns(columns, seed=3), shuffled_columns(columns, seed=3))
    assert not np.array_equal(shuffled_columns(columns, seed=3), shuffled_columns(columns, seed=4))
    assert np.array_equal(columns, before)


def test_shuffling_leaves_no_relation_between_words():
    rows, *_ = some(n=200)
    shuffled = shuffled_columns(rows, seed=0)

    def spread_of_cosines(vectors):
        centered = vectors - vectors.mean(axis=0)
        units = centered / np.linalg.norm(centered, axis=1, keepdims=True)
        return (units @ units.T)[np.triu_indices(200, 1)].std()

    # Cosines of independent columns with variances v lie about 0 with a standard deviation of √Σv² / Σv.
    variances = rows.var(axis=0)
    assert spread_of_cosines(rows) > 0.25
    assert spread_of_cosines(shuffled) == pytest.approx(
        np.sqrt((variances**2).sum()) / variances.sum(), rel=0.05
    )


@pytest.mark.parametrize("request_", [MapRequest(), MapRequest("tsne", TsneParameters(5.0), seed=2)])
def test_the_control_is_drawn_under_the_same_request_and_keeps_less(request_):
    real = draw(*some(), request_)
    control = draw_noise(*some(), request_)
    assert control.result.request == real.request
    assert control.result.words == real.words
    assert control.result.distortion.kept_random == real.distortion.kept_random
    assert control.result.quality.kept_mean < real.quality.kept_mean - 0.5


def test_the_control_is_the_same_each_time():
    first, second = (draw_noise(*some(), MapRequest("tsne")) for _ in range(2))
    assert np.array_equal(first.result.layout.positions, second.result.layout.positions)
    other = draw_noise(*some(), MapRequest("tsne"), shuffle_seed=1)
    assert not np.allclose(first.result.layout.positions, other.result.layout.positions)
    assert (first.shuffle_seed, other.shuffle_seed) == (0, 1)


def test_what_is_shuffled_is_what_the_map_is_drawn_from():
    rows, words, names = some()
    lengths = np.linspace(1, 50, 48)[:, None]
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    unit = draw_noise(rows * lengths, words, names, MapRequest())
    assert unit.result.layout.positions == pytest.approx(
        draw(shuffled_columns(units, seed=0), words, names, MapRequest()).layout.positions
    )
    raw_request = MapRequest(vectors=VectorMode.RAW)
    raw = draw_noise(rows * lengths, words, names, raw_request)
    expected = draw(shuffled_columns(rows * lengths, seed=0), words, names, raw_request)
    assert np.array_equal(raw.result.layout.positions, expected.layout.positions)


def test_the_control_of_a_map_without_the_common_direction_is_made_from_the_shifted_rows():
    rows, words, names = some()
    request = MapRequest(vectors=VectorMode.COMMON_REMOVED)
    control = draw_noise(rows + 7, words, names, request, shifted=rows)
    plain = draw_noise(rows, words, names, MapRequest())
    assert np.array_equal(control.result.layout.positions, plain.result.layout.positions)


def test_the_control_says_what_it_is():
    control = draw_noise(*some(), MapRequest())
    said = [str(sentence) for sentence in control.result.caution]
    assert said[0] == (
        "Each of the 60 columns was shuffled among the 48 words on its own, "
        "so nothing is left that relates one word to another."
    )
    assert said[1] == "Whatever islands stand out on this map come from the method."
    kept = control.result.quality.kept_mean
    assert said[2] == f"Kept {kept:.1f} of 5 (a random picture: 0.5)"
    assert said[2] == str(kept_line(control.result.distortion))


def test_words_without_a_direction_are_left_out_of_the_control_too():
    rows, words, names = some()
    rows[3] = 0
    control = draw_noise(rows, words, names, MapRequest())
    assert [word.text for word in control.result.words][:4] == ["w0", "w1", "w2", "w4"]


def test_few_words_have_a_control_that_says_what_can_be_said():
    rows, words, names = some(n=3)
    control = draw_noise(rows, words, names, MapRequest())
    assert str(control.result.caution[-1]) == "Add words to see how far this map can be trusted."
    with pytest.raises(EmbvizError):
        draw_noise(rows, words, names, MapRequest("tsne"))


def test_the_control_can_be_stopped():
    def stop(_share, _positions):
        raise Stopped

    with pytest.raises(Stopped):
        draw_noise(*some(), MapRequest(), progress=stop)
