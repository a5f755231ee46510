"""Notices that several readers give in the same words."""

from __future__ import annotations

from embviz.errors import Notice


def quantised_notice(how: str) -> Notice:
    """Return the notice for a table whose numbers were rounded; ``how`` names the type and its width."""
    return Notice(
        "quantised",
        f"The table is quantised ({how}): its values are close to the original model's, not equal to them.",
    )


def scale_notices(scale: float) -> tuple[Notice, ...]:
    """Return the notice for a model that multiplies rows at run time, nothing for a factor of 1."""
    if scale == 1.0:
        return ()
    return (
        Notice(
            "scale",
            f"The model multiplies each row by {scale:.6g} when it reads a token; the table is as stored.",
        ),
    )
