"""Breaks text into lines. The text may contain words in strong type and names of keys.

`**word**` is strong, ` `key` ` is drawn as a key's cap. Only plain spaces break a line:
French texts keep punctuation with its word by no-break spaces.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from enum import Enum
from functools import cache
from itertools import accumulate
from typing import NamedTuple

import pygame

from game.graphics import fonts
from game.graphics.colours import Rgb
from game.graphics.fonts import Face, TextStyle
from game.graphics.scale import round_half_up
from game.widgets.look import Look, draw_key_cap, key_cap_width

MARKUP = re.compile(r"(\*\*.+?\*\*|`.+?`)")
SEPARATOR = " · "
"""Between the facts of one line, such as `3 tries · 2:10 in all`."""
LETTER = 0.45
"""About the width of a letter, as a share of the font's size."""
STRONG_FACES = {Face.SANS: Face.SANS_SEMIBOLD}


class Tone(Enum):
    """How a piece of text is set."""

    PLAIN = "plain"
    STRONG = "strong"
    KEY = "key"


class TextPiece(NamedTuple):
    """Text in one tone."""

    text: str
    tone: Tone


class Fragment(NamedTuple):
    """A piece in its line, at x pixels from the line's left end."""

    x: int
    piece: TextPiece


Word = list[TextPiece]
TextLine = tuple[Fragment, ...]


@cache
def parse_text(text: str) -> list[Word]:
    """Words in order; a word is several pieces where its tone changes without a space."""
    words: list[Word] = [[]]
    for number, part in enumerate(MARKUP.split(text)):
        tone, parts = Tone.PLAIN, part.split(" ")
        if number % 2 and part.startswith("**"):
            tone, parts = Tone.STRONG, part[2:-2].split(" ")
        elif number % 2:
            tone, parts = Tone.KEY, [part[1:-1]]  # with the spaces in it
        for place, each in enumerate(parts):
            if place:
                words.append([])
            if each:
                words[-1].append(TextPiece(each, tone))
    return [word for word in words if word]


def wrap(look: Look, text: str, style: TextStyle, width: int) -> list[TextLine]:
    """The text as lines no wider than `width` pixels; longer words have their own line."""
    return _in_lines(look, parse_text(text), style, width)


def wrap_plain(look: Look, text: str, style: TextStyle, width: int, most: int) -> list[TextLine]:
    """As `wrap`, for a text of the player's: nothing in it is markup. At most so many lines: of a
    longer text as many words as fit, and "…".
    """
    words = [[TextPiece(word, Tone.PLAIN)] for word in text.split(" ") if word]
    lines = _in_lines(look, words, style, width)
    if len(lines) <= most:
        return lines

    def begun(count: int) -> list[TextLine]:
        return _in_lines(look, [*words[:count], [TextPiece("…", Tone.PLAIN)]], style, width)

    fit = bisect_right(range(len(words)), most, key=lambda count: len(begun(count)))
    return begun(max(1, fit - 1))[:most]


def _in_lines(look: Look, words: Sequence[Word], style: TextStyle, width: int) -> list[TextLine]:
    """Measuring takes longest: how many words a line holds is guessed from the letters of the line
    before, and only what is near the guess is measured.
    """
    space, letter = _space(look, style), LETTER * look.text_px(style)
    letters = [0, *accumulate(1 + len(word[0].text) for word in words)]
    lines: list[TextLine] = []

    def line_to(end: int) -> tuple[TextLine, bool]:
        """The line up to a word, and whether it fits. A word that is too long has its own line."""
        line = _line_of(look, words[first:end], style, space)
        return line, end == first + 1 or _end(look, line, style) <= width

    first = 0
    while first < len(words):
        end = bisect_right(letters, letters[first] + width / letter) - 1
        end = max(first + 1, min(end, len(words)))
        line, fits = line_to(end)
        while not fits:
            end -= 1
            line, fits = line_to(end)
        while end < len(words) and (longer := line_to(end + 1))[1]:
            line, end = longer[0], end + 1
        letter = max(1, _end(look, line, style)) / (letters[end] - letters[first])
        lines.append(line)
        first = end
    return lines


def _space(look: Look, style: TextStyle) -> int:
    """A space in pixels, measured between letters: rounding makes a lone space too narrow."""
    return look.width("n n", style) - look.width("nn", style) + look.scale.line()


def _line_of(look: Look, words: Sequence[Word], style: TextStyle, space: int) -> TextLine:
    """Words as a line. Neighbours of one tone become one piece, which is spaced better."""
    line: list[Fragment] = []
    texts: list[str] = []
    x, tone = 0, Tone.KEY
    for word in words:
        for part, piece in enumerate(word):
            if part == 0 and texts and piece.tone is tone is not Tone.KEY:
                texts.append(piece.text)
                continue
            if texts:
                line.append(Fragment(x, TextPiece(" ".join(texts), tone)))
                x = _end(look, line, style) + (0 if part else space)
            texts, tone = [piece.text], piece.tone
    return (*line, Fragment(x, TextPiece(" ".join(texts), tone)))


def _end(look: Look, line: Sequence[Fragment], style: TextStyle) -> int:
    return line[-1].x + piece_width(look, line[-1].piece, style) if line else 0


def tone_style(style: TextStyle, tone: Tone) -> TextStyle:
    """The style of a piece in a text of this style."""
    if tone is Tone.STRONG:
        return TextStyle(STRONG_FACES.get(style.face, style.face), style.size)
    return style


def piece_width(look: Look, piece: TextPiece, style: TextStyle) -> int:
    """How wide a piece is, in pixels."""
    if piece.tone is Tone.KEY:
        return key_cap_width(look, piece.text)
    return look.width(piece.text, tone_style(style, piece.tone))


def line_height(look: Look, style: TextStyle) -> int:
    """The distance from line to line, in pixels."""
    return round_half_up(look.text_px(style) * fonts.LINE_HEIGHT)


def draw_line(
    target: pygame.Surface,
    look: Look,
    line: TextLine,
    style: TextStyle,
    colour: Rgb,
    at: tuple[int, int],
    room: int | None = None,
) -> None:
    """Draw a line from its left end, capitals centred on the height of `at`. With `room`, a word
    that is wider than so many pixels ends in "…".
    """
    for fragment in line:
        left, piece = at[0] + fragment.x, fragment.piece
        if piece.tone is Tone.KEY:
            draw_key_cap(target, look, piece.text, left, at[1])
        else:
            rest = None if room is None else room - fragment.x
            toned = tone_style(style, piece.tone)
            look.write(target, piece.text, toned, colour, (left, at[1]), room=rest)


def leading_facts(
    look: Look, text: str, style: TextStyle, room: int, separator: str = SEPARATOR
) -> str:
    """As many of a line's first facts as fit into `room` pixels, but at least one."""
    parts = text.split(separator)
    while len(parts) > 1 and look.width(separator.join(parts), style) > room:
        parts.pop()
    return separator.join(parts)
