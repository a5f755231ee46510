import hashlib
import subprocess
import sys
import time

import numpy as np
import pytest

from embviz.core.geometry import nearest_points
from embviz.core.projections import tsne
from embviz.core.projections.pca import principal_components
from embviz.core.projections.tsne import TSNE, TsneParameters, highest_perplexity
from embviz.errors import EmbvizError, Stopped


@pytest.fixture(autouse=True)
def one_thread(monkeypatch):
    """Threads change no bit, as a test of its own shows, and two would wait long on a busy machine."""
    monkeypatch.setattr(tsne, "ONE_THREAD_BELOW", 1_000_000)


def words(n, groups=6, d=40, seed=0):
    random = np.random.default_rng(seed)
    vectors = random.normal(size=(groups, d))[np.arange(n) % groups] + 0.4 * random.normal(size=(n, d))
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def draw(vectors, *, seed=0, perplexity=None, progress=lambda _share, _positions: None):
    return TSNE().run(vectors, TsneParameters(perplexity), seed=seed, progress=progress).positions


def refusal(n, perplexity=None):
    with pytest.raises(EmbvizError) as caught:
        TSNE().check(n, TsneParameters(perplexity))
    return caught.value


def test_the_picture_is_the_same_bits_however_a_run_is_cut_into_chunks():
    # Against openTSNE itself, called in chunks of random sizes with affinities of its own for each run.
    from openTSNE import TSNEEmbedding
    from openTSNE.affinity import PerplexityBasedNN
    from openTSNE.nearest_neighbors import PrecomputedNeighbors

    vectors = words(120)
    start = principal_components(vectors).positions
    start = start * (1e-4 / start[:, 0].std())
    expected = draw(vectors)
    random = np.random.default_rng(0)
    for _ in range(3):
        near = PrecomputedNeighbors(*nearest_points(vectors, 30))
        embedding = TSNEEmbedding(
            start, PerplexityBasedNN(knn_index=near, perplexity=10), negative_gradient_method="bh"
        )
        for iterations, options in ((250, {"exaggeration": 16, "momentum": 0.5}), (500, {"momentum": 0.8})):
            left = iterations
            while left:
                chunk = int(random.integers(1, min(left, 60) + 1))
                embedding.optimize(chunk, inplace=True, **options)
                left -= chunk
        assert np.array_equal(np.asarray(embedding), expected)


def test_the_picture_is_the_same_bits_however_often_frames_are_shown(monkeypatch):
    vectors = words(120)
    expected = draw(vectors)
    for seconds in (0.0, 0.02, 60.0):
        monkeypatch.setattr(tsne, "FRAME_SECONDS", seconds)
        shares = []

        def progress(share, _positions, shares=shares):
            shares.append(share)

        assert np.array_equal(draw(vectors, progress=progress), expected)
        if seconds == 0.0:
            assert len(shares) > 750


def test_the_number_of_threads_does_not_change_the_picture(monkeypatch):
    monkeypatch.setattr(tsne, "EARLY_ITERATIONS", 30)
    monkeypatch.setattr(tsne, "LATE_ITERATIONS", 30)
    vectors = words(300)
    one_thread = draw(vectors)
    monkeypatch.setattr(tsne, "ONE_THREAD_BELOW", 1)
    assert np.array_equal(draw(vectors), one_thread)


