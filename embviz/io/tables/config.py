"""What a model's config.json says of its token table, as far as it matters here."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from embviz.errors import EmbvizError, Notice
from embviz.io.tables.class_defaults import SCALED_BY_DEFAULT, SCALED_BY_ROOT, UNTIED_BY_DEFAULT
from embviz.io.tables.files import read_small
from embviz.io.tables.plain import json_object

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_LONGEST = 20_000_000

# Where models that are made of several keep the configuration of the part that reads text.
_TEXT_PARTS = (
    "text_config",
    "language_config",
    "llm_config",
    "text_model_config",
    "thinker_config",
    "talker_config",
    "text_encoder",
    "encoder",
    "decoder",
)
_VOCABULARIES = ("vocab_size", "n_vocab", "padded_vocab_size", "vocabulary_size", "src_vocab_size")
_WIDTHS = (
    "hidden_size",
    "embedding_size",
    "d_model",
    "n_embd",
    "word_embed_proj_dim",
    "hidden_dim",
    "embedding_dim",
    "embed_dim",
    "emb_dim",
    "d_embed",
    "dim",
    "model_dim",
    "n_embed",
)
_HEADS = (
    "ForCausalLM",
    "LMHeadModel",
    "ForConditionalGeneration",
    "ForMaskedLM",
    "ForPreTraining",
    "WithLMHead",
)


@dataclass(frozen=True)
class ModelConfig:
    """A model's configuration; empty when there is none.

    Attributes
    ----------
    values
        The whole of config.json.
    notices
        ``no-config`` or ``bad-config``.
    """

    values: dict[str, Any] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()

    @property
    def parts(self) -> Iterator[dict[str, Any]]:
        """Configurations to look into, the text part's before that of the whole."""
        yield from _nested(self.values, depth=0)
        yield self.values

    @property
    def vocabularies(self) -> frozenset[int]:
        """Numbers of tokens that it names; the text part's alone when there is one."""
        return self._sizes(_VOCABULARIES)

    @property
    def widths(self) -> frozenset[int]:
        """Lengths that a row may have."""
        return self._sizes(_WIDTHS)

    @property
    def model_types(self) -> tuple[str, ...]:
        """``model_type`` of the text part and of the whole."""
        return tuple(part["model_type"] for part in self.parts if isinstance(part.get("model_type"), str))

    @property
    def has_language_head(self) -> bool:
        """True when the architecture predicts tokens with an output table."""
        names = [name for part in self.parts for name in _strings(part.get("architectures"))]
        return any(name.endswith(_HEADS) for name in names)

    @property
    def tied(self) -> bool | None:
        """What must hold when the file stores no output table: True, or None when there is none to tie."""
        if not self.has_language_head:
            return None
        stated = [part["tie_word_embeddings"] for part in self.parts if "tie_word_embeddings" in part]
        if any(value is True for value in stated):
            return True
        if any(value is False for value in stated):
            return None
        return None if UNTIED_BY_DEFAULT.intersection(self.model_types) else True

    def scale(self, dim: int) -> float:
        """Factor that the model applies to each row of length ``dim`` when it reads a token."""
        for part in self.parts:
            for key in ("embedding_multiplier", "scale_emb", "embedding_multiplier_scale"):
                value = part.get(key)
                if isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0:
                    return float(value)
            if part.get("scale_embedding") is True or part.get("embeddings_scale_by_sqrt_dim") is True:
                return math.sqrt(dim)
        stated = any("scale_embedding" in part for part in self.parts)
        for kind in self.model_types:
            if kind.startswith(SCALED_BY_ROOT) or (kind in SCALED_BY_DEFAULT and not stated):
                return math.sqrt(dim)
        return 1.0

    def quantization(self) -> dict[str, Any]:
        """Return the section on quantisation, empty when there is none."""
        for key in ("quantization", "quantization_config"):
            value = self.values.get(key)
            if isinstance(value, dict):
                return value
        return {}

    def _sizes(self, keys: tuple[str, ...]) -> frozenset[int]:
        for part in self.parts:
            sizes = frozenset(part[key] for key in keys if type(part.get(key)) is int and part[key] > 0)
            if sizes:
                return sizes
        return frozenset()


def read_config(folder: Path) -> ModelConfig:
    """Read config.json; what is wrong with it becomes a notice, for the tensors count more."""
    path = folder / "config.json"
    if not path.is_file():
        return ModelConfig(
            notices=(
                Notice(
                    "no-config", "There is no config.json: the table was found by the names of its tensors."
                ),
            )
        )
    try:
        return ModelConfig(json_object(read_small(path, _LONGEST)))
    except (ValueError, EmbvizError) as error:
        return ModelConfig(
            notices=(Notice("bad-config", f"config.json is not used: {str(error).rstrip('.')}."),)
        )


def _nested(values: dict[str, Any], depth: int) -> Iterator[dict[str, Any]]:
    if depth > 3:
        return
    for key in _TEXT_PARTS:
        part = values.get(key)
        if isinstance(part, dict):
            yield from _nested(part, depth + 1)
            yield part


def _strings(value: Any) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
