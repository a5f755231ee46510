"""What the user keeps: settings, the folders they lie in, the log."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from embviz.errors import EmbvizError
from embviz.logs import KEPT, LARGEST, start_log, stop_log
from embviz.paths import user_paths
from embviz.settings import VERSION, Settings, load_settings, migrated, save_settings


def test_embviz_home_moves_settings_cache_and_log(tmp_path):
    paths = user_paths({"EMBVIZ_HOME": str(tmp_path)})
    assert {paths.config.parent, paths.cache.parent, paths.log.parent} == {tmp_path}
    assert paths.settings_file.parent == paths.config
    assert paths.log_file.parent == paths.log


def test_without_embviz_home_the_platforms_folders_are_used():
    paths = user_paths({})
    assert all(
        "embviz" in str(path) and path.is_absolute() for path in (paths.config, paths.cache, paths.log)
    )
    assert user_paths({"EMBVIZ_HOME": ""}) == paths


def test_settings_come_back_as_they_were_saved(tmp_path):
    path = tmp_path / "new folder" / "settings.json"
    settings = Settings(theme="dark", geometry="AAE=", export_folder="/tmp/ü")
    save_settings(settings, path)
    assert load_settings(path) == (settings, ())
    assert json.loads(path.read_text(encoding="utf-8"))["version"] == VERSION


def test_recent_tables_come_back_in_their_order(tmp_path):
    path = tmp_path / "settings.json"
    settings = Settings(recent_tables=("/models/ü", "/models/b.gguf"))
    save_settings(settings, path)
    assert load_settings(path) == (settings, ())


@pytest.mark.parametrize("value", ["gpt2", [1, 2], {"a": 1}, ["x"] * 101])
def test_recent_tables_that_make_no_sense_are_forgotten(tmp_path, value):
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"theme": "dark", "recent_tables": value}), encoding="utf-8")
    settings, notices = load_settings(path)
    assert settings == Settings(theme="dark")
    assert [notice.code for notice in notices] == ["bad-settings"]


def test_without_a_file_the_defaults_are_used_and_nothing_is_said(tmp_path):
    assert load_settings(tmp_path / "settings.json") == (Settings(), ())


def test_size_of_type_and_movement_are_kept_within_bounds(tmp_path):
    path = tmp_path / "settings.json"
    save_settings(Settings(zoom=1.25, animated=False), path)
    assert load_settings(path) == (Settings(zoom=1.25, animated=False), ())
    for zoom in ("NaN", "1e9", "0", "true", '"big"'):
        path.write_text(f'{{"zoom": {zoom}, "animated": 1}}', encoding="utf-8")
        settings, notices = load_settings(path)
        assert settings == Settings()
        assert len(notices) == 2


def test_a_folder_whose_name_is_no_text_can_be_remembered(tmp_path):
    settings = Settings(export_folder="/figures/\udcff", recent_tables=("/models/\udcff",))
    save_settings(settings, tmp_path / "settings.json")
    assert load_settings(tmp_path / "settings.json") == (settings, ())


def test_keys_of_a_later_version_survive(tmp_path):
    path = tmp_path / "settings.json"
    path.write_text('{"version": 1, "theme": "light", "aura": {"hue": 3}}', encoding="utf-8")
    settings, notices = load_settings(path)
    assert settings.theme == "light"
    assert notices == ()
    save_settings(settings, path)
    assert json.loads(path.read_text(encoding="utf-8"))["aura"] == {"hue": 3}


@pytest.mark.parametrize("content", ["", "{", "[]", '{"version": "x"}', '{"version": 0}', b"\xff\xfe"])
def test_a_broken_file_gives_defaults_a_notice_and_is_kept_aside(tmp_path, content):
    path = tmp_path / "settings.json"
    data = content if isinstance(content, bytes) else content.encode()
    path.write_bytes(data)
    settings, notices = load_settings(path)
    assert settings == Settings()
    assert [notice.code for notice in notices] == ["bad-settings"]
    assert (tmp_path / "settings.broken.json").read_bytes() == data
    save_settings(settings, path)
    assert load_settings(path) == (Settings(), ())


def test_one_setting_that_makes_no_sense_spoils_only_itself(tmp_path):
    path = tmp_path / "settings.json"
    path.write_text('{"theme": "pink", "layout": 7, "export_folder": "figures"}', encoding="utf-8")
    settings, notices = load_settings(path)
    assert settings == Settings(export_folder="figures")
    assert [notice.text.split("“")[1].split("”")[0] for notice in notices] == ["theme", "layout"]


def test_a_file_that_cannot_be_read_gives_defaults_and_a_notice(tmp_path):
    (tmp_path / "settings.json").mkdir()
    settings, notices = load_settings(tmp_path / "settings.json")
    assert settings == Settings()
    assert "could not be read" in notices[0].text


def test_settings_that_cannot_be_saved_are_an_expected_failure(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(EmbvizError) as caught:
        save_settings(Settings(), tmp_path / "file" / "settings.json")
    assert caught.value.code == "cannot-write"


def test_an_old_file_takes_each_step_from_its_own_version_on():
    steps = (
        lambda data: {**data, "path": [*data["path"], "1→2"]},
        lambda data: {**data, "path": [*data["path"], "2→3"]},
    )
    assert migrated({"path": []}, 1, steps) == {"path": ["1→2", "2→3"]}
    assert migrated({"path": []}, 2, steps) == {"path": ["2→3"]}
    assert migrated({"path": []}, 7, steps) == {"path": []}


def test_the_log_rotates_and_keeps_few_files(tmp_path):
    handler = start_log(tmp_path / "log" / "embviz.log")
    try:
        line = "x" * 10_000
        for _ in range((KEPT + 3) * LARGEST // len(line)):
            logging.getLogger("embviz.test").warning(line)
        logging.getLogger("embviz.test").info("half a character: \ud800")
    finally:
        stop_log(handler)
    files = sorted(path.name for path in (tmp_path / "log").iterdir())
    assert files == ["embviz.log", *(f"embviz.log.{number}" for number in range(1, KEPT + 1))]
    assert all(path.stat().st_size <= LARGEST for path in (tmp_path / "log").iterdir())
    assert "\\ud800" in (tmp_path / "log" / "embviz.log").read_text(encoding="utf-8")


def test_a_log_that_cannot_be_written_stops_nothing(tmp_path):
    (tmp_path / "file").touch()
    assert start_log(Path(tmp_path / "file" / "embviz.log")) is None
    stop_log(None)
