"""The deals of the day on the menu."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pygame

from game.desktop.commands import Command
from game.graphics import colours, fonts
from game.graphics.colours import Rgb
from game.graphics.display_list import Shown
from game.graphics.fonts import TextStyle
from game.record.daily_deals import DailyDeals, DayState
from game.rules import Rules
from game.scenes.common.deal_and_day_words import day_words
from game.system.language import Language
from game.widgets import control_sizes
from game.widgets.base import PressWidget, ShownAttribute, Widget
from game.widgets.button import Button, ButtonKind
from game.widgets.look import Look

DAILY: Final = "daily-"
"""The prefix, before a game's name, of the name of its chip."""
CHIP: Final = (68, 44)
CHIP_SMALL: Final = (42, 40)
CHIP_GAP: Final = 9
CHIP_GAP_SMALL: Final = 5
INSET: Final = 24
INSET_SMALL: Final = 12
LINES: Final = fonts.BUTTON_LARGE, fonts.PAGE_TEXT
"""The type of the title and of the line below it."""
LINES_NARROW: Final = fonts.BUTTON, fonts.SMALL_CAPTION
NARROW: Final = 500
"""A panel of less width has small chips."""
ROUND_WORDS: Final = 7
"""How much higher than a chip the button is that has words."""
STACKED_TITLE: Final = 20
STACKED_GAP: Final = 4
STACKED_FROM: Final = 70
"""A panel of at least this height has its title above the chips where there is no room beside;
the others are the title's height and what is free below it.
"""


class Chip(PressWidget):
    """The button of a game's daily deal: the game's suit, and a check if the deal is solved, hollow
    if never without help.
    """

    sought = ShownAttribute[bool]()
    """True while the deal is being searched for; it opens as soon as it is found."""
    state = ShownAttribute[DayState | None]()
    """How today's deal was solved; None: it is not."""

    def __init__(self, name: str, suit: str, tooltip: str) -> None:
        super().__init__(name, tooltip=tooltip)
        self._suit = suit
        self._state: DayState | None = None
        self._sought = False

    def draw(self, target: pygame.Surface) -> None:
        """Draw the suit: in gold with a check if solved, with a clock while `sought`."""
        look = self.look
        down = self.is_down
        fill = colours.HOVER_FILL if self.hovered and not down else colours.BUTTON_FILL
        edge = colours.HOVER_EDGE if self.hovered else colours.BUTTON_EDGE
        if self.state is DayState.WON:
            fill, edge = colours.ROW_SELECTED_FILL, colours.tint(colours.GOLD_EDGE, 1)
        radius = look.px(control_sizes.BUTTON_RADIUS)
        look.paint.box(target, self.rect, radius, fill, edge, look.scale.line())
        ink = colours.GOLD if self.state else colours.CREAM
        wide = self.rect.w >= look.px(CHIP[0])
        side, step = (22, 26) if wide else (17, 18)
        x, y = self.rect.center
        y += look.scale.line(control_sizes.PRESSED_DROP) if down else 0
        check = {None: "", DayState.HELPED: "check-hollow"}.get(self.state, "check")
        sign = "clock" if self.sought else check
        if sign:
            look.icon(target, sign, ink, (x + look.px(step / 2), y), look.px(side * 0.85))
            x -= look.px(step / 2)
        look.icon(target, self._suit, ink, (x, y), look.px(side))


