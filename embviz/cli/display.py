"""Whether a window can open here, found out before Qt would end the whole process over it.

Qt calls ``abort()`` when there is no display or one of its platform plugin's libraries is missing. Loading
the plugin and connecting to the display tells the same in some milliseconds, and what this loads is needed
anyway.
"""

from __future__ import annotations

import ctypes
import os
import re
import socket
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from embviz.errors import EmbvizError

PACKAGES = "libxcb-cursor0, libxcb-icccm4, libxcb-keysyms1 and libxkbcommon-x11-0"
HINT = (
    "Without a display, embviz map -o map.png draws the figure; "
    f"a Linux desktop needs Debian's packages {PACKAGES}."
)


def require_display(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> None:
    """Return where a window can open.

    Raises
    ------
    EmbvizError
        ``no-display``: no display is set, it does not answer, or a library of Qt's plugin is missing.
    """
    if not platform.startswith("linux"):
        return
    # Qt takes a list of platforms, each with options after a colon, and uses the first that works.
    asked = [name.split(":")[0] for name in environ.get("QT_QPA_PLATFORM", "").split(";") if name]
    displays = (("wayland", "WAYLAND_DISPLAY"), ("xcb", "DISPLAY"))
    by_display = [name for name, variable in displays if environ.get(variable)]
    names = asked or by_display
    if not names:
        raise _no_display("neither DISPLAY nor WAYLAND_DISPLAY is set")
    problems = [_problem(name, environ) for name in names]
    if None not in problems:
        raise _no_display(str(problems[-1]))


def _problem(name: str, environ: Mapping[str, str]) -> str | None:
    """Say why a platform of Qt will not work, None when it will or only Qt can know."""
    if name == "xcb":
        return _missing_library("libqxcb.so") or _silent_x_server(environ)
    if name.startswith("wayland"):
        return _missing_library("libqwayland.so") or _silent_wayland_server(environ)
    plugin = f"libq{name}.so"
    if any(folder.is_dir() and not Path(folder, plugin).exists() for folder in _plugin_folders()):
        return f"Qt has no platform “{name}”, which QT_QPA_PLATFORM asks for"
    return None


def _plugin_folders() -> list[Path]:
    spec = find_spec("PySide6")
    folders = [] if spec is None else spec.submodule_search_locations or []
    # A distribution's own PySide6 keeps its plugins elsewhere, where they depend on their libraries.
    return [Path(folder, "Qt", "plugins", "platforms") for folder in folders]


def _missing_library(plugin: str) -> str | None:
    for folder in _plugin_folders():
        path = folder / plugin
        if path.exists():
            try:
                ctypes.CDLL(str(path))
            except OSError as error:
                name = re.match(r"[^:\s]+", str(error))
                return f"the library {name[0]} is missing" if name else str(error)
    return None


def _silent_x_server(environ: Mapping[str, str]) -> str | None:
    """Connect as Qt will, with the user's authority file."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return "the library libxcb.so.1 is missing"
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    display = environ.get("DISPLAY", "")
    connection = xcb.xcb_connect(display.encode(), None)
    refused = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return f"the display “{display}” does not answer" if refused else None


def _silent_wayland_server(environ: Mapping[str, str]) -> str | None:
    display = environ.get("WAYLAND_DISPLAY", "wayland-0")
    path = Path(environ.get("XDG_RUNTIME_DIR", ""), display)
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.connect(str(path))
    except OSError:
        return f"the display “{display}” does not answer"
    return None


def _no_display(reason: str) -> EmbvizError:
    return EmbvizError(f"The window cannot open: {reason}.", code="no-display", hint=HINT)
