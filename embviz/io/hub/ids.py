"""What looks like the name of a model on the hub, and what does not."""

from __future__ import annotations

import os
import re

DEFAULT_ENDPOINT = "https://huggingface.co"

_PART = r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,94}[A-Za-z0-9_])?"
_ID = re.compile(rf"(?:{_PART}/)?{_PART}")
# A misspelt file name is no model.
_FILE_NAME = re.compile(
    r".*\.(?:bin|bz2|ckpt|csv|gguf|gz|h5|jsonl?|md|model|npy|npz|onnx|pkl|pt|pth|safetensors|tar|toml|tsv|txt|"
    r"vec|xz|zip)",
    re.IGNORECASE,
)
# What follows the id in the address of a page of a model, and addresses that are none.
_PAGES = ("tree", "blob", "resolve", "raw", "commits", "commit", "discussions")
_NO_MODELS = ("api", "collections", "datasets", "docs", "papers", "posts", "settings", "spaces")


def hub_id(source: str, endpoint: str = DEFAULT_ENDPOINT) -> str | None:
    """Return the id when ``source`` is ``name``, ``owner/name`` or the address of a model's page, else None.

    Whether a path of that name exists is for the caller to say: then it is the path that is meant.

    Parameters
    ----------
    source
        What the user typed.
    endpoint
        Where the hub is; its addresses are understood as well as the default's.
    """
    text = source.strip()
    for start in (DEFAULT_ENDPOINT, endpoint):
        if text.startswith(f"{start}/"):
            return _of_page(text.removeprefix(f"{start}/"))
    return source if _is_id(source) else None


def meant_on_hub(source: str) -> str | None:
    """Return the id of the model that a source means, None when it is a file or folder of this machine."""
    if os.path.lexists(source):
        return None
    return hub_id(source, os.environ.get("HF_ENDPOINT", DEFAULT_ENDPOINT).rstrip("/"))


def hub_source(model: str) -> str:
    """Return the source that means a model on the hub even where a file or folder has its name."""
    return model if meant_on_hub(model) == model else f"{DEFAULT_ENDPOINT}/{model}"


def _of_page(path: str) -> str | None:
    parts = re.split(r"[?#]", path, maxsplit=1)[0].rstrip("/").split("/")
    length = next((number for number, part in enumerate(parts) if part in _PAGES), len(parts))
    model = "/".join(parts[:length])
    return model if parts[0] not in _NO_MODELS and _is_id(model) else None


def _is_id(text: str) -> bool:
    plain = "--" not in text and ".." not in text and not text.endswith(".git")
    return plain and _ID.fullmatch(text) is not None and _FILE_NAME.fullmatch(text) is None
