"""Vocabularies from before tokenizer.json, against the tokenizer.json that says the same."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tokenizers import Tokenizer

from embviz import open_table
from embviz.errors import EmbvizError
from embviz.io.tables.tokenization.vocab_files import read_vocab_json, read_vocab_txt
from tests.io.tables.model_files import byte_level_json, table, wordpiece_json, write_model

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = ["The cats sat", " cat", "kings and queens", "naïve 日本 🐱", "  two  spaces\n", "", "dog<|end|> cat"]


def write_bpe(folder: Path) -> Path:
    model = byte_level_json()["model"]
    vocab = {**model["vocab"], "<|end|>": len(model["vocab"])}
    (folder / "vocab.json").write_text(json.dumps(vocab, ensure_ascii=False), encoding="utf-8")
    lines = ["#version: 0.2", *(" ".join(pair) for pair in model["merges"]), ""]
    (folder / "merges.txt").write_text("\n".join(lines), encoding="utf-8")
    (folder / "special_tokens_map.json").write_text('{"eos_token": {"content": "<|end|>"}}')
    return folder / "vocab.json"


def write_wordpiece(folder: Path, words: list[str] | None = None) -> Path:
    words = list(wordpiece_json()["model"]["vocab"]) if words is None else words
    path = folder / "vocab.txt"
    path.write_text("\n".join(words) + "\n", encoding="utf-8", newline="\n")
    return path


def refusal(read: Any, path: Path) -> EmbvizError:
    with pytest.raises(EmbvizError) as caught:
        read(path)
    assert caught.value.code == "bad-tokenizer"
    return caught.value


def test_vocab_json_with_merges_encodes_as_tokenizer_json_does(tmp_path: Path) -> None:
    parts = read_vocab_json(write_bpe(tmp_path))
    theirs = Tokenizer.from_str(json.dumps(byte_level_json()))
    assert parts.tokenizer is not None
    assert parts.tokenizer.vocab_size == theirs.get_vocab_size()
    for text in TEXTS:
        assert parts.tokenizer.encode(text) == theirs.encode(text, add_special_tokens=False).ids, text
    assert list(parts.control) == [theirs.get_vocab_size() - 1]


def test_vocab_txt_encodes_as_tokenizer_json_does(tmp_path: Path) -> None:
    parts = read_vocab_txt(write_wordpiece(tmp_path))
    theirs = Tokenizer.from_str(json.dumps(wordpiece_json()))
    assert parts.tokenizer is not None
    for text in TEXTS:
        assert parts.tokenizer.encode(text) == theirs.encode(text, add_special_tokens=False).ids, text
    assert parts.lowercase is True
    assert sorted(parts.control) == [0, 1, 2, 3]


def test_a_vocabulary_with_capitals_is_cased_unless_its_settings_say_otherwise(tmp_path: Path) -> None:
    path = write_wordpiece(tmp_path, ["[UNK]", "Paris", "paris"])
    parts = read_vocab_txt(path)
    assert parts.tokenizer is not None
    assert (parts.lowercase, parts.tokenizer.encode("Paris")) == (False, [1])
    (tmp_path / "tokenizer_config.json").write_text('{"do_lower_case": true}')
    parts = read_vocab_txt(path)
    assert parts.tokenizer is not None
    assert (parts.lowercase, parts.tokenizer.encode("Paris")) == (True, [2])


def test_lines_end_at_line_feeds_only(tmp_path: Path) -> None:
    path = tmp_path / "vocab.txt"
    path.write_bytes("[UNK]\r\na\u2028b\r\nc\u0085d\r\n".encode())
    assert read_vocab_txt(path).tokens == ["[UNK]", "a\u2028b", "c\u0085d"]


def test_a_word_with_an_unknown_letter_is_nothing_when_there_is_no_token_for_it(tmp_path: Path) -> None:
    parts = read_vocab_txt(write_wordpiece(tmp_path, ["cat", "dog"]))
    assert parts.tokenizer is not None
    assert parts.tokenizer.encode("cat x dog") == [0, 1]


def test_what_is_wrong_with_vocab_json_is_said(tmp_path: Path) -> None:
    path = write_bpe(tmp_path)
    good = path.read_text(encoding="utf-8")
    for text in ("{", "[]", "{}", '{"a": -1}', '{"a": 1.5}', '{"a": true}', '{"a": 9999999999}'):
        path.write_text(text)
        refusal(read_vocab_json, path)
    path.write_text(json.dumps({f"w{i}</w>": i for i in range(20)}))
    assert "end of a word" in str(refusal(read_vocab_json, path))
    path.write_text(good, encoding="utf-8")
    merges = tmp_path / "merges.txt"
    merges.write_text("#version\nno such\n")
    assert "no such" in str(refusal(read_vocab_json, path))
    merges.write_bytes(b"\xff\xfe")
    refusal(read_vocab_json, path)
    merges.unlink()
    assert "merges.txt" in str(refusal(read_vocab_json, path))


def test_what_is_wrong_with_vocab_txt_is_said(tmp_path: Path) -> None:
    path = tmp_path / "vocab.txt"
    path.write_bytes(b"\xff\xfe\xff")
    refusal(read_vocab_txt, path)
    write_wordpiece(tmp_path)
    (tmp_path / "bpe.codes").write_text("x")
    refusal(read_vocab_txt, path)


def test_lone_surrogates_spelled_in_json_become_replacement_characters(tmp_path: Path) -> None:
    path = write_bpe(tmp_path)
    vocab = json.loads(path.read_text(encoding="utf-8"))
    text = json.dumps({**vocab, "x": len(vocab)}).replace('"x"', '"\\ud83d"')
    path.write_text(text)
    parts = read_vocab_json(path)
    assert parts.tokens[-1] == "?"
    assert parts.tokenizer is not None
    assert len(parts.tokenizer.encode(" cat")) == 1


def test_a_folder_uses_the_next_file_when_one_is_broken(tmp_path: Path) -> None:
    rows = len(wordpiece_json()["model"]["vocab"])
    folder = write_model(tmp_path, {"embeddings.word_embeddings.weight": table(rows, 4)}, config={})
    (folder / "tokenizer.json").write_text("{")
    write_wordpiece(folder)
    opened = open_table(folder)
    assert opened.encode("The cat") == [4, 5]
    assert [notice.code for notice in opened.opening_notices] == []


def test_tokens_added_later_keep_the_ids_that_their_file_gives(tmp_path: Path) -> None:
    path = write_bpe(tmp_path)
    size = len(json.loads(path.read_text(encoding="utf-8")))
    (tmp_path / "added_tokens.json").write_text(json.dumps({"<new>": size + 5}))
    parts = read_vocab_json(path)
    assert parts.tokenizer is not None
    assert parts.tokenizer.encode("x<new>")[1:] == [size + 5]
    assert parts.tokens[size : size + 6] == [None] * 5 + ["<new>"]
    assert parts.tokenizer.vocab_size == size + 1
    (tmp_path / "merges.txt").unlink()
    words = read_vocab_txt(write_wordpiece(tmp_path, ["[UNK]", "cat"]))
    assert words.tokenizer is not None
    assert words.tokenizer.encode("cat<new>") == [1, size + 5]
