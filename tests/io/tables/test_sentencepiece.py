"""tokenizer.model against the sentencepiece library itself, on models trained in the test."""

from __future__ import annotations

import io
import random
from typing import TYPE_CHECKING, Any

import pytest
import sentencepiece

from embviz.errors import EmbvizError
from embviz.io.tables.tokenization.sentencepiece_model import read_sentencepiece_model

if TYPE_CHECKING:
    from pathlib import Path

WORDS = [
    "the",
    "cat",
    "sat",
    "on",
    "a",
    "mat",
    "while",
    "walking",
    "dogs",
    "talked",
    "quickly",
    "under",
    "green",
    "houses",
    "日本",
    "語",
    "ünïcode",
    "ﬁne",
    "cats",
    "king",
]
ALPHABET = "abcdefghijklmnopqrstuvwxyz  é日本ﬁＡ語\n\t.,!"


def train(**options: Any) -> bytes:
    rng = random.Random(0)
    corpus = [" ".join(rng.choice(WORDS) for _ in range(rng.randint(3, 12))) for _ in range(1000)]
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(corpus),
        model_writer=model,
        vocab_size=380 if options.get("byte_fallback") else 120,
        hard_vocab_limit=False,
        minloglevel=2,
        **options,
    )
    return model.getvalue()


KINDS = {
    "BPE with bytes, as Llama's": {
        "model_type": "bpe",
        "byte_fallback": True,
        "normalization_rule_name": "identity",
        "remove_extra_whitespaces": False,
    },
    "BPE with runs of spaces, as Gemma's": {
        "model_type": "bpe",
        "byte_fallback": True,
        "normalization_rule_name": "identity",
        "remove_extra_whitespaces": False,
        "add_dummy_prefix": False,
        "user_defined_symbols": ["<usr>", "▁▁"],
    },
    "BPE with normalisation and unknown characters": {"model_type": "bpe"},
    "unigram, as T5's": {"model_type": "unigram"},
    "unigram with bytes": {"model_type": "unigram", "byte_fallback": True},
    "unigram with user-defined pieces": {"model_type": "unigram", "user_defined_symbols": ["<usr>"]},
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_model_encodes_as_the_library_does(tmp_path: Path, kind: str) -> None:
    raw = train(**KINDS[kind])
    (tmp_path / "tokenizer.model").write_bytes(raw)
    parts = read_sentencepiece_model(tmp_path / "tokenizer.model")
    library = sentencepiece.SentencePieceProcessor(model_proto=raw)
    assert list(parts.tokens) == [library.id_to_piece(i) for i in range(library.get_piece_size())]
    assert parts.tokenizer is not None
    assert parts.tokenizer.vocab_size == library.get_piece_size()
    rng = random.Random(1)
    for _ in range(300):
        letters = "".join(rng.choice(ALPHABET) for _ in range(rng.randint(0, 20)))
        words = "".join(rng.choice([" ", "  ", ""]) + rng.choice([*WORDS, "<usr>"]) for _ in range(5))
        for text in (letters, words):
            assert parts.tokenizer.encode(text) == library.encode(text), text


def test_control_and_unknown_pieces_are_control_tokens(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.model").write_bytes(train(model_type="unigram", control_symbols=["<c>"]))
    parts = read_sentencepiece_model(tmp_path / "tokenizer.model")
    assert {parts.tokens[row] for row in parts.control} == {"<unk>", "<s>", "</s>", "<c>"}


@pytest.mark.parametrize("kind", ["unigram", "bpe"])
def test_tokens_added_later_keep_the_ids_that_their_file_gives(tmp_path: Path, kind: str) -> None:
    raw = train(model_type=kind)
    (tmp_path / "tokenizer.model").write_bytes(raw)
    size = sentencepiece.SentencePieceProcessor(model_proto=raw).get_piece_size()
    (tmp_path / "tokenizer_config.json").write_text(
        f'{{"added_tokens_decoder": {{"{size + 1}": {{"content": "<extra>", "special": true}}}}}}'
    )
    parts = read_sentencepiece_model(tmp_path / "tokenizer.model")
    assert parts.tokens[size : size + 2] == [None, "<extra>"]
    assert size + 1 in parts.control
    assert parts.tokenizer is not None
    assert parts.tokenizer.encode("the cat<extra>")[-1] == size + 1
    assert parts.tokenizer.vocab_size == size + 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: b"",
        lambda raw: raw[: len(raw) // 2],
        lambda raw: b"\x0a\xff\xff\xff\xff\x7f" + raw,
        lambda _: b"\xff" * 100,
        lambda _: b"PK\x03\x04" + bytes(100),
    ],
)
def test_a_broken_model_is_refused(tmp_path: Path, damage: Any) -> None:
    (tmp_path / "tokenizer.model").write_bytes(damage(train(model_type="bpe")))
    with pytest.raises(EmbvizError) as caught:
        read_sentencepiece_model(tmp_path / "tokenizer.model")
    assert caught.value.code == "bad-tokenizer"
