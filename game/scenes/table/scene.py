"""The table: one deal being played; turns events into what the session is told to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pygame

from game.core.deals import Deck
from game.core.position import Move
from game.desktop import keys
from game.desktop.keys import Command
from game.desktop.sound import Sfx
from game.graphics.assets import levels_folder
from game.play.refusals import reason
from game.play.session import Outcome, Session
from game.play.verdict import VerdictLight
from game.record.catalogue import listed_par
from game.rules import Rules, chosen_words, deal_name, rules_for
from game.scenes.common import session_display
from game.scenes.common.base import Change, OpenWin, Push, Scene, Services
from game.scenes.common.day_words import day_words
from game.scenes.common.first_games import FirstGame, has_first_game, is_offered, note_first_game
from game.scenes.common.first_use_tips import REFUSALS, Tip, note_win, tell_after_wins, tell_tip
from game.scenes.common.table_sounds import TableSounds
from game.scenes.table.advice import TableAdvice
from game.scenes.table.commands import TableCommands
from game.scenes.table.controls import CoursePlace, Nothing, TableControls
from game.scenes.table.course import TableCourse
from game.scenes.table.cursor_keys import CursorKeys
from game.scenes.table.mouse import TableMouse
from game.scenes.table.spoken_table import SpokenTable
from game.table.cross_fade import CrossFade
from game.table.figures import Figures
from game.table.layout import RoomBelow
from game.table.plate import PlateSign
from game.table.stuck_bar import Bar, Way
from game.table.table_picture import TablePicture
from game.widgets.number_entry import ENTER_KEYS, NumberEntry, digit_of
from game.widgets.tooltip import Tooltip

if TYPE_CHECKING:
    from game.accessibility.drawn_text import DrawnText
    from game.accessibility.items import Deed, Item, Key
    from game.widgets.focus import FocusGroup

SETTLED_AFTER_S = 1.5
OFFER_WIDE = 820
"""So wide in dp must the card area be for the whole sentence of an offer."""
WIN_SHOWN_AFTER_S = 0.3
"""From the last card's arrival to the flag."""


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
        review: bool = False,
        then: Command | None = None,
    ) -> None:
        """As `OpenTable` tells."""
        super().__init__(services)
        self._ = services.language
        self._rules = rules
        self._tooltip = Tooltip(self.services.shown_key)
        self._fade = CrossFade()
        self.advice = TableAdvice(services)
        self.course = TableCourse(services)
        self.advice.typed = typed
        self._chosen = chosen_words(rules.name, services.settings)
        """The option words as taken over last; the command line may have said otherwise."""
        self._clock = 0.0
        self._age = 0.0
        """Seconds since the table was opened."""
        self._bar_shown: tuple[PlateSign | None, int | None, bool] = (None, None, False)
        self._offers = False
        """The first game is offered: until something is played, or it is declined."""
        self._refusals = 0
        """At this table so far."""
        self._to_cheer: float | None = None
        """Seconds until the flag, once all cards sit."""
        self._change: Change | None = None
        self.table_picture = TablePicture(
            rules,
            services.look,
            session_display.looks(*self.services.tastes),
            self._,
        )
        self._table_mouse = TableMouse(self.table_picture.view, services.cursors)
        self.cursor_keys = CursorKeys(services, self.table_picture.view, self.table_picture.focus)
        self._sounds = TableSounds(services.sound)
        self.session: Session
        self._take(deck, number)
        if moves:
            services.game_store.take_line(self.session, moves)
        if par is not None:
            services.advisor.set_par(self.session, par[0], proved=par[1])
        self.table_picture.course.explain = self.course.explain
        self._controls = TableControls(self.table_picture.focus)
        self._commands = TableCommands(self)
        self._then = Command.REVIEW if review else then

    # The deal

    def _take(self, deck: Deck, number: int | None) -> None:
        """Open a deal where it was left."""
        settings = self.services.settings
        self.session = self.services.game_store.open(
            self._rules,
            deck,
            number,
            branching=settings.branching,
            autoplay=settings.autoplay,
            counts=self._counts,
        )
        listed = listed_par(self._rules, deck, levels_folder())
        if listed is not None:
            self.services.advisor.set_par(self.session, listed, proved=True)
        self._table_mouse.reset()
        self._to_cheer = None
        self.spoken = SpokenTable(self.services, self.session)

    @property
    def _counts(self) -> bool:
        """True if what is played is in the statistics."""
        return True

    def start(self, deck: Deck, number: int | None, *, typed: bool = False) -> None:
        """Put another deal on the table, dealt card by card; `typed`: the player's number."""
        self.services.game_store.keep_time(self.session)
        self.advice.typed = typed
        self._take(deck, number)
        self.table_picture.view.speed = self.services.speed
        self.table_picture.set_bar(None)
        if self.session.tree.can_undo:
            self.table_picture.view.show([self.session.position])
        else:
            self.table_picture.view.deal(self.session.position, deck)
            self.services.sound.play(Sfx.SHUFFLE)
        self._update_number()
        self.services.speak(self.heading)
        self.settle()
        self.table_picture.refresh()

    def _update_number(self) -> None:
        for widget in self.table_picture.focus.widgets:
            if isinstance(widget, NumberEntry):
                widget.value = self.session.number

    @property
    def game(self) -> str | None:
        """The game being played."""
        return self.session.rules.name

    @property
    def subject(self) -> object:
        """The deal: what was told of the one before is not true of another."""
        return self.session

    @property
    def title(self) -> str:
        """The game's name and the deal's number."""
        title, daily = deal_name(self._rules, self.session.number), self._daily_words()
        return f"{title} · {daily}" if daily else title

    def _daily_words(self) -> str:
        """Says that this is the deal of a day; empty where it is none."""
        session, daily = self.session, self.services.daily
        day = daily.day_of(session.rules.name, session.rules.policy, session.number)
        if day is None:
            return ""
        return self._("daily deal of {day}").format(day=day_words(day, daily.today, self._))

    # The scene

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window; the first time the deal is dealt."""
        first = self.size == (0, 0)
        super().place(size)
        self._table_mouse.reset()
        view = self.table_picture.view
        if first:
            view.expect(self.session.position)
        self.table_picture.place(size, self.services.settings.ui_scale, self.session.number)
        if first:
            # The bar of the offer takes room: cards are dealt to where they stay.
            self._offer_first_game()
            view.room = self._room()
            if self.session.tree.can_undo:
                view.put(self.session.position)
        self.settle()
        self.table_picture.picture.prepare(self.session.deck)
        if first and not self.session.tree.can_undo:
            view.speed = self.services.speed
            view.deal(self.session.position, self.session.deck)
        if first:
            self.cursor_keys.begin()
            self._show_session()

    def resume(self) -> Change | None:
        """Back from another scene: its choices may have changed, and it was told of what keys and
        buttons have come up.
        """
        self.services.advisor.look_at(self.session, None)
        self._commands.forget_answer()
        self._let_go()
        self._offer_first_game()
        if (
            self.table_picture.view.position != self.session.position
        ):  # the deal's history was cleared
            self.table_picture.view.show([self.session.position])
        self.follow_settings()
        super().resume()
        if self._counts:
            tell_after_wins(self.services)
        then, self._then = self._then, None
        return None if then is None else self.do(then)

    def dropped(self) -> None:
        """The time since the last action is not lost."""
        self.services.game_store.keep_time(self.session)

    def restart(self) -> None:
        """Back to the deal, for another attempt."""
        self.services.game_store.begin_again(self.session)
        self.show(self.session.to_start())

    def _offer_first_game(self) -> None:
        """Once for each game, at its first table."""
        settings, game = self.services.settings, self.session.rules.name
        if not settings.tips or is_offered(settings, game) or self.session.tree.can_undo:
            return
        if not has_first_game(self.services, game):
            return
        note_first_game(self.services, game, FirstGame.OFFERED)
        _ = self._
        # With the cursor Enter plays a card, and a pad has no letters.
        by_keys = not self.services.card_cursor
        learn = _("Learn by playing (Enter)") if by_keys else _("Learn by playing")
        ways = [
            Way(Command.FIRST_GAME, "play", learn, _("Learn")),
            Way(Command.DECLINE, "cross", _("No (N)") if by_keys else _("No"), _("No")),
        ]
        self._offers = True
        text = _("New to this game? A first game shows how it is played.")
        short = _("New to this game?")
        wide = self.table_picture.view.frame.area.w >= self.table_picture.look.px(OFFER_WIDE)
        self.table_picture.set_bar(Bar("help", text if wide else short, ways))

    def _end_offer(self) -> bool:
        """Take the offer of the first game away; False if there was none."""
        had_one, self._offers = self._offers, False
        if had_one:
            self.table_picture.set_bar(None)
            self._bar_shown = (None, None, False)
        return had_one

    def _room(self) -> RoomBelow:
        """What columns leave free."""
        room = session_display.room_below(self.session, self.advice.sign(self.session))
        return room._replace(bar=room.bar or self._offers)

    def follow_language(self) -> None:
        """What the bar at the bottom says comes anew with the settings, the rest with `place`."""
        self._tooltip.hide()
        self._bar_shown = (None, None, False)

    def _offer_menu(self) -> None:
        """Who has no keys at hand, or only arrows, needs a button that leads to all actions."""
        services = self.services
        menu = services.card_cursor or services.devices.touched
        self.table_picture.set_hands(services.hands, menu=menu)
        self.cursor_keys.begin()

    def follow_settings(self) -> None:
        """Take over the choices that change how the game looks and is played."""
        self._offer_menu()
        settings = self.services.settings
        self.table_picture.set_looks(session_display.looks(*self.services.tastes))
        self.table_picture.view.speed = self.services.speed
        self.session.autoplay = settings.autoplay
        self.session.tree.branching = settings.branching
        chosen = chosen_words(self._rules.name, settings)
        if self._chosen != chosen:
            self._chosen = chosen
            # Under another policy a deal is another game: this one goes on as it is.
            if not self._rules.policy:
                self._rules = self.session.rules = rules_for(self._rules.name, chosen)
        self.settle()

    def refresh(self) -> None:
        """Draw everything again."""
        super().refresh()
        self.table_picture.refresh()

    def art_made(self, cards: frozenset[str]) -> None:
        """Draw these cards again."""
        self.table_picture.mark_cards(cards)
        self.stale = True

    @property
    def message_covers(self) -> Sequence[pygame.Rect]:
        """The piles and the bars."""
        return self.table_picture.message_covers()

    @property
    def busy(self) -> bool:
        """True while cards move or the flag is due."""
        return self.table_picture.view.moving or self._fade.active or self._to_cheer is not None

    @property
    def due(self) -> float | None:
        """When the clock or a tooltip changes, a click is refused that is no double click, or a
        hint keeps one waiting.
        """
        dues = [self._tooltip.due, self._table_mouse.due, self.advice.due, self._controls.due]
        if self._commands.has_found:
            dues.append(0.0)
        if self._clock_runs:
            dues.append(1.0 - self._clock % 1.0)
        return min((due for due in dues if due is not None), default=None)

    @property
    def _clock_runs(self) -> bool:
        runs = self.services.game_store.clock_runs and self.services.presence.is_there
        return self.services.settings.clock and runs and not self.session.is_won

    def update(self, seconds: float) -> Change | None:
        """Cards fly, the clock runs."""
        # The frame in which the last card arrives has to be drawn as well.
        self.stale = self.stale or self.table_picture.view.moving
        self.table_picture.view.advance(seconds)
        self._sounds.follow(moving=self.table_picture.view.moving)
        if self._fade.active:
            self._fade.update(seconds)
            self.refresh()
        self._tick(seconds)
        if self._commands.has_found:
            return self._commands.take_found()
        again = self._controls.update(seconds)
        if again is not None:
            self._commands.do(again)
        self.advice.update(seconds)
        self._tooltip.update(seconds)
        if self._tooltip.stale:
            self.refresh()
        refused = self._table_mouse.update(seconds, self.session)
        if refused is not None:
            self.show(refused)
        if self._to_cheer is not None and not self.table_picture.view.moving:
            self._to_cheer -= seconds
            if self._to_cheer <= 0:
                self._to_cheer = None
                self.services.sound.play(Sfx.WIN)
                note_win(self.services)
                return Push(OpenWin(self))
        return None

    @property
    def _seeks_advice(self) -> bool:
        """True once the player has settled down: nothing is worked out for a passing look."""
        return self._age >= SETTLED_AFTER_S

    def _tick(self, seconds: float) -> None:
        sought = self._seeks_advice
        self._age += seconds
        if self._seeks_advice and not sought:
            if self.services.settings.winnable_only:
                self.services.advisor.stock(self._rules)
            self.settle()
        if self.session.is_won:
            return
        self.services.game_store.spend(self.services.presence.counted(seconds))
        before, self._clock = int(self._clock), self.services.game_store.seconds
        if int(self._clock) != before and self.services.settings.clock:
            self.table_picture.figures = self._figures()
            self.table_picture.mark_clock()
            self.stale = True

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw what has changed."""
        return self.table_picture.draw_over(target, self._fade, self._tooltip)

    def traced(self) -> dict[str, Any] | None:
        """Piles, cards and buttons, once every card sits; and where the card cursor shows."""
        if not self.table_picture.view.settled:
            return None
        seat = self.cursor_keys.seat
        shown = {} if seat is None else {"cursor": list(seat)}
        return {**self.table_picture.traced(), **shown}

    # Events

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Keys, controls, then the cards."""
        self._change = None
        if event.type == pygame.KEYDOWN:
            self._table_mouse.note_key(event)
            self._key(event)
        else:
            self._mouse(event)
        if self.table_picture.focus.stale:
            self.stale = True
        return self._change

    def ask(self, change: Change) -> None:
        """Change the stack once the event is dealt with."""
        self._change = change

    def _key(self, event: pygame.event.Event) -> None:
        self._tooltip.hide()
        moved = self.cursor_keys.handle(event, self.session)
        if moved is not None:
            self.show(moved)
            return
        if self._use_controls(event):
            self._show_session()
            return
        command = keys.command_of(event)
        if self._offers and event.key in ENTER_KEYS and command is None:
            command = Command.FIRST_GAME
        if command is Command.FIRST_GAME:
            self._end_offer()
        elif self._offers and event.unicode in ("n", "N") and command is None:
            # No place of any game has this letter.
            self._end_offer()
            self.settle()
            return
        if command is not None:
            self._commands.do(command)
        elif not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            self._letter(event)

    def _letter(self, event: pygame.event.Event) -> None:
        char = event.unicode
        letter = char if char.isascii() and char.isalnum() else digit_of(event)
        outcome = self.session.key(letter, second=bool(event.mod & pygame.KMOD_SHIFT))
        if outcome is not None:
            self.show(outcome)

    def _use_controls(self, event: pygame.event.Event) -> bool:
        """Let the bar's controls have an event; True if one used it."""
        meant = self._controls.handle(event)
        match meant:
            case Command.DECLINE:
                self._end_offer()
                self.settle()
            case Command():
                self._commands.do(meant)
            case CoursePlace(place):
                self._go_to_place(place)
            case int():
                self._commands.start_number(meant)
            case Nothing.NUMBER:
                self.services.tell(self._("That is no deal number: this game starts again"))
                if self.session.tree.can_undo:
                    self.restart()
        return meant is not None

    def _go_to_place(self, place: int) -> None:
        """A cell of the strip was clicked: to what its action leads to."""
        node = self.course.node(place)
        if node is not None and node != self.session.tree.here:
            self.show(self.session.goto(node))

    def do(self, command: Command) -> Change | None:
        """Do a command that an overlay was given; returns what it asks of the stack."""
        self._change = None
        self._commands.do(command)
        return self._change

    def _mouse(self, event: pygame.event.Event) -> None:
        if not self._table_mouse.dragging and self._use_controls(event):
            self._tooltip.hide()
            return
        if event.type == pygame.MOUSEMOTION:
            self._tooltip.watch(self.table_picture.focus.hovered)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.table_picture.focus.focus(None)
            self.cursor_keys.point(self.table_picture.view.hit(*event.pos))
        hint = self.advice.hint, self.table_picture.picture.marks.hint
        outcome = self._table_mouse.handle(event, self.session, hint)
        if outcome is not None:
            self.show(outcome)
        if self._table_mouse.long_way is not None:
            self._tip(self._table_mouse.long_way)

    # Commands

    def show(self, outcome: Outcome) -> None:
        """Let the picture follow what the session did."""
        view = self.table_picture.view
        self._sounds.begin(outcome, view.position)
        if outcome.steps:
            view.speed = self.services.speed
            self._end_offer()
            view.room = self._room()
            if self.services.fades:
                self._fade.begin()
            view.show(outcome.steps)
            self.cursor_keys.follow()
            self._sounds.follow(moving=view.moving)
        if outcome.shortest:
            self._tell_shortest()
        if outcome.refusal is not None:
            if outcome.card is not None:
                view.shake(outcome.card)
            rules, refused = self.session.rules, (outcome.refusal, outcome.card)
            self._refusals += 1
            if self._refusals == REFUSALS:
                # Before the reason, which a later message would take away.
                self._tip(Tip.HINT)
            self.services.tell(reason(rules, self.session.position, *refused).said(self._))
        self.spoken.heard(outcome)
        self.settle()

    def _tip(self, tip: Tip) -> None:
        """Tell what is of use now, once."""
        if self._counts:
            tell_tip(self.services, tip, double=self._rules.double_click_home)

    def second_choice(self) -> Outcome:
        """Take the second choice of the card that the card cursor is on."""
        return self.cursor_keys.second_choice(self.session)

    def cancel(self) -> bool:
        """Let go of what is held or selected; False if nothing was."""
        if self._table_mouse.dragging:
            self._let_go()
        elif not (self.session.cancel() or self.advice.drop_hint()):
            return False
        self.spoken.heard(Outcome())
        self.settle()
        return True

    def _let_go(self) -> None:
        """Of what the mouse holds: it goes back to its seat."""
        if self._table_mouse.dragging:
            self.table_picture.view.let_go()
        self._table_mouse.reset()

    def _tell_shortest(self) -> None:
        """A shorter answer came of it: where the deal was just won, the win scene says so."""
        best = self.session.tree.best
        if best is not None and not self.session.is_won:
            text = self._.plural("Shorter answer: {n} move", "Shorter answer: {n} moves", best)
            self.services.tell(text.format(n=best))

    def settle(self) -> None:
        """Have advice for the session as it is now, and show it."""
        self.advice.follow(self.session, par=self._seeks_advice)
        self.course.follow(self.session)
        self._show_session()

    def _show_session(self) -> None:
        """Bring all that is shown around the cards in line with the session."""
        session, settings = self.session, self.services.settings
        self.stale = True
        self._update_sign()
        self.table_picture.number = session_display.plate_number(
            session, self._, self._daily_words()
        )
        self.table_picture.figures = self._figures()
        self.table_picture.mark_figures()
        hint = self.advice.hint
        marks = session_display.marks(
            session,
            self.table_picture.view,
            self.cursor_keys.seat or self._table_mouse.hovered,
            letters=settings.move_keys,
            hint=hint,
            price=lambda node: self.course.price(session, node),
        )._replace(cursor=self.cursor_keys.seat)
        self.table_picture.mark(marks)
        self.table_picture.show_course(self.course.cells, self.course.here(session))
        lit = {
            Command.HINT: hint is not None,
            Command.VERDICT: settings.verdict_light,
            Command.REDEAL: session.needs_redeal,
        }
        room = self._room()
        if room != self.table_picture.view.room:
            self.table_picture.view.room = room
            self.table_picture.view.rearrange()
        usable = session_display.usable(session)
        self.table_picture.enable(usable, lit, session_display.why_off(session, self._))
        self._table_mouse.set_cursor(
            session, self.table_picture.picture.marks, self.table_picture.look
        )

        light = self.services.advisor.light if self.advice.lights(session) else None
        self.spoken.known(light, hint)

    @property
    def detour(self) -> int | None:
        """How many moves the dearest detour of the line has cost, where that may be shown."""
        found = self.course.dearest
        return None if found is None else found[1]

    def _update_sign(self) -> None:
        """Flag, U-turn or warning on the plate, and the bar with the ways on."""
        before, sign = self.table_picture.sign, self.advice.sign(self.session)
        undos = self.advice.undos_to_win if sign in (PlateSign.WARNING, PlateSign.UTURN) else None
        self.table_picture.sign = sign
        shown = sign, undos, self.services.advisor.light is VerdictLight.NEVER
        if shown != self._bar_shown:
            self._bar_shown = shown
            self.table_picture.set_bar(self.advice.bar(sign, undos))
        if sign is before:
            return
        self._to_cheer = WIN_SHOWN_AFTER_S if sign is PlateSign.FLAG else None
        if PlateSign.UTURN in (sign, before):
            self.services.tracer.event(
                "scene", name="stuck" if sign is PlateSign.UTURN else "table"
            )

    # Advice

    def advised(self) -> None:
        """The solver has answered: light, warning, hint and par may have changed."""
        self.advice.advised(self.session)
        self._commands.advised()
        self._show_session()

    # What is shown

    def _figures(self) -> Figures:
        game_store = self.services.game_store
        clock = self.services.settings.clock
        seconds = (game_store.seconds, game_store.total) if clock else None
        advisor = self.services.advisor
        light = advisor.light if self.advice.lights(self.session) else None
        par = advisor.best_known(self.session)
        best = game_store.best, game_store.best_alone
        return session_display.table_figures(self.session, seconds, best, light, par, self._)

    # For a screen reader

    reads_its_drawing = False

    @property
    def heading(self) -> str:
        """The deal, and how it stands."""
        return self.spoken.opening(self.title)

    @property
    def focus_group(self) -> FocusGroup | None:
        """The controls of the bars."""
        return self.table_picture.focus

    @property
    def focus_key(self) -> Key | None:
        """A control that has the keyboard, else the card cursor."""
        from game.accessibility.table_items import seat_key

        view = self.table_picture.view
        if self.table_picture.focus.focused is not None:
            return super().focus_key
        return seat_key(
            view.position, self.cursor_keys.cursor.begin(view.position, view.arrangement)
        )

    def say_pile(self) -> None:
        """Speak the pile under the cursor."""
        view = self.table_picture.view
        self.spoken.say_pile(self.cursor_keys.cursor.begin(view.position, view.arrangement))

    def described(self, written: Sequence[DrawnText]) -> tuple[Item, ...]:
        """The piles, the figures, then the controls."""
        from game.accessibility.items import Item, ItemRole
        from game.accessibility.table_items import pile_items

        view = self.table_picture.view
        piles = pile_items(
            self.session, lambda seat: view.arrangement.seat(view.position, seat), self._
        )
        figures = Item(("figures",), ItemRole.LABEL, self.spoken.figures)
        return (*piles, figures, *super().described(written))

    def perform(self, key: Key, deed: Deed, value: float | None = None) -> Change | None:
        """Click a card, or take its second choice; or use a control."""
        from game.accessibility.items import Deed
        from game.accessibility.table_items import choices_of, seat_of

        found = seat_of(self.session.position, key)
        if found is None:
            return super().perform(key, deed, value)
        seat, choice = found
        choices = choices_of(self.session, seat)
        self._change = None
        self.table_picture.focus.focus(None)
        self.cursor_keys.cursor.put(seat)
        if choice and choice < len(choices):
            self.show(self.session.play(choices[choice]))
        elif deed is Deed.SECOND:
            self.show(self.session.click(seat, second=True))
        elif deed is Deed.ACTIVATE:
            self.show(self.session.click(seat))
        else:
            self._show_session()
        return self._change
