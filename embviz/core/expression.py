"""Expressions such as ``king − man + 0.5*woman``: from what was typed to signed, weighted terms.

Nothing here knows a table, except through one question: whether a typed text is a word of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from embviz.core.wording import MINUS
from embviz.errors import EmbvizError

EXAMPLE = "king − man + woman"

LEAST_WEIGHT, GREATEST_WEIGHT = 1e-6, 1e6
"""Beyond these one term swallows the others: rows carry about seven digits."""

_SIGNS = {"+": 1.0, MINUS: -1.0}
_HYPHENS = "-–—"
_TIMES = "*×"
_QUOTES = {'"': '"', "“": "”", "„": "“”"}
_NUMBER = re.compile(r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_WEIGHT = re.compile(rf"({_NUMBER.pattern})\s*[{_TIMES}]")
_AT_HYPHENS = re.compile(f"[{_HYPHENS}]")

IsWord = Callable[[str], bool]


@dataclass(frozen=True)
class Term:
    """A word and what it is multiplied with.

    ``text`` is as typed, with straight quotes where an exact token is meant; the table's lookup reads it.
    """

    weight: float
    text: str


@dataclass(frozen=True)
class Expression:
    """What was typed, read.

    Attributes
    ----------
    terms
        At least one, in order.
    expected
        The word after ``=``, empty without one.
    tight
        Texts with hyphens that were read as subtractions because the table has no such word.
    """

    terms: tuple[Term, ...]
    expected: str = ""
    tight: tuple[str, ...] = ()

    def __str__(self) -> str:
        return written((term.weight, term.text) for term in self.terms)


def written(terms: Iterable[tuple[float, str]]) -> str:
    """Write weights and words with spaces and real minus signs: ``king − man + 0.5*woman``."""
    parts: list[str] = []
    for weight, text in terms:
        sign = MINUS if weight < 0 else "+"
        lead = f" {sign} " if parts else sign if weight < 0 else ""
        parts.append(lead + weighted(weight, text))
    return "".join(parts)


def weighted(weight: float, text: str) -> str:
    """Write a word with the size of its weight, which 1 does not show: ``0.5*woman``."""
    return text if abs(weight) == 1 else f"{abs(weight):.10g}*{text}"


def parse(text: str, *, is_word: IsWord | None = None) -> Expression:
    """Read an expression.

    Terms have ``+``, ``−`` or ``-`` between them, and may have a weight before them (``2*king``). Quotes keep
    whatever stands in them together, spaces and signs too. ``= word`` at the end says what is expected; a
    lone ``?`` there expects nothing.

    A ``-`` between two letters belongs to the word (``well-known``). Only where every sign of the expression
    stands so, as in ``king-man+woman``, and the table has the parts but not the whole, it subtracts.

    Parameters
    ----------
    is_word
        Whether the table has a typed text as one row; None when there is no table to ask.

    Raises
    ------
    EmbvizError
        ``empty-expression``, ``bad-expression`` or ``bad-weight``.
    """
    tokens = _Scanner(text).tokens()
    expected = _taken_expectation(tokens)
    tight: tuple[str, ...] = ()
    if is_word is not None and all(token.tight for token in tokens if token.kind == "sign"):
        tokens, tight = _parted(tokens, is_word)
    return Expression(_terms(tokens), expected, tight)


@dataclass(frozen=True)
class _Token:
    """A ``sign``, ``weight``, ``word``, ``quoted`` text, ``times`` or ``equals``.

    A ``tight`` sign touches what stands on either side.
    """

    kind: str
    text: str
    tight: bool = False


class _Scanner:
    """Cuts a text into tokens."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def tokens(self) -> list[_Token]:
        found: list[_Token] = []
        while self.at < len(self.text):
            character = self.text[self.at]
            if character.isspace():
                self.at += 1
                continue
            start = self.at
            found.append(self._next(character))
            if found[-1].kind == "sign":
                found[-1] = replace(found[-1], tight=self._touches(start - 1) and self._touches(self.at))
        return found

    def _next(self, character: str) -> _Token:
        weight = _WEIGHT.match(self.text, self.at)
        if weight is not None:
            self.at = weight.end()
            return _Token("weight", weight[1])
        if character in _QUOTES:
            return self._quoted(character)
        if character in "()":
            raise bad_expression("Parentheses are not understood.", "Write every term with its own sign.")
        self.at += 1
        if character == "+":
            return _Token("sign", "+")
        if character == MINUS or character in _HYPHENS:
            return _Token("sign", MINUS)
        if character in _TIMES:
            return _Token("times", character)
        if character == "=":
            return _Token("equals", character)
        return self._word()

    def _word(self) -> _Token:
        start = self.at - 1
        while self.at < len(self.text) and not self._ends_word():
            self.at += 1
        return _Token("word", self.text[start : self.at])

    def _ends_word(self) -> bool:
        character = self.text[self.at]
        if character in _HYPHENS:
            return not self._continues(self.at + 1)
        return not self._continues(self.at)

    def _continues(self, place: int) -> bool:
        """Whether a word can go on with what stands at a place."""
        if place >= len(self.text):
            return False
        character = self.text[place]
        special = character in "+=()" or character == MINUS or character in _TIMES or character in _QUOTES
        return not (special or character.isspace() or character in _HYPHENS)

    def _touches(self, place: int) -> bool:
        return 0 <= place < len(self.text) and not self.text[place].isspace()

    def _quoted(self, opening: str) -> _Token:
        start = self.at + 1
        ends = [place for mark in _QUOTES[opening] if (place := self.text.find(mark, start)) >= 0]
        if not ends:
            raise bad_expression("A quotation mark is opened and not closed.", 'Write both, as in "king".')
        end = min(ends)
        if end == start and self.text[end + 1 : end + 2] == '"' == opening:
            end += 1  # """ is the quotation mark itself
        inner = self.text[start:end]
        if not inner:
            raise bad_expression("There is nothing between the quotation marks.", 'Write a token: " king".')
        self.at = end + 1
        return _Token("quoted", f'"{inner}"')


