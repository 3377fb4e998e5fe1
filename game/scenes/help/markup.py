"""The help's pages: a small markup, read into parts.

`# title`, `## section`, `> subtitle`, `- point`, `---` a line; everything else is a paragraph
until the next empty line, with the marks of `widgets/text_flow.py`. A line that begins with `!` is
a picture, and the text right below it stands beside it:

- `!cards 9h/8s > *9d/8s =ok "two empty"`: columns of cards from left to right (`_` an empty
  place, `_h` a foundation, `#` a back, `!8s` a selected card, `*` glows), an arrow, a check
  mark or a cross (`=no`), a caption;
- `!table lapeau deal` or `!table lapeau play`: a whole table;
- `!keys`: the table of all keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from game.desktop.modifiers import named_here
from game.system.language import ENGLISH

_WORDS = re.compile(r'"[^"]*"|\S+')
_PICTURES = ("cards", "table", "keys")


@dataclass(frozen=True)
class Title:
    """The page's name."""

    text: str


@dataclass(frozen=True)
class Section:
    """A heading."""

    text: str


@dataclass(frozen=True)
class Text:
    """A paragraph; a subtitle is set in italics, a point has a dot before it."""

    text: str
    subtitle: bool = False
    point: bool = False


@dataclass(frozen=True)
class Image:
    """A picture by its kind (cards, table, keys) and what it shows, with text beside it."""

    kind: str
    words: tuple[str, ...]
    beside: str = ""


@dataclass(frozen=True)
class MarkupLine:
    """A thin line across the page."""


Part = Title | Section | Text | Image | MarkupLine


@dataclass(frozen=True)
class HelpPage:
    """One page as it is read from its file."""

    name: str
    parts: tuple[Part, ...]

    @property
    def title(self) -> str:
        """The page's name in the contents: its first title, or else `name`."""
        return next((part.text for part in self.parts if isinstance(part, Title)), self.name)

    @property
    def sections(self) -> tuple[str, ...]:
        """Its headings."""
        return tuple(part.text for part in self.parts if isinstance(part, Section))


def parse_help(text: str) -> tuple[Part, ...]:
    """The parts of a page. ValueError names a picture of an unknown kind."""
    found: list[Part] = []
    for block in re.split(r"\n\s*\n", text.strip()):
        found += _parts(block.splitlines())
    return tuple(found)


def _parts(lines: list[str]) -> Iterator[Part]:
    """The parts of a block without empty lines."""
    if lines and lines[0].startswith("!"):
        kind, *words = _WORDS.findall(lines[0][1:])
        if kind not in _PICTURES:
            raise ValueError(f"'!{kind}' is no picture (they are {', '.join(_PICTURES)})")
        yield Image(kind, tuple(words), " ".join(line.strip() for line in lines[1:]))
        return
    running: list[str] = []
    for line in lines:
        marked = _marked(line)
        if marked is None:
            running.append(line.strip())
            continue
        yield from _paragraph(running)
        running = []
        if isinstance(marked, Text) and marked.point:
            running = [line.strip()]
        else:
            yield marked
    yield from _paragraph(running)


def _paragraph(lines: list[str]) -> Iterator[Part]:
    if lines:
        text = " ".join(lines)
        yield Text(text[2:], point=True) if text.startswith("- ") else Text(text)


def _marked(line: str) -> Part | None:
    """The part that a line with a mark makes; None for a line without one."""
    mark, _, rest = line.strip().partition(" ")
    match mark:
        case "#":
            return Title(rest)
        case "##":
            return Section(rest)
        case ">":
            return Text(rest, subtitle=True)
        case "-":
            return Text(rest, point=True)
        case "---":
            return MarkupLine()
    return None


def read_page(folder: Path, language: str, name: str) -> HelpPage:
    """Read a page in a language, in English if it is not translated; without parts if no file
    exists.
    """
    places = (folder / "help" / code / f"{name}.md" for code in (language, ENGLISH))
    path = next((place for place in places if place.is_file()), None)
    if path is None:
        return HelpPage(name, ())
    return HelpPage(name, parse_help(named_here(path.read_text(encoding="utf-8"))))
