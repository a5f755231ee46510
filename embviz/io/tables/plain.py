"""Strings of a model's files made fit for a message: one line, no control characters, not too long."""

from __future__ import annotations

import json
from typing import Any


def one_line(text: str, limit: int = 80) -> str:
    """Return the text with whatever cannot be shown replaced by U+FFFD, cut to ``limit`` characters."""
    clean = "".join(character if character.isprintable() else "�" for character in text[: limit + 1])
    return clean if len(clean) <= limit else clean[: limit - 1] + "…"


def quoted(text: str, limit: int = 80) -> str:
    """Return the text as `one_line` does, in typographic quotes."""
    return f"“{one_line(text, limit)}”"


def json_object(raw: bytes) -> dict[str, Any]:
    """Parse a JSON object.

    Raises
    ------
    ValueError
        With a short reason: not UTF-8, not JSON, not an object, too deep, or a key that appears twice.
    """
    try:
        value = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_without_duplicates)
    except UnicodeDecodeError as error:
        raise ValueError("it is not UTF-8 text") from error
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not valid JSON (line {error.lineno})") from error
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    if not isinstance(value, dict):
        raise ValueError("it is not a JSON object")
    return value


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ValueError(f"{quoted(key)} appears twice")
            seen.add(key)
    return value
