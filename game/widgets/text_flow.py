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
EMS_OF_WORD = 4
"""Longer than most words with their spaces."""
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
    """Measuring takes longest: what is shorter than most lines of this width is measured only if
    the line turns out too wide.
    """
    space = _space(look, style)
    lines: list[TextLine] = []
    first, unmeasured = 0, width // (EMS_OF_WORD * look.text_px(style))
    while first < len(words):
        line: TextLine = ()
        taken = 0
        for word in words[first:]:
            longer = _with_word(look, line, word, style, space)
            if line and taken >= unmeasured and _end(look, longer, style) > width:
                break
            line, taken = longer, taken + 1
        if 1 < taken <= unmeasured and _end(look, line, style) > width:
            unmeasured = 0
            continue
        lines.append(line)
        first, unmeasured = first + taken, taken - 2
    return lines


def _space(look: Look, style: TextStyle) -> int:
    """A space in pixels, measured between letters: rounding makes a lone space too narrow."""
    return look.width("n n", style) - look.width("nn", style) + look.scale.line()


def _with_word(look: Look, line: TextLine, word: Word, style: TextStyle, space: int) -> TextLine:
    """A line with a word more. Neighbours of one tone become one piece, which is spaced better."""
    longer = list(line)
    for part, piece in enumerate(word):
        last = longer[-1] if longer else None
        spaced = part == 0 and last is not None
        if last and spaced and last.piece.tone is piece.tone is not Tone.KEY:
            longer[-1] = Fragment(last.x, TextPiece(f"{last.piece.text} {piece.text}", piece.tone))
        else:
            x = _end(look, longer, style) + (space if spaced else 0)
            longer.append(Fragment(x, piece))
    return tuple(longer)


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
