"""What every entry of the registry keeps: one new projection is tested by its registration line."""

import dataclasses

import numpy as np
import pytest

from embviz.core.projections import PROJECTIONS
from embviz.core.projections.axes import Axes, PreparedAxes
from embviz.errors import Stopped

VECTORS = np.random.default_rng(0).normal(size=(24, 12))


@pytest.fixture(params=PROJECTIONS.values(), ids=PROJECTIONS.keys())
def projection(request):
    return request.param


def prepared(projection):
    """Parameters with what a table would make of them, where the projection needs one."""
    if isinstance(projection, Axes):
        return PreparedAxes(directions=np.random.default_rng(1).normal(size=(2, 12)))
    return projection.Parameters()


def resolved(projection):
    parameters = projection.resolve(24, prepared(projection))
    projection.check(24, parameters)
    return parameters


def test_names_are_those_of_the_command_line():
    assert list(PROJECTIONS) == ["pca", "tsne", "axes"]
    assert [projection.title for projection in PROJECTIONS.values()] == ["PCA", "t-SNE", "Axes"]


def test_positions_are_finite_two_columns_and_read_only(projection):
    layout = projection.run(VECTORS, resolved(projection), seed=0)
    assert layout.positions.shape == (24, 2)
    assert layout.positions.dtype == np.float64
    assert np.isfinite(layout.positions).all()
    assert not layout.positions.flags.writeable


@pytest.mark.parametrize("seed", [0, 5])
def test_same_vectors_parameters_and_seed_give_the_same_bits(projection, seed):
    first, second = (projection.run(VECTORS, resolved(projection), seed=seed) for _ in range(2))
    assert np.array_equal(first.positions, second.positions)


def test_the_vectors_are_left_as_they_are(projection):
    vectors = VECTORS.copy()
    vectors.setflags(write=False)
    projection.run(vectors, resolved(projection), seed=0)
    assert np.array_equal(vectors, VECTORS)


def test_progress_ends_with_one_and_the_positions_that_are_returned(projection):
    told = []
    layout = projection.run(VECTORS, resolved(projection), seed=0, progress=lambda *frame: told.append(frame))
    share, positions = told[-1]
    assert share == 1
    assert np.array_equal(positions, layout.positions)
    assert all(0 <= share <= 1 for share, _ in told)


def test_a_run_can_be_stopped(projection):
    def stop(_share, _positions):
        raise Stopped

    with pytest.raises(Stopped):
        projection.run(VECTORS, resolved(projection), seed=0, progress=stop)


def test_resolved_parameters_stay_as_they_are(projection):
    parameters = resolved(projection)
    assert projection.resolve(24, parameters) == parameters


def test_a_form_can_be_built_from_the_parameters(projection):
    assert dataclasses.is_dataclass(projection.Parameters)
    for field in dataclasses.fields(projection.Parameters):
        assert {"label", "help"} <= field.metadata.keys()
        if field.type not in ("str", "bool"):
            assert field.metadata["minimum"] < field.metadata["maximum"]
            assert field.metadata["step"] > 0
        assert field.metadata["help"].endswith(".")


def test_warming_up_changes_nothing(projection):
    before = projection.run(VECTORS, resolved(projection), seed=0).positions
    projection.warm_up()
    projection.warm_up()
    assert np.array_equal(projection.run(VECTORS, resolved(projection), seed=0).positions, before)
