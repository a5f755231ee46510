"""How far a map can be trusted: which words look near and are not, and which are near and look far."""

from embviz.core.distortion.agreement import neighbor_agreement
from embviz.core.distortion.measuring import (
    ANCHORS,
    MEASURED_WHOLE,
    estimate,
    kept_at_random,
    list_difference,
    lists_from_chords,
    lists_of,
    measure,
    measure_or_estimate,
    trustworthiness_at_random,
)
from embviz.core.distortion.result import Distortion, MapNeighbor, Margins, PairList, Thresholds, Verdict
from embviz.core.distortion.spaces import default_k

__all__ = [
    "ANCHORS",
    "MEASURED_WHOLE",
    "Distortion",
    "MapNeighbor",
    "Margins",
    "PairList",
    "Thresholds",
    "Verdict",
    "default_k",
    "estimate",
    "kept_at_random",
    "list_difference",
    "lists_from_chords",
    "lists_of",
    "measure",
    "measure_or_estimate",
    "neighbor_agreement",
    "trustworthiness_at_random",
]
