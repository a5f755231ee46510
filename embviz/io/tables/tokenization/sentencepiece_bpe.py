"""SentencePiece's BPE (Kudo and Richardson 2018): of all neighbours the best-scored pair merges first.

`tokenizers` wants merges, which these models do not store; making them up from the scores costs seconds for
a large vocabulary, while the texts encoded here are short.
"""

from __future__ import annotations

import heapq
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

_SPACE = "▁"


class SentencePieceBPE:
    """A tokenizer that merges by score.

    Parameters
    ----------
    pieces
        Piece → id, of those that may come out of merging.
    scores
        Score of each id; the highest merges first.
    whole
        Text → id of pieces that are matched before anything else (user-defined, control).
    bytes_
        Byte → id of the byte pieces, empty when the model has none.
    unknown
        Id for what has no piece, None to leave it out.
    dummy_prefix
        Whether a space is put before the text.
    prefix_after_whole
        Whether one is also put after each piece of ``whole``, as llama.cpp does.
    unused
        Ids of pieces that only lead to others.
    normalize
        What is done to the text first, None for nothing.
    """

    def __init__(
        self,
        pieces: Mapping[str, int],
        scores: Mapping[int, float],
        *,
        whole: Mapping[str, int],
        bytes_: Mapping[int, int],
        unknown: int | None,
        vocab_size: int,
        dummy_prefix: bool = True,
        prefix_after_whole: bool = False,
        unused: Collection[int] = (),
        normalize: Callable[[str], str] | None = None,
    ) -> None:
        self._pieces = pieces
        self._scores = scores
        self._whole = whole
        self._bytes = bytes_
        self._unknown = unknown
        self._vocab_size = vocab_size
        self._dummy_prefix = dummy_prefix
        self._prefix_after_whole = prefix_after_whole
        self._unused = frozenset(unused)
        self._normalize = normalize
        longest_first = sorted((text for text in whole if text), key=len, reverse=True)
        self._matcher = re.compile("|".join(map(re.escape, longest_first))) if longest_first else None

    @property
    def vocab_size(self) -> int:
        """Number of tokens it knows."""
        return self._vocab_size

    def encode(self, text: str) -> list[int]:
        """Ids of the text, without special tokens."""
        if self._normalize is not None:
            text = self._normalize(text)
        text = text.replace(" ", _SPACE)
        # SentencePiece puts the space before the text as a whole, llama.cpp before each part that is merged.
        if text and self._dummy_prefix and not self._prefix_after_whole:
            text = _SPACE + text
        prefix = self._dummy_prefix and self._prefix_after_whole
        ids: list[int] = []
        for is_whole, part in self._parts(text):
            if is_whole:
                ids.append(self._whole[part])
                prefix = self._dummy_prefix and self._prefix_after_whole
            else:
                ids += self._merge(_SPACE + part if prefix else part)
                prefix = False
        return self._fused(ids)

    def _parts(self, text: str) -> list[tuple[bool, str]]:
        """Text cut at the pieces that are matched whole."""
        if self._matcher is None:
            return [(False, text)] if text else []
        parts = []
        start = 0
        for match in self._matcher.finditer(text):
            if match.start() > start:
                parts.append((False, text[start : match.start()]))
            parts.append((True, match[0]))
            start = match.end()
        if start < len(text):
            parts.append((False, text[start:]))
        return parts

    def _merge(self, text: str) -> list[int]:
        symbols = list(text)
        # Places of the symbols before and after; -1 at the ends.
        before = list(range(-1, len(symbols) - 1))
        after = [*range(1, len(symbols)), -1]
        queue: list[tuple[float, int, int, str]] = []
        halves: dict[str, tuple[str, str]] = {}

        def offer(left: int, right: int) -> None:
            if left < 0 or right < 0:
                return
            joined = symbols[left] + symbols[right]
            row = self._pieces.get(joined)
            if row is not None:
                heapq.heappush(queue, (-self._scores.get(row, 0.0), left, right, joined))
                halves.setdefault(joined, (symbols[left], symbols[right]))

        for place in range(len(symbols) - 1):
            offer(place, place + 1)
        while queue:
            _, left, right, joined = heapq.heappop(queue)
            # An entry is out of date when one of its symbols has meanwhile been merged.
            if not symbols[left] or not symbols[right] or symbols[left] + symbols[right] != joined:
                continue
            symbols[left], symbols[right] = joined, ""
            after[left] = after[right]
            if after[right] >= 0:
                before[after[right]] = left
            offer(before[left], left)
            offer(left, after[left])
        return [row for symbol in symbols if symbol for row in self._ids(symbol, halves)]

    def _ids(self, symbol: str, halves: dict[str, tuple[str, str]]) -> list[int]:
        ids: list[int] = []
        waiting = [symbol]
        while waiting:
            part = waiting.pop()
            row = self._pieces.get(part)
            if row is not None and row not in self._unused:
                ids.append(row)
            elif part in halves:
                # A piece the model marks as unused only leads to others; it is taken apart again.
                waiting.extend(reversed(halves[part]))
            elif self._bytes:
                ids += [self._bytes[byte] for byte in part.encode("utf-8", "replace") if byte in self._bytes]
            elif self._unknown is not None:
                ids.append(self._unknown)
        return ids

    def _fused(self, ids: list[int]) -> list[int]:
        """One id for a run of unknown characters, as SentencePiece gives it."""
        return [
            row for place, row in enumerate(ids) if row != self._unknown or ids[place - 1 : place] != [row]
        ]
