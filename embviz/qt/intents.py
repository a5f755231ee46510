"""What a widget can ask for. Widgets emit these; only the controller acts on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from embviz.core.snapshot import LookupPage, SelectMode, ThemeChoice, Tool, WordKey

if TYPE_CHECKING:
    from pathlib import Path

    from embviz.core.analogy_state import AnalogyPage, AnalogyRequest
    from embviz.core.cached_table import CachedTable
    from embviz.core.comparison import WordOrder
    from embviz.core.direction_state import DirectionOptions
    from embviz.core.mapping import VectorMode
    from embviz.core.neighborhood import NeighborhoodOptions
    from embviz.core.words import SplitPolicy
    from embviz.errors import Notice


class Intent:
    """Base of all intents."""


@dataclass(frozen=True)
class OpenTable(Intent):
    """Open a table: None for the bundled one, a folder or a file."""

    source: str | None


@dataclass(frozen=True)
class OpenRecent(Intent):
    """Open a table that was opened before; when it is gone, it is forgotten."""

    source: str


@dataclass(frozen=True)
class ForgetRecent(Intent):
    """Forget which tables were opened."""


@dataclass(frozen=True)
class AskHubAccess(Intent):
    """Say how the hub can be reached."""


@dataclass(frozen=True)
class ListCached(Intent):
    """List what was downloaded from the hub."""


@dataclass(frozen=True)
class RemoveCached(Intent):
    """Delete a downloaded table, all of them with None."""

    table: CachedTable | None


@dataclass(frozen=True)
class SetCacheLimit(Intent):
    """Let downloads take so many gigabytes on the disk."""

    gigabytes: int


@dataclass(frozen=True)
class OpenPaths(Intent):
    """Open what was dropped on the window: a table, word lists, or both."""

    paths: tuple[str, ...]


@dataclass(frozen=True)
class ChooseTensor(Intent):
    """Show another tensor of the same file as a table; None for the token table."""

    name: str | None


@dataclass(frozen=True)
class PanelSeen(Intent):
    """A panel came into sight, or went out of it."""

    name: str
    seen: bool


@dataclass(frozen=True)
class TypeSentence(Intent):
    """Take another sentence apart in the Lookup dock."""

    text: str


@dataclass(frozen=True)
class LookAt(Intent):
    """Look closely at one row."""

    token_id: int


@dataclass(frozen=True)
class ChooseLookupPage(Intent):
    """Show all rows of the sentence, or one of them closely."""

    page: LookupPage


@dataclass(frozen=True)
class LoadWords(Intent):
    """Show a ready-made set or a word list from a file instead of the present words."""

    source: str


@dataclass(frozen=True)
class Select(Intent):
    """Change the selection."""

    keys: tuple[WordKey, ...]
    mode: SelectMode = SelectMode.REPLACE


@dataclass(frozen=True)
class SelectAll(Intent):
    """Select every word on the map."""


@dataclass(frozen=True)
class Hover(Intent):
    """The pointer is over a word, or over none."""

    key: WordKey | None


@dataclass(frozen=True)
class ChooseMethod(Intent):
    """Draw with another projection."""

    method: str


@dataclass(frozen=True)
class ChooseVectors(Intent):
    """Draw from unit, raw or shifted vectors."""

    vectors: VectorMode


@dataclass(frozen=True)
class ChooseParameters(Intent):
    """Draw with other parameters and seed; ``dragged`` while a slider is held, which is one edit to undo."""

    parameters: Any
    seed: int
    dragged: bool = False


@dataclass(frozen=True)
class RunMap(Intent):
    """Draw the map again."""


@dataclass(frozen=True)
class StopJob(Intent):
    """Stop a job by its key."""

    key: str = "map"


@dataclass(frozen=True)
class SetGroupVisible(Intent):
    """Draw a group's words or leave them out."""

    group: int
    visible: bool


@dataclass(frozen=True)
class ChooseTool(Intent):
    """What a left-drag does."""

    tool: Tool


@dataclass(frozen=True)
class ChooseTheme(Intent):
    """Follow the system, or force light or dark."""

    theme: ThemeChoice


