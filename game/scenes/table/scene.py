"""The table: one deal being played, from its opening to its win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pygame

from game.core.cards import Card
from game.core.deals import Deck, deal_name, deck_text
from game.core.moves import Move
from game.core.translatable_texts import said_in_turn
from game.desktop.commands import Command
from game.desktop.sound_effects import Sfx
from game.play.refusals import reason
from game.play.session import Outcome, Session
from game.record.pack_files import listed_par
from game.rules import IllegalMove, Refusal, Rules, chosen_words, rules_for
from game.scenes.common.base import Change, OpenWin, Push, Scene, soonest
from game.scenes.common.deal_and_day_words import daily_words
from game.scenes.common.services import Services
from game.scenes.common.tips_and_first_games import (
    REFUSALS,
    Tip,
    note_win,
    tell_after_wins,
    tell_tip,
)
from game.scenes.table.arrow_keys_on_cards import ArrowKeys
from game.scenes.table.commands import TableCommands
from game.scenes.table.hint_and_warning import HintAndWarning
from game.scenes.table.keys_and_mouse import KeysAndMouse
from game.scenes.table.line_worth import PresentLineWorth
from game.scenes.table.mouse_on_cards import TableMouse
from game.scenes.table.plate_figures_and_clock import SessionDisplay
from game.scenes.table.plate_sign_and_bottom_bar import SignAndBar
from game.scenes.table.redeal_instructions import redeal_instructions
from game.scenes.table.spoken_table import SpokenTable
from game.system.folders import levels_folder
from game.table.table_picture import TablePicture
from game.table.title_plate import PlateSign

if TYPE_CHECKING:
    from game.accessibility.accessibility_tree import DrawnText, Item, ItemAction, Key

WIN_SHOWN_AFTER_S = 0.3
"""The seconds from the last card's arrival to the win scene."""


class _Subject:
    """What messages are about (`Scene.subject`): they disappear when another one takes its place. A
    class of its own, because a plain object has no weak reference.
    """


