"""Every command of the window: one table for menus, tool bar, keys and tool tips."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.core.mapping import VectorMode
from embviz.core.snapshot import Snapshot, ThemeChoice, Tool
from embviz.qt import intents

if TYPE_CHECKING:
    from embviz.qt.main_window import MainWindow

Enabled = Callable[[Snapshot], bool]
Checked = Callable[[Snapshot], bool]


def _always(_snapshot: Snapshot) -> bool:
    return True


def _has_map(snapshot: Snapshot) -> bool:
    return bool(snapshot.words)


def _has_selection(snapshot: Snapshot) -> bool:
    return bool(snapshot.selection)


def _hides_words(snapshot: Snapshot) -> bool:
    document = snapshot.document
    return document.isolated is not None or not all(group.visible for group in document.groups)


def _has_tensors(snapshot: Snapshot) -> bool:
    table = snapshot.table
    return table is not None and bool(table.other_tables or snapshot.source.tensor is not None)


def draws(snapshot: Snapshot) -> bool:
    """Whether a map is being drawn."""
    return any(activity.key == "map" for activity in snapshot.activities)


def checks(snapshot: Snapshot) -> bool:
    """Whether the stability of the map is being checked."""
    return any(activity.key == "stability" for activity in snapshot.activities)


@dataclass(frozen=True)
class Command:
    """One thing that the user can ask for.

    Attributes
    ----------
    name
        Stable name.
    text
        As it stands in a menu, with ``&`` before its letter.
    act
        An intent to send, or something to call with the window.
    keys
        Short-cuts as Qt writes them, the first of which is shown.
    icon
        Name of an icon.
    tip
        What the tool tip says; the keys are added to it.
    enabled, checked
        State in a snapshot; ``checked`` None for what has no state.
    """

    name: str
    text: str
    act: intents.Intent | Callable[[MainWindow], None]
    keys: tuple[str, ...] = ()
    icon: str = ""
    tip: str = ""
    enabled: Enabled = _always
    checked: Checked | None = None


def _tool(tool: Tool, text: str, key: str, icon: str, tip: str) -> Command:
    return Command(
        f"tool-{tool.value}",
        text,
        intents.ChooseTool(tool),
        (key,),
        icon,
        tip,
        checked=lambda s: s.tool is tool,
    )


def _theme(choice: ThemeChoice, text: str, keys: str, icon: str) -> Command:
    return Command(
        f"theme-{choice.value}",
        text,
        intents.ChooseTheme(choice),
        (keys,),
        icon,
        checked=lambda s: s.theme is choice,
    )


def _method(name: str, text: str, key: str, tip: str) -> Command:
    return Command(
        f"method-{name}",
        text,
        intents.ChooseMethod(name),
        (key,),
        tip=tip,
        checked=lambda s: s.document.request.method == name,
    )


def _words(
    name: str, text: str, key: str = "", icon: str = "", tip: str = "", *, some: bool = False
) -> Command:
    """Make a command of the Words dock, which comes to the front; ``some``: only while there are words."""
    return Command(
        name,
        text,
        lambda window: window.perform("words", name),
        (key,) if key else (),
        icon,
        tip,
        enabled=(lambda s: bool(s.document.groups)) if some else _always,
    )


COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        Command(
            "open",
            "&Open table …",
            lambda window: window.ask_table(),
            ("Ctrl+O",),
            "folder-open",
            "Open a model’s file, or word vectors; files can also be dropped on the window",
        ),
        Command(
            "open-folder",
            "Open &folder …",
            lambda window: window.ask_table(folder=True),
            ("Ctrl+Alt+O",),
            tip="Open the folder of a model",
        ),
        Command(
            "open-hub",
            "Open from &hub …",
            lambda window: window.ask_hub(),
            ("Ctrl+Shift+H",),
            tip="Download the table of a model on the hub, and nothing else of it",
        ),
        Command(
            "cached-tables",
            "Cac&hed tables …",
            lambda window: window.show_cache(),
            ("Ctrl+Alt+H",),
            tip="What was downloaded from the hub: open it, remove it",
        ),
        Command(
            "open-bundled",
            "Open the &bundled table",
            intents.OpenTable(None),
            ("Ctrl+Alt+B",),
            tip="The table of SmolLM2-135M-Instruct, which comes with the program",
            enabled=lambda s: s.table is None or s.source.source is not None,
        ),
        Command(
            "choose-tensor",
            "Choose a &tensor …",
            lambda window: window.ask_tensor(),
            ("Ctrl+Alt+T",),
            tip="Look at another tensor of the same file: positions, the output table, …",
            enabled=_has_tensors,
        ),
        Command(
            "stop-opening",
            "Sto&p opening",
            intents.StopJob("table"),
            ("Ctrl+Alt+.",),
            tip="Stop opening; the table that was open stays",
            enabled=lambda s: any(activity.key == "table" for activity in s.activities),
        ),
        Command(
            "export",
            "&Export figure …",
            lambda window: window.ask_export(),
            ("Ctrl+E",),
            "export",
            "Save the map as a picture or as data",
            enabled=_has_map,
        ),
        _words(
            "open-words",
            "&Open word list …",
            "Ctrl+Shift+O",
            tip="Show a word list from a file instead of these",
        ),
        _words("add-lists", "&Add word lists …", "Ctrl+Alt+A", tip="Add word lists from files"),
        _words("save-words", "&Save word list …", "Ctrl+Shift+S", tip="Write the words to a file", some=True),
        Command("quit", "&Quit", lambda window: window.close_window(), ("Ctrl+Q",)),
        Command("undo", "&Undo", intents.Undo(), ("Ctrl+Z",), "undo", "Undo", enabled=lambda s: bool(s.past)),
        Command(
            "redo",
            "&Redo",
            intents.Redo(),
            ("Ctrl+Shift+Z", "Ctrl+Y"),
            "redo",
            "Redo",
            enabled=lambda s: bool(s.future),
        ),
        _words("add-words", "Add &words …", "Ctrl+L", "plus", "Type words to add them to the map"),
        _words("new-group", "New &group", "Ctrl+Shift+N", tip="Add a group of words with a look of its own"),
        Command("select-all", "Select &all words", intents.SelectAll(), ("Ctrl+A",), enabled=_has_map),
        Command(
            "select-none", "Select &nothing", intents.Select(()), ("Ctrl+Shift+A",), enabled=_has_selection
        ),
        _tool(Tool.SELECT, "&Select", "S", "select-box", "Drag a box round words to select them"),
        _tool(Tool.LASSO, "&Lasso", "L", "lasso", "Draw a loop round words to select them"),
        _tool(Tool.PAN, "&Pan", "P", "pan", "Drag to move the map; the middle button does so at any time"),
        Command(
            "fit",
            "&Fit",
            lambda window: window.stage.fit(),
            ("F",),
            "fit",
            "Show all words",
            enabled=_has_map,
        ),
        Command(
            "isolate",
            "&Isolate the selected",
            intents.Isolate(),
            ("I",),
            "isolate",
            "Draw only the selected words",
            enabled=_has_selection,
        ),
        Command(
            "show-all",
            "Show &all words again",
            intents.ShowAll(),
            ("Shift+I",),
            tip="Draw all words of all groups",
            enabled=_hides_words,
        ),
        Command(
            "remove",
            "&Remove the selected",
            intents.RemoveSelected(),
            ("Ctrl+Backspace", "Ctrl+Del"),
            "trash",
            "Take the selected words off the map",
            enabled=_has_selection,
        ),
        Command(
            "add-neighbours",
            "Add true &neighbours",
            intents.AddNeighbors(),
            ("N",),
            "plus",
            "Add the five tokens that are truly nearest to the selected words",
            enabled=_has_selection,
        ),
        Command(
            "copy-figure",
            "&Copy figure",
            lambda window: window.copy_figure(),
            ("Ctrl+C",),
            "copy",
            "Put the map on the clipboard, as a picture, as a drawing and as text",
            enabled=_has_map,
        ),
        Command(
            "animate",
            "&Move points from map to map",
            lambda window: window.toggle_animation(),
            ("M",),
            tip="Let the eye follow the points from one projection to the next",
            checked=lambda s: s.animated,
        ),
        Command("zoom-in", "&Larger text", lambda window: window.zoom_by(1), ("Ctrl++", "Ctrl+=")),
        Command("zoom-out", "S&maller text", lambda window: window.zoom_by(-1), ("Ctrl+-",)),
        Command("zoom-reset", "&Usual text size", intents.SetZoom(1.0), ("Ctrl+0",)),
        Command(
            "reset-layout",
            "Reset &layout",
            lambda window: window.docks.reset(),
            ("Ctrl+Alt+L",),
            tip="Put all docks back",
        ),
        _method("pca", "P&CA", "Ctrl+1", "The two directions in which the words differ most"),
        _method("tsne", "&t-SNE", "Ctrl+2", "Keeps near words near; distances and gaps mean nothing"),
        _method("axes", "A&xes", "Ctrl+3", "Words along two directions of your own, such as woman − man"),
        Command(
            "run",
            "&Run",
            intents.RunMap(),
            ("Ctrl+R",),
            "run",
            "Draw the map again",
            enabled=lambda s: s.table is not None and not draws(s),
        ),
        Command(
            "stop",
            "S&top",
            intents.StopJob("map"),
            ("Ctrl+.",),
            "stop",
            "Stop drawing; the finished map stays",
            enabled=draws,
        ),
        Command(
            "analogy",
            "&Add and subtract words …",
            lambda window: window.perform("analogy", "arithmetic"),
            ("Ctrl+K",),
            tip="Type an expression such as king − man + woman",
            enabled=lambda s: s.table is not None,
        ),
        Command(
            "directions",
            "Compare the &steps of pairs …",
            lambda window: window.perform("analogy", "directions"),
            ("Ctrl+Shift+K",),
            tip="Is the step from a country to its capital always the same?",
            enabled=lambda s: s.table is not None,
        ),
        Command(
            "compare",
            "&Compare the selected words",
            lambda window: window.perform("compare", "show"),
            ("Ctrl+D",),
            tip="The cosine of every pair of selected words",
            enabled=_has_selection,
        ),
        Command(
            "cautions",
            "Ca&utions on the map",
            intents.ShowOverlay(),
            ("C",),
            "warning",
            "Arcs on words whose neighbours here are not their true ones, and lines to both",
            checked=lambda s: s.overlay,
        ),
        Command(
            "noise",
            "&Noise control",
            intents.ShowNoise(),
            ("Shift+N",),
            "noise",
            "Draw the same number of words with shuffled columns beside the map",
            enabled=lambda s: len(s.words) >= 5 or s.noise_shown,
            checked=lambda s: s.noise_shown,
        ),
        Command(
            "stability",
            "Check s&tability",
            intents.CheckStability(),
            ("Shift+T",),
            "stability",
            "Draw the map from five starts and say how far they agree",
            enabled=lambda s: s.result is not None and s.result.distortion is not None and not checks(s),
        ),
        Command(
            "remove-common",
            "Remove &common direction",
            intents.RemoveCommon(),
            ("Shift+C",),
            tip="Take out of all vectors what all rows share: for the map, the lists and the cautions",
            enabled=lambda s: s.table is not None,
            checked=lambda s: s.document.request.vectors is VectorMode.COMMON_REMOVED,
        ),
        _theme(ThemeChoice.SYSTEM, "Like the &system", "Ctrl+Alt+0", "system"),
        _theme(ThemeChoice.LIGHT, "&Light", "Ctrl+Alt+1", "sun"),
        _theme(ThemeChoice.DARK, "&Dark", "Ctrl+Alt+2", "moon"),
        Command("about", "&About embviz", lambda window: window.show_about(), ("F1",)),
    )
}

_OPENING = (
    *("open", "open-folder", "open-hub", "recent", "cached-tables", "open-bundled"),
    *("choose-tensor", "stop-opening", "-"),
)

MENUS: dict[str, tuple[str, ...]] = {
    "&File": (*_OPENING, "sets", "open-words", "add-lists", "save-words", "-", "export", "-", "quit"),
    "&Edit": (
        "undo",
        "redo",
        "-",
        "add-words",
        "new-group",
        "-",
        "copy-figure",
        "-",
        "select-all",
        "select-none",
        "-",
        "remove",
    ),
    "&View": (
        "fit",
        "animate",
        "-",
        "panels",
        "reset-layout",
        "-",
        "zoom-in",
        "zoom-out",
        "zoom-reset",
        "-",
        "theme-system",
        "theme-light",
        "theme-dark",
    ),
    "&Map": (
        "tool-select",
        "tool-lasso",
        "tool-pan",
        "-",
        "isolate",
        "show-all",
        "add-neighbours",
        "-",
        "method-pca",
        "method-tsne",
        "method-axes",
        "-",
        "run",
        "stop",
        "-",
        "cautions",
        "noise",
        "stability",
        "remove-common",
    ),
    "&Analogy": ("analogy", "directions", "-", "compare"),
    "&Help": ("about",),
}
"""Menus in order; ``-`` is a line; ``recent``, ``sets`` and ``panels`` are menus that the window fills."""

MAP_MENU = ("isolate", "show-all", "add-neighbours", "-", "copy-figure", "export", "-", "remove")
"""The map's context menu."""