def term_at(text: str, place: int) -> tuple[int, int]:
    """Return where the term about a place of a text begins and ends, for completing what is being typed.

    Signs, spaces, stars and ``=`` end a term; a hyphen belongs to it unless a space stands before.
    """

    def ends(at: int) -> bool:
        character = text[at]
        hyphen = character in _HYPHENS and (at == 0 or text[at - 1].isspace())
        return hyphen or character.isspace() or character in f"+=(){MINUS}{_TIMES}"

    start = stop = min(max(place, 0), len(text))
    while start > 0 and not ends(start - 1):
        start -= 1
    while stop < len(text) and not ends(stop):
        stop += 1
    return start, stop


def _taken_expectation(tokens: list[_Token]) -> str:
    """Take ``= word`` off the end of the tokens, and return the word."""
    places = [place for place, token in enumerate(tokens) if token.kind == "equals"]
    if not places:
        return ""
    after = tokens[places[0] + 1 :]
    del tokens[places[0] :]
    if not after or [token.text for token in after] == ["?"]:
        return ""
    if len(after) > 1 or after[0].kind not in ("word", "quoted"):
        raise bad_expression("After “=” stands the one word that is expected.", f"Write {EXAMPLE} = queen.")
    return after[0].text


def _parted(tokens: list[_Token], is_word: IsWord) -> tuple[list[_Token], tuple[str, ...]]:
    """Read hyphens as signs in texts that are no words while their parts are."""
    parted: list[_Token] = []
    tight: list[str] = []
    for token in tokens:
        parts = _AT_HYPHENS.split(token.text) if token.kind == "word" else [token.text]
        if len(parts) == 1 or is_word(token.text) or not all(part and is_word(part) for part in parts):
            parted.append(token)
            continue
        tight.append(token.text)
        for place, part in enumerate(parts):
            if place:
                parted.append(_Token("sign", MINUS, tight=True))
            parted.append(_Token("word", part))
    return parted, tuple(tight)


def _terms(tokens: list[_Token]) -> tuple[Term, ...]:
    if not tokens:
        raise EmbvizError(
            "The expression is empty.",
            code="empty-expression",
            hint=f"Type words with + and {MINUS} between them, such as {EXAMPLE}.",
        )
    terms: list[Term] = []
    place = 0
    while place < len(tokens):
        sign = 1.0
        if tokens[place].kind == "sign":
            sign = _SIGNS[tokens[place].text]
            place = _past_sign(tokens, place)
        elif terms:
            raise _no_sign(terms[-1].text, tokens[place])
        weight = 1.0
        if tokens[place].kind == "weight":
            weight = _weight(tokens[place].text)
            place += 1
            if place == len(tokens) or tokens[place].kind not in ("word", "quoted"):
                raise bad_expression(f"After “{tokens[place - 1].text}*” a word is missing.", "Write 2*king.")
        token = tokens[place]
        if token.kind == "times":
            raise _misplaced_times("")
        if place + 1 < len(tokens) and tokens[place + 1].kind == "times":
            raise _misplaced_times(token.text)
        terms.append(Term(sign * weight + 0.0, token.text))  # no negative zero
        place += 1
    return tuple(terms)


def _past_sign(tokens: list[_Token], place: int) -> int:
    sign = tokens[place].text
    if place + 1 == len(tokens):
        if place == 0:
            raise bad_expression(f"There is a “{sign}” and no word.", f"Write {EXAMPLE}.")
        raise bad_expression(f"The expression ends with “{sign}”.", "Write a word after it, or take it away.")
    after = tokens[place + 1]
    if after.kind == "sign":
        raise bad_expression(
            f"Two signs follow each other, “{sign} {after.text}”.",
            "Leave one of them, or put a token with signs in quotes.",
        )
    return place + 1


def _weight(text: str) -> float:
    weight = float(text)
    digits = re.split("[eE]", text)[0]
    written_as_zero = not digits.strip("0.")
    if written_as_zero or LEAST_WEIGHT <= weight <= GREATEST_WEIGHT:
        return weight
    small = weight < 1
    raise EmbvizError(
        f"The weight {text} is too {'small' if small else 'large'}: {'its' if small else 'any other'} term "
        "would not count.",
        code="bad-weight",
        hint="Choose 0, or a weight between 0.000001 and 1,000,000.",
    )


def _misplaced_times(before: str) -> EmbvizError:
    if not before:
        return bad_expression("There is a “*” without a number before it.", "Write a weight as in 2*king.")
    return EmbvizError(
        f"“{before}” before “*” is not a number.",
        code="bad-weight",
        hint="Write the weight first, as in 2*king or 0.5*king.",
    )


def _no_sign(before: str, token: _Token) -> EmbvizError:
    if token.kind == "times":
        return _misplaced_times(before)
    number = _NUMBER.fullmatch(before) is not None
    return bad_expression(
        f"Between “{before}” and “{token.text}” there is neither + nor {MINUS}.",
        f"Write a weight as {before}*{token.text}."
        if number
        else "Put a sign between them, or quotes round a token with spaces.",
    )


def bad_expression(message: str, hint: str) -> EmbvizError:
    """Refuse an expression."""
    return EmbvizError(message, code="bad-expression", hint=hint)
