"""The menu's cards: a paper card with a window through which a game's table is seen, and the
player's results in words. Two buttons lie on the card of a game with an unfinished deal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

import pygame

from game.graphics import colours, fonts
from game.graphics.colours import Rgb, hex_text
from game.graphics.display_list import Shown
from game.graphics.felt import Felt
from game.graphics.fonts import TextStyle
from game.graphics.paint import Painter, from_svg_elements
from game.graphics.text_rendering import Align
from game.record.pack_files import listed_pars
from game.record.statistics import success, whole_percent
from game.rules import Rules
from game.scenes.common.deal_and_day_words import policy_words
from game.scenes.common.services import Services
from game.scenes.menu.layout import CARD_INSET, CARD_TEXT
from game.scenes.menu.self_play import SelfPlayTable
from game.storage import PlayOutcome, StorageError
from game.system.folders import levels_folder
from game.system.language import Language
from game.table.card_sprites import Appearance
from game.widgets.base import PressWidget, ShownAttribute, Widget
from game.widgets.button import Button
from game.widgets.control_sizes import columns
from game.widgets.look import Look
from game.widgets.text_flow import SEPARATOR, leading_facts, line_height


class GameSummary(NamedTuple):
    """The player's results in one game."""

    words: tuple[str, ...]
    """The most important first."""
    done: float | None = None
    """The share, 0 to 1, that the card's line shows as progress; None: it shows none."""


def game_summary(services: Services, rules: Rules) -> GameSummary:
    """The player's results in a game and policy, counted anew."""
    try:
        count = _solved if rules.facts.graded_list else _won
        found = count(services, rules)
    except StorageError:
        # Opening a deal tells what is wrong with the file.
        found = GameSummary(())
    return found if found.words else GameSummary((services.language("not solved yet"),))


def _solved(services: Services, rules: Rules) -> GameSummary:
    """For a game with a graded list: how many of its deals are solved; as long as there is none,
    what was won elsewhere.
    """
    _ = services.language
    solved_decks = services.game_store.storage.answers.solved(rules.name, rules.policy)
    listed = frozenset(listed_pars(rules, levels_folder()) if solved_decks else ())
    solved, count = len(listed & solved_decks), len(listed)
    if not solved:
        return _won(services, rules)
    told = _.plural("{n} of {count} deals solved", "{n} of {count} deals solved", solved)
    return GameSummary((told.format(n=_.number(solved), count=_.number(count)),), solved / count)


def _won(services: Services, rules: Rules) -> GameSummary:
    """For other games: the deals won without help, their share, the policy; that there are only
    wins with help.
    """
    _ = services.language
    tallies = services.game_store.storage.plays.tallies(rules.name, rules.policy)
    found = success(tallies, count_abandoned=services.settings.count_abandoned)
    words = [_.plural("{n} won", "{n} won", found.won).format(n=found.won)] if found.won else []
    if not found.won and any(each.outcome is PlayOutcome.WON for each in tallies):
        words.append(_("solved with help"))
    if found.won and found.rate is not None:
        words.append(_("{rate}%").format(rate=whole_percent(found.rate)))
    if rules.facts.policies:
        words.append(policy_words(rules, _))
    return GameSummary(tuple(words), found.rate if found.won else None)


RADIUS = 15
STEPS = (24, 10)
"""The stepped upper corners of the window: their reach inwards, and the height of a step, in dp."""
EDGE = colours.rgb("#C9BDA3")
LINE = colours.rgb("#C9973C")
RIM = colours.rgb("#8D6A25")
FINE_LINE = (*colours.rgb("#E6B85C"), 140)
LIGHT_SHRINK = 8
"""The light is drawn so many times smaller than the window, and enlarged."""


@lru_cache(maxsize=2)
def paper_card(
    paint: Painter, size: tuple[int, int], at: tuple[int, int, int, int], scale: float, felt: Felt
) -> pygame.Surface:
    """A card without words: paper, a gold line, and a felt window with stepped corners, lit from
    above, at the rectangle `at`. Do not draw on it: the cards share it.
    """
    card = paint.new_box(size, RADIUS * scale, (255, 255, 255))
    paper = card.get_rect()
    shade = pygame.Surface((1, 2))
    shade.set_at((0, 0), colours.PAPER_TOP)
    shade.set_at((0, 1), colours.PAPER_BOTTOM)
    shade = pygame.transform.smoothscale(shade, size)
    card.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    paint.box(card, paper, RADIUS * scale, None, EDGE)
    inset = -2 * round(7 * scale)
    paint.box(card, paper.inflate(inset, inset), 10 * scale, None, LINE, 1.4 * scale)
    _draw_window(card, paint, pygame.Rect(at), scale, felt)
    return card


