"""From a finished map to the description of its plot: what the window and the figures both draw."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from embviz.core.distortion import Distortion, Verdict
from embviz.core.figure import Axes, GroupStyle, Line, LineKind, PlotDescription, Points, no_labels

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from embviz.core.mapping import MapResult
    from embviz.core.projections.base import Layout
    from embviz.core.word_lists import WordLists
    from embviz.core.words import MapWord

LONGEST_LABEL = 40
"""Characters of a word that a label shows."""

_JOINERS = "\u200c\u200d"  # they shape words of some scripts, and emoji


def describe(
    result: MapResult,
    styles: Sequence[GroupStyle],
    *,
    selected: Collection[tuple[int, ...]] = (),
    rings: bool = True,
    lists: WordLists | None = None,
) -> PlotDescription:
    """Describe the plot of a map, its labels not placed yet.

    Parameters
    ----------
    styles
        One for each of ``result.group_names``, as :func:`embviz.core.figure.group_styles` makes them.
    selected
        ``MapWord.ids`` of the selected words.
    rings
        Whether flagged words get their half rings.
    lists
        Of a word that lines lead from.
    """
    words, count = result.words, len(result.words)
    chosen = frozenset(selected)
    false, missing = np.zeros(count), np.zeros(count)
    if rings and result.distortion is not None:
        false, missing = ring_shares(result.distortion)
    # Styles are looked up once for each group, not for each word.
    groups = np.fromiter((word.group for word in words), dtype=np.intp, count=count)
    points = Points(
        positions=result.layout.positions,
        texts=tuple(label_text(word) for word in words),
        shapes=np.array([style.shape for style in styles], dtype=np.uint8)[groups],
        colors=np.array([style.color for style in styles], dtype=np.uint8)[groups],
        hollow=np.array([word.combined is not None for word in words], dtype=np.bool_),
        faded=np.zeros(count, dtype=np.bool_),
        selected=np.array([word.ids in chosen for word in words], dtype=np.bool_),
        false_share=false,
        missing_share=missing,
    )
    return lined(PlotDescription(points, no_labels(count), axes=axes_of(result.layout)), lists)


def ring_shares(distortion: Distortion) -> tuple[np.ndarray, np.ndarray]:
    """Lengths of the upper and lower half rings, float64, (n,): the part of k, 0 for words not flagged."""
    false = np.where(distortion.false_flagged, np.nan_to_num(distortion.false) / distortion.k, 0.0)
    missing = np.where(distortion.missing_flagged, np.nan_to_num(distortion.missing) / distortion.k, 0.0)
    return false, missing


def axes_of(layout: Layout) -> Axes:
    """Axes that say what share of the differences each shows (PCA), or what stands at their ends; or nothing.

    t-SNE's axes mean nothing.
    """
    if layout.chosen is not None:
        x, y = layout.chosen.poles
        return Axes(x.high, y.high, numbered=True, x_low=x.low, y_low=y.low)
    if layout.axis_shares is None:
        return Axes()
    first, second = (f"PC{place}: {100 * share:.1f} %" for place, share in enumerate(layout.axis_shares, 1))
    return Axes(first, second, numbered=True)


def lined_kinds(lists: WordLists | None) -> dict[int, LineKind]:
    """What kind of line leads from one word to each of its nearest words, drawn and true; empty for None."""
    if lists is None:
        return {}
    kinds = {}
    for neighbor in lists.truly:
        kinds[neighbor.word] = LineKind.MISSING if neighbor.verdict is Verdict.MISSING else LineKind.TRUE
    for neighbor in lists.looks:
        kinds[neighbor.word] = LineKind.FALSE if neighbor.verdict is Verdict.FALSE else LineKind.TRUE
    return kinds


def lined(plot: PlotDescription, lists: WordLists | None) -> PlotDescription:
    """Draw lines from one word to the words that look nearest to it, and to those that truly are."""
    if lists is None:
        return plot
    lines = tuple(Line(lists.word, word, kind) for word, kind in lined_kinds(lists).items())
    return replace(plot, lines=lines)


def focused(plot: PlotDescription, lists: WordLists | None, word: int) -> PlotDescription:
    """Light one word: lines lead to its nearest words, drawn and true, and all other words are faded."""
    plot = lined(plot, lists)
    faded = np.ones(len(plot.points), dtype=np.bool_)
    faded[[word, *(line.end for line in plot.lines)]] = False
    return replace(plot, points=replace(plot.points, faded=faded))


def label_text(word: MapWord) -> str:
    """Text of a word's label: at most `LONGEST_LABEL` visible characters; a mean is called one."""
    text = word.text
    if not text.isprintable():
        text = "".join(_visible(character) for character in text)
    if len(text) > LONGEST_LABEL:
        text = text[: LONGEST_LABEL - 1].rstrip() + "…"
    if word.combined is not None:
        text = f"{text} (mean of {len(word.ids)} pieces)"
    return text


def _visible(character: str) -> str:
    # Control characters cannot be written (and not at all in an SVG), and marks that turn the direction of
    # writing would turn whatever follows.
    category = unicodedata.category(character)
    if category == "Zs":
        return " "
    hidden = category in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"} and character not in _JOINERS
    return "\ufffd" if hidden else character
