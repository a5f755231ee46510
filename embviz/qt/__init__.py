"""The window, and the figures that are painted as it paints: all that needs Qt."""

import builtins

# PySide6 replaces Python's import by one that reads the source of every module that is imported afterwards,
# to see whether it wants Qt's names in snake_case. Ours do not, and reading takes a twelfth of the start.
_plain_import = builtins.__import__

import PySide6.QtCore  # noqa: E402, F401

builtins.__import__ = _plain_import
