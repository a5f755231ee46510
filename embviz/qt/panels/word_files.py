"""The file dialogs of word lists."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from embviz.io.wordlists import FORMS


def ask_lists(parent: QWidget) -> tuple[str, ...]:
    """Ask for word lists to add; none when the user changes their mind."""
    names, _ = QFileDialog.getOpenFileNames(parent, "Add word lists", "", _filters_to_read())
    return tuple(names)


def ask_list(parent: QWidget) -> str:
    """Ask for a word list to show; empty when the user changes their mind."""
    name, _ = QFileDialog.getOpenFileName(parent, "Open word list", "", _filters_to_read())
    return name


def ask_path(parent: QWidget) -> Path | None:
    """Ask where a word list goes; a name without a suffix gets that of the chosen form."""
    filters = _filters()
    name, chosen = QFileDialog.getSaveFileName(parent, "Save word list", "words.toml", ";;".join(filters))
    if not name:
        return None
    path = Path(name)
    return path if path.suffix else path.with_name(path.name + filters.get(chosen, ".toml"))


def _filters() -> dict[str, str]:
    """Filters of a file dialog, and the suffix that each stands for."""
    return {
        f"{form.title} ({' '.join(f'*{suffix}' for suffix in form.suffixes if suffix)})": form.suffixes[0]
        for form in FORMS.values()
    }


def _filters_to_read() -> str:
    patterns = " ".join(f"*{suffix}" for form in FORMS.values() for suffix in form.suffixes if suffix)
    return ";;".join([f"Word lists ({patterns})", *_filters(), "All files (*)"])
