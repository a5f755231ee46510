"""Expected failures travel whole."""

from __future__ import annotations

import copy
import pickle

import pytest

from embviz import EmbvizError


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda error: pickle.loads(pickle.dumps(error))])
def test_an_error_can_be_copied_and_sent_to_another_process(way):
    error = way(EmbvizError("It broke.", code="broken", hint="Mend it."))
    assert type(error) is EmbvizError
    assert (str(error), error.message, error.code, error.hint) == (
        "It broke. Mend it.",
        "It broke.",
        "broken",
        "Mend it.",
    )
