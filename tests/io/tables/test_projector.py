"""The TensorFlow Projector's pair of files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from embviz import open_table
from embviz.errors import EmbvizError
from tests.io.tables.model_files import table

if TYPE_CHECKING:
    from pathlib import Path

    from embviz.core.table import EmbeddingTable

TOKENS = ["cat", "naïve", "New York"]


def write(folder: Path, metadata: str | None, values: np.ndarray, name: str = "vectors.tsv") -> Path:
    path = folder / name
    path.write_text("".join("\t".join(map(repr, map(float, row))) + "\n" for row in values))
    if metadata is not None:
        (folder / "metadata.tsv").write_text(metadata, encoding="utf-8", newline="\n")
    return path


def codes(opened: EmbeddingTable) -> list[str]:
    return [notice.code for notice in opened.opening_notices]


def refusal(path: Path) -> EmbvizError:
    with pytest.raises(EmbvizError) as caught:
        open_table(path)
    return caught.value


def test_one_column_of_words_has_no_header(tmp_path: Path) -> None:
    values = table(3, 4)
    path = write(tmp_path, "cat\nnaïve\nNew York\n", values)
    for source in (path, tmp_path / "metadata.tsv"):
        opened = open_table(source)
        assert list(opened.tokens) == TOKENS
        assert np.array_equal(opened.vectors[:], values)
        assert opened.encode("New York") == [2]
        assert codes(opened) == []


@pytest.mark.parametrize("order", [("word", "count"), ("count", "word")])
def test_several_columns_have_a_header_that_names_the_words(tmp_path: Path, order: tuple[str, str]) -> None:
    cells = {"word": ["word", *TOKENS], "count": ["count", "7", "8", "9"]}
    lines = zip(*(cells[name] for name in order), strict=True)
    opened = open_table(write(tmp_path, "\n".join(map("\t".join, lines)) + "\n", table(3, 4)))
    assert list(opened.tokens) == TOKENS
    assert codes(opened) == []


def test_a_header_where_none_belongs_or_none_where_one_does_becomes_a_notice(tmp_path: Path) -> None:
    opened = open_table(write(tmp_path, "word\ncat\nnaïve\nNew York\n", table(3, 4)))
    assert (list(opened.tokens), codes(opened)) == (TOKENS, ["header-rows"])
    opened = open_table(write(tmp_path, "cat\t7\nnaïve\t8\nNew York\t9\n", table(3, 4)))
    assert (list(opened.tokens), codes(opened)) == (TOKENS, ["header-rows"])


def test_vectors_without_words_are_shown_by_number(tmp_path: Path) -> None:
    opened = open_table(write(tmp_path, None, table(3, 4)))
    assert codes(opened) == ["no-tokenizer"]
    assert list(opened.tokens) == [None] * 3


def test_words_of_another_number_are_refused(tmp_path: Path) -> None:
    caught = refusal(write(tmp_path, "cat\ndog\n", table(3, 4)))
    assert caught.code == "mismatch"
    assert "metadata.tsv" in str(caught)


def test_a_pair_may_carry_the_same_name(tmp_path: Path) -> None:
    write(tmp_path, "x\n", table(1, 2))
    path = write(tmp_path, None, table(3, 4), "pets_vectors.tsv")
    (tmp_path / "pets_metadata.tsv").write_text("cat\ndog\nrat\n")
    for source in (path, tmp_path / "pets_metadata.tsv"):
        assert list(open_table(source).tokens) == ["cat", "dog", "rat"]


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("1.0\t2.0\t3.0\n1.0\t2.0\n", "ragged", "line 2"),
        ("1.0\t2.0\n1.0\tx\n", "not-vectors", "line 2"),
        ("1.0\t2.0\n\n1.0\t2.0\n", "ragged", "line 2"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str, code: str, said: str) -> None:
    (tmp_path / "vectors.tsv").write_text(text)
    caught = refusal(tmp_path / "vectors.tsv")
    assert caught.code == code
    assert said in str(caught)


def test_words_without_vectors_are_refused(tmp_path: Path) -> None:
    (tmp_path / "metadata.tsv").write_text("cat\ndog\n")
    assert refusal(tmp_path / "metadata.tsv").code == "not-vectors"