@dataclass(frozen=True)
class FoldCaution(Intent):
    """Fold the caution strip to one line, or unfold it."""

    folded: bool


@dataclass(frozen=True)
class ExportFigure(Intent):
    """Write the map to a file; the suffix says how."""

    path: Path
    options: Any = None


@dataclass(frozen=True)
class DismissNotice(Intent):
    """Close one notice, or all with None."""

    notice: Notice | None = None


@dataclass(frozen=True)
class Undo(Intent):
    """Take the last edit back."""


@dataclass(frozen=True)
class Redo(Intent):
    """Do the last undone edit again."""


@dataclass(frozen=True)
class SetNeighborhood(Intent):
    """List neighbours with another metric or other filters."""

    options: NeighborhoodOptions


@dataclass(frozen=True)
class Isolate(Intent):
    """Draw only the selected words."""


@dataclass(frozen=True)
class ShowAll(Intent):
    """Draw all words of all groups again."""


@dataclass(frozen=True)
class RemoveSelected(Intent):
    """Take the selected words off their groups."""


@dataclass(frozen=True)
class AddNeighbors(Intent):
    """Add the true nearest tokens of the selected words to the map."""


@dataclass(frozen=True)
class AddToken(Intent):
    """Add one token to the map."""

    token_id: int


@dataclass(frozen=True)
class SetAnimated(Intent):
    """Let points move from one map to the next, or jump."""

    animated: bool


@dataclass(frozen=True)
class SetZoom(Intent):
    """Enlarge all text; 1 is the usual size."""

    zoom: float


@dataclass(frozen=True)
class Tell(Intent):
    """Show a notice for something that a widget did."""

    notice: Notice


@dataclass(frozen=True)
class CopyFigure(Intent):
    """Put the map on the clipboard."""

    options: Any = None


@dataclass(frozen=True)
class AddWordLists(Intent):
    """Add the groups of ready-made sets and word lists from files to the present ones."""

    sources: tuple[str, ...]


@dataclass(frozen=True)
class SaveWords(Intent):
    """Write the groups to a file; the suffix says in which form."""

    path: Path


@dataclass(frozen=True)
class AddText(Intent):
    """Add typed or pasted text, which may be many words and have headings, to a group; None for a new one."""

    text: str
    group: int | None = None


@dataclass(frozen=True)
class AddWords(Intent):
    """Add words just as they are to a group, before what stands at ``at``; None for a new group."""

    words: tuple[str, ...]
    group: int | None = None
    at: int | None = None


@dataclass(frozen=True)
class CompleteWord(Intent):
    """Say what a word that is being typed may become; empty when nothing is being typed."""

    text: str


@dataclass(frozen=True)
class RetypeWord(Intent):
    """Put another word in a word's place."""

    group: int
    word: int
    text: str


@dataclass(frozen=True)
class MoveWords(Intent):
    """Move words, given as (group, place), to a group, before what stands at ``at``; None for a new group."""

    places: tuple[tuple[int, int], ...]
    group: int | None
    at: int | None = None


@dataclass(frozen=True)
class StepWords(Intent):
    """Move words one place up (−1) or down (1)."""

    places: tuple[tuple[int, int], ...]
    step: int


@dataclass(frozen=True)
class RemoveWords(Intent):
    """Take words, given as (group, place), and whole groups away."""

    places: tuple[tuple[int, int], ...] = ()
    groups: tuple[int, ...] = ()


@dataclass(frozen=True)
class RemoveLeftOut(Intent):
    """Take the words away that have no point: split and skipped, unknown, repeated, without direction."""


@dataclass(frozen=True)
class AddGroup(Intent):
    """Add an empty group."""

    name: str = "new group"


@dataclass(frozen=True)
class RenameGroup(Intent):
    """Give a group another name."""

    group: int
    name: str


@dataclass(frozen=True)
class StyleGroup(Intent):
    """Give a group another colour or glyph, places 0..7; None leaves it."""

    group: int
    color: int | None = None
    shape: int | None = None


@dataclass(frozen=True)
class MoveGroup(Intent):
    """Move a group to another place."""

    group: int
    to: int