class CalendarButton(Button):
    """The panel's icon and words: one button."""

    notes = ShownAttribute[tuple[str, ...]]()
    """Texts below the title, or beside it where it is above the chips; the first that fits is
    shown. If even the title does not fit, there is only the icon.
    """

    def __init__(self, title: str, tooltip: str) -> None:
        super().__init__(Command.CALENDAR, "", "calendar", tooltip=tooltip, kind=ButtonKind.ROW)
        self._title = title
        self._notes: tuple[str, ...] = ()
        self._icon_at = 0
        self._words = pygame.Rect(0, 0, 0, 0)
        """The room for texts."""
        self._styles, self._stacked = LINES, False

    def fit(
        self,
        look: Look,
        head: pygame.Rect,
        words: pygame.Rect,
        styles: tuple[TextStyle, TextStyle],
        *,
        stacked: bool,
    ) -> None:
        """Lie over the icon in the middle of `head`, and over the room for `words`."""
        self._icon_at, self._words = head.centerx, words
        self._styles, self._stacked = styles, stacked
        area = pygame.Rect(head)
        if self.title_fits(look):
            high = (
                look.px(STACKED_TITLE + STACKED_GAP) if stacked else area.h + look.px(ROUND_WORDS)
            )
            area = pygame.Rect(area.x, area.centery - high // 2, words.right - area.x, high)
        self.place(look, area)

    def title_fits(self, look: Look) -> bool:
        """Whether there is room for the title."""
        return look.width(self._title, self._styles[0]) <= self._words.w

    def _aside(self, look: Look) -> int:
        """How far the note begins to the right of the title."""
        return look.width(self._title, self._styles[0]) + look.px(10) if self._stacked else 0

    def _note(self, look: Look) -> str:
        room = self._words.w - self._aside(look)
        fitting = (each for each in self._notes if look.width(each, self._styles[1]) <= room)
        return next(fitting, "")

    def _draw_content(self, target: pygame.Surface, ink: Rgb, area: pygame.Rect) -> None:
        look, (style, lower), y = self.look, self._styles, area.centery
        look.icon(target, self.icon, ink, (self._icon_at, y), self._icon_px(look))
        if not self.title_fits(look):
            return
        x, note = self._words.x, self._note(look)
        up, down = map(look.px, (10, 11) if lower is fonts.SMALL_CAPTION else (12, 13))
        if self._stacked or not note:
            up = down = 0
        look.write(target, self._title, style, ink, (x, y - up))
        look.write(target, note, lower, colours.DIM, (x + self._aside(look), y + down))


class DailyPanel:
    """The daily deals side by side on a panel of their own, with a button for the calendar."""

    def __init__(self, games: Iterable[Rules], _: Language) -> None:
        self._ = _
        words = _("Daily deal: {game}")
        self.chips = [
            Chip(DAILY + rules.name, rules.facts.suit, words.format(game=rules.title))
            for rules in games
        ]
        self.calendar = CalendarButton(_("Daily deals"), _("Calendar of daily deals"))
        self.rect = pygame.Rect(0, 0, 0, 0)

    @property
    def widgets(self) -> list[Widget]:
        """The controls, in the order of Tab."""
        return [self.calendar, *self.chips]

    def show(self, daily: DailyDeals) -> None:
        """Show which of today's deals are solved."""
        _ = self._
        for chip in self.chips:
            chip.state = daily.states(chip.name.removeprefix(DAILY)).get(daily.today)
            how = _("solved with help") if chip.state is DayState.HELPED else _("solved")
            chip.spoken = f"{chip.tooltip}, {how}" if chip.state else ""
        solved, count = sum(chip.state is not None for chip in self.chips), len(self.chips)
        day = day_words(daily.today, daily.today, _)
        told = _.plural("{n} of {count} solved", "{n} of {count} solved", solved)
        self.calendar.notes = (f"{day} · {told.format(n=solved, count=count)}", day)

    def seek(self, game: str | None) -> None:
        """Mark the deal of a game as sought, and no other; None: no deal is."""
        for chip in self.chips:
            chip.sought = game is not None and chip.name == DAILY + game

    def place(self, look: Look, rect: pygame.Rect) -> None:
        """Lay the panel out in a rectangle, in window pixels."""
        self.rect = pygame.Rect(rect)
        self._place(look, stacked=False)
        if not self.calendar.title_fits(look) and rect.h >= look.px(STACKED_FROM):
            self._place(look, stacked=True)

    def _place(self, look: Look, *, stacked: bool) -> None:
        """`stacked`: the title is above the chips."""
        rect, narrow = self.rect, self.rect.w < look.px(NARROW)
        size, inset = (CHIP_SMALL, INSET_SMALL) if narrow else (CHIP, INSET)
        gap = look.px(CHIP_GAP_SMALL if narrow else CHIP_GAP)
        width, height = look.px(size[0]), look.px(size[1])
        middle = chip_middle = rect.centery
        if stacked:
            above, both = look.px(STACKED_TITLE), look.px(STACKED_TITLE + STACKED_GAP) + height
            middle = rect.centery - both // 2 + above // 2
            chip_middle = rect.centery + both // 2 - height // 2
        head = pygame.Rect(0, middle - height // 2, height, height)
        icon, right = look.px(20 if narrow else 24), rect.right - look.px(inset)
        head.centerx = rect.left + look.px(inset) + icon // 2
        left, count = right, len(self.chips)
        width = min(width, (left - head.right) // count - gap)
        for chip in reversed(self.chips):
            left -= width
            chip.place(look, pygame.Rect(left, chip_middle - height // 2, width, height))
            left -= gap
        text = head.centerx + icon // 2 + look.px(10 if narrow else 18)
        end = right if stacked else self.chips[0].rect.left - look.px(8)
        words = pygame.Rect(text, head.y, end - text, head.h)
        styles = LINES_NARROW if narrow else LINES
        self.calendar.fit(look, head, words, styles, stacked=stacked)

    def shown(self, look: Look) -> Shown:
        """The ground; the controls draw themselves."""
        return Shown("daily", (look,), self.rect, self._draw)

    def _draw(self, target: pygame.Surface, look: Look) -> None:
        radius, line = look.px(control_sizes.BUTTON_RADIUS), look.scale.line()
        look.paint.box(target, self.rect, radius, colours.SCENE_BAR_FILL, colours.BUTTON_EDGE, line)
