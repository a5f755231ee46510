import errno
import os
import shutil
import threading
from collections import namedtuple
from dataclasses import replace

import numpy as np
import pytest

from embviz.io.hub.cache import cached_tables, clear_cache, remove_cached
from embviz.io.hub.options import cache_folder, keep_cache_limit, program_options
from embviz.settings import Settings, load_settings, save_settings
from tests.io.hub.hub_models import ROWS, model
from tests.io.hub.hub_server import Fault
from tests.io.hub.opened import opened, refused
from tests.io.tables.model_files import table


@pytest.fixture
def three(hub, options):
    """Three models of a good 140 kB each, opened at times 1, 2 and 3; gives what opens one at a time."""
    for name in ("a/one", "a/two", "three"):
        hub.models[name] = model({"wte.weight": table(ROWS, 128)})

    def open_at(time, name, **more):
        return opened(replace(options, clock=lambda: float(time), **more), name)

    for time, name in enumerate(hub.models, start=1):
        open_at(time, name)
    return open_at


def names(options):
    return [cached.model for cached in cached_tables(options.folder)]


def test_the_cache_lists_what_was_opened_last_first(three, options):
    found = cached_tables(options.folder)
    assert [(cached.model, cached.used) for cached in found] == [
        ("three", 3.0),
        ("a/two", 2.0),
        ("a/one", 1.0),
    ]
    assert all(cached.complete and cached.hub.startswith("127.0.0.1") for cached in found)
    for cached in found:
        files = [path for path in cached.folder.rglob("*") if path.is_file()]
        assert cached.size == sum(path.stat().st_size for path in files)
        assert cached.size > ROWS * 128 * 4


def test_opening_a_cached_table_counts_as_use(three, options):
    three(9, "a/one", offline=True)
    assert names(options) == ["a/one", "three", "a/two"]


def test_the_least_recently_used_go_first_when_the_limit_is_passed(hub, three, options):
    hub.models["four"] = model({"wte.weight": table(ROWS, 128)})
    three(4, "a/one")
    three(5, "four", limit=500_000)
    assert names(options) == ["four", "a/one", "three"]


def test_the_table_that_was_just_opened_stays_whatever_its_size(three, options):
    found = three(5, "a/one", limit=1)
    assert names(options) == ["a/one"]
    assert found.vectors[3].shape == (128,)


def test_one_table_is_removed_and_all_are_cleared(hub, three, options):
    remove_cached(cached_tables(options.folder)[1])
    assert names(options) == ["three", "a/one"]
    sizes = sum(cached.size for cached in cached_tables(options.folder))
    assert clear_cache(options.folder) == sizes
    assert names(options) == []
    assert not list(options.folder.rglob("*.safetensors"))
    hub.seen.clear()
    three(6, "a/one")
    assert hub.seen


def test_removing_what_is_gone_is_no_error(three, options):
    (first, *_others) = cached_tables(options.folder)
    remove_cached(first)
    remove_cached(first)
    assert clear_cache(options.folder / "nowhere") == 0
    assert cached_tables(options.folder / "nowhere") == ()


def test_an_open_table_outlives_its_removal(hub, options):
    wte = table(ROWS, 16)
    hub.models["gpt2"] = model({"wte.weight": wte})
    found = opened(options)
    clear_cache(options.folder)
    assert np.array_equal(found.vectors[:], wte)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"version": 99}',
        '{"version": 1, "tensors": [[1, 2]], "files": {}}',
        '{"version": 1}',
    ],
)
def test_an_entry_that_makes_no_sense_is_fetched_anew(hub, options, text):
    wte = table(ROWS, 16)
    hub.models["gpt2"] = model({"wte.weight": wte})
    opened(options)
    (entry,) = options.folder.rglob("entry.json")
    entry.write_text(text)
    assert cached_tables(options.folder) == ()
    assert np.array_equal(opened(options).vectors[:], wte)
    assert names(options) == ["gpt2"]


def test_what_lies_in_the_cache_without_an_entry_is_cleared_too(options):
    refuse = options.folder / "huggingface.co" / "models--x" / "data"
    refuse.mkdir(parents=True)
    (refuse / "left.part").write_bytes(b"12345")
    assert clear_cache(options.folder) == 5
    assert not refuse.exists()


