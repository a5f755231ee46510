r"""How byte-level BPE models cut text before merging, by the name in ``tokenizer.ggml.pre``.

Each name gives regular expressions that are applied one after another, every match being a piece of its
own. They are the patterns of the models' own tokenizers, written as the Oniguruma library of `tokenizers`
wants them.
"""

from __future__ import annotations

GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
_LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_QWEN2 = _LLAMA3.replace(r"\p{N}{1,3}", r"\p{N}")
_DIGIT = r"\p{N}"

_BY_NAMES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("gpt-2 gpt2 default mpt olmo jais phi-2 jina-es jina-de jina-v2-es jina-v2-de", (GPT2,)),
    ("smollm starcoder refact command-r codeshell exaone minerva-7b", (_DIGIT, GPT2)),
    ("llama-bpe llama3 llama-v3 dbrx smaug-bpe falcon3 falcon-h1 pixtral", (_LLAMA3,)),
    ("qwen2 stablelm2 deepseek-r1-qwen megrez hunyuan", (_QWEN2,)),
)
SPLIT_PATTERNS: dict[str, tuple[str, ...]] = {
    name: patterns for names, patterns in _BY_NAMES for name in names.split()
}

IGNORE_MERGES = frozenset({"llama-bpe", "llama3", "llama-v3"})
"""Names whose models take a whole piece that is a token as it is, without merging."""
