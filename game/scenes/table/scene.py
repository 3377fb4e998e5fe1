"""The table: one deal being played, from its opening to its win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pygame

from game.accessibility.accessibility_tree import DrawnText, Item, ItemAction, ItemRole, Key
from game.accessibility.screen_reader_cards import act_on, pile_items, seat_key, seat_of
from game.accessibility.screen_reader_controls import area_of
from game.core.deals import Deck
from game.core.moves import Move
from game.desktop.commands import Command, WhenHeld, command_of
from game.desktop.sound_effects import Sfx
from game.graphics.display_list import Shown
from game.rules import Rules, chosen_words, rules_for
from game.scenes.common.base import Change, OpenTable, OpenWin, Push, Scene, soonest
from game.scenes.common.deal_sources import tell_no_number
from game.scenes.common.services import Services
from game.scenes.common.tips_and_first_games import (
    note_used,
    note_win,
    tell_after_wins,
    tell_tip,
)
from game.scenes.table.commands import DEEDS, go_to_place, start_again, start_number
from game.scenes.table.played_table import PlayedTable
from game.table import line_strip
from game.table.side_bar import knows
from game.widgets.base import Cancelled, Changed, Pressed, Refused, Submitted, Widget, WidgetAction
from game.widgets.number_entry import NumberEntry, digit_of
from game.widgets.tooltip import Tooltip

REPEAT_AFTER_S: Final = 0.4
REPEAT_EVERY_S: Final = 1 / 22
"""A held button does its command again."""
HOLDABLE: Final = [each for each in Command if each.row.held is WhenHeld.BUTTON]


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
        named: bool = False,
        then: Command | None = None,
        pack: str = "",
    ) -> None:
        """The parameters are the fields of `OpenTable`."""
        super().__init__(services, OpenTable(rules, deck, number, moves, par, named, then, pack))
        self._chosen = chosen_words(rules.name, services.settings)
        """The option words last taken from the settings; the command line may override them."""
        self._then = then
        self._tooltip = Tooltip(services.shown_key)
        self._refused: int | None = None
        """The key that was pressed last, if it was refused."""
        self._held_for = 0.0
        """Minus the seconds until a held button is pressed again; from 0 on it is due."""
        self._repeated = False
        """Whether the held button was pressed again: then its release does nothing more."""

    # The scene

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window; the first time the deal is dealt."""
        first = self.size == (0, 0)
        super().place(size)
        self.mouse.reset()
        view, session = self.table_picture.cards, self.session
        if first:
            view.expect(session.position)
        self.table_picture.place(size, self.services.settings.ui_scale)
        if first:
            # The offer's bar takes room, so it comes first: cards are dealt to their final places.
            if self.counts:
                self.offer.make(session)
            self._make_room()
            if session.history.can_undo:
                view.put(session.position)
        self.settle()
        self.table_picture.card_painter.prepare(session.deck)
        if first and not session.history.can_undo:
            view.speed = self.services.speed
            view.deal(session.position, session.deck)
        if first:
            self.arrow_keys.begin()
            self.show_session()

    def resume(self) -> Change | None:
        """Take over the changes made while another scene was on top."""
        self.services.advisor.look_at(self.session, None)
        self.answers.forget()
        self.arrow_keys.is_covered = False
        if self.counts:
            self.offer.make(self.session)
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
        """Forget old texts; `follow_settings` and `place` do the rest."""
        self._tooltip.hide()
        self.table_picture.line_strip.rename()

    def follow_settings(self) -> None:
        """Take over the choices that change how the game looks and is played. The menu button shows
        if the player may have no letter keys: card cursor, touch screen.
        """
        services, settings = self.services, self.services.settings
        menu = services.card_cursor or services.devices.touched
        self.table_picture.set_key_hints(services.key_hints, menu=menu)
        self.arrow_keys.begin()
        before = self.table_picture.cards.appearance.least_card
        self.table_picture.set_appearance(services.appearance)
        wide = self.table_picture.cards.narrower
        if wide and settings.least_card != before:
            told = self._("Cards are {n} px wide here: the window has no room for more")
            services.remark(told.format(n=wide))
        self.table_picture.cards.speed = services.speed
        self.session.autoplay = settings.autoplay
        self.session.history.branching = settings.branching
        chosen = chosen_words(self.game, settings)
        if self._chosen != chosen:
            self._chosen = chosen
            # Under another policy a deal is another game, so the present one keeps its rules.
            self.rules_of_next = rules_for(self.game, chosen)
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
        """The seconds until the clock or a tooltip changes, a held button does its command again, a
        single click is refused, the player is told that a hint takes long, or an answer that was
        awaited is shown; None: nothing is due.
        """
        again = None if self._held is None else max(0.0, -self._held_for)
        found, waits = self.answers.due, self.advice.due
        return soonest(self._tooltip.due, self.mouse.due, again, waits, self.clock_due, found)

    def update(self, seconds: float) -> Change | None:
        """Move cards, run the clock, and open the win scene when it is due."""
        # The frame in which the last card arrives must be drawn too.
        self.stale = self.stale or self.table_picture.busy
        self.table_picture.update(seconds)
        self._sounds.follow(moving=self.table_picture.cards.moving)
        if self.advice.settle_down(seconds):
            self.settle()
        if not self.session.is_won:
            self.services.game_store.spend(self.services.presence.counted(seconds))
            self._follow_clock()
        answer = self.answers.take_found()
        if answer is not None:
            return answer
        self._repeat(seconds)
        self._tooltip.update(seconds)
        self.stale = self.stale or self._tooltip.stale
        refused = self.mouse.update(seconds)
        if refused is not None:
            self.show(refused)
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
        self.services.sound.play(Sfx.WIN)
        if self.services.game_store.just_won:
            note_win(self.services)
        return Push(OpenWin(self))

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw what has changed."""
        return self.table_picture.draw(target, self.above(target.get_rect()))

    def above(self, window: pygame.Rect) -> list[Shown]:
        """What lies over the table."""
        return self._tooltip.shown(window)

    def traced(self) -> dict[str, Any] | None:
        """Piles, cards and buttons, once every card sits; and where the card cursor shows."""
        if not self.table_picture.cards.settled:
            return None
        seat = self.arrow_keys.seat
        shown = {} if seat is None else {"cursor": list(seat)}
        return {**self.table_picture.traced(), **shown}

    # Commands

    def do(self, command: Command) -> Change | None:
        """Do a command; returns the change of the stack that it asks for. One that the table or its
        game does not know is ignored.
        """
        if command is not Command.SPACE:
            self.session.missed = None
        deed, before = DEEDS.get(command), (self.session.position, self.refusals)
        known = deed is not None and knows(self.session.rules, command)
        change = deed.do(self) if deed is not None and known else None
        if command is not Command.HINT and before == (self.session.position, self.refusals):
            # What it told, if anything, is not of this position.
            self._tells_of_now = False
        return change

    def show_session(self) -> None:
        """As the base says; and which commands can be used."""
        super().show_session()
        why_off = {each: deed.why_not(self.session) for each, deed in DEEDS.items()}
        told = {each: why.translated(self._) if why else "" for each, why in why_off.items()}
        lit = {command for command, deed in DEEDS.items() if deed.is_lit(self)}
        self.table_picture.enable(told, lit)

    # Events

    def handle(self, event: pygame.event.Event) -> Change | None:
        """The card cursor, the controls, then the cards."""
        if event.type == pygame.KEYDOWN:
            self.mouse.note_key(event)
            change = self._held_key(event)
        else:
            change = self._by_mouse(event)
        self.stale = self.stale or self.focus.stale or self._tooltip.stale
        if change is not None and self.mouse.dragging:
            # An overlay lies on a still picture of the table: no card may hang in the air there.
            self.mouse.let_go()
            self.table_picture.cards.put(self.session.position)
        return change

    def _held_key(self, event: pygame.event.Event) -> Change | None:
        """Do what a key means. While it is held it is refused only once."""
        if getattr(event, "repeated", False) and event.key == self._refused:
            return None
        before = self.refusals
        change = self._key(event)
        self._refused = event.key if self.refusals > before else None
        return change

    def _key(self, event: pygame.event.Event) -> Change | None:
        self._tooltip.hide()
        if self.finder.take(event):
            self.show_session()
            return None
        moved = self.arrow_keys.handle(event, self.session)
        if moved is not None:
            self.show(moved)
            return None
        action = self._on_controls(event)
        if action is not None:
            change = self._act(action, event)
            self.show_session()
            return change
        command = command_of(event) or self.offer.answer(event)
        if command is not None:
            return self.do(command)
        if not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            char = event.unicode
            letter = char if char.isascii() and char.isalnum() else digit_of(event)
            if letter.isdigit() and self._digits_are_a_number:
                return self._type_number(event)
            outcome = self.session.key(letter, second=bool(event.mod & pygame.KMOD_SHIFT))
            if outcome is not None:
                self.show(outcome)
        return None

    @property
    def _digits_are_a_number(self) -> bool:
        """Whether a digit begins a deal's number: before the first move it can play nothing."""
        session = self.session
        takes = session.selection is not None or session.missed is not None
        return self.counts and not session.history.can_undo and not takes

    def _type_number(self, event: pygame.event.Event) -> Change | None:
        """Type the first digit of a deal's number into the field for it."""
        change = self.do(Command.NUMBER)
        if isinstance(change, Push) and isinstance(change.scene, Scene):
            change.scene.handle(event)
        elif change is None:
            self.focus.handle(event)
        return change

    def _by_mouse(self, event: pygame.event.Event) -> Change | None:
        action = None if self.mouse.dragging else self._on_controls(event)
        if action is not None:
            change = self._act(action, event)
            self._tooltip.hide()
            return change
        hovered = self.focus.hovered
        if event.type == pygame.MOUSEMOTION and hovered is None:
            hovered = self.table_picture.mark_at(event.pos)
        self._tooltip.follow(event, hovered)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.focus.focus(None)
            self.arrow_keys.point(self.table_picture.cards.hit(*event.pos))
        hint = self.advice.hint, self.table_picture.card_painter.marks.hint
        outcome = self.mouse.handle(event, hint)
        if outcome is not None:
            self.show(outcome)
        if self.mouse.followed_tip is not None:
            note_used(self.services, self.mouse.followed_tip)
        tip = self.mouse.shortcut_tip
        if tip is not None and self.counts:
            tell_tip(self.services, tip)
        return None

    @property
    def _held(self) -> Widget | None:
        """The button that repeats and is held by the mouse, which is over it."""
        down = (each for each in self.focus.widgets if each.is_down and each.name in HOLDABLE)
        return next(down, None)

    def _repeat(self, seconds: float) -> None:
        """Do the command of a held button again when it is due."""
        button = self._held
        if button is None:
            self._held_for = -REPEAT_AFTER_S
            return
        self._held_for += seconds
        if self._held_for >= 0:
            self._held_for, self._repeated = -REPEAT_EVERY_S, True
            self.do(Command(button.name))

    def _on_controls(self, event: pygame.event.Event) -> WidgetAction | None:
        """Hand an event to the controls; None if none used it. A letter typed into the number field
        must not play.
        """
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._repeated, self._held_for = False, -REPEAT_AFTER_S
        action, field = self.focus.handle(event), self.focus.focused
        if action is None and isinstance(field, NumberEntry) and field.is_letter(event):
            return Refused(field.name)
        return action

    def _act(self, action: WidgetAction, event: pygame.event.Event) -> Change | None:
        """Do what a control asks for. A clicked one must not catch the next Space or Enter."""
        by_key, field = event.type == pygame.KEYDOWN, self.focus.focused
        match action:
            case Pressed(name):
                if by_key:
                    return self.do(Command(name))
                self.focus.focus(None)
                if not self._repeated:
                    return self.do(Command(name))
                # The release of a button that was held.
                self._repeated = False
            case Refused():
                tell_no_number(self.services)
            case Submitted(_, number):
                self.focus.focus(None)
                return start_number(self, number)
            case Changed(line_strip.NAME, int(place)):
                self.focus.focus(None)
                go_to_place(self, place)
            case Changed(Command.NUMBER) | Cancelled():
                if by_key and event.key == pygame.K_ESCAPE:
                    self.focus.focus(None)
            case _ if isinstance(field, NumberEntry) and field.confirms_nothing(event):
                self.focus.focus(None)
                start_again(self)
        return None

    # Advice

    def advised(self) -> None:
        """The solver has answered: light, warning, hint and par may have changed."""
        if not self.services.advisor.advises(self.session):
            return
        if self.advice.advised():
            self._end_messages()
        self.answers.advised()
        self.show_session()

    # For a screen reader

    reads_its_drawing = False

    @property
    def focus_key(self) -> Key | None:
        """A control that has the keyboard, else the card cursor."""
        if self.table_picture.focus.focused is not None:
            return super().focus_key
        return seat_key(self.table_picture.cards.position, self.arrow_keys.show())

    def described(self, written: Sequence[DrawnText]) -> tuple[Item, ...]:
        """The piles, the figures, then the controls."""
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
