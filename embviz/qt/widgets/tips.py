"""Tool tips that show text as it is."""

from __future__ import annotations

from html import escape


def plain_tip(text: str) -> str:
    """Return a tool tip that shows just this text; Qt would take what looks like HTML for HTML."""
    return f"<qt>{escape(text)}</qt>" if text else ""
