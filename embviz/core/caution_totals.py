"""The totals of a map as people read them: each beside what a random picture would get."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.core.quantities import signed
from embviz.core.wording import decimal, estimated, estimated_decimal, half_up, number_word, percent

if TYPE_CHECKING:
    from embviz.core.caution_report import CautionReport
    from embviz.core.distortion import Distortion
    from embviz.core.mapping import MapResult
    from embviz.core.stability import Stability


@dataclass(frozen=True)
class TotalLine:
    """One measure: its name, its value here, that of a random picture (empty until known), and what it is."""

    name: str
    here: str
    random: str
    help: str


def total_lines(
    result: MapResult, report: CautionReport | None, stability: Stability | None
) -> tuple[TotalLine, ...]:
    """Lines for a map; none where nothing was measured."""
    if result.distortion is None:
        return ()
    return tuple(_lines(result, result.distortion, report, stability))


def _lines(
    result: MapResult, found: Distortion, report: CautionReport | None, stability: Stability | None
) -> Iterator[TotalLine]:
    k, n, margins = found.k, found.count, found.margins
    random = None if report is None else report.random
    yield TotalLine(
        f"neighbours kept, of {k}",
        estimated_decimal(found.kept_mean, None if margins is None else margins.kept_mean),
        decimal(found.kept_random),
        f"How many of the {k} words that look nearest to a word truly are, on average.",
    )
    least = found.thresholds.flagged_from
    if k >= least:
        many = number_word(least)
        yield TotalLine(
            f"beside {many} false neighbours",
            estimated(found.false_words, None if margins is None else margins.false_words),
            "" if random is None else f"{half_up(random.false_words):,.0f}",
            f"Words that look close to at least {many} words that are far from them.",
        )
        yield TotalLine(
            f"cut off from {many} true ones",
            estimated(found.missing_words, None if margins is None else margins.missing_words),
            "" if random is None else f"{half_up(random.missing_words):,.0f}",
            f"Words that look far from at least {many} words that are close to them.",
        )
    yield TotalLine(
        "trustworthiness",
        _fraction(found.trustworthiness, None if margins is None else margins.trustworthiness),
        _fraction(found.trustworthiness_random),
        "1 when no word looks near that is not; what looks near wrongly counts the more, the farther it is. "
        "A random picture gets about one half, not nothing (Venna & Kaski 2001).",
    )
    yield TotalLine(
        "continuity",
        _fraction(found.continuity, None if margins is None else margins.continuity),
        _fraction(found.trustworthiness_random),
        "1 when no word that is near looks far (Venna & Kaski 2001).",
    )
    yield TotalLine(
        "all neighbourhood sizes",
        _fraction(found.rnx_auc, None if margins is None else margins.rnx_auc),
        _fraction(0.0),
        "Neighbours kept beyond chance, averaged over neighbourhoods of every size, small ones first: "
        "1 at best (area under R_NX, Lee et al. 2015).",
    )
    shares = result.layout.axis_shares
    if shares is not None:
        yield TotalLine(
            "differences shown",
            percent(sum(shares)),
            "" if random is None or random.variance_share is None else percent(random.variance_share),
            "Share of the differences between the words that these two axes show. "
            "Beside it what a flat view in any direction shows on average.",
        )
    if stability is not None:
        yield TotalLine(
            "neighbours that stay",
            percent(stability.agreement_mean),
            percent(stability.k / (n - 1)),
            f"Share of a word’s {stability.k} map neighbours that two runs from different starts agree on. "
            "Stable is not the same as true.",
        )


def _fraction(value: float, margin: float | None = None) -> str:
    """Write a value with two decimals, and its margin, which is never called nothing."""
    text = signed(value)
    return text if margin is None else f"{text} ± {max(0.01, half_up(margin, 2)):.2f}"
