"""Setting text on the page: lines of runs in several styles, with arcs among them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from embviz.core.caution import Emphasis, Sentence
from embviz.core.page import Ink, PageArc, PageText, Weight

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from embviz.qt.fonts import TextMeasure

ARC_RADIUS = 0.52  # of the size of letters
ARC_ADVANCE = 1.45

_STYLES = {
    Emphasis.PLAIN: (Weight.REGULAR, Ink.SECOND),
    Emphasis.STRONG: (Weight.SEMI_BOLD, Ink.FIRST),
    Emphasis.FALSE: (Weight.SEMI_BOLD, Ink.FALSE),
    Emphasis.MISSING: (Weight.SEMI_BOLD, Ink.MISSING),
    Emphasis.FALSE_ARC: (Weight.SEMI_BOLD, Ink.FIRST),
    Emphasis.MISSING_ARC: (Weight.SEMI_BOLD, Ink.FIRST),
}


@dataclass(frozen=True)
class _Piece:
    """Text without spaces in one style; or an arc, when ``missing`` is not None."""

    text: str
    weight: Weight
    ink: Ink
    missing: bool | None = None


@dataclass
class Flow:
    """Lines of text set from the top left of a block, to be moved to its place on the page."""

    texts: list[PageText] = field(default_factory=list)
    arcs: list[PageArc] = field(default_factory=list)
    height: float = 0.0
    lines: int = 0


def set_sentences(
    sentences: Iterable[Sentence], measure: TextMeasure, *, width: float, size: float, leading: float
) -> Flow:
    """Set sentences in lines no wider than ``width``, ``leading`` times the size of the letters apart."""
    return _set(list(_words(sentences)), measure, width, size, leading)


def set_plain(
    text: str,
    measure: TextMeasure,
    *,
    width: float,
    size: float,
    leading: float,
    weight: Weight = Weight.REGULAR,
    ink: Ink = Ink.THIRD,
) -> Flow:
    """Set plain text in one style in lines no wider than ``width``."""
    return _set([[_Piece(word, weight, ink)] for word in text.split()], measure, width, size, leading)


def _words(sentences: Iterable[Sentence]) -> Iterator[list[_Piece]]:
    """Words, each of pieces in different styles that no line end may part."""
    word: list[_Piece] = []
    for sentence in sentences:
        for run in sentence.runs:
            weight, ink = _STYLES[run.emphasis]
            if run.emphasis in {Emphasis.FALSE_ARC, Emphasis.MISSING_ARC}:
                word.append(_Piece("", weight, ink, missing=run.emphasis is Emphasis.MISSING_ARC))
            for place, part in enumerate(run.text.split(" ")):
                if place and word:
                    yield word
                    word = []
                if part:
                    word.append(_Piece(part, weight, ink))
        if word:
            yield word
            word = []


def _set(words: list[list[_Piece]], measure: TextMeasure, width: float, size: float, leading: float) -> Flow:
    flow = Flow()
    line: list[list[_Piece]] = []
    used = 0.0
    space = measure.width(" ", size)
    for word in words:
        for part in _fitting(word, measure, width, size):
            wide = sum(_width(piece, measure, size) for piece in part)
            if line and used + space + wide > width:
                _finish(flow, line, measure, size, leading)
                line, used = [], 0.0
            used += wide + (space if line else 0.0)
            line.append(part)
    if line:
        _finish(flow, line, measure, size, leading)
    return flow


def _fitting(word: list[_Piece], measure: TextMeasure, width: float, size: float) -> list[list[_Piece]]:
    """Return the word as it is, or, where it is wider than a line, in parts that are not."""
    if sum(_width(piece, measure, size) for piece in word) <= width:
        return [word]
    parts: list[list[_Piece]] = [[]]
    used = 0.0
    for piece in word:
        for character in piece.text or [""]:
            single = _Piece(character, piece.weight, piece.ink, piece.missing)
            wide = _width(single, measure, size)
            if parts[-1] and used + wide > width:
                parts.append([])
                used = 0.0
            used += wide
            last = parts[-1][-1] if parts[-1] else None
            if last and last.missing is None and single.missing is None and last.weight == single.weight:
                parts[-1][-1] = _Piece(last.text + character, last.weight, last.ink)
            else:
                parts[-1].append(single)
    return parts


def _finish(flow: Flow, line: list[list[_Piece]], measure: TextMeasure, size: float, leading: float) -> None:
    """Set one line; neighbours of one style become one run, and spaces belong to the run before them."""
    baseline = flow.height + (leading - 1) / 2 * size + 0.94 * size
    x, start, text = 0.0, 0.0, ""
    style: tuple[Weight, Ink] | None = None

    def close() -> None:
        if style is not None and text:
            flow.texts.append(PageText(start, baseline, text, size, *style))

    for place, word in enumerate(line):
        if place:
            text += " "
            x = start + measure.width(text, size, style[0]) if style else x + measure.width(" ", size)
        for piece in word:
            if piece.missing is not None or (piece.weight, piece.ink) != style:
                close()
                start, text, style = x, "", (piece.weight, piece.ink)
            if piece.missing is not None:
                radius = ARC_RADIUS * size
                # The upper half of a circle is centred on the letters' height; so is the lower half.
                shift = -0.5 * radius if piece.missing else 0.5 * radius
                middle = x + radius + 0.08 * size
                flow.arcs.append(
                    PageArc(middle, baseline - 0.36 * size + shift, radius, missing=piece.missing)
                )
                x += ARC_ADVANCE * size
                start = x
            else:
                text += piece.text
                x = start + measure.width(text, size, piece.weight)
    close()
    flow.height += leading * size
    flow.lines += 1


def _width(piece: _Piece, measure: TextMeasure, size: float) -> float:
    return ARC_ADVANCE * size if piece.missing is not None else measure.width(piece.text, size, piece.weight)
