"""Damaged files of every format raise EmbvizError with a code, and take no memory to speak of.

``python -m tests.io.tables.fuzzing 20000`` does the same at length.
"""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from embviz import open_table
from tests.io.tables import fuzzing


@pytest.mark.parametrize("name", fuzzing.seeds())
def test_the_undamaged_file_of_each_format_opens(tmp_path: Path, name: str) -> None:
    source, files = fuzzing.seeds()[name]
    for file, data in files.items():
        (tmp_path / file).write_bytes(data)
    opened = open_table(tmp_path / source)
    assert opened.tokenizer is not None or "packed" in name or "shards" in name or "two parts" in name


def test_damaged_files_are_refused_with_a_code_or_open(tmp_path: Path) -> None:
    outcomes = fuzzing.run(660, seed=1, place=tmp_path)
    assert sum(outcomes.values()) == 660
    assert outcomes["opened"] > 100
    assert {"truncated", "bad-header", "bad-index", "ragged", "mismatch", "not-vectors"} <= set(outcomes)


def test_no_damaged_file_makes_a_reader_allocate_much(tmp_path: Path) -> None:
    fuzzing.run(44, seed=2, place=tmp_path)
    tracemalloc.start()
    try:
        fuzzing.run(220, seed=3, place=tmp_path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # The files are under 50 kB; blocks of text are read 4 MB at a time.
    assert peak < 24_000_000