class TableScene(Scene):
    """One deal on the screen."""

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
        super().__init__(services)
        self._ = services.language
        self.advice = HintAndWarning(services)
        self.line_worth = PresentLineWorth(services)
        self._chosen = chosen_words(rules.name, services.settings)
        """The option words last taken from the settings; the command line may override them."""
        self._rules = self.rules_of_next = rules
        self.refusals = 0
        """How many times the player was told why something cannot be done."""
        self._subject = _Subject()
        self._is_new = True
        """The deal was put on the table, and nothing was said of it yet."""
        self._tells_of_now = False
        """A message about the present position is shown: why a move is refused, or the hint. The
        mouse may have moved since.
        """
        self._to_win: float | None = None
        """Seconds until the win scene opens, counted while no card moves; None: no win is due."""
        appearance = services.appearance
        self.table_picture = TablePicture(rules, services.look, appearance, self._)
        self.focus = self.table_picture.focus
        self.arrow_keys = ArrowKeys(services, self.table_picture.cards, self.table_picture.focus)
        self.sign_and_bar = SignAndBar(services, self.table_picture)
        self._display = SessionDisplay(
            services, self.table_picture, self.advice, self.line_worth, self.sign_and_bar
        )
        self.session: Session
        self._take(deck, number, pack, typed=typed)
        try:
            if moves:
                services.game_store.add_line(self.session, moves)
        except Exception:
            # This table never comes: the deal of the present one is open again.
            services.game_store.leave(self.session)
            raise
        if par is not None:
            services.advisor.set_par(self.session, par[0], proved=par[1])
        self.table_picture.line_strip.explain = self.line_worth.explain
        self._commands = TableCommands(self)
        self._events = KeysAndMouse(self, self._commands)
        self._then = then

    # The deal

    def _take(self, deck: Deck, number: int | None, pack: str, *, typed: bool) -> None:
        """Open a deal where it was left."""
        settings = self.services.settings
        self._subject, self._tells_of_now, self._is_new = _Subject(), False, True
        self.session = self.services.game_store.open(
            self._rules,
            deck,
            number,
            branching=settings.branching,
            autoplay=settings.autoplay,
            counts=self.counts,
            pack=pack,
        )
        self.advice.begin(self.session, typed=typed)
        self._take_proved_par()
        self.table_picture.set_number(self.session.number)
        self.mouse = TableMouse(self.table_picture.cards, self.services.cursors, self.session)
        self.spoken = SpokenTable(self.services, self.session)

    def _take_proved_par(self) -> None:
        """Tell the advisor the par that a list of the game or the player's record proves."""
        session, services = self.session, self.services
        par = listed_par(self._rules, deck_text(session.deck), levels_folder())
        par = services.game_store.proved_par(session) if par is None else par
        if par is not None:
            services.advisor.set_par(session, par, proved=True)

    @property
    def counts(self) -> bool:
        """True if what is played is in the statistics."""
        return True

    def start(self, deck: Deck, number: int | None, *, typed: bool = False, pack: str = "") -> None:
        """Put another deal on the table, dealt card by card unless it was played before. `typed`:
        the player has named it by its number. `pack`: its place in a level pack.
        """
        self.services.game_store.leave(self.session)
        self._take(deck, number, pack, typed=typed)
        self.table_picture.cards.speed = self.services.speed
        self.table_picture.set_bar(None)
        self.sign_and_bar.offer.follow(self.session)
        if self.session.history.can_undo:
            self.table_picture.cards.show([self.session.position])
        else:
            self.table_picture.cards.deal(self.session.position, deck)
            self.services.sound.play(Sfx.SHUFFLE)
        self.arrow_keys.follow()
        self.services.speak(self.heading)
        self._tell_daily()
        self.settle()
        self.table_picture.refresh()

    def _tell_daily(self) -> None:
        """Say once that this is a daily deal, if the window is so small that the plate may not."""
        is_new, self._is_new = self._is_new, False
        if not is_new or not self.table_picture.cards.frame.small or not self.counts:
            return
        if daily_words(self.session, self.services):
            self.services.remark(self.title)

    @property
    def game(self) -> str | None:
        """The game being played."""
        return self.session.rules.name

    @property
    def subject(self) -> object:
        """A message about one deal goes when another deal comes, one about a position with it."""
        return self._subject

    @property
    def title(self) -> str:
        """The game's name and the deal's number, or its id in its pack."""
        title = deal_name(self._rules.title, self.session.label)
        daily = daily_words(self.session, self.services)
        return f"{title} · {daily}" if daily else title

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
            self._display.make_room()
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

    def art_made(self, cards: frozenset[str]) -> None:
        """Draw these cards again."""
        self.table_picture.invalidate_cards(cards)
        self.stale = True

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
        player is told that a hint takes long; 0 right after the first picture; None: nothing is
        due.
        """
        if self.table_picture.layers_due:
            return 0.0
        clock, answers = self._display.clock_due, self._commands.answers
        return soonest(*self._events.due, self.advice.due, clock, answers.due)

    def update(self, seconds: float) -> Change | None:
        """Move cards, run the clock, and open the win scene when it is due."""
        # The frame in which the last card arrives must be drawn too.
        self.stale = self.stale or self.table_picture.busy
        self._display.update(seconds)
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
        self.services.sound.play(Sfx.WIN)
        if self.services.game_store.just_won:
            note_win(self.services)
        return Push(OpenWin(self))

    def _tick(self, seconds: float) -> None:
        if self.advice.settle_down(seconds):
            self.settle()
        if self.session.is_won:
            return
        self.services.game_store.spend(self.services.presence.counted(seconds))
        if self._display.follow_clock():
            self.stale = True

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw what has changed."""
        return self.table_picture.draw_over(target, self._events.tooltip)

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

    # Commands

    def show(self, outcome: Outcome) -> None:
        """Let the picture follow what the session did."""
        if outcome.steps:
            self._end_messages_of_position()
            self.sign_and_bar.offer.end()
            self._display.make_room()
        self._display.move(outcome)
        if outcome.steps:
            self.arrow_keys.follow()
        if outcome.shortest:
            self._tell_shortest()
        if outcome.refusal is not None:
            self._tell_refusal(outcome.refusal, outcome.card)
        if not outcome.steps and (outcome.refusal is not None or self.advice.hint is not None):
            self._tells_of_now = True
        self.spoken.heard(outcome)
        self.settle()

    def _end_messages_of_position(self) -> None:
        """Let the message go that told of the position before."""
        if self._tells_of_now:
            self._tells_of_now, self._subject = False, _Subject()

    def _tell_shortest(self) -> None:
        """Tell of a shorter answer, unless the deal was just won: then the win scene does."""
        best = self.session.history.best
        if best is not None and not self.session.is_won:
            text = self._.plural("Shorter solution: {n} move", "Shorter solution: {n} moves", best)
            self.services.tell(text.format(n=best))

    def _tell_refusal(self, refusal: IllegalMove, card: Card | None) -> None:
        self.refusals += 1
        knows = self.services.solver.knows_game
        if self.refusals == REFUSALS and self.counts and knows(self.session.rules):
            # The tip comes before the reason, because a later message would remove the reason.
            tell_tip(self.services, Tip.HINT)
        why = reason(self.session.rules, self.session.position, refusal, card).translated(self._)
        due = refusal.refusal is Refusal.REDEAL_DUE
        self.services.tell(f"{why} ({redeal_instructions(self.services)})" if due else why)

    def settle(self) -> None:
        """Have advice for the session as it is now, and show it."""
        self.advice.follow()
        self.line_worth.follow(self.session, lit=self.advice.lit)
        self.show_session()

    def show_session(self) -> None:
        """Bring all that is shown around the cards in line with the session."""
        session, picture, mouse = self.session, self.table_picture, self.mouse
        self.stale = True
        was_won = picture.sign is PlateSign.FLAG
        # The verdict is spoken before the way back that a bar knows.
        self.spoken.known(self._display.light, self.advice.hint)
        self.sign_and_bar.follow(self.advice.sign(), lit=self.advice.lights)
        if session.is_won != was_won:
            self._to_win = WIN_SHOWN_AFTER_S if session.is_won else None
        self._display.follow(self.arrow_keys.seat, mouse.hovered)
        picture.enable(self._commands.why_off(), self._commands.lit())
        mouse.set_cursor(picture.card_painter.marks, picture.look)

    @property
    def detour(self) -> int | None:
        """The moves that the costliest detour of the line has cost, if that may be shown."""
        found = self.line_worth.costliest
        return None if found is None else found[1]

    # Advice

    def advised(self) -> None:
        """The solver has answered: light, warning, hint and par may have changed."""
        if self.advice.advised():
            self._subject = _Subject()
        self._commands.answers.advised()
        self.show_session()

    # For a screen reader

    reads_its_drawing = False

    @property
    def heading(self) -> str:
        """The deal, how it stands, and the offer of a first game."""
        return said_in_turn((self.spoken.opening(self.title), self.sign_and_bar.offer.text), self._)

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
