"""How long searches take, beside one read of the table.

    pytest tests/benchmarks/test_search_speed.py --benchmark-enable --benchmark-columns=min,median,rounds

Each group has the read beside the search, so the results show the ratio. Tables of 0.3 to 1.1 GB are measured
only when EMBVIZ_LARGE_BENCHMARKS is set.
"""

from __future__ import annotations

import os

import numpy as np
import pytest

from embviz.core.passes import in_blocks
from embviz.core.rows import ArrayRows
from embviz.core.scoring import scorer_for
from embviz.core.search import Search
from embviz.core.vocabulary import TokenScheme, Vocabulary
from embviz.core.words import WordGroup, read_groups

SHAPES = {
    "gpt2 f32": ((50_257, 768), "float32"),
    "gpt2 f16": ((50_257, 768), "float16"),
    "gemma bf16": ((262_144, 640), "bfloat16"),
    "llama bf16": ((128_256, 4096), "bfloat16"),
}


def read_once(array):
    """Read all bytes of an array with all threads."""
    words = array.view(np.uint64)
    in_blocks(len(words), max(1, len(words) // 16), lambda start, stop: words[start:stop].max())


@pytest.mark.benchmark(group="bundled")
def test_one_read_of_the_bundled_table(bundled, benchmark):
    matrix = bundled.search().rows.whole
    benchmark(lambda: read_once(matrix))


@pytest.mark.benchmark(group="bundled")
def test_top_ten_of_the_bundled_table(bundled, benchmark):
    search = bundled.search()
    row = bundled.vectors[2644].astype(np.float64)
    assert len(benchmark(lambda: search.top(row, 10, leave_out=[2644]))) == 10


@pytest.mark.benchmark(group="bundled")
def test_nearest_as_the_api_gives_it(bundled, benchmark):
    bundled.nearest("cat")
    assert len(benchmark(lambda: bundled.nearest("cat"))) == 10


@pytest.mark.benchmark(group="bundled")
def test_back_ranks_of_fifty_neighbours(bundled, benchmark):
    search = bundled.search()
    row = bundled.vectors[2644].astype(np.float64)
    ids = [hit.id for hit in search.top(row, 50, leave_out=[2644])]
    assert len(benchmark(lambda: search.back_ranks(row, ids, query_id=2644))) == 50


@pytest.mark.benchmark(group="first use of the bundled table")
def test_unpacking_and_measuring_the_bundled_table(bundled, benchmark):
    benchmark(lambda: scorer_for(bundled.vectors))


@pytest.mark.benchmark(group="first use of the bundled table")
def test_reading_48_words_with_a_fresh_vocabulary(bundled, benchmark):
    words = bundled.vocabulary.words.nonzero()[0][:48]
    group = WordGroup("words", tuple(bundled.vocabulary.form(row)[1] for row in words))
    tokens = bundled.tokens

    def read():
        object.__setattr__(table, "vocabulary", Vocabulary(tokens, scheme=TokenScheme.BYTE_LEVEL))
        return read_groups(table, [group])

    table = bundled.__class__("t", "t", bundled.vectors, bundled.vocabulary, "Q8_0")
    assert len(benchmark(read).words) == 48


@pytest.mark.benchmark(group="first use of the bundled table")
def test_building_the_index_of_49_152_tokens(bundled, benchmark):
    tokens = bundled.tokens
    benchmark(lambda: Vocabulary(tokens, scheme=TokenScheme.BYTE_LEVEL).lookup("paris"))


@pytest.mark.benchmark(group="first use of the bundled table")
def test_building_the_index_of_260_000_tokens(bundled, benchmark):
    tokens = [token for token in bundled.tokens for _ in range(6)][:260_000]
    benchmark(lambda: Vocabulary(tokens, scheme=TokenScheme.BYTE_LEVEL).lookup("paris"))


@pytest.mark.benchmark(group="whole table")
@pytest.mark.parametrize("what", ["baseline", "pair_reference", "common_direction"])
def test_work_over_the_whole_table(bundled, benchmark, what):
    from embviz.core.baseline import all_pairs
    from embviz.core.pair_reference import pair_reference
    from embviz.core.vectors import find_common_direction

    search = bundled.search()
    work = {
        "baseline": lambda: all_pairs(search),
        "pair_reference": lambda: pair_reference(search, bundled.vocabulary),
        "common_direction": lambda: find_common_direction(search),
    }
    benchmark.pedantic(work[what], rounds=3)


@pytest.fixture(scope="module", params=SHAPES)
def table(request):
    (count, dim), dtype = SHAPES[request.param]
    if count * dim > 100_000_000 and "EMBVIZ_LARGE_BENCHMARKS" not in os.environ:
        pytest.skip("set EMBVIZ_LARGE_BENCHMARKS for tables of 0.3 to 1.1 GB")
    generator = np.random.default_rng(0)
    array = np.empty((count, dim), dtype=np.uint16 if dtype == "bfloat16" else dtype)
    for start in range(0, count, 4096):
        rows = generator.standard_normal((min(4096, count - start), dim), dtype=np.float32)
        array[start : start + 4096] = rows.view(np.uint32) >> 16 if dtype == "bfloat16" else rows
    return request.param, array, dtype == "bfloat16"


def test_one_read(table, benchmark):
    name, array, _ = table
    benchmark.group = name
    benchmark(lambda: read_once(array))


def test_top_ten(table, benchmark):
    name, array, bfloat16 = table
    benchmark.group = name
    rows = ArrayRows(array, bfloat16=bfloat16)
    search = Search(scorer_for(rows), np.zeros(len(rows), dtype=np.bool_))
    query = rows[5].astype(np.float64)
    assert len(benchmark(lambda: search.top(query, 10, leave_out=[5]))) == 10