def _draw_window(
    card: pygame.Surface, paint: Painter, window: pygame.Rect, scale: float, felt: Felt
) -> None:
    """Draw the felt seen through a window, its rim, and a fine line inside the rim."""
    line, inset = max(1, round(scale)), round(4 * scale)
    for part in _stepped(window, -line, scale):
        card.fill(RIM, part)
    light = pygame.transform.smoothscale(_light(window, felt), window.size)
    gilded = light.copy()
    paint.veil(gilded, gilded.get_rect(), FINE_LINE)
    for inside, cloth in ((line, light), (inset, gilded), (inset + line, light)):
        for part in _stepped(window, inside, scale):
            card.blit(cloth, part, part.move(-window.x, -window.y))


def _light(window: pygame.Rect, felt: Felt) -> pygame.Surface:
    """The light on the felt in a window, at LIGHT_SHRINK of its size."""
    width, height = (max(2, length // LIGHT_SHRINK) for length in window.size)
    lit = hex_text(colours.mix(felt.lit, colours.WHITE, 0.06))
    dark = hex_text(colours.mix(felt.dark, felt.lit, 0.3))
    art = from_svg_elements(
        f'<defs><radialGradient id="felt" gradientUnits="userSpaceOnUse" cx="{width / 2}" '
        f'cy="{height * 0.4}" r="{max(width, height) * 0.75}"><stop offset="0" stop-color="{lit}"/>'
        f'<stop offset="1" stop-color="{dark}"/></radialGradient></defs>'
        f'<rect width="{width}" height="{height}" fill="url(#felt)"/>',
        (width, height),
    )
    return art.convert(pygame.Surface((1, 1)))


def window_steps(window: pygame.Rect, scale: float) -> tuple[float, float]:
    """Reach and height of the steps in pixels, smaller in a small window."""
    reach, step = (length * scale for length in STEPS)
    return (reach / 2, step / 2) if window.h < 15 * step else (reach, step)


def _stepped(window: pygame.Rect, inset: int, scale: float) -> list[pygame.Rect]:
    """The rectangles that make up the window with its stepped corners, `inset` pixels inside it."""
    reach, step = window_steps(window, scale)
    inner = window.inflate(-2 * inset, -2 * inset)
    return [
        pygame.Rect(inner.x + side, inner.y + top, inner.w - 2 * side, inner.h - top)
        for side, top in ((0, round(2.2 * step)), (round(step), round(step)), (round(reach), 0))
    ]


TITLE: Final = fonts.TextStyle(fonts.Face.SERIF_BOLD, 29)

RISE = 6
LANDSCAPE_BELOW = 0.9
"""A card whose height is less than this share of its width has its window at the left."""
WINDOW_SHARES = (0.26, 0.5)
"""The least and the most that the window takes of such a card's width: as the words leave."""
SMALL_INSET = 10
RED = colours.rgb("#B01F2D")
BLACK = colours.rgb("#1B2438")
SUITS = {"heart": RED, "diamond": RED}
"""The inks of the games' signs; the others are black."""
SMALL_TITLE = TextStyle(fonts.Face.SERIF_BOLD, 24)
MOTTO = TextStyle(fonts.Face.SANS, 15.5)
MOTTO_LEAST = 13.5
TITLE_LEAST = 10
WINS_LEAST = 11
"""The least sizes of words beside a window."""
ORNAMENT = "ornament"
"""The text that marks a row as the ornament."""


SHADOW = (9, 6, 140)
"""Blur, drop and alpha."""
SHADOW_RISEN = (16, 12, 190)


GO_ON: Final = "go-on-"
NEW: Final = "new-"
"""`GO_ON` and `NEW` are prefixes: a button is named by one of them and the game."""
HEIGHT: Final = 34
INSET: Final = 9
GAP: Final = 8


class ButtonForm(Enum):
    """What is on a button: icon and word, the word alone, or the icon alone."""

    WHOLE = "whole"
    WORD = "word"
    ICON = "icon"


class MenuButton(Button):
    """A button with an icon and a word, which is its tooltip too."""

    def __init__(
        self, name: str, word: str, icon: str, *, style: TextStyle = fonts.BUTTON, key: str = ""
    ) -> None:
        super().__init__(name, word, icon, style=style, tooltip=word, key=key)
        self._icon = icon

    def wear(self, form: ButtonForm) -> None:
        """Take a form."""
        self.label = "" if form is ButtonForm.ICON else self.tooltip
        self.icon = "" if form is ButtonForm.WORD else self._icon

    def width_in(self, look: Look, form: ButtonForm) -> int:
        """The width in pixels that it needs in a form, which it takes."""
        self.wear(form)
        return self.least_width(look)


class CardButton(MenuButton):
    """Lies in the window of its card and rises with it: `lift` is the card's."""

    def __init__(self, name: str, label: str, icon: str, lift: Callable[[], int]) -> None:
        super().__init__(name, label, icon, style=fonts.BUTTON_SMALL)
        self._lift = lift

    def target(self) -> pygame.Rect:
        """The button's own area: a press beside it goes to the card."""
        return self.rect

    def drawn_area(self) -> pygame.Rect:
        """Where it is, and where it is while the card is raised."""
        return self.rect.union(self.rect.move(0, -self.look.px(RISE)))

    def draw(self, target: pygame.Surface) -> None:
        """On a dark ground."""
        placed, self.rect = self.rect, self.rect.move(0, self._lift())
        look = self.look
        look.paint.box(target, *self.focus_area(), colours.tint(colours.VEIL, 0.8))
        super().draw(target)
        self.rect = placed


class Scenery(NamedTuple):
    """The look of a card, and the texts below its window."""

    summary: GameSummary
    """The last of its words are dropped if there is little room."""
    appearance: Appearance


class _Row(NamedTuple):
    """A line of the paper: its height in pixels, and a text or (without a style) an icon."""

    high: int
    text: str
    style: TextStyle | None
    ink: Rgb


class GameCard(PressWidget):
    """Answers Pressed. The card is raised while it is hovered or has the focus ring. Its table is
    drawn apart, above it.
    """

    led = ShownAttribute[bool]()
    """True while the card has the focus and its ring is shown."""

    def __init__(self, rules: Rules, _: Language) -> None:
        super().__init__(rules.name)
        self._title, self._suit = rules.title, rules.facts.suit
        motto = rules.facts.motto
        self._motto = "" if motto is None else motto.translated(_)
        self.spoken = rules.title
        self.table = SelfPlayTable()
        """What is seen through the window."""
        self._free = 0
        """The height at the lower end of the window that buttons take, in pixels."""
        self.go_on = CardButton(GO_ON + rules.name, _("Continue"), "play", lambda: self.lift)
        self.new = CardButton(NEW + rules.name, _("New"), "new", lambda: self.lift)
        for button in (self.go_on, self.new):
            # All cards have the same labels: a screen reader says the game with them.
            button.spoken = f"{button.label}, {rules.title}"
        self.is_begun = False
        """A deal of the game is unfinished: the buttons are shown."""
        self.scenery = Scenery(GameSummary(()), Appearance())
        self._led = False
        self._art: pygame.Surface | None = None
        """The cached picture of everything but the playing cards; None: it must be made."""

    def show(self, scenery: Scenery) -> None:
        """Take a new look; nothing is redrawn if it is the same."""
        if scenery != self.scenery:
            self.scenery, self._art, self.stale = scenery, None, True
            self.spoken_more = ", ".join(filter(None, (self._motto, *scenery.summary.words)))
            if self._look is not None:
                # Longer words make the window narrower.
                self._fit_table()

    def arrange(self) -> None:
        """Fit the table to the new rectangle; remake the picture if the size has changed."""
        if self._art is not None and self._art.get_size() != self.rect.size:
            self._art = None
        self._fit_table()

    @property
    def widgets(self) -> list[Widget]:
        """The card, and its buttons while they are shown."""
        return [self, self.go_on, self.new] if self.is_begun else [self]

    def has_room(self, form: ButtonForm, *, stacked: bool) -> bool:
        """Whether the window has room for its buttons in a form."""
        look = self.look
        wide = max(button.width_in(look, form) for button in (self.go_on, self.new))
        beside = 0 if stacked else wide + look.px(GAP) + 1
        return wide + beside + 2 * look.px(INSET) <= self.window().w

    def place_buttons(self, form: ButtonForm, *, stacked: bool) -> None:
        """Place them at the lower end of the window, side by side or `stacked`; the table leaves
        them room.
        """
        look, gap = self.look, self.look.px(GAP)
        room = self.window().move(self.rect.topleft)
        room.inflate_ip(-2 * look.px(INSET), -2 * look.px(INSET))
        high = min(look.px(HEIGHT), (room.h - gap) // 2)
        area = pygame.Rect(room.x, room.bottom - high, room.w, high)
        areas = [area.move(0, -high - gap), area] if stacked else columns(area, [1, 1], gap)
        for button, area in zip((self.go_on, self.new), areas, strict=True):
            button.wear(form)
            button.place(look, area)
        taken = room.bottom - areas[0].top + look.px(INSET) + gap
        self._free = taken if self.is_begun else 0
        self._fit_table()

    def _fit_table(self) -> None:
        self.table.arrange(self._view(self.window()))

    # Layout

    @property
    def _is_landscape(self) -> bool:
        return self.rect.h < LANDSCAPE_BELOW * self.rect.w

    def window(self) -> pygame.Rect:
        """The window's area, relative to the card's upper left corner."""
        look, (width, height) = self.look, self.rect.size
        if self._is_landscape:
            inset = look.px(SMALL_INSET)
            high = height - 2 * inset
            words = look.width("".join(self.scenery.summary.words[:1]), fonts.CAPTION_STRONG)
            words = max(words, look.width(self._title, SMALL_TITLE))
            rest = width - words - 3 * inset - look.px(8)
            least, most = (round(width * share) for share in WINDOW_SHARES)
            return pygame.Rect(inset, inset, min(max(rest, least), most, high * 2), high)
        inset = look.px(CARD_INSET)
        return pygame.Rect(inset, inset, width - 2 * inset, height - inset - look.px(CARD_TEXT))

    def _view(self, window: pygame.Rect) -> pygame.Rect:
        """The part of the window that the table may take: inside the rim, below the steps."""
        scale = self.look.scale.factor
        above = round(2.2 * window_steps(window, scale)[1] + 7 * scale)
        side, below = self.look.px(15), max(self._free, self.look.px(14))
        return pygame.Rect(
            window.x + side, window.y + above, window.w - 2 * side, window.h - above - below
        )

    def text_area(self) -> pygame.Rect:
        """The area for words, relative to the card's upper left corner."""
        window, (width, height) = self.window(), self.rect.size
        inset = self.look.px(SMALL_INSET if self._is_landscape else CARD_INSET)
        if self._is_landscape:
            left = window.right + inset
            return pygame.Rect(
                left, inset, width - left - inset - self.look.px(4), height - 2 * inset
            )
        return pygame.Rect(inset, window.bottom, width - 2 * inset, height - window.bottom - inset)

    def _risen(self) -> pygame.Rect:
        up = self.hovered or self.led
        return self.rect.move(0, -self.look.px(RISE)) if up and not self.held else self.rect

    @property
    def lift(self) -> int:
        """The card's vertical offset in pixels: negative while it is raised."""
        return self._risen().y - self.rect.y

    def focus_area(self) -> tuple[pygame.Rect, int]:
        """The card's area, raised as it is drawn, and its corner radius."""
        return self._risen(), self.look.px(RADIUS)

    # Drawing

    def drawn_area(self) -> pygame.Rect:
        """The area that the card draws on, with its shadow."""
        area = self._risen()
        blur, drop, _ = self._shadow(area)
        reach = 2 * self.look.px(3 * blur)
        return area.move(0, self.look.px(drop)).inflate(reach, reach).union(area)

    def _shadow(self, area: pygame.Rect) -> tuple[int, int, int]:
        return SHADOW if area.y == self.rect.y else SHADOW_RISEN

    def table_shown(self) -> tuple[list[Shown], list[Shown]]:
        """What rests of the table in the window, and what flies."""
        return self.table.shown(self.look, self.scenery.appearance, self._risen().topleft)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the shadow and the cached picture."""
        look, area = self.look, self._risen()
        blur, drop, alpha = self._shadow(area)
        if not area.contains(target.get_clip()):
            radius = look.px(RADIUS)
            look.paint.shadow(target, area, radius, look.px(blur), (0, look.px(drop)), alpha)
        if self._art is None:
            self._art = self._made()
        target.blit(self._art, area)

    def _made(self) -> pygame.Surface:
        look, size = self.look, self.rect.size
        window, felt = self.window(), self.scenery.appearance.felt
        art = paper_card(look.paint, size, (*window,), look.scale.factor, felt).copy()
        self._write(art)
        return art

    def _write(self, art: pygame.Surface) -> None:
        """Write title, motto and wins onto the picture, in rows."""
        look, area = self.look, self.text_area()
        rows = self._rows(area)
        y = area.centery - sum(row.high for row in rows) // 2
        for row in rows:
            middle = area.centerx, y + row.high // 2
            y += row.high
            if row.style is not None:
                look.write(art, row.text, row.style, row.ink, middle, Align.CENTRE, area.w)
            elif row.text == ORNAMENT:
                self._ornament(art, middle, area.w)
            else:
                look.icon(art, row.text, row.ink, middle, look.px(22))
            if row.text == self._title and row.style and not self._is_landscape:
                self._suits(art, area, middle[1], look.width(row.text, row.style))

    def _rows(self, area: pygame.Rect) -> list[_Row]:
        """The rows from top to bottom; the less important ones are dropped if there is no room."""
        look, upright = self.look, not self._is_landscape
        largest = TITLE if upright else SMALL_TITLE
        named = look.shrunk(self._title, largest, area.w, TITLE_LEAST)
        wins = leading_facts(
            look, SEPARATOR.join(self.scenery.summary.words), fonts.CAPTION_STRONG, area.w
        )
        motto = self._motto_style(area.w)
        step = line_height(look, motto)
        sign = _Row(look.px(34), self._suit, None, SUITS.get(self._suit, BLACK))
        suit = [] if upright else [sign]
        title = _Row(look.px(46 if upright else 40), self._title, named, colours.INK)
        words = [_Row(step, line, motto, colours.PAPER_TEXT) for line in self._motto_lines(area.w)]
        line = _Row(look.px(24), ORNAMENT, None, colours.INK)
        small = look.shrunk(wins, fonts.CAPTION_STRONG, area.w, WINS_LEAST)
        told = _Row(look.px(22), wins, small, colours.PAPER_WINS)
        choices = ([*suit, title, *words, line, told], [*suit, title, line, told],
                   [*suit, title, told], [title, told])  # fmt: skip
        # Beside a window mottos wrap: every card reserves two lines for its motto, so that all
        # cards show the same rows.
        least = 1 if upright else 2
        spare = area.h - step * max(0, least - len(words)), area.h, area.h, area.h
        fitting = (
            rows
            for rows, room in zip(choices, spare, strict=True)
            # Cards whose sizes were rounded differently show the same rows.
            if sum(row.high for row in rows) <= room + look.px(2)
        )
        return next(fitting, [title])

    def _motto_lines(self, room: int) -> list[str]:
        """The motto in at most two lines of similar width; none if it needs more."""
        style, words = self._motto_style(room), self._motto.split()
        if self.look.width(self._motto, style) <= room:
            return [self._motto]
        wide = {}
        for count in range(1, len(words)):
            halves = " ".join(words[:count]), " ".join(words[count:])
            wide[halves] = max(self.look.width(line, style) for line in halves)
        fitting = [halves for halves in wide if wide[halves] <= room]
        return [*min(fitting, key=wide.__getitem__, default=())]

    def _motto_style(self, room: int) -> TextStyle:
        """The style of the motto, a little smaller if that saves a line."""
        return self.look.shrunk(self._motto, MOTTO, room, MOTTO_LEAST)

    def _suits(self, art: pygame.Surface, area: pygame.Rect, middle: int, named: int) -> None:
        """The game's suit on both sides of its name, which is so wide, where there is room."""
        side = self.look.px(20)
        free = (area.w - named) // 2
        if free >= side + self.look.px(10):
            for x in (area.left + side // 2 + 4, area.right - side // 2 - 4):
                self.look.icon(art, self._suit, SUITS.get(self._suit, BLACK), (x, middle), side)

    def _ornament(self, art: pygame.Surface, centre: tuple[int, int], room: int) -> None:
        """Draw a gold line with a diamond or, if the summary has a share, a progress bar."""
        look, (x, y) = self.look, centre
        reach = min(look.px(104), room // 2)
        done = self.scenery.summary.done
        if done is not None:
            high = look.px(4)
            line = pygame.Rect(x - reach, y - high // 2, 2 * reach, high)
            look.paint.box(art, line, high / 2, colours.tint(colours.GOLD_DARK, 0.35))
            line.w = max(high, round(line.w * done)) if done else 0
            look.paint.box(art, line, high / 2, colours.GOLD_DARK)
            return
        gold = (*colours.GOLD_DARK, 150)
        line = pygame.Rect(x - reach, y, 2 * reach, look.scale.line())
        look.paint.box(art, line, 0, gold)
        look.icon(art, "diamond", colours.GOLD_DARK, (x, y), look.px(15))


def place_all_buttons(game_cards: Sequence[GameCard], *, small: bool) -> None:
    """Place the buttons of all cards in one form: the first one for which every card has room. In
    a small window icons do rather than words one above the other.
    """
    begun, words = [each for each in game_cards if each.is_begun], [*ButtonForm][:2]
    forms = [(form, stacked) for stacked in (False, True)[: 1 if small else 2] for form in words]
    fitting = (
        (form, stacked)
        for form, stacked in forms
        if all(each.has_room(form, stacked=stacked) for each in begun)
    )
    form, stacked = next(fitting, (ButtonForm.ICON, False))
    for game_card in game_cards:
        game_card.place_buttons(form, stacked=stacked)
