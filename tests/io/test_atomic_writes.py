"""A file is written whole or not at all."""

from __future__ import annotations

import os
import stat

import pytest

from embviz.errors import EmbvizError
from embviz.io.atomic import write_bytes, write_text, write_with


def test_a_file_is_written_and_replaced_and_nothing_else_is_left(tmp_path):
    path = tmp_path / "a.txt"
    write_text(path, "one\r\n")
    write_text(path, "zwei ü\n")
    assert path.read_bytes() == "zwei ü\n".encode()
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_leaves_the_old_file_and_no_temporary_one(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("old", encoding="utf-8")

    def half(temporary):
        temporary.write_text("ha", encoding="utf-8")
        raise OSError(28, "No space left on device")

    with pytest.raises(EmbvizError, match="no space left") as caught:
        write_with(path, half)
    assert caught.value.code == "cannot-write"
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_has_the_usual_rights_and_an_old_one_keeps_its_own(tmp_path):
    (tmp_path / "usual").touch()
    write_bytes(tmp_path / "new", b"")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode
    (tmp_path / "new").chmod(0o640)
    write_bytes(tmp_path / "new", b"x")
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real").write_text("old", encoding="utf-8")
    (tmp_path / "link").symlink_to("real")
    write_text(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text(encoding="utf-8") == "new"


def test_each_reason_not_to_write_is_said(tmp_path, monkeypatch):
    for path, reason in (
        (tmp_path, "it is a folder"),
        (tmp_path / "none" / "a.txt", "there is no such folder"),
    ):
        with pytest.raises(EmbvizError, match=reason) as caught:
            write_text(path, "x")
        assert caught.value.code == "cannot-write"
    (tmp_path / "locked").write_text("old", encoding="utf-8")
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    with pytest.raises(EmbvizError, match="permission denied"):
        write_text(tmp_path / "locked", "new")
    assert (tmp_path / "locked").read_text(encoding="utf-8") == "old"


def test_half_a_character_of_a_file_name_spoils_no_file(tmp_path):
    write_text(tmp_path / "a.txt", "group \udcff, é\n")
    assert (tmp_path / "a.txt").read_bytes() == "group ?, é\n".encode()
