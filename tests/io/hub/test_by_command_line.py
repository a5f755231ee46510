"""The whole way, in a process of its own: huggingface_hub reads its environment when it is imported."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.io.hub.hub_models import ROWS, layers, model
from tests.io.hub.hub_server import Fault
from tests.io.tables.model_files import table


@pytest.fixture
def embviz(hub, own_home, tmp_path):
    """Run a sub-command with the hub of the test; gives the finished process."""

    def run(*arguments, **environment):
        here = {
            "EMBVIZ_HOME": str(own_home),
            "HF_HOME": str(tmp_path / "hf"),
            "HF_ENDPOINT": hub.endpoint,
            "HF_TOKEN": "hf_secret",
            "no_proxy": "127.0.0.1",
            **environment,
        }
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("HF_", "HUGGING"))}
        return subprocess.run(
            [sys.executable, "-m", "embviz", *arguments],
            cwd=tmp_path,
            env={**clean, **here, "PYTHONPATH": str(Path.cwd())},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )

    return run


def test_a_model_is_opened_by_its_id(hub, embviz, tmp_path):
    wte = table(ROWS, 16)
    hub.models["gpt2"] = model({"wte.weight": wte, **layers(megabytes=3)})
    done = embviz("info", "--model", "gpt2", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    info = json.loads(done.stdout)
    assert (info["name"], info["source"], info["tied"]) == ("gpt2", "gpt2", True)
    assert info["parameters"] == wte.size
    assert hub.sent <= wte.nbytes + 1_000_000
    assert {seen.token for seen in hub.seen} == {"Bearer hf_secret"}
    hub.seen.clear()
    done = embviz("tokens", " cat", "--model", "gpt2", "--json", HF_HUB_OFFLINE="1")
    assert json.loads(done.stdout)["tokens"][0]["token"] == "Ġcat"
    assert hub.seen == []
    # A path of that name wins.
    (tmp_path / "gpt2").mkdir()
    done = embviz("info", "--model", "gpt2")
    assert (done.returncode, hub.seen) == (1, [])
    assert "There is no model in the folder “gpt2”" in done.stderr


@pytest.mark.parametrize(("status", "said"), [(403, "gated"), (404, "no such model")])
def test_a_refusal_is_one_line(hub, embviz, status, said):
    hub.faults = lambda _seen: Fault(status)
    done = embviz("info", "--model", "meta-llama/Llama-3.2-1B")
    assert done.returncode == 1
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
    assert "hf_secret" not in done.stderr


def test_offline_mode_is_obeyed(hub, embviz):
    done = embviz("info", "--model", "gpt2", HF_HUB_OFFLINE="1")
    assert done.returncode == 1
    assert "HF_HUB_OFFLINE" in done.stderr
    assert hub.seen == []
