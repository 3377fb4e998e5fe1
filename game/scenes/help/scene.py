"""The help: contents at the left, a page, the keys at the right or below it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import pygame

from game.desktop.key_bindings import Command
from game.graphics import colours, fonts
from game.graphics.scale import scene_scale
from game.graphics.text_rendering import Align
from game.rules import RULES
from game.scenes.common.base import Change, OpenFirstGame, Push
from game.scenes.common.page import PageScene
from game.scenes.common.services import Services
from game.scenes.common.tips_and_first_games import has_first_game
from game.scenes.help.key_list import key_groups
from game.scenes.help.markup import HelpPage, Image, Part
from game.scenes.help.markup import read_page as read
from game.scenes.help.pictures import picture
from game.widgets import control_sizes
from game.widgets.base import Changed, Pressed, Widget, WidgetAction
from game.widgets.button import LABEL_INSET, Button, ButtonColours, ButtonKind
from game.widgets.choices import Segmented
from game.widgets.look import Look
from game.widgets.text_page import BAR_ROOM, Block, Heading, KeyTable, Rule, TextPage

GAME_PAGES: Final = tuple(RULES)
"""The pages about one game each."""
GENERAL_PAGES: Final = ("playing", "history", "hints", "keys", "thanks")
"""The pages about all games, after those."""

CONTENTS = 206
CONTENTS_NARROW = 168
CONTENTS_CHOICE = "contents"
LEAST_CONTENTS = 0.8
"""If the scale of the contents would be less than this share of the page's, the contents become a
choice above the page.
"""
LEAST_PAGE = 220
"""If the page beside the contents would be narrower than this in dp, they become a choice too."""
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
    usual_height = 1200
    """The page is as high as the window allows: few windows are higher."""

    def __init__(self, services: Services, game: str | None = None) -> None:
        super().__init__(services, lambda _: _("Help"))
        self._pages = self._read_pages()
        self._shown = self._pages[game or GAME_PAGES[0]]
        self._page = TextPage("page")
        self._keys = TextPage("keys")
        self._contents_look: Look
        self._heads: list[tuple[str, tuple[int, int]]] = []
        """The contents' headings with their places."""
        self._divider = pygame.Rect(0, 0, 0, 0)
        self._well = pygame.Rect(0, 0, 0, 0)
        """The background of the keys beside the page; empty if they are not there."""

    def _read_pages(self) -> dict[str, HelpPage]:
        folder, language = self.services.assets.folder, self._.code
        return {name: read(folder, language, name) for name in (*GAME_PAGES, *GENERAL_PAGES)}

    def follow_language(self) -> None:
        """The same page in the other language."""
        self.back = self.back_button()
        self._pages = self._read_pages()
        self._shown = self._pages[self._shown.name]

    # Layout

    def arrange(self) -> None:
        """Contents, page, keys; what was being read stays at the top of the view."""
        look, content = self.look, self.content
        self._contents_look = self._fitting_contents(look)
        place = self._page.reading_place if self._page.scroller.offset else None
        inner = pygame.Rect(content.x, content.y + look.px(ABOVE), content.w, 0)
        inner.h = content.bottom - look.px(BELOW) - inner.y
        if self._has_no_room_beside(look, inner):
            entries, area = self._place_stepper(look, inner)
        else:
            entries, area = self._place_beside(look, inner)
        # Empty both, so that `place` lays out nothing: `_fill` does it below.
        self._page.fill(())
        self._keys.fill(())
        beside = self._place_keys(look, area)
        self._page.place(look, area)
        teaches = has_first_game(self.services, self._shown.name)
        lesson = [self._first_game(look)] if teaches else []
        widgets: list[Widget] = [self.back, *lesson, *entries, self._page]
        self._take(widgets + ([self._keys] if beside else []))
        self._fill(beside)
        if place is not None:
            with suppress(KeyError):  # the language has changed
                self._page.show_place(*place)

    def _has_no_room_beside(self, look: Look, inner: pygame.Rect) -> bool:
        """Whether contents beside the page would be too small, or leave the page too narrow."""
        small = self._contents_look.scale.factor < LEAST_CONTENTS * look.scale.factor
        page = inner.w - self._contents_width - 2 * look.px(CONTENTS_GAP)
        return small or page < look.px(LEAST_PAGE)

    @property
    def _contents_width(self) -> int:
        return self._contents_look.px(CONTENTS_NARROW if self.fills else CONTENTS)

    def _place_stepper(
        self, look: Look, inner: pygame.Rect
    ) -> tuple[Sequence[Widget], pygame.Rect]:
        """Place the contents as a choice above the page, because large text leaves no room beside
        it. Returns the controls, and the area for page and keys.
        """
        titles = [(name, page.title) for name, page in self._pages.items()]
        choice = Segmented(CONTENTS_CHOICE, titles, self._shown.name, tooltip=self._("Contents"))
        high = choice.natural_size(look)[1]
        choice.place(look, pygame.Rect(inner.x, inner.y, inner.w, high))
        self._heads, self._divider = [], pygame.Rect(0, 0, 0, 0)
        above = high + look.px(ABOVE)
        return [choice], pygame.Rect(inner.x, inner.y + above, inner.w, inner.h - above)

    def _place_beside(self, look: Look, inner: pygame.Rect) -> tuple[Sequence[Widget], pygame.Rect]:
        """Place the contents at the left of the page. Returns the controls, and the area for page
        and keys.
        """
        width = self._contents_width
        sections = () if self.fills else self._shown.sections
        entries = self._place_contents(
            self._contents_look, pygame.Rect(inner.x, inner.y, width, inner.h), sections
        )
        gap = look.px(CONTENTS_GAP)
        line = look.scale.line()
        self._divider = pygame.Rect(inner.x + width + gap - 2, inner.y, line, inner.h)
        area = pygame.Rect(inner.x + width + 2 * gap, inner.y, 0, inner.h)
        area.w = inner.right - area.x
        return entries, area

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

    def _fitting_contents(self, look: Look) -> Look:
        """The look of the contents. With large text its scale is reduced until all pages fit in
        view, but not below that of usual text.
        """
        room = self.content.h - look.px(ABOVE) - look.px(BELOW)
        usual = scene_scale(*self.size, density=self.services.density).factor
        factor = look.scale.factor * min(1.0, room / self._needs(look, 0))
        return look.at_factor(min(look.scale.factor, max(usual, factor)))

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

    def _place_contents(
        self, look: Look, area: pygame.Rect, sections: tuple[str, ...]
    ) -> list[Widget]:
        """Make and place the entries, closer together if the height is small, with the sections of
        the page shown if there is room for them.
        """
        found: list[Widget] = []
        self._heads = []
        y = float(area.y)
        if self._needs(look, len(sections)) > area.h:
            sections = ()
        squeeze = min(1.0, area.h / self._needs(look, len(sections)))
        for title, names in self._groups():
            at = (area.x + look.px(LABEL_INSET), round(y + look.px(HEAD) * squeeze / 2))
            self._heads.append((title, at))
            y += look.px(HEAD) * squeeze
            for name in names:
                page = self._pages[name]
                high = look.px(ENTRY) * squeeze
                found.append(self._entry(f"page {name}", page.title, area, (y, high), 0))
                y += high
                for section in sections if page is self._shown else ():
                    high = look.px(SECTION) * squeeze
                    found.append(self._entry(f"to {section}", section, area, (y, high), INDENT))
                    y += high
            y += look.px(GROUP_GAP) * squeeze
        return found

    def _groups(self) -> list[tuple[str, tuple[str, ...]]]:
        return [(self._("The games"), GAME_PAGES), (self._("For every game"), GENERAL_PAGES)]

    def _needs(self, look: Look, sections: int) -> int:
        """The height of the contents in pixels with this number of sections."""
        pages = (len(GAME_PAGES) + len(GENERAL_PAGES)) * look.px(ENTRY)
        return pages + sections * look.px(SECTION) + 2 * look.px(HEAD) + look.px(GROUP_GAP)

    def _entry(
        self, name: str, label: str, area: pygame.Rect, span: tuple[float, float], indent: int
    ) -> ContentsEntry:
        """Make and place a line of the contents; `span` is its top and height in pixels, `indent`
        is in dp and not 0 for a section. The page shown is marked.
        """
        look, (y, high) = self._contents_look, span
        style = SECTION_STYLE if indent else ENTRY_STYLE
        entry = ContentsEntry(name, label, kind=ButtonKind.ROW, style=style, align=Align.LEFT)
        entry.is_section = bool(indent)
        entry.selected = name == f"page {self._shown.name}"
        x = area.x + look.px(indent)
        top = round(y)
        height = round(y + high) - top - look.px(ENTRY_INSET)
        entry.place(look, pygame.Rect(x, top, area.right - x, height))
        return entry

    def _take(self, widgets: list[Widget]) -> None:
        """Replace the controls. The one with the name of the focused one gets the focus, else the
        page.
        """
        ring = self.focus.ring_shown
        self.focus.renew(widgets)
        if self.focus.focused is None:
            self.focus.focus(self._page, ring=ring)

    # Content

    def _fill(self, keys_beside: bool) -> None:
        """Fill the page and the keys with their blocks."""
        self._page.fill(self._blocks(keys_beside))
        self._page.spoken, self._keys.spoken = self._shown.title, self._("Keys")
        if keys_beside:
            game = self._shown.name if self._shown.name in GAME_PAGES else None
            self._keys.fill([Heading(self._("Keys")), *self._key_blocks(game)])

    def _blocks(self, keys_beside: bool) -> list[Block]:
        page = self._shown
        blocks = [block for part in page.parts for block in self._set(part)]
        if page.name in GAME_PAGES and not keys_beside:
            blocks += [Heading(self._("Keys")), *self._key_blocks(page.name)]
        return blocks

    def _set(self, part: Part) -> list[Block]:
        """The blocks of a part of a page: of an image its picture, or the tables of all keys."""
        match part:
            case Image("keys"):
                return self._key_blocks(None)
            case Image():
                return [picture(self.look, part, self.services.appearance)]
            case _:
                return [part]

    def _key_blocks(self, game: str | None) -> list[Block]:
        blocks: list[Block] = []
        for number, rows in enumerate(key_groups(game, self._)):
            blocks += [Rule()] * bool(number) + [KeyTable(rows, self._("{name}: {list}"))]
        return blocks

    # Events

    def act(self, action: WidgetAction) -> Change | None:
        """Open a page, or go to one of its headings."""
        if isinstance(action, Changed) and action.name == CONTENTS_CHOICE:
            self.open(str(action.value))
        elif isinstance(action, Pressed):
            kind, _, name = action.name.partition(" ")
            if kind == "first":
                return Push(OpenFirstGame(name))
            if kind == "page":
                self.open(name)
            else:
                self._page.show_heading(name)
        self.stale = True
        return None

    def open(self, name: str) -> None:
        """Show a page by its name."""
        self._shown = self._pages[name]
        self._page.scroller.jump(0)
        self._keys.scroller.jump(0)
        self.arrange()

    def _key(self, event: pygame.event.Event) -> Change | None:
        """Let a key that no control has used scroll the page, before it counts as a command."""
        if self._page.key_down(event) is not None:
            self.stale = True
            return None
        return super()._key(event)

    # Drawing

    def draw_page(self, target: pygame.Surface, look: Look) -> None:
        """Draw contents headings, divider, the background of the keys, then all controls."""
        for title, at in self._heads:
            self._contents_look.write(target, title.upper(), fonts.GROUP_HEAD, colours.GOLD, at)
        target.fill(colours.LINE, self._divider)
        if self._well.w:
            look.paint.box(
                target, self._well, look.px(12), colours.WELL, colours.LINE, look.scale.line()
            )
        super().draw_page(target, look)
