"""The cache of huggingface_hub itself."""

import json
from dataclasses import replace

import numpy as np
import pytest

from embviz.io.hub.cache import cached_tables
from tests.io.hub.hub_models import ROWS, model, sharded
from tests.io.hub.hub_server import COMMIT
from tests.io.hub.opened import opened, refused
from tests.io.tables.model_files import table


@pytest.fixture
def hub_cache(tmp_path):
    return tmp_path / "hub"


def put(hub_cache, name, files):
    """Lay files into the cache as huggingface_hub does where it can make no links."""
    folder = hub_cache / f"models--{name.replace('/', '--')}"
    for path, data in files.items():
        place = folder / "snapshots" / COMMIT / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    (folder / "refs").mkdir(exist_ok=True)
    (folder / "refs" / "main").write_text(COMMIT)


def test_a_model_that_is_there_is_opened_in_place(hub, options, hub_cache):
    wte = table(ROWS, 16)
    put(hub_cache, "openai-community/gpt2", model({"wte.weight": wte}))
    for offline in (False, True):
        found = opened(replace(options, hub_cache=hub_cache, offline=offline), "openai-community/gpt2")
        assert np.array_equal(found.vectors[:], wte)
        assert (found.name, found.source) == ("openai-community/gpt2", "openai-community/gpt2")
        assert found.encode(" cat")
    assert hub.seen == []
    assert cached_tables(options.folder) == ()


@pytest.mark.parametrize("left_out", ["model.safetensors", "model-00002-of-00002.safetensors"])
def test_a_model_that_is_there_only_in_part_is_fetched(hub, options, hub_cache, left_out):
    wte = table(ROWS, 16)
    one, two = model({"wte.weight": wte}), sharded({"wte.weight": wte}, {"x": table(3, 3)})
    files = one if left_out in one else two
    hub.models["gpt2"] = files
    put(hub_cache, "gpt2", {name: data for name, data in files.items() if name != left_out})
    found = opened(replace(options, hub_cache=hub_cache))
    assert np.array_equal(found.vectors[:], wte)
    assert hub.asked(".safetensors")


def test_a_broken_model_that_is_there_is_said(hub, options, hub_cache):
    put(hub_cache, "gpt2", {**model({"wte.weight": table(ROWS, 16)}), "model.safetensors": b"cut"})
    assert refused(replace(options, hub_cache=hub_cache)).code == "truncated"


def test_small_files_that_are_there_are_not_fetched_again(hub, options, hub_cache):
    files = model({"wte.weight": table(ROWS, 16)})
    hub.models["gpt2"] = files
    put(hub_cache, "gpt2", {name: data for name, data in files.items() if name.endswith(".json")})
    assert opened(replace(options, hub_cache=hub_cache)).encode(" cat")
    assert hub.asked(".json") == []
    assert json.loads(files["config.json"])
