"""Whether a window can open is known before Qt would end the process."""

from __future__ import annotations

import socket
import struct
import subprocess
import sys
import threading

import pytest

from embviz.cli import display
from embviz.cli.display import require_display
from embviz.cli.qt import qt_that_loads
from embviz.errors import EmbvizError

SILENT = "127.0.0.1:59000"
NOTHING = {"DISPLAY": None, "WAYLAND_DISPLAY": None, "QT_QPA_PLATFORM": None}


@pytest.fixture
def complete_plugins(monkeypatch):
    """Pretend that all libraries of Qt's plugins are there."""
    monkeypatch.setattr(display, "_missing_library", lambda _plugin: None)


def problem(environ):
    with pytest.raises(EmbvizError) as caught:
        require_display(environ, "linux")
    assert caught.value.code == "no-display"
    assert "embviz map" in caught.value.hint
    assert "libxcb-cursor0, libxcb-icccm4, libxcb-keysyms1 and libxkbcommon-x11-0" in caught.value.hint
    return caught.value.message


def test_no_display_is_set():
    assert problem({}) == "The window cannot open: neither DISPLAY nor WAYLAND_DISPLAY is set."
    assert problem({"DISPLAY": "", "QT_QPA_PLATFORM": ""}) == problem({})


def test_other_systems_have_a_display():
    require_display({}, "darwin")
    require_display({}, "win32")


def test_a_platform_that_was_asked_for_is_left_to_qt():
    require_display({"QT_QPA_PLATFORM": "offscreen"}, "linux")
    require_display({"QT_QPA_PLATFORM": "xcb;vnc:size=800x600"}, "linux")


def test_a_platform_that_qt_does_not_have_is_said_before_qt_aborts():
    said = "The window cannot open: Qt has no platform “bogus”, which QT_QPA_PLATFORM asks for."
    assert problem({"DISPLAY": ":0", "QT_QPA_PLATFORM": "bogus"}) == said
    require_display({"QT_QPA_PLATFORM": "bogus;offscreen"}, "linux")


@pytest.mark.usefixtures("complete_plugins")
def test_a_display_that_does_not_answer_is_named(tmp_path):
    assert problem({"DISPLAY": SILENT}) == f"The window cannot open: the display “{SILENT}” does not answer."
    wayland = {"WAYLAND_DISPLAY": "wayland-7", "XDG_RUNTIME_DIR": str(tmp_path)}
    assert problem(wayland) == "The window cannot open: the display “wayland-7” does not answer."


@pytest.mark.usefixtures("complete_plugins")
def test_an_x_server_that_answers_will_do():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        answering = threading.Thread(target=_answer_as_an_x_server, args=(server,))
        answering.start()
        require_display({"DISPLAY": f"127.0.0.1:{port - 6000}"}, "linux")
        answering.join(10)
        assert not answering.is_alive()


@pytest.mark.usefixtures("complete_plugins")
def test_of_two_displays_one_that_answers_will_do(tmp_path):
    path = tmp_path / "wayland-1"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(str(path))
        server.listen()
        environ = {
            "WAYLAND_DISPLAY": "wayland-1",
            "XDG_RUNTIME_DIR": str(tmp_path),
            "DISPLAY": SILENT,
        }
        require_display(environ, "linux")


def test_a_library_that_the_plugin_needs_is_named(monkeypatch, tmp_path):
    from importlib.machinery import ModuleSpec

    spec = ModuleSpec("PySide6", None, is_package=True)
    spec.submodule_search_locations = [str(tmp_path)]
    plugin = tmp_path / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    plugin.parent.mkdir(parents=True)
    plugin.touch()

    def load(_path):
        raise OSError("libxcb-cursor.so.0: cannot open shared object file: No such file or directory")

    monkeypatch.setattr(display, "find_spec", lambda _name: spec)
    monkeypatch.setattr(display.ctypes, "CDLL", load)
    assert problem({"DISPLAY": ":0"}) == "The window cannot open: the library libxcb-cursor.so.0 is missing."


def test_a_window_without_a_display_is_one_sentence_and_exit_code_1(process):
    for environ in (NOTHING, {**NOTHING, "DISPLAY": SILENT}):
        outcome = process(**environ)
        assert outcome.status == 1
        assert outcome.error_line.startswith("embviz: The window cannot open: ")


def test_a_system_library_that_qt_misses_is_an_expected_failure():
    with pytest.raises(EmbvizError, match=r"the library libEGL\.so\.1 is missing") as caught, qt_that_loads():
        raise ImportError("libEGL.so.1: cannot open shared object file: No such file or directory")
    assert caught.value.code == "no-qt"
    assert "libegl1" in caught.value.hint


def test_any_other_failed_import_is_a_bug_and_stays_one():
    with pytest.raises(ImportError, match="nothing"), qt_that_loads():
        raise ImportError("cannot import name 'nothing'")


def _answer_as_an_x_server(server):
    """Accept one client as the X11 protocol has it: setup data without screens."""
    connection, _ = server.accept()
    with connection:
        connection.recv(4096)
        body = struct.pack(
            "<IIIIHHBBBBBBBBI", 0, 0x200000, 0x1FFFFF, 0, 0, 65535, 0, 0, 0, 0, 32, 32, 8, 255, 0
        )
        connection.sendall(struct.pack("<BBHHH", 1, 0, 11, 0, len(body) // 4) + body)
        connection.recv(1)


def test_qt_leaves_the_import_of_other_modules_alone():
    """Its own import reads the source of every module; a fresh process shows what the program has."""
    text = (
        "import builtins as b; from embviz.cli.qt import qt_that_loads; before = b.__import__\n"
        "with qt_that_loads():\n    import embviz.qt.theme\nprint(b.__import__ is before)"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True"]
