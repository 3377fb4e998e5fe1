"""The table: one deal being played, from its opening to its win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pygame

from game.core.deals import Deck
from game.core.moves import Move
from game.desktop.commands import Command
from game.graphics.display_list import Shown
from game.rules import Rules, chosen_words, rules_for
from game.scenes.common.base import Change, OpenTable, OpenWin, Push, soonest
from game.scenes.common.services import Services
from game.scenes.common.tips_and_first_games import (
    note_win,
    tell_after_wins,
)
from game.scenes.table.commands import TableCommands
from game.scenes.table.keys_and_mouse import KeysAndMouse
from game.scenes.table.played_table import PlayedTable

if TYPE_CHECKING:
    from game.accessibility.accessibility_tree import DrawnText, Item, ItemAction, Key


class TableScene(PlayedTable):
    """One deal on the screen: its events, its commands, time and drawing."""

    name = "table"

    def __init__(
        self,
        services: Services,
        rules: Rules,
        deck: Deck,
        number: int | None = None,
        moves: tuple[Move, ...] = (),
        par: tuple[int, bool] | None = None,
        typed: bool = False,
        then: Command | None = None,
        pack: str = "",
    ) -> None:
        """The parameters are the fields of `OpenTable`."""
        asked = OpenTable(rules, deck, number, moves, par, typed, then, pack)
        super().__init__(services, asked)
        self._chosen = chosen_words(rules.name, services.settings)
        """The option words last taken from the settings; the command line may override them."""
        self._commands = TableCommands(self)
        self._events = KeysAndMouse(self, self._commands)
        self._then = then

    # The scene

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window; the first time the deal is dealt."""
        first = self.size == (0, 0)
        super().place(size)
        self.mouse.reset()
        view = self.table_picture.cards
        if first:
            view.expect(self.session.position)
        self.table_picture.place(size, self.services.settings.ui_scale)
        if first:
            # The offer's bar takes room, so it comes first: cards are dealt to their final places.
            self.sign_and_bar.offer.make(self.session)
            self._make_room()
            if self.session.history.can_undo:
                view.put(self.session.position)
        else:
            self.sign_and_bar.offer.renew()
        self.settle()
        self.table_picture.card_painter.prepare(self.session.deck)
        if first and not self.session.history.can_undo:
            view.speed = self.services.speed
            view.deal(self.session.position, self.session.deck)
        if first:
            self.arrow_keys.begin()
            self.show_session()

    def resume(self) -> Change | None:
        """Take over the changes made while another scene was on top."""
        self.services.advisor.look_at(self.session, None)
        self._commands.answers.forget()
        self.arrow_keys.is_covered = False
        self.sign_and_bar.offer.make(self.session)
        if self.table_picture.cards.position != self.session.position:
            # The deal's history was cleared, or an import has changed it.
            self.table_picture.cards.show([self.session.position])
        self.follow_settings()
        super().resume()
        if self.counts:
            tell_after_wins(self.services)
        self._tell_daily()
        then, self._then = self._then, None
        return None if then is None else self.do(then)

    def dropped(self) -> None:
        """Save the time since the last action; the deal of a table below is open again."""
        self.services.game_store.leave(self.session)

    def follow_language(self) -> None:
        """Forget old texts: `follow_settings` makes the bar again, `place` the rest."""
        self._events.tooltip.hide()
        self.table_picture.line_strip.rename()
        self.sign_and_bar.forget()

    def _offer_menu(self) -> None:
        """Show the menu button if the player may have no letter keys: card cursor, touch screen."""
        services = self.services
        menu = services.card_cursor or services.devices.touched
        self.table_picture.set_key_hints(services.key_hints, menu=menu)
        self.arrow_keys.begin()

    def follow_settings(self) -> None:
        """Take over the choices that change how the game looks and is played."""
        self._offer_menu()
        self.sign_and_bar.offer.renew()
        settings = self.services.settings
        self.table_picture.set_appearance(self.services.appearance)
        self.table_picture.cards.speed = self.services.speed
        self.session.autoplay = settings.autoplay
        self.session.history.branching = settings.branching
        chosen = chosen_words(self._rules.name, settings)
        if self._chosen != chosen:
            self._chosen = chosen
            # Under another policy a deal is another game, so the present one keeps its rules.
            self.rules_of_next = rules_for(self._rules.name, chosen)
        self.settle()

    def refresh(self) -> None:
        """Draw everything again."""
        super().refresh()
        self.table_picture.refresh()

    @property
    def message_keeps_clear(self) -> Sequence[pygame.Rect]:
        """The piles and the bars."""
        return self.table_picture.message_keeps_clear()

    @property
    def busy(self) -> bool:
        """True while cards move or the win scene is due."""
        return self.table_picture.busy or self._to_win is not None

    @property
    def due(self) -> float | None:
        """The seconds until the clock or a tooltip changes, a single click is refused, or the
        player is told that a hint takes long; None: nothing is due.
        """
        clock, answers = self.clock_due, self._commands.answers
        return soonest(*self._events.due, self.advice.due, clock, answers.due)

    def update(self, seconds: float) -> Change | None:
        """Move cards, run the clock, and open the win scene when it is due."""
        # The frame in which the last card arrives must be drawn too.
        self.stale = self.stale or self.table_picture.busy
        self.table_picture.update(seconds)
        self._sounds.follow(moving=self.table_picture.cards.moving)
        self._tick(seconds)
        answer = self._commands.answers.take_found()
        if answer is not None:
            return answer
        self._events.update(seconds)
        self.sign_and_bar.offer.note_seen()
        if self.advice.update(seconds):
            self.show_session()
        if self._to_win is None or self.table_picture.cards.moving:
            return None
        self._to_win -= seconds
        return None if self._to_win > 0 else self._open_win()

    def _open_win(self) -> Change:
        self._to_win = None
        self.arrow_keys.is_covered = True
        self.show_session()
        if self.services.game_store.just_won:
            note_win(self.services)
        return Push(OpenWin(self))

    def _tick(self, seconds: float) -> None:
        if self.advice.settle_down(seconds):
            self.settle()
        if self.session.is_won:
            return
        self.services.game_store.spend(self.services.presence.counted(seconds))
        self._follow_clock()

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw what has changed."""
        return self.table_picture.draw(target, self.above(target.get_rect()))

    def above(self, window: pygame.Rect) -> list[Shown]:
        """What lies over the table."""
        return self._events.tooltip.shown(window)

    def traced(self) -> dict[str, Any] | None:
        """Piles, cards and buttons, once every card sits; and where the card cursor shows."""
        if not self.table_picture.cards.settled:
            return None
        seat = self.arrow_keys.seat
        shown = {} if seat is None else {"cursor": list(seat)}
        return {**self.table_picture.traced(), **shown}

    # Events

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Keys, controls, then the cards."""
        change = self._events.handle(event)
        if change is not None and self.mouse.dragging:
            # An overlay lies on a still picture of the table: no card may hang in the air there.
            self.mouse.let_go()
            self.table_picture.cards.put(self.session.position)
        return change

    def do(self, command: Command) -> Change | None:
        """Do a command; returns the change of the stack that it asks for."""
        before = self.session.position, self.refusals
        change = self._commands.do(command)
        if command is not Command.HINT and before == (self.session.position, self.refusals):
            # What it told, if anything, is not of this position.
            self._tells_of_now = False
        return change

    def show_session(self) -> None:
        """As the base says; and which commands can be used."""
        super().show_session()
        self.table_picture.enable(self._commands.why_off(), self._commands.lit())

    # Advice

    def advised(self) -> None:
        """The solver has answered: light, warning, hint and par may have changed."""
        if not self.services.advisor.advises(self.session):
            return
        if self.advice.advised():
            self._end_messages()
        self._commands.answers.advised()
        self.show_session()

    # For a screen reader

    reads_its_drawing = False

    @property
    def focus_key(self) -> Key | None:
        """A control that has the keyboard, else the card cursor."""
        from game.accessibility.screen_reader_cards import seat_key

        if self.table_picture.focus.focused is not None:
            return super().focus_key
        return seat_key(self.table_picture.cards.position, self.arrow_keys.show())

    def described(self, written: Sequence[DrawnText]) -> tuple[Item, ...]:
        """The piles, the figures, then the controls."""
        from game.accessibility.accessibility_tree import Item, ItemRole
        from game.accessibility.screen_reader_cards import pile_items
        from game.accessibility.screen_reader_controls import area_of

        view = self.table_picture.cards
        piles = pile_items(
            self.session, lambda seat: view.arrangement.seat(view.position, seat), self._
        )
        figures = Item(("figures",), ItemRole.LABEL, self.spoken.figures)
        bar = self.table_picture.bar
        told = () if bar is None else (Item(("bar",), ItemRole.LABEL, bar.text, area_of(bar.rect)),)
        return (*piles, figures, *told, *super().described(written))

    def perform(self, key: Key, action: ItemAction, value: float | None = None) -> Change | None:
        """Click a card, or take its second choice; or use a control."""
        from game.accessibility.screen_reader_cards import act_on, seat_of

        found = seat_of(self.session.position, key)
        if found is None:
            return super().perform(key, action, value)
        seat, choice = found
        self.table_picture.focus.focus(None)
        self.arrow_keys.cursor.put(seat)
        outcome = act_on(self.session, seat, choice, action)
        if outcome is None:
            self.show_session()
        else:
            self.show(outcome)
        return None
