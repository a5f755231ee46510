"""Lines of texts that people write."""

from __future__ import annotations


def lines_of(text: str) -> list[str]:
    r"""Return the lines of a text, whether they end in ``\n``, ``\r\n`` or ``\r``.

    Not ``splitlines()``: tokens hold U+0085 and U+2028, which are no line ends here.
    """
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
