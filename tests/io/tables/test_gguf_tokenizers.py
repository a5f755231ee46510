"""The tokenizers inside GGUF files, each against another implementation of the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from embviz import open_table
from embviz.core.vocabulary import TokenScheme
from embviz.errors import EmbvizError
from embviz.io.tables.tokenization.split_patterns import SPLIT_PATTERNS
from tests.io.tables.gguf_files import float_tensor, gguf_bytes, write
from tests.io.tables.model_files import WORDS, byte_level_json, wordpiece_json

if TYPE_CHECKING:
    from pathlib import Path

    from embviz.core.table import EmbeddingTable

TEXTS = [
    "the cat sat",
    " cat",
    "The CAT, sat!",
    "dogs' kings 1234",
    "  two  spaces\n\tand a tab ",
    "naïve 日本 🐱",
    "",
    "<|end|>cat",
]


def opened(folder: Path, fields: dict[str, Any], rows: int) -> EmbeddingTable:
    fields = {"general.architecture": "llama", **fields}
    return open_table(write(folder, gguf_bytes(fields, {"token_embd.weight": float_tensor(rows, 4)[1]})))


def codes(table: EmbeddingTable) -> list[str]:
    return [notice.code for notice in table.opening_notices]


def byte_level_fields(pre: str = "gpt-2") -> dict[str, Any]:
    model = byte_level_json()["model"]
    tokens = [*model["vocab"], "<|end|>"]
    return {
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": pre,
        "tokenizer.ggml.tokens": tokens,
        "tokenizer.ggml.token_type": [1] * (len(tokens) - 1) + [3],
        "tokenizer.ggml.merges": [" ".join(pair) for pair in model["merges"]],
    }


def test_byte_level_bpe_encodes_as_the_same_tokenizer_json_does(tmp_path: Path) -> None:
    import json

    from tokenizers import Tokenizer

    fields = byte_level_fields()
    table = opened(tmp_path, fields, len(fields["tokenizer.ggml.tokens"]))
    theirs = Tokenizer.from_str(json.dumps(byte_level_json()))
    for text in TEXTS:
        assert table.encode(text) == theirs.encode(text, add_special_tokens=False).ids, text
    assert table.vocabulary.scheme is TokenScheme.BYTE_LEVEL
    assert table.vocabulary.control == {len(fields["tokenizer.ggml.tokens"]) - 1}
    assert codes(table) == []


def test_an_unknown_way_of_splitting_is_said_and_gpt2s_is_used(tmp_path: Path) -> None:
    fields = byte_level_fields("brand-new")
    table = opened(tmp_path, fields, len(fields["tokenizer.ggml.tokens"]))
    assert codes(table) == ["unknown-pre"]
    assert "brand-new" in table.opening_notices[0].text
    assert [table.tokens[i] for i in table.encode(" cat")] == ["Ġcat"]


@pytest.mark.parametrize("name", SPLIT_PATTERNS)
def test_every_known_way_of_splitting_keeps_the_whole_text(name: str) -> None:
    from tokenizers import Regex, pre_tokenizers

    text = "Don't SPLIT 12345 words,\r\n\r\n  naïve日本語 ÉCOLE's x+=1; \t`code`<s> 🐱\u00a0end  "
    splits = [pre_tokenizers.Split(Regex(pattern), "isolated") for pattern in SPLIT_PATTERNS[name]]
    pieces = [piece for piece, _ in pre_tokenizers.Sequence(splits).pre_tokenize_str(text)]
    assert "".join(pieces) == text
    assert len(pieces) > 10


@pytest.mark.parametrize(
    ("name", "text", "pieces"),
    [
        ("gpt-2", "I've 123 cats!!", ["I", "'ve", " 123", " cats", "!!"]),
        ("smollm", "I've 123 cats", ["I", "'ve", " ", "1", "2", "3", " cats"]),
        ("llama-bpe", "I'VE 12345 cats", ["I", "'VE", " ", "123", "45", " cats"]),
        ("qwen2", "in 2024\n\nx", ["in", " ", "2", "0", "2", "4", "\n\n", "x"]),
        ("tekken", "camelCase HTMLParser", ["camel", "Case", " HTMLParser"]),
        ("gpt-4o", "don't 1234", ["don't", " ", "123", "4"]),
        ("deepseek-v3", "a1234b日本", ["a", "123", "4", "b", "日本"]),
        ("kimi-k2", "hello世界abc", ["hello", "世界", "abc"]),
        ("bloom", "well, yes", ["well", ",", " yes"]),
    ],
)
def test_known_ways_of_splitting_cut_where_their_patterns_say(
    name: str, text: str, pieces: list[str]
) -> None:
    from tokenizers import Regex, pre_tokenizers

    splits = [pre_tokenizers.Split(Regex(pattern), "isolated") for pattern in SPLIT_PATTERNS[name]]
    assert [piece for piece, _ in pre_tokenizers.Sequence(splits).pre_tokenize_str(text)] == pieces


def test_a_merge_of_unknown_tokens_is_an_error_with_a_code_when_a_text_is_encoded(tmp_path: Path) -> None:
    fields = byte_level_fields()
    fields["tokenizer.ggml.merges"] = ["no such"]
    table = opened(tmp_path, fields, len(fields["tokenizer.ggml.tokens"]))
    with pytest.raises(EmbvizError, match="no such") as caught:
        table.encode("cat")
    assert caught.value.code == "bad-tokenizer"


def test_missing_merges_and_scores_and_unknown_kinds_become_notices(tmp_path: Path) -> None:
    fields = byte_level_fields()
    rows = len(fields["tokenizer.ggml.tokens"])
    del fields["tokenizer.ggml.merges"]
    for kind in ("gpt2", "llama", "rwkv"):
        table = opened(tmp_path, {**fields, "tokenizer.ggml.model": kind}, rows)
        assert codes(table) == ["bad-tokenizer"], kind
        assert table.tokenizer is None
        assert table.tokens[rows - 1] == "<|end|>"


def test_tokens_that_are_not_utf8_are_counted_in_a_notice(tmp_path: Path) -> None:
    fields = byte_level_fields()
    tokens: list[Any] = list(fields["tokenizer.ggml.tokens"])
    tokens[3] = b"\xff\xfe"
    table = opened(tmp_path, {**fields, "tokenizer.ggml.tokens": tokens}, len(tokens))
    assert codes(table) == ["bad-utf8"]


def test_tokens_and_rows_that_differ_in_number_become_notices(tmp_path: Path) -> None:
    fields = byte_level_fields()
    rows = len(fields["tokenizer.ggml.tokens"])
    assert codes(opened(tmp_path, fields, rows + 3)) == ["padding-rows"]
    assert codes(opened(tmp_path, fields, rows - 3)) == ["tokens-without-row"]


def test_bert_tokens_get_their_own_spelling_back(tmp_path: Path) -> None:
    import json

    from tokenizers import Tokenizer

    vocab = list(wordpiece_json()["model"]["vocab"])
    special = vocab[:4]
    # llama.cpp's spelling: the start of a word is marked, a continuation is bare.
    written = [*special, *(f"▁{word}" for word in WORDS), "s"]
    fields = {
        "tokenizer.ggml.model": "bert",
        "tokenizer.ggml.tokens": written,
        "tokenizer.ggml.token_type": [3] * 4 + [1] * (len(written) - 4),
        "tokenizer.ggml.unknown_token_id": 1,
    }
    table = opened(tmp_path, fields, len(written))
    assert list(table.tokens) == vocab
    theirs = Tokenizer.from_str(json.dumps(wordpiece_json()))
    for text in ("The cats sat", "kings and queens", "DOG[SEP]", "çat", ""):
        assert table.encode(text) == theirs.encode(text, add_special_tokens=False).ids, text
    assert table.vocabulary.scheme is TokenScheme.WORDPIECE
    assert table.vocabulary.lowercase is True


def test_a_bert_vocabulary_with_capitals_is_cased(tmp_path: Path) -> None:
    fields = {
        "tokenizer.ggml.model": "bert",
        "tokenizer.ggml.tokens": ["[UNK]", "▁Paris", "▁cat"],
        "tokenizer.ggml.token_type": [3, 1, 1],
    }
    table = opened(tmp_path, fields, 3)
    assert table.encode("Paris cat Cat") == [1, 2, 0]
    assert table.vocabulary.lowercase is False


SPM_TOKENS = [
    "<unk>",
    "<s>",
    "</s>",
    "<0x0A>",
    "<0xF0>",
    "▁",
    "c",
    "a",
    "t",
    "at",
    "cat",
    "▁cat",
    "<usr>",
    "s",
]
SPM = {
    "tokenizer.ggml.model": "llama",
    "tokenizer.ggml.tokens": SPM_TOKENS,
    "tokenizer.ggml.scores": [0.0, 0.0, 0.0, 0.0, 0.0, -9.0, -6.0, -7.0, -8.0, -1.0, -2.0, -3.0, 0.0, -9.5],
    "tokenizer.ggml.token_type": [2, 3, 3, 6, 6, 1, 1, 1, 1, 1, 1, 1, 4, 1],
    "tokenizer.ggml.unknown_token_id": 0,
}


def pieces(table: EmbeddingTable, text: str) -> list[str | None]:
    return [table.tokens[i] for i in table.encode(text)]


def test_sentencepiece_merges_by_score_after_a_space_in_front(tmp_path: Path) -> None:
    table = opened(tmp_path, SPM, len(SPM_TOKENS))
    assert pieces(table, "cat") == ["▁cat"]
    assert pieces(table, "cats at") == ["▁cat", "s", "▁", "at"]
    assert pieces(table, "") == []
    # A character without piece becomes its bytes, those that the model has.
    assert pieces(table, "\n") == ["▁", "<0x0A>"]
    assert table.vocabulary.scheme is TokenScheme.SENTENCEPIECE
    assert table.vocabulary.control == {0, 1, 2}


def test_sentencepiece_without_a_space_in_front(tmp_path: Path) -> None:
    table = opened(tmp_path, {**SPM, "tokenizer.ggml.add_space_prefix": False}, len(SPM_TOKENS))
    assert pieces(table, "cat cat") == ["cat", "▁cat"]


def test_user_defined_pieces_are_matched_before_anything_is_merged(tmp_path: Path) -> None:
    table = opened(tmp_path, {**SPM, "tokenizer.ggml.add_space_prefix": False}, len(SPM_TOKENS))
    assert pieces(table, "ca<usr>t") == ["c", "a", "<usr>", "t"]


def test_a_unigram_model_takes_the_most_probable_pieces(tmp_path: Path) -> None:
    fields = {
        "tokenizer.ggml.model": "t5",
        "tokenizer.ggml.tokens": ["<pad>", "</s>", "<unk>", "▁", "▁c", "at", "▁cat", "s"],
        "tokenizer.ggml.scores": [0.0, 0.0, 0.0, -3.0, -2.0, -2.0, -5.0, -2.5],
        "tokenizer.ggml.token_type": [3, 3, 2, 1, 1, 1, 1, 1],
        "tokenizer.ggml.unknown_token_id": 2,
    }
    table = opened(tmp_path, fields, 8)
    # ▁c + at: −4; ▁cat: −5.
    assert pieces(table, "cats") == ["▁c", "at", "s"]
    assert codes(table) == []
