"""How long drawing and measuring take; nothing is asserted of time.

    pytest tests/benchmarks/test_map_speed.py --benchmark-enable --benchmark-columns=min,median,rounds

t-SNE of 5,000 words and more runs only when EMBVIZ_LARGE_BENCHMARKS is set.
"""

from __future__ import annotations

import os

import numpy as np
import pytest

from embviz.core.distortion import estimate, measure
from embviz.core.mapping import MapRequest, draw
from embviz.core.projections import PROJECTIONS
from embviz.core.words import MapWord

large = pytest.mark.skipif("EMBVIZ_LARGE_BENCHMARKS" not in os.environ, reason="takes minutes")


@pytest.fixture
def vectors(bundled):
    """Unit vectors of n random tokens."""

    def take(n):
        ids = np.sort(np.random.default_rng(0).choice(bundled.vocab_size, size=n, replace=False))
        rows = bundled.vectors[ids].astype(np.float64)
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-30)

    return take


def run(benchmark, method, vectors, rounds):
    projection = PROJECTIONS[method]
    projection.warm_up()
    parameters = projection.resolve(len(vectors), projection.Parameters())
    layout = benchmark.pedantic(projection.run, (vectors, parameters), {"seed": 0}, rounds=rounds)
    assert np.isfinite(layout.positions).all()


@pytest.mark.benchmark(group="measure")
@pytest.mark.parametrize("n", [48, 500, 2000])
def test_measure(benchmark, vectors, n):
    high = vectors(n)
    positions = PROJECTIONS["pca"].run(high, PROJECTIONS["pca"].Parameters(), seed=0).positions
    assert benchmark(measure, high, positions).k == 5


@pytest.mark.benchmark(group="measure")
def test_measure_with_a_word_given_twice(benchmark, vectors):
    high = vectors(2000)
    high[1] = high[0]
    positions = PROJECTIONS["pca"].run(high, PROJECTIONS["pca"].Parameters(), seed=0).positions
    assert benchmark.pedantic(measure, (high, positions), rounds=3).k == 5


@pytest.mark.benchmark(group="measure")
def test_estimate_of_ten_thousand_words(benchmark, vectors):
    high = vectors(10_000)
    assert benchmark.pedantic(estimate, (high, high[:, :2]), rounds=1).anchors.size == 1000


@pytest.mark.benchmark(group="PCA")
@pytest.mark.parametrize("n", [48, 500, 2000, 10_000])
def test_pca(benchmark, vectors, n):
    run(benchmark, "pca", vectors(n), rounds=5)


@pytest.mark.benchmark(group="t-SNE")
@pytest.mark.parametrize(
    "n", [48, 500, 2000, pytest.param(5000, marks=large), pytest.param(9000, marks=large)]
)
def test_tsne(benchmark, vectors, n):
    run(benchmark, "tsne", vectors(n), rounds=3 if n <= 500 else 1)


@pytest.mark.benchmark(group="map")
@pytest.mark.parametrize("method", ["pca", "tsne"])
def test_the_first_map_as_a_whole(benchmark, vectors, method):
    rows = vectors(48)
    words = [MapWord(str(place), (place,), str(place), 0) for place in range(48)]
    result = benchmark(draw, rows, words, ["group"], MapRequest(method))
    assert result.quality.k == 5
