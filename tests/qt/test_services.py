"""What the window has done off its thread."""

from __future__ import annotations

import pytest

from embviz.core.projections import PROJECTIONS
from embviz.errors import EmbvizError
from embviz.qt.services import ProgramServices


class Table:
    """A table of which only the warm-up is asked for."""

    def __init__(self, encode):
        self.encode = encode

    def warm_up(self, progress):
        progress(1.0)

    def pair_reference(self, progress):
        progress(1.0)


@pytest.fixture
def quick(monkeypatch):
    """No libraries are loaded."""
    for projection in PROJECTIONS.values():
        monkeypatch.setattr(projection, "warm_up", lambda: None)


@pytest.mark.usefixtures("quick")
def test_the_warm_up_has_the_tokenizer_built():
    encoded = []
    ProgramServices().warm_up(Table(encoded.append), lambda _share, _payload: None)
    assert len(encoded) == 1


@pytest.mark.usefixtures("quick")
def test_a_broken_tokenizer_does_not_make_the_warm_up_fail():
    def encode(_text):
        raise EmbvizError("It is broken.", code="bad-tokenizer")

    ProgramServices().warm_up(Table(encode), lambda _share, _payload: None)
