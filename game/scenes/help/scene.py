"""The help: contents at the left, a page, the keys at the right or below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.desktop.commands import Command
from game.graphics import colours, fonts
from game.graphics.text_rendering import Align
from game.rules import RULES
from game.scenes.common.base import Change, OpenFirstGame, Push
from game.scenes.common.page import PageScene
from game.scenes.common.services import Services
from game.scenes.common.tips_and_first_games import has_first_game
from game.scenes.help.key_list import key_groups
from game.scenes.help.markup import HelpPage, Image
from game.scenes.help.markup import read_page as read
from game.scenes.help.pictures import picture
from game.widgets import control_sizes
from game.widgets.base import Widget
from game.widgets.button import LABEL_INSET, Button, ButtonColours, ButtonKind
from game.widgets.look import Look
from game.widgets.text_page import BAR_ROOM, Block, Heading, KeyTable, Rule, TextPage

GAME_PAGES: Final = tuple(RULES)
"""The pages about one game each."""
GENERAL_PAGES: Final = ("playing", "history", "hints", "keys", "thanks")
"""The pages about all games, after those."""

CONTENTS = 206
CONTENTS_NARROW = 168
CONTENTS_GAP = 26
"""On each side of the line beside the contents."""
KEYS_LEAST = 320
"""The room in dp that the keys need to stand beside the page."""
KEYS_GAP = 24
KEYS_PADDING = 18
FIRST_GAME_HEIGHT = 40
ABOVE = 16
BELOW = 22
HEAD = 28
ENTRY = 34
SECTION = 29
GROUP_GAP = 10
INDENT = 16
ENTRY_INSET = 2
ENTRY_STYLE = fonts.PAGE_TEXT
SECTION_STYLE = fonts.CAPTION


class ContentsEntry(Button):
    """A line of the contents. Sections are dimmer than pages. Its target is not enlarged, because
    the neighbours are too close.
    """

    is_section = False

    def skin(self) -> ButtonColours:
        """The colours of its state."""
        fill, edge, ink = super().skin()
        return fill, edge, colours.DIM if self.is_section and not self.hovered else ink

    def target(self) -> pygame.Rect:
        """Its own area."""
        return self.rect


class HelpScene(PageScene):
    """Lies over the scene that opened it, at the page of that scene's game."""

    name = "help"
    opened_by = Command.HELP
    least_room = (500, 472)
    """Room for all pages in the contents, and for a column of text beside them."""
    usual_height = 1200
    """The page is as high as the window allows: few windows are higher."""

    def __init__(self, services: Services, game: str | None = None) -> None:
        super().__init__(services, lambda _: _("Help"))
        self._name = game or GAME_PAGES[0]
        """The page that is shown."""
        self._page = TextPage("page")
        self._keys = TextPage("keys")
        self._heads: list[tuple[str, tuple[int, int]]] = []
        """The contents' headings with their places."""
        self._divider = pygame.Rect(0, 0, 0, 0)
        self._well = pygame.Rect(0, 0, 0, 0)
        """The background of the keys beside the page; empty if they are not there."""
        self.rebuild()

    def build(self) -> Sequence[Widget]:
        """Read the pages in the language of now; `arrange` makes the controls."""
        super().build()
        folder, language = self.services.assets.folder, self._.code
        names = (*GAME_PAGES, *GENERAL_PAGES)
        self._pages = {name: read(folder, language, name) for name in names}
        return self.focus.widgets

    @property
    def _shown(self) -> HelpPage:
        return self._pages[self._name]

    # Layout

    def arrange(self) -> None:
        """Contents, page, keys; what was being read stays at the top of the view."""
        look, content = self.look, self.content
        place = self._page.reading_place
        width = look.px(CONTENTS_NARROW if self.fills else CONTENTS)
        gap, top = look.px(CONTENTS_GAP), content.y + look.px(ABOVE)
        contents = pygame.Rect(content.x, top, width, content.bottom - look.px(BELOW) - top)
        entries = self._place_contents(contents)
        self._divider = pygame.Rect(contents.right + gap - 2, top, look.scale.line(), contents.h)
        area = pygame.Rect(contents.right + 2 * gap, top, 0, contents.h)
        area.w = content.right - area.x
        # Empty both, so that `place` lays out nothing: `_fill` does it below.
        self._page.fill(())
        self._keys.fill(())
        beside = self._place_keys(look, area)
        self._page.place(look, area)
        teaches = has_first_game(self.services, self._shown.name)
        lesson = [self._first_game(look)] if teaches else []
        keys = [self._keys] if beside else []
        ring = self.focus.ring_shown
        self.focus.renew([self.back, *lesson, *entries, self._page, *keys])
        if self.focus.focused is None:
            self.focus.focus(self._page, ring=ring)
        self._fill(beside)
        self._page.show_place(place)

    def _first_game(self, look: Look) -> Button:
        """The button in the header of a game's page that starts or resumes its first game."""
        label = self._("Guided first game")
        button = Button(
            f"first {self._shown.name}", label, "play", style=fonts.BUTTON_SMALL,
            tooltip=self._("Learn by playing, one step at a time"),
        )  # fmt: skip
        width = button.natural_size(look)[0]
        area = pygame.Rect(0, 0, width, min(self.back.rect.h, look.px(FIRST_GAME_HEIGHT)))
        area.midright = self.content.right, self.back.rect.centery
        button.place(look, area)
        return button

    def _place_keys(self, look: Look, area: pygame.Rect) -> bool:
        """Place the keys at the right of `area`, and narrow `area` to the page. Returns False if
        the room is too small or the page lists the keys itself.
        """
        page = look.px(control_sizes.PAGE_WIDTH + BAR_ROOM)
        left = area.w - page - look.px(KEYS_GAP)
        self._well = pygame.Rect(0, 0, 0, 0)
        told = any(isinstance(part, Image) and part.kind == "keys" for part in self._shown.parts)
        if told or left < look.px(KEYS_LEAST):
            return False
        self._well = pygame.Rect(area.right - left, area.y, left, area.h)
        padding = 2 * look.px(KEYS_PADDING)
        self._keys.place(look, self._well.inflate(-padding, -padding))
        area.w = page
        return True

    def _place_contents(self, area: pygame.Rect) -> list[Widget]:
        """Make and place the entries, with the sections of the page shown if there is room."""
        look, shown, entries = self.look, self._shown, list[Widget]()
        games, general = self._("The games"), self._("For every game")
        pages = len(self._pages) * look.px(ENTRY) + 2 * look.px(HEAD) + look.px(GROUP_GAP)
        has_room = pages + len(shown.sections) * look.px(SECTION) <= area.h
        sections = () if self.fills or not has_room else shown.sections
        self._heads, y = [], area.y
        for title, names in ((games, GAME_PAGES), (general, GENERAL_PAGES)):
            self._heads.append((title, (area.x + look.px(LABEL_INSET), y + look.px(HEAD) // 2)))
            y += look.px(HEAD)
            for name in names:
                of_page = sections if name == shown.name else ()
                lines = [(f"page {name}", self._pages[name].title, ENTRY)]
                lines += [(f"to {section}", section, SECTION) for section in of_page]
                for key, label, dp in lines:
                    high = look.px(dp)
                    entries.append(self._entry(key, label, pygame.Rect(area.x, y, area.w, high)))
                    y += high
            y += look.px(GROUP_GAP)
        return entries

    def _entry(self, name: str, label: str, line: pygame.Rect) -> ContentsEntry:
        """Make and place a line of the contents. The page shown is marked."""
        is_section = name.startswith("to ")
        style = SECTION_STYLE if is_section else ENTRY_STYLE
        entry = ContentsEntry(name, label, kind=ButtonKind.ROW, style=style, align=Align.LEFT)
        entry.is_section, entry.selected = is_section, name == f"page {self._shown.name}"
        indent = self.look.px(INDENT) if is_section else 0
        height = line.h - self.look.px(ENTRY_INSET)
        entry.place(self.look, pygame.Rect(line.x + indent, line.y, line.w - indent, height))
        return entry

    # Content

    def _fill(self, keys_beside: bool) -> None:
        """Fill the page and the keys with their blocks; without room beside it the keys of a game
        are on its page.
        """
        shown, game = self._shown, self._shown.name if self._shown.name in GAME_PAGES else None
        blocks: list[Block] = []
        for part in shown.parts:
            if not isinstance(part, Image):
                blocks.append(part)
            elif part.kind == "keys":
                blocks += self._key_blocks(None)
            else:
                blocks.append(picture(self.look, part, self.services.appearance))
        keys = [Heading(self._("Keys")), *self._key_blocks(game)]
        self._page.fill(blocks + (keys if game and not keys_beside else []))
        self._page.spoken, self._keys.spoken = shown.title, self._("Keys")
        if keys_beside:
            self._keys.fill(keys)

    def _key_blocks(self, game: str | None) -> list[Block]:
        blocks: list[Block] = []
        for number, rows in enumerate(key_groups(game, self._)):
            blocks += [Rule()] * bool(number) + [KeyTable(rows, self._("{name}: {list}"))]
        return blocks

    # Events

    def do(self, name: str) -> Change | None:
        """Open a page or a first game, or go to one of the page's headings."""
        kind, _, what = name.partition(" ")
        self.stale = True
        match kind:
            case "first":
                return Push(OpenFirstGame(what))
            case "page":
                self.open(what)
            case "to":
                self._page.show_heading(what)
            case _:
                return super().do(name)
        return None

    def open(self, name: str) -> None:
        """Show a page by its name."""
        self._name = name
        self._page.scroller.jump(0)
        self._keys.scroller.jump(0)
        self.arrange()

    def press_key(self, event: pygame.event.Event) -> Change | None:
        """Let a key that no control has used scroll the page, before it counts as a command."""
        if self._page.key_down(event) is not None:
            self.stale = True
            return None
        return super().press_key(event)

    # Drawing

    def draw_page(self, target: pygame.Surface, look: Look) -> None:
        """Draw contents headings, divider, the background of the keys, then all controls."""
        for title, at in self._heads:
            look.write(target, title.upper(), fonts.GROUP_HEAD, colours.GOLD, at)
        target.fill(look.paint.toned(colours.LINE), self._divider)
        if self._well.w:
            look.paint.box(
                target, self._well, look.px(12), colours.WELL, colours.LINE, look.scale.line()
            )
        super().draw_page(target, look)