def test_two_hubs_are_kept_apart(hub, options):
    from tests.io.hub.hub_server import HubServer

    wte, other = table(ROWS, 16), table(ROWS, 16, 4)
    hub.models["gpt2"] = model({"wte.weight": wte})
    with HubServer({"gpt2": model({"wte.weight": other})}) as mirror:
        opened(options)
        assert np.array_equal(opened(replace(options, endpoint=mirror.endpoint)).vectors[:], other)
    assert len(names(options)) == 2


def test_the_table_lies_in_the_cache_as_a_safetensors_file(hub, options):
    from safetensors.numpy import load_file

    wte = table(ROWS, 16)
    hub.models["gpt2"] = model({"h.0.w": table(9, 9), "wte.weight": wte})
    opened(options)
    (data,) = options.folder.rglob("data/*.safetensors")
    (loaded,) = load_file(data).items()
    assert loaded[0] == "wte.weight"
    assert np.array_equal(loaded[1], wte)


# Disks ----------------------------------------------------------------------------------------------------


def test_a_disk_without_room_is_said_before_the_download(hub, options, monkeypatch):
    hub.models["gpt2"] = model({"wte.weight": table(ROWS, 4096)})
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage(10, 9, 1_000_000))
    error = refused(options)
    assert error.code == "disk-full"
    assert "4.55 MB" in error.message
    assert "1.00 MB are free" in error.message
    assert len(hub.asked("model.safetensors")) == 1


def test_a_disk_that_fills_up_meanwhile_is_said_and_given_back(hub, options, monkeypatch):
    from embviz.io.hub.ranged import RemoteFile

    def full(self, first, length, into, done, report):
        into.write(b"x" * 1000)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    hub.models["gpt2"] = model({"wte.weight": table(ROWS, 16)})
    monkeypatch.setattr(RemoteFile, "download", full)
    assert refused(options).code == "disk-full"
    assert not list(options.folder.rglob("*.part"))


def test_a_cache_folder_that_cannot_be_made_is_said(hub, options, tmp_path):
    hub.models["gpt2"] = model({"wte.weight": table(ROWS, 16)})
    (tmp_path / "file").write_text("in the way")
    error = refused(replace(options, folder=tmp_path / "file" / "tables"))
    assert error.code == "cache-unwritable"
    assert "EMBVIZ_HOME" in error.hint


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs rights that can be taken away")
def test_a_cache_folder_without_rights_is_said(hub, options):
    hub.models["gpt2"] = model({"wte.weight": table(ROWS, 16)})
    options.folder.mkdir()
    options.folder.chmod(0o500)
    try:
        assert refused(options).code == "cache-unwritable"
    finally:
        options.folder.chmod(0o700)


# Where it lies --------------------------------------------------------------------------------------------


def test_the_cache_lies_in_the_users_cache_folder_and_its_limit_in_the_settings(own_home):
    assert cache_folder() == own_home / "cache" / "tables"
    assert program_options().limit == 20_000_000_000
    save_settings(Settings(cache_limit_gb=3), own_home / "config" / "settings.json")
    assert program_options().limit == 3_000_000_000


# Several at once ------------------------------------------------------------------------------------------


def test_a_second_one_waits_until_the_first_has_fetched_the_table(hub, options):
    wte = table(ROWS, 4096)
    hub.models["gpt2"] = model({"wte.weight": wte})
    waits = threading.Event()

    def slow(seen):
        if seen.file.endswith(".safetensors") and seen.range[0] > 0:
            waits.wait(20)
        return Fault()

    hub.faults = slow
    first = threading.Thread(target=opened, args=(options,))
    first.start()
    while not any(seen.range and seen.range[0] > 0 for seen in hub.seen):
        first.join(0.01)

    def progress(_share, text):
        if "another embviz" in text:
            waits.set()

    found = opened(options, progress=progress)
    first.join()
    assert np.array_equal(found.vectors[:], wte)
    assert len([seen for seen in hub.asked(".safetensors") if seen.range[0] > 0]) == 1


def test_the_limit_is_written_to_the_settings_and_nothing_else_is_changed(own_home):
    save_settings(Settings(theme="dark"), own_home / "config" / "settings.json")
    keep_cache_limit(5)
    assert program_options().limit == 5_000_000_000
    assert load_settings(own_home / "config" / "settings.json")[0].theme == "dark"
