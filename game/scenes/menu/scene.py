"""The menu: a card for each game, the unfinished tables, the daily deals, options, help, quit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from random import Random
from typing import Final

import pygame

from game.core import deals
from game.desktop.commands import Chord, Command
from game.desktop.game_pad import PAD_ENTER
from game.desktop.key_and_pad_button_names import KeyHints, chord_name, key_name
from game.graphics.display_list import Canvas, Shown
from game.rules import RULES, Rules, chosen_words, rules_for
from game.scenes.common.base import (
    Change,
    OpenCalendar,
    OpenDeals,
    OpenLibrary,
    OpenMenu,
    OpenStatistics,
    OpenTable,
    Push,
    Quit,
    Scene,
    SceneRequest,
    soonest,
)
from game.scenes.common.control_scene import ControlScene
from game.scenes.common.deal_sources import new_number
from game.scenes.common.sample_positions import sample_position
from game.scenes.common.services import Services
from game.scenes.menu.daily_panel import DAILY, Chip, DailyPanel
from game.scenes.menu.deals_to_resume import (
    MOST_TABLES,
    LeftDeal,
    ResumeTile,
    all_left,
    last_played,
    place_tiles,
    unfinished,
)
from game.scenes.menu.game_card import (
    GO_ON,
    NEW,
    ButtonForm,
    GameCard,
    MenuButton,
    game_summary,
    place_all_buttons,
)
from game.scenes.menu.layout import Area, MenuPlan, plan
from game.scenes.menu.self_play import (
    BEAT,
    TABLES_BEGIN,
    TABLES_REST_S,
    DemoDeal,
    demo_deals,
    read_demos,
)
from game.scenes.menu.title_art import draw_hints, draw_name, lay_felt_with_rays, name_width
from game.table.window_layout import is_small
from game.widgets.base import Widget
from game.widgets.focus import FocusGroup
from game.widgets.look import Look

CONTINUE = "continue"
HINT_HIGH = 20
MESSAGE_ABOVE = 3
"""The free room above a message, in dp."""
_FORMS: Final = (ButtonForm.WHOLE, 1), (ButtonForm.WHOLE, 2), (ButtonForm.WORD, 1)
"""What is on the buttons below the cards or in the header, and in how many rows they lie below the
cards, the best first.
"""
_BUTTONS: Final = (
    Command.LIBRARY, Command.STATISTICS, Command.OPTIONS, Command.HELP, Command.QUIT,
)  # fmt: skip
_KEY_OF = {Command.LIBRARY: Command.LIST}
"""For a command without a key of its own, the command whose key opens it here."""


class MenuScene(ControlScene):
    """The lowest scene of the stack."""

    name = "menu"
    least_room = (600, 375)

    def __init__(
        self,
        services: Services,
        now: Callable[[], datetime] = datetime.now,
        choose: Random | None = None,
    ) -> None:
        """`now` returns the local time, for the words today and yesterday. `choose` picks the deals
        that the tables play.
        """
        super().__init__(services, FocusGroup(shows_first=True))
        self._choose = choose or Random()
        self._demos: list[str] | None = None
        self._ = services.language
        self._now = now
        self._left: list[LeftDeal] = []
        """The unfinished tables, the one left last first."""
        self._game_cards: list[GameCard] = []
        self._day = services.daily.today
        self._untouched = 0.0
        """Seconds since the last input."""
        self._wanted: tuple[str, date] | None = None
        """The game whose deal of the day is opened as soon as it is found."""
        self._tiles = [
            ResumeTile(CONTINUE if not n else f"{CONTINUE}-{n + 1}", first=not n)
            for n in range(MOST_TABLES)
        ]
        self._tiles_shown = 0
        self.rebuild()
        self.does = {
            Command.LIBRARY: lambda: Push(OpenLibrary()),
            Command.LIST: lambda: Push(OpenLibrary()),
            Command.CALENDAR: lambda: Push(OpenCalendar()),
            Command.STATISTICS: lambda: Push(OpenStatistics()),
            Command.PASTE: self._paste,
            Command.BACK: Quit,
        }
        self._plan: MenuPlan
        self._canvas = Canvas((1, 1), lambda ground: None)

    def serves(self, wanted: Scene | SceneRequest) -> bool:
        """A table's button comes back to it."""
        return isinstance(wanted, OpenMenu)

    def build(self) -> Sequence[Widget]:
        """Cards, daily deals and buttons; tables that play go on."""
        _, before = self._, self._game_cards
        self._game_cards = [GameCard(make(), _) for make in RULES.values()]
        for old, new in zip(before, self._game_cards, strict=False):
            new.is_begun, new.table = old.is_begun, old.table
        self._daily = DailyPanel((make() for make in RULES.values()), _)
        keys = {each: key_name(_KEY_OF.get(each, each), _) for each in _BUTTONS}
        self._buttons = [MenuButton(c, c.caption(_), c.row.icon, key=k) for c, k in keys.items()]
        return self._all_controls()

    # Content

    def resume(self) -> Change | None:
        """Update everything: games may have been played since."""
        self.services.advisor.stop()
        self.services.reviewer.stop()
        self._wake()
        storage = self.services.game_store.storage
        self._left, games = all_left(storage, MOST_TABLES)
        for game_card in self._game_cards:
            game_card.is_begun = game_card.name in games
            goes_on = game_card.is_begun and not self._rules(game_card.name).facts.graded_list
            game_card.tooltip = game_card.go_on.tooltip if goes_on else ""
        self._want(None)
        self._update()
        self._arrange()
        if self.focus.focused is None:
            self.focus.focus(self._tiles[0] if self._left else self._game_cards[0])
        return super().resume()

    def _all_controls(self) -> list[Widget]:
        """In the order of Tab."""
        tiles = self._tiles[: self._tiles_shown]
        cards = [widget for game_card in self._game_cards for widget in game_card.widgets]
        return [*cards, *tiles, *self._daily.widgets, *self._buttons]

    def _update(self) -> None:
        self._update_cards()
        self._update_tables()
        self._update_dated()

    def _update_cards(self) -> None:
        for game_card in self._game_cards:
            game_card.show(game_card.scenery._replace(appearance=self.services.appearance))
        # The first frame does not wait until 10,000 plays are counted.
        self.services.program.after_first_frame(self._update_summaries)

    def _update_summaries(self) -> None:
        for game_card in self._game_cards:
            summary = game_summary(self.services, self._rules(game_card.name))
            game_card.show(game_card.scenery._replace(summary=summary))

    def _update_tables(self) -> None:
        """Let the cards' tables play; if motion is off, they show their games as last played."""
        for place, game_card in enumerate(self._game_cards):
            rules = self._rules(game_card.name)
            if self.services.motion:
                if game_card.table.plays_by(rules):
                    continue
                wait = TABLES_BEGIN + place * BEAT / len(self._game_cards)
                if game_card.table.play(self._reel(rules), wait, self._choose):
                    continue
            left = last_played(self.services.game_store.storage, game_card.name)
            if left is not None:
                game_card.table.hold(left.rules, left.position)
            else:
                game_card.table.hold(rules, sample_position(rules))

    def _reel(self, rules: Rules) -> Iterator[DemoDeal]:
        if self._demos is None:
            self._demos = read_demos(self.services.assets.folder)
        return demo_deals(rules, self._demos, self._choose)

    def _update_dated(self) -> None:
        """Update whatever depends on the date."""
        self._day = self.services.daily.today
        # Neither does it wait for the deals that were solved with help.
        self.services.program.after_first_frame(lambda: self._daily.show(self.services.daily))
        appearance = self.services.appearance
        for tile, left in zip(self._tiles, self._left, strict=False):
            tile.show(left, self._now(), appearance, self._)

    def follow_settings(self) -> None:
        """Update everything: card looks, felt, policy or motion may have changed."""
        self._canvas = self._new_canvas()
        self._update()

    def refresh(self) -> None:
        """Draw everything."""
        super().refresh()
        self._canvas.lose()
        for game_card in self._game_cards:
            game_card.table.forget()

    def _new_canvas(self) -> Canvas:
        look, felt = self.look, self.services.felt
        return Canvas(self.size, lambda ground: lay_felt_with_rays(ground, look, felt))

    # Layout

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window."""
        super().place(size)
        self._canvas = self._new_canvas()
        self._arrange()

    def _arrange(self) -> None:
        look, small = self.look, is_small(*self.window, self.scale.density)
        self._plan = found = self._planned(icons=small)
        for game_card, area in zip(self._game_cards, found.game_cards, strict=True):
            game_card.place(look, _rect(look, area))
        place_all_buttons(self._game_cards, small=small)
        for button, area in zip(self._buttons, found.buttons, strict=True):
            button.place(look, _rect(look, area))
        tiles, resume = self._tiles[: len(self._left)], found.resume
        self._tiles_shown = 0
        if resume is not None:
            self._tiles_shown = place_tiles(
                look, tiles, _rect(look, resume), small=small and found.small
            )
        self._daily.place(look, _rect(look, found.daily))
        self.focus.widgets = self._all_controls()

    def _planned(self, *, icons: bool) -> MenuPlan:
        """The first plan that leaves the buttons and the name whole. `icons`: in the small form
        the buttons are icons.
        """
        wide, high = map(self.scale.dp, self.size)
        resume, count = bool(self._left), len(self._buttons)
        for form, rows in _FORMS:
            words = [self._needed(button, form) for button in self._buttons]
            given = () if icons else words
            found = plan(wide, high, count, resume=resume, button_rows=rows, words=given)
            if icons and found.small:
                for button in self._buttons:
                    button.wear(ButtonForm.ICON)
                break
            if self._is_whole(found):
                break
        return found

    def _needed(self, button: MenuButton, form: ButtonForm) -> float:
        """The width in dp that a button needs in a form, which it takes."""
        return self.scale.dp(button.width_in(self.look, form) + 1)

    def _is_whole(self, found: MenuPlan) -> bool:
        """Whether the buttons and a name beside them are whole in a plan."""
        look = self.look
        name = not found.small or name_width(look, found) <= _rect(look, found.header).w
        widths = [_rect(look, area).w for area in found.buttons]
        words = [button.least_width(look) for button in self._buttons]
        return name and all(map(int.__le__, words, widths))

    @property
    def message_room(self) -> pygame.Rect | None:
        """The header and the free strip above it; in the small form only beside the buttons."""
        look, header = self.look, _rect(self.look, self._plan.header)
        top = look.px(MESSAGE_ABOVE)
        return pygame.Rect(header.x, top, header.w, header.bottom - top)

    # Events

    def handle(self, event: pygame.event.Event) -> Change | None:
        """The controls first, then the menu's keys."""
        self._wake()
        return super().handle(event)

    def _wake(self) -> None:
        """Let the tables play: the player is present."""
        self._untouched = 0.0
        for game_card in self._game_cards:
            game_card.table.rests = False

    @property
    def tooltip_widget(self) -> Widget | None:
        """The control under the mouse, if its tooltip tells more than is written on it."""
        widget = self.focus.hovered
        more = isinstance(widget, Chip | ResumeTile | GameCard) or not getattr(widget, "label", " ")
        return widget if more else None

    def press_key(self, event: pygame.event.Event) -> Change | None:
        """C continues. Escape leads back to the menu and may be pressed once too often, so only Q
        quits.
        """
        if event.unicode.lower() == "c" and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return self._continue()
        return None if event.key == pygame.K_ESCAPE else super().press_key(event)

    def _paste(self) -> Change | None:
        # Imported here: the first frame does without it.
        from game.scenes.common.copy_and_paste import pasted_table

        table = pasted_table(self.services)
        return None if table is None else _over_list(table, deals.deck_text(table.deck))

    def do(self, name: str) -> Change | None:
        """Also open an unfinished table, a new or daily deal, or a game, by its control's name."""
        if isinstance(name, Command):
            return super().do(name)
        match name:
            case _ if name.startswith(CONTINUE):
                return self._continue(int(name.partition("-")[2] or 1) - 1)
            case _ if name.startswith(GO_ON):
                left = unfinished(self.services.game_store.storage, name.removeprefix(GO_ON))
                return None if left is None else self._go_on(left)
            case _ if name.startswith(NEW):
                return self._open_new(self._rules(name.removeprefix(NEW)))
            case _ if name.startswith(DAILY):
                return self._open_daily(name.removeprefix(DAILY), self.services.daily.today)
        rules = self._rules(name)
        if rules.facts.graded_list:
            return Push(OpenDeals(rules))
        return self.do(GO_ON + name) or self._open_new(rules)

    def _open_new(self, rules: Rules) -> Change:
        number = new_number(self.services, rules)
        return _over_list(OpenTable(rules, deals.deck_of(number), number))

    def _open_daily(self, game: str, day: date) -> Change | None:
        """The deal of a day, now or as soon as it is found."""
        number = self.services.daily.number(game, day)
        self._want((game, day) if number is None else None)
        if number is None:
            self.services.tell(self._("Looking for today’s deal…"))
            return None
        rules = self.services.daily.rules(game)
        return Push(OpenTable(rules, deals.deck_of(number), number))

    def _want(self, wanted: tuple[str, date] | None) -> None:
        """Have the deal of a game and a day opened as soon as it is found; None: open none."""
        self._wanted = wanted
        self._daily.seek(wanted[0] if wanted else None)
        self.stale = self.stale or self.focus.stale

    def _rules(self, name: str) -> Rules:
        return rules_for(name, chosen_words(name, self.services.settings))

    def _continue(self, place: int = 0) -> Change | None:
        """Open an unfinished table by its place, the one left last at 0."""
        return self._go_on(self._left[place]) if place < len(self._left) else None

    def _go_on(self, left: LeftDeal) -> Change:
        table = OpenTable(left.rules, left.deck, left.number)
        return _over_list(table, deals.deck_text(left.deck), left.pack)

    # Time

    @property
    def due(self) -> float | None:
        """Seconds until something happens by itself: a move, a tooltip, the beginning of a day."""
        tables = [game_card.table.due for game_card in self._game_cards]
        return soonest(self._tooltip.due, self.services.daily.due, *tables)

    def update(self, seconds: float) -> Change | None:
        """Advance the tables, the tooltip and the day; open a daily deal that was found."""
        if not self.services.paint.is_draft:
            self._canvas.prepare()
        self._let_play(seconds)
        if self.services.daily.today != self._day:
            self._update_dated()
            self.stale = True
        super().update(seconds)
        if self._wanted is None or self.services.daily.is_sought(*self._wanted):
            return None
        (game, day), number = self._wanted, self.services.daily.known_number(*self._wanted)
        if number is not None:
            return self._open_daily(game, day)
        self._want(None)
        return None

    def _let_play(self, seconds: float) -> None:
        """Advance the tables. They stop after `TABLES_REST_S` without input, because playing is the
        most expensive thing the menu does.
        """
        self._untouched += seconds
        for game_card in self._game_cards:
            game_card.table.rests = self._untouched >= TABLES_REST_S
            self.stale = game_card.table.update(seconds) or self.stale

    # Drawing

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw felt with rays, name, cards and buttons, as far as they have changed."""
        look, found, window = self.look, self._plan, target.get_rect()
        for game_card in self._game_cards:
            game_card.led = game_card.focused and self.focus.ring_shown
        header = _rect(look, found.header)
        name = look, found, self._("Four solitaires made to be solved")
        rest, fly = [Shown("name", name, header, draw_name), self._daily.shown(look)], list[Shown]()
        if found.hints is not None:
            y, hints = look.px(found.hints), tuple(self._hints())
            area = pygame.Rect(0, y - look.px(HINT_HIGH), window.w, 2 * look.px(HINT_HIGH))
            rest.append(Shown("hints", (look, y, hints), area, draw_hints))
        for control in self.focus.shown():
            rest.append(control)
            if isinstance(control.key, GameCard):
                resting, flying = control.key.table_shown()
                rest, fly = rest + resting, fly + flying
        # A screen reader is told what is drawn on a surface of its own: all of it.
        is_read = target is self.services.assets.recorded_surface
        canvas = self._new_canvas() if is_read else self._canvas
        return canvas.show(target, rest, fly + self._tooltip.shown(window))

    def _hints(self) -> list[tuple[str, str]]:
        """The menu's keys and what they do."""
        _ = self._
        if self.services.key_hints is KeyHints.PAD:
            return [(PAD_ENTER, _("open"))]
        if self.services.key_hints is KeyHints.TOUCH:
            return []
        tab, enter = (chord_name(Chord(key), _) for key in (pygame.K_TAB, pygame.K_RETURN))
        hints = [(tab, _("choose")), (enter, _("open"))]
        hints += [("C", _("continue"))] if self._left else []
        return [
            *hints,
            (key_name(Command.HELP, _), _("help")),
            (chord_name(Command.BACK.row.keys[-1], _), _("quit")),
        ]


def _over_list(table: OpenTable, deck: str = "", place: str = "") -> Change:
    """Open a table, over the list of deals if its game opens with one; `deck` and `place` as in
    `OpenDeals`.
    """
    deals_below = OpenDeals(table.rules, deck, place=place)
    return Push(table, under=deals_below if table.rules.facts.graded_list else None)


def _rect(look: Look, area: Area) -> pygame.Rect:
    return pygame.Rect(look.scale.rect(*area))