@dataclass(frozen=True)
class ShowOnlyGroups(Intent):
    """Draw the words of these groups alone."""

    groups: tuple[int, ...]


@dataclass(frozen=True)
class ChooseSplit(Intent):
    """Say what happens to words that are several tokens; None for all of them."""

    policy: SplitPolicy
    words: tuple[str, ...] | None = None


@dataclass(frozen=True)
class CopyNeighbors(Intent):
    """Put lines of the neighbour list on the clipboard as text; none for all."""

    rows: tuple[int, ...] = ()


@dataclass(frozen=True)
class ExportNeighbors(Intent):
    """Write the neighbour list to a file; the suffix says how."""

    path: Path


@dataclass(frozen=True)
class ShowOverlay(Intent):
    """Draw the cautions on the map, or leave them off; None for the other way round."""

    shown: bool | None = None


@dataclass(frozen=True)
class ShowNoise(Intent):
    """Draw the noise control beside the map, or put it away; None for the other way round."""

    shown: bool | None = None


@dataclass(frozen=True)
class CheckStability(Intent):
    """Draw the map from other starts, and say how far they agree."""


@dataclass(frozen=True)
class RemoveCommon(Intent):
    """Take the common direction out of all vectors, or leave it in; None for the other way round."""

    removed: bool | None = None


@dataclass(frozen=True)
class ExportReport(Intent):
    """Write the whole report on the map to a file; the suffix says how."""

    path: Path


@dataclass(frozen=True)
class OrderComparison(Intent):
    """Put the compared words in another order."""

    order: WordOrder


@dataclass(frozen=True)
class CompareByList(Intent):
    """Show the compared pairs one below the other, or as cells."""

    as_list: bool


@dataclass(frozen=True)
class ComparePair(Intent):
    """Select the two words of a cell; the comparison stays as it is."""

    first: WordKey
    second: WordKey


@dataclass(frozen=True)
class CopyComparison(Intent):
    """Put the pairwise cosines on the clipboard as text."""


@dataclass(frozen=True)
class ExportComparison(Intent):
    """Write the pairwise cosines to a file; the suffix says how."""

    path: Path


@dataclass(frozen=True)
class AskAnalogy(Intent):
    """Work an expression out."""

    request: AnalogyRequest


@dataclass(frozen=True)
class CompleteTerm(Intent):
    """Say what the term that is being typed may become; empty when nothing is being typed."""

    text: str


@dataclass(frozen=True)
class TryExamples(Intent):
    """Try the well-known analogies on the present table."""


@dataclass(frozen=True)
class DrawAnalogy(Intent):
    """Draw the analogy on the map, or leave it off."""

    shown: bool


@dataclass(frozen=True)
class ChooseAnalogyPage(Intent):
    """Show one half of the Analogy dock."""

    page: AnalogyPage


@dataclass(frozen=True)
class CopyAnalogy(Intent):
    """Put both lists and the diagnosis on the clipboard as text."""


@dataclass(frozen=True)
class ExportAnalogy(Intent):
    """Write both lists to a file; the suffix says how."""

    path: Path


@dataclass(frozen=True)
class ChoosePairs(Intent):
    """Compare the offsets of a ready-made list of pairs."""

    name: str


@dataclass(frozen=True)
class OpenPairs(Intent):
    """Compare the offsets of pairs from a file."""

    path: Path


@dataclass(frozen=True)
class PastePairs(Intent):
    """Compare the offsets of pairs that were typed or pasted, one a line."""

    text: str


@dataclass(frozen=True)
class ScoreQuestions(Intent):
    """Ask the analogy questions of a file."""

    path: Path


@dataclass(frozen=True)
class SetDirections(Intent):
    """Work pairs and questions out in another way."""

    options: DirectionOptions


@dataclass(frozen=True)
class DrawDirections(Intent):
    """Draw the offsets on the map, or leave them off."""

    shown: bool


@dataclass(frozen=True)
class ExportDirections(Intent):
    """Write offsets, or the scores of questions, to a file; the suffix says how."""

    path: Path
