r"""How byte-level BPE models cut text before merging, by the name in ``tokenizer.ggml.pre``.

Each name gives regular expressions that are applied one after another, every match being a piece of its
own. They are the patterns of the models' own tokenizers, written as the Oniguruma library of `tokenizers`
wants them.
"""

from __future__ import annotations

GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"

_DIGIT = r"\p{N}"
_CONTRACTION = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_SPACES = r"\s*[\r\n]+|\s+(?!\S)|\s+"
_LLAMA3 = _CONTRACTION + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|" + _SPACES
_QWEN2 = _CONTRACTION + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|" + _SPACES
_QWEN35 = _CONTRACTION + r"|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|" + _SPACES
_SEED_CODER = _CONTRACTION + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}\r\n]+|" + _SPACES
_BAILING = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]++[\r\n]*"
    r"|\s*[\r\n]|\s+(?!\S)|\s+"
)

# Words of capitals and small letters: first capitals that may be followed by small letters, then the rest.
_UPPER, _LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_EDGE = r"[^\r\n\p{L}\p{N}]?"
_TEKKEN = (
    rf"{_EDGE}{_UPPER}*{_LOWER}+|{_EDGE}{_UPPER}+{_LOWER}*|\p{{N}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|{_SPACES}"
)
_GPT4O = (
    rf"{_EDGE}{_UPPER}*{_LOWER}+{_CONTRACTION}?|{_EDGE}{_UPPER}+{_LOWER}*{_CONTRACTION}?"
    rf"|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|{_SPACES}"
)
_NOT_HAN = r"&&[^\p{Han}]]"
_KIMI_UPPER, _KIMI_LOWER = _UPPER[:-1] + _NOT_HAN, _LOWER[:-1] + _NOT_HAN
_KIMI = (
    rf"\p{{Han}}+|{_EDGE}{_KIMI_UPPER}*{_KIMI_LOWER}+{_CONTRACTION}?"
    rf"|{_EDGE}{_KIMI_UPPER}+{_KIMI_LOWER}*{_CONTRACTION}?"
    rf"|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*|{_SPACES}"
)

_ASCII_MARKS = r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~]"""
_DEEPSEEK3 = (
    r"\p{N}{1,3}",
    "[一-龥぀-ゟ゠-ヿ]+",
    _ASCII_MARKS + r"[A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|" + _SPACES,
)
_DEEPSEEK_CODER = (r"[\r\n]", r"\s?\p{L}+", r"\s?\p{P}+", "[一-龥ࠀ-一가-퟿]+", _DIGIT)
_DEEPSEEK_LLM = (
    r"[\r\n]",
    r"\s?[\p{Lu}\p{Ll}\p{Lt}]+",
    "\\s?[!-/:-~！-／：-～‘-‟　-。]+",
    r"\s+$",
    "[一-龥ࠀ-一가-퟿]+",
    r"\p{N}+",
)
_FALCON = (r"[\p{P}\$\+<=>\^~\|`]+", GPT2, "[0-9][0-9][0-9]")
_BLOOM = r" ?[^(\s|[.,!?…。，、।۔،])]+"

_BY_NAMES: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (
        (
            *("gpt-2", "gpt2", "phi-2", "mpt", "olmo", "jais", "exaone4", "trillion", "granite-docling"),
            *("jina-es", "jina-de", "jina-v2-es", "jina-v2-de", "jina-v1-en", "jina-v2-code"),
            *("roberta-bpe", "gigachat", "a.x-4.0", "mellum", "modern-bert"),
        ),
        (GPT2,),
    ),
    (("smollm", "starcoder", "refact", "command-r", "codeshell", "exaone", "minerva-7b"), (_DIGIT, GPT2)),
    (
        (
            *("llama-bpe", "llama3", "llama-v3", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2"),
            *("jina-v5-nano", "dbrx", "smaug-bpe", "glm4", "chatglm-bpe"),
        ),
        (_LLAMA3,),
    ),
    (
        ("qwen2", "deepseek-r1-qwen", "kormo", "f2llmv2", "stablelm2", "megrez", "hunyuan", "grok-2"),
        (_QWEN2,),
    ),
    (("qwen35",), (_QWEN35,)),
    (("seed-coder",), (_SEED_CODER,)),
    (("bailingmoe", "bailingmoe2", "llada-moe"), (_BAILING,)),
    (("tekken",), (_TEKKEN,)),
    (("gpt-4o", "llama4", "kanana2", "talkie", "minimax-m2"), (_GPT4O,)),
    (("kimi-k2",), (_KIMI,)),
    (("deepseek-v3", "hunyuan-dense"), _DEEPSEEK3),
    (("deepseek-coder",), _DEEPSEEK_CODER),
    (("deepseek-llm",), _DEEPSEEK_LLM),
    (("falcon",), _FALCON),
    (("bloom", "gpt3-finnish", "poro-chat"), (_BLOOM,)),
    (("viking",), (_BLOOM, _DIGIT)),
)
SPLIT_PATTERNS: dict[str, tuple[str, ...]] = {
    name: patterns for names, patterns in _BY_NAMES for name in names
}
"""Name in ``tokenizer.ggml.pre`` → its patterns."""

IGNORE_MERGES = frozenset(
    {
        *("llama-bpe", "llama3", "llama-v3", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2"),
        *("jina-v5-nano", "tekken"),
    }
)
"""Names whose models take a whole piece that is a token as it is, without merging."""
