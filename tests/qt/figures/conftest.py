"""A real map for the tests of figures: the 48 words of the bundled table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from embviz.core.figure import group_styles
from embviz.core.figure_options import FigureOptions
from embviz.core.mapping import MapRequest, MapResult, draw
from embviz.core.projections.base import Layout
from embviz.core.words import MapWord
from embviz.qt.figures import figure_from_map

GROUPS = {
    "animals": "cat dog horse cow sheep rabbit lion tiger",
    "numbers": "one two three four five six seven eight",
    "countries": "France Germany Italy Spain Japan China India Brazil",
    "colours": "red blue green yellow orange purple black white",
    "royalty & people": "king queen prince princess man woman boy girl",
    "technology": "computer software internet phone keyboard laptop server robot",
}


@pytest.fixture(scope="session")
def map_of_48(bundled) -> MapResult:
    words = [
        MapWord(word, (bundled.lookup(word)[0].id,), word, place)
        for place, names in enumerate(GROUPS.values())
        for word in names.split()
    ]
    rows = bundled.vectors[np.array([word.ids[0] for word in words])].astype(np.float64)
    return draw(rows, words, tuple(GROUPS), MapRequest())


@pytest.fixture(scope="session")
def styles():
    return group_styles(tuple(GROUPS))


@pytest.fixture(scope="session")
def figure_of_48(qapp, map_of_48, styles):
    return figure_from_map(map_of_48, styles, FigureOptions(dots_per_inch=200))


@pytest.fixture
def invented(map_of_48):
    """Make a map of invented words and places, whose first words have rings of given shares."""

    def make(texts, positions, groups=None, names=("a", "b"), false=(), missing=(), caution=None):
        count = len(texts)
        groups = [0] * count if groups is None else groups
        rings = map_of_48.distortion
        counts = {"false": np.zeros(count), "missing": np.zeros(count)}
        for name, values in (("false", false), ("missing", missing)):
            counts[name][: len(values)] = values
        distortion = replace(rings, kept=np.zeros(count), k=5, **counts)
        return MapResult(
            request=MapRequest(),
            words=tuple(
                MapWord(text, (place,), text, group)
                for place, (text, group) in enumerate(zip(texts, groups, strict=True))
            ),
            group_names=tuple(names),
            layout=Layout(np.asarray(positions, dtype=float), axis_shares=(0.5, 0.25)),
            distortion=distortion,
            caution=map_of_48.caution if caution is None else caution,
        )

    return make
