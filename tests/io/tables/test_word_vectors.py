"""Word vectors as text: with and without header, with odd tokens, gzipped, and what is wrong with them."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import numpy as np
import pytest

from embviz import open_table
from embviz.core.vocabulary import TokenScheme
from embviz.errors import EmbvizError, Stopped
from tests.io.tables.model_files import table

if TYPE_CHECKING:
    from pathlib import Path

    from embviz.core.table import EmbeddingTable


def lines(tokens: list[str], values: np.ndarray, *, end: str = "\n", separator: str = " ") -> str:
    rows = (
        separator.join([token, *map(repr, map(float, row))])
        for token, row in zip(tokens, values, strict=True)
    )
    return end.join(rows) + end


def write(folder: Path, text: str | bytes, name: str = "vectors.txt") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def codes(opened: EmbeddingTable) -> list[str]:
    return [notice.code for notice in opened.opening_notices]


def refusal(path: Path) -> EmbvizError:
    with pytest.raises(EmbvizError) as caught:
        open_table(path)
    return caught.value


TOKENS = ["cat", "dog", "naïve", "日本"]


def test_word2vec_with_a_header(tmp_path: Path) -> None:
    values = table(4, 6)
    opened = open_table(write(tmp_path, "4 6\n" + lines(TOKENS, values)))
    assert (opened.vocab_size, opened.dim, opened.dtype) == (4, 6, "F32")
    assert (opened.tensor_name, opened.tied, opened.output, opened.model_parameters) == (
        None,
        None,
        None,
        None,
    )
    assert np.array_equal(opened.vectors[:], values)
    assert list(opened.tokens) == TOKENS
    assert opened.vocabulary.scheme is TokenScheme.PLAIN
    assert opened.encode("naïve") == [2]
    assert opened.encode("cat dog") == []
    assert opened.tokenizer is not None
    assert opened.tokenizer.vocab_size == 4
    assert codes(opened) == []


def test_glove_without_a_header_has_numbers_and_spaces_in_its_tokens(tmp_path: Path) -> None:
    tokens = ["400000", ". . .", "at 5", "cat", "1.5", "dog"]
    values = table(6, 5)
    opened = open_table(write(tmp_path, lines(tokens, values), "glove.txt"))
    assert list(opened.tokens) == tokens
    assert np.array_equal(opened.vectors[:], values)
    assert opened.encode("400000") == [0]
    assert opened.encode(". . .") == [1]
    assert opened.name == "glove"


def test_fasttext_lines_end_in_a_space_and_tokens_hold_odd_separators(tmp_path: Path) -> None:
    tokens = ["a\u00a0b", "c\u3000d", "e\u0085f", "g\u2028h", "i\x1cj"]
    text = "5 3\n" + lines(tokens, table(5, 3), end=" \n")
    opened = open_table(write(tmp_path, text, "wiki.vec"))
    assert list(opened.tokens) == tokens
    assert opened.encode("e\u0085f") == [2]


def test_lines_may_end_in_carriage_returns_and_the_last_one_in_nothing(tmp_path: Path) -> None:
    text = "4 6\n" + lines(TOKENS, table(4, 6))
    expected = table(4, 6)
    for version in (text.replace("\n", "\r\n"), text.removesuffix("\n"), text + "\n\n"):
        opened = open_table(write(tmp_path, version))
        assert list(opened.tokens) == TOKENS
        assert np.array_equal(opened.vectors[:], expected)


def test_tabs_part_the_numbers_where_there_are_no_spaces(tmp_path: Path) -> None:
    for name in ("words.txt", "words.tsv"):
        opened = open_table(write(tmp_path, lines(TOKENS, table(4, 6), separator="\t"), name))
        assert list(opened.tokens) == TOKENS
        assert np.array_equal(opened.vectors[:], table(4, 6))


@pytest.mark.parametrize("header", ["", "4 6\n"])
def test_gzipped_files_are_unpacked_on_the_way(tmp_path: Path, header: str) -> None:
    packed = gzip.compress((header + lines(TOKENS, table(4, 6))).encode())
    opened = open_table(write(tmp_path, packed, "vectors.vec.gz"))
    assert np.array_equal(opened.vectors[:], table(4, 6))
    path = write(tmp_path, packed[: len(packed) // 2], "cut.vec.gz")
    assert refusal(path).code == "truncated"


def test_a_word_that_appears_twice_keeps_both_rows_and_means_the_first(tmp_path: Path) -> None:
    opened = open_table(write(tmp_path, lines(["cat", "dog", "cat"], table(3, 4))))
    assert list(opened.tokens) == ["cat", "dog", "cat"]
    assert opened.encode("cat") == [0]
    assert [candidate.id for candidate in opened.lookup("cat")] == [0, 2]
    assert codes(opened) == ["duplicates"]
    assert opened.tokenizer is not None
    assert opened.tokenizer.vocab_size == 3


def test_bytes_that_are_not_utf8_become_a_notice(tmp_path: Path) -> None:
    opened = open_table(write(tmp_path, b"caf\xe9 1.0 2.0\ncat 3.0 4.0\n"))
    assert list(opened.tokens) == ["caf\ufffd", "cat"]
    assert codes(opened) == ["bad-utf8"]


def test_more_rows_than_the_header_says_are_all_shown(tmp_path: Path) -> None:
    opened = open_table(write(tmp_path, "2 6\n" + lines(TOKENS, table(4, 6))))
    assert opened.vocab_size == 4
    assert codes(opened) == ["header-rows"]


def test_numbers_that_are_not_finite_are_kept(tmp_path: Path) -> None:
    opened = open_table(write(tmp_path, "a 1.0 nan\nb inf 2.0\nc 1e300 -1e300\n"))
    expected = np.array([[1, np.nan], [np.inf, 2], [np.inf, -np.inf]], np.float32)
    assert np.array_equal(opened.vectors[:], expected, equal_nan=True)


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("2 3\na 1 2 3\nb 1 2\n", "ragged", "line 3"),
        ("a 1 2 3\nb 1 2\nc 1 2 3\n", "ragged", "line 2"),
        ("3 3\na 1 2 3\n\nb 1 2 3\n", "ragged", "line 3"),
        ("9 3\na 1 2 3\nb 1 2 3\n", "truncated", "9 words"),
        ("2 3\na 1 2 3\nb 1 x 3\n", "not-vectors", "line 3"),
        ("2 3\na 1 2 3\nb 1  2\n", "not-vectors", "line 3"),
        ("2 3\n", "not-vectors", "no vectors"),
        ("2 900000\na 1 2\n", "not-vectors", "numbers"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str, code: str, said: str) -> None:
    caught = refusal(write(tmp_path, text, "v.vec"))
    assert caught.code == code
    assert said in str(caught)
    assert "v.vec" in str(caught)


@pytest.mark.parametrize("text", ["A letter to a friend.\nWith two lines.\n", "x = 1\n", "{}\n", "1,2,3\n"])
def test_other_text_is_no_table(tmp_path: Path, text: str) -> None:
    assert refusal(write(tmp_path, text)).code == "not-vectors"


def test_a_line_number_counts_all_lines_of_a_large_file(tmp_path: Path) -> None:
    row = "word" + " 0.123456789" * 60 + "\n"
    text = row * 20_000 + "word" + " 0.5" * 59 + "\n"
    caught = refusal(write(tmp_path, text))
    assert caught.code == "ragged"
    assert "line 20,001" in str(caught)


def test_a_large_file_is_read_in_blocks_with_progress_and_can_be_stopped(tmp_path: Path) -> None:
    values = table(30_000, 20)
    tokens = [f"w{i}" for i in range(30_000)]
    path = write(tmp_path, lines(tokens, values))
    assert path.stat().st_size > 2 * (1 << 22)
    told: list[float] = []
    opened = open_table(path, progress=lambda share, _: told.append(share))
    assert np.array_equal(opened.vectors[:], values)
    assert list(opened.tokens) == tokens
    assert len(told) > 2
    assert told == sorted(told)

    def stop(share: float, text: str) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        open_table(path, progress=stop)


def test_a_line_without_end_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "a 1.0 2.0\n" + "b" * (10 << 20))
    assert refusal(path).code == "not-vectors"


def test_what_unpacks_to_implausibly_much_is_not_read_on(tmp_path: Path) -> None:
    packed = gzip.compress(b"word 0 0 0 0 0 0 0 0 0 0 0 0\n" * 800_000, compresslevel=9)
    assert len(packed) < 150_000
    assert refusal(write(tmp_path, packed, "v.vec.gz")).code == "bad-header"
