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

from game.desktop.key_events import named_here
from game.system.language import ENGLISH
from game.widgets.text_page import Heading, Paragraph, Rule

_WORDS = re.compile(r'"[^"]*"|\S+')
_PICTURES = ("cards", "table", "keys")


@dataclass(frozen=True)
class Image:
    """A picture by its kind (cards, table, keys) and what it shows, with text beside it."""

    kind: str
    words: tuple[str, ...]
    beside: str = ""


Part = Heading | Paragraph | Image | Rule


@dataclass(frozen=True)
class HelpPage:
    """One page as it is read from its file."""

    name: str
    parts: tuple[Part, ...]

    @property
    def title(self) -> str:
        """The page's name in the contents: its first title, or else `name`."""
        return next(iter(self._headings(1)), self.name)

    @property
    def sections(self) -> tuple[str, ...]:
        """Its headings."""
        return self._headings(2)

    def _headings(self, level: int) -> tuple[str, ...]:
        found = (part for part in self.parts if isinstance(part, Heading))
        return tuple(heading.text for heading in found if heading.level == level)


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
    for line in map(str.strip, lines):
        marked = _marked(line)
        if marked or line.startswith("- "):
            yield from _paragraph(running)
            running = []
        if marked:
            yield marked
        else:
            running.append(line)
    yield from _paragraph(running)


def _paragraph(lines: list[str]) -> Iterator[Part]:
    """The paragraph that some lines make, if there are any; a point has a dot before it."""
    if lines:
        text = " ".join(lines)
        yield Paragraph(f"•\u00a0 {text[2:]}" if text.startswith("- ") else text)


def _marked(line: str) -> Part | None:
    """The part that a line with a mark makes; None for a line of a paragraph."""
    mark, _, rest = line.partition(" ")
    match mark:
        case "#":
            return Heading(rest, 1)
        case "##":
            return Heading(rest)
        case ">":
            return Paragraph(rest, subtitle=True)
        case "---":
            return Rule()
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