def test_a_fresh_process_draws_the_same_picture():
    program = (
        "import hashlib, numpy as np\n"
        "from embviz.core.projections.tsne import TSNE, TsneParameters\n"
        "vectors = np.random.default_rng(0).normal(size=(60, 20))\n"
        "layout = TSNE().run(vectors, TsneParameters(), seed=3)\n"
        "print(hashlib.sha256(layout.positions.tobytes()).hexdigest())\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    here = draw(np.random.default_rng(0).normal(size=(60, 20)), seed=3)
    assert ran.stdout.split() == [hashlib.sha256(here.tobytes()).hexdigest()]
    assert ran.stderr == ""


def test_other_seeds_start_from_noise_and_give_other_pictures():
    vectors = words(48)
    pictures = [draw(vectors, seed=seed) for seed in (0, 1, 2, 1)]
    assert np.array_equal(pictures[1], pictures[3])
    assert not np.allclose(pictures[0], pictures[1])
    assert not np.allclose(pictures[1], pictures[2])


def test_the_starts_are_small_and_seed_zero_is_the_exact_pca():
    vectors = words(48)
    from_pca, from_noise = tsne._start(vectors, 0), tsne._start(words(4000), 7)
    assert from_pca[:, 0].std() == pytest.approx(1e-4)
    assert np.corrcoef(from_pca[:, 1], principal_components(vectors).positions[:, 1])[0, 1] == pytest.approx(
        1
    )
    assert from_noise.std() == pytest.approx(1e-4, rel=0.03)
    assert abs(np.corrcoef(from_noise.T)[0, 1]) < 0.05


def test_groups_that_are_apart_are_drawn_apart():
    from sklearn.metrics import silhouette_score

    assert silhouette_score(draw(words(90)), np.arange(90) % 6) > 0.6


def test_nothing_is_printed_or_logged(capfd, caplog):
    draw(words(30))
    draw(words(5), perplexity=4 / 3)
    assert capfd.readouterr() == ("", "")
    assert not [record for record in caplog.records if record.levelname != "INFO"]


@pytest.mark.parametrize("n", [5, 6, 8, 16, 30])
@pytest.mark.parametrize("share", [0.5, 1.0])
def test_few_words_do_not_collapse_to_a_point(n, share):
    # With exaggeration 16 all of them did: positions of 1e-30 to 1e-54.
    vectors = words(n, groups=max(2, n // 5))
    positions = draw(vectors, perplexity=max(1.0, share * highest_perplexity(n)))
    assert positions.std() > 0.5


@pytest.mark.parametrize("n", [5, 6, 7, 12, 31, 48])
def test_the_usual_perplexity_is_ten_or_a_third_of_the_other_words(n):
    parameters = TSNE().resolve(n, TsneParameters())
    assert parameters.perplexity == pytest.approx(min(10, (n - 1) / 3))
    TSNE().check(n, parameters)
    positions = draw(words(n))
    assert positions.shape == (n, 2)
    assert np.isfinite(positions).all()


def test_a_perplexity_that_was_chosen_is_kept_and_changes_the_picture():
    assert TSNE().resolve(48, TsneParameters(5.0)) == TsneParameters(5.0)
    vectors = words(48)
    assert not np.allclose(draw(vectors, perplexity=3.0), draw(vectors, perplexity=15.0))


def test_a_perplexity_that_is_too_high_is_refused_in_words():
    error = refusal(48, 16)
    assert error.code == "perplexity-too-high"
    assert str(error) == (
        "A perplexity of 16 is too high for 48 words. "
        "It can be at most 15.6, a third of the number of the other words."
    )
    TSNE().check(48, TsneParameters(15.6))
    TSNE().check(31, TsneParameters(highest_perplexity(31)))
    with pytest.raises(EmbvizError):
        draw(words(48), perplexity=16)


@pytest.mark.parametrize("perplexity", [0.5, 0, -3, float("nan")])
def test_a_perplexity_below_one_is_refused(perplexity):
    assert refusal(48, perplexity).code == "perplexity-too-low"


@pytest.mark.parametrize("n", [1, 4])
def test_fewer_than_five_words_are_refused(n):
    assert refusal(n).code == "too-few-words"


def test_equal_vectors_lie_in_the_middle():
    assert draw(np.ones((7, 3))).tolist() == [[0, 0]] * 7


def test_words_with_the_same_vector_lie_together_and_the_rest_is_finite():
    vectors = words(40)
    vectors[:15] = vectors[0]
    positions = draw(vectors)
    assert np.isfinite(positions).all()
    among, apart = np.ptp(positions[:15], axis=0).max(), np.ptp(positions, axis=0).max()
    assert among < 0.2 * apart


def test_progress_grows_to_one_and_frames_are_copies(monkeypatch):
    monkeypatch.setattr(tsne, "FRAME_SECONDS", 0.0)
    shares, frames = [], []

    def progress(share, positions):
        shares.append(share)
        if positions is not None:
            frames.append(positions)

    final = draw(words(30), progress=progress)
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)
    assert all(type(frame) is np.ndarray and frame.shape == (30, 2) for frame in frames)
    assert not np.shares_memory(frames[0], frames[1])
    assert not np.shares_memory(frames[-1], final)
    assert np.abs(frames[0]).max() < 1e-2 < np.abs(frames[-1]).max()
    assert np.array_equal(frames[-1], final)


@pytest.mark.parametrize("at", [0.0, 0.05, 0.5])
def test_stop_ends_the_run_within_an_iteration(at, monkeypatch):
    monkeypatch.setattr(tsne, "FRAME_SECONDS", 0.0)
    told = []

    def progress(share, _positions):
        told.append(share)
        if share >= at:
            raise Stopped

    with pytest.raises(Stopped):
        draw(words(120), progress=progress)
    assert told[-1] < at + 0.2
    assert sum(share >= at for share in told) == 1


def test_frames_come_no_faster_than_a_screen_shows_them():
    times = []
    draw(words(200), progress=lambda _share, _positions: times.append(time.monotonic()))
    gaps = np.diff(times[1:-1])
    assert (gaps >= tsne.FRAME_SECONDS * 0.99).all()


def test_many_words_are_reduced_first_and_drawn_on_a_grid(monkeypatch):
    # The paths for thousands of words, taken with few.
    monkeypatch.setattr(tsne, "BARNES_HUT_UP_TO", 10)
    monkeypatch.setattr(tsne, "REDUCED_ABOVE", 10)
    monkeypatch.setattr(tsne, "REDUCED_TO", 20)
    monkeypatch.setattr(tsne, "EARLY_ITERATIONS", 20)
    monkeypatch.setattr(tsne, "LATE_ITERATIONS", 20)
    vectors = words(60)
    first, second = draw(vectors), draw(vectors)
    assert np.isfinite(first).all()
    assert np.array_equal(first, second)
