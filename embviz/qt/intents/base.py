"""What all intents are."""

from __future__ import annotations


class Intent:
    """Base of all intents."""
