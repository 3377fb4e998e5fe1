"""The first game: a lesson on a fixed deal, one text at a time beside the place it is about."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import pygame

from game.accessibility.accessibility_tree import DrawnText, Item, ItemAction, ItemRole, Key
from game.core import cards
from game.desktop.commands import Command
from game.graphics.display_list import Shown
from game.play.verdict import VerdictLight
from game.rules import chosen_words, rules_for, stock_of
from game.scenes.common.base import Change, OpenFirstGame, OpenTable, Pop, Scene, SceneRequest
from game.scenes.common.services import Services
from game.scenes.common.tips_and_first_games import FirstGame, note_first_game, steps_done
from game.scenes.common.which_cards_are_marked import hint_mark
from game.scenes.table.first_game_steps import LessonProgress, Wait, read_lesson
from game.scenes.table.lesson_bubble import GO_ON, LEAVE, LessonBubble
from game.scenes.table.scene import TableScene
from game.table.figures import LIGHT, light_figure
from game.widgets.base import ENTER_KEYS, Pressed

MOVES_KEPT_FREE = 8
TOGETHER = " + "
FIGURE = "figure-"
SMALL = 0.75
"""The size of the bubble in a small window, as a share of its usual size."""


class FirstGameScene(TableScene):
    """A table with a lesson; an ordinary table once that is over or another deal is opened."""

    name = "first-game"

    def __init__(self, services: Services, game: str, *, over_table: bool = False) -> None:
        """`over_table`: the deal of the table below is the next one once this one is won."""
        self._over_table = over_table
        rules = rules_for(game)
        lesson = read_lesson(services.assets.folder, rules, services.language.code)
        self._progress = LessonProgress(lesson, rules, steps_done(services.settings, game))
        self._teaches = True
        self._told: tuple[int, bool] | None = None
        self._bubble = LessonBubble(services.language)
        super().__init__(services, rules, lesson.deck)
        self.rules_of_next = rules_for(game, chosen_words(game, services.settings))
        # The player switches the light on in a step of the lesson, for the lesson alone.
        self.advice.own_light = False
        self._lead_back()

    def _lead_back(self) -> None:
        """Bring the table to the position at which the present step begins or, where that depends
        on what the player does, an earlier one.
        """
        made = self._progress.go_back()
        self.session.to_start()
        self.show(self.session.play_line(self.session.history.here, made))
        self._progress.begin(self.session.position, self.session.history.at)

    # The table

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window; the bubble lies elsewhere."""
        super().place(size)
        self._say()

    def follow_language(self) -> None:
        """Read the texts of the lesson in the new language."""
        super().follow_language()
        rules, services = self.session.rules, self.services
        folder, language = services.assets.folder, services.language
        self._progress.lesson = read_lesson(folder, rules, language.code)
        self._bubble = LessonBubble(language)

    def follow_settings(self) -> None:
        """As at any table, but with autoplay during the lesson, whose texts mention it."""
        super().follow_settings()
        self.session.autoplay = self.session.autoplay or self._teaches

    def start(self, asked: OpenTable) -> None:
        """Another deal: the lesson is over."""
        self._stop()
        self._over_table = False
        super().start(asked)

    @property
    def counts(self) -> bool:
        """False while the lesson goes on."""
        return not self._teaches

    def serves(self, wanted: Scene | SceneRequest) -> bool:
        """A running lesson is not opened once more over itself, from its help."""
        asked = isinstance(wanted, OpenFirstGame) and wanted.game == self.session.rules.name
        return asked and self._teaches

    @property
    def _leads_back(self) -> bool:
        """Whether the next deal is that of the table below."""
        return self._over_table and self._progress.over and self.session.is_won

    def _stop(self) -> None:
        self._teaches = False
        self.advice.own_light = None
        self._bubble.hide()
        self._hide_plate()
        self.refresh()

    def settle(self) -> None:
        """As at any table; then the lesson checks its step."""
        super().settle()
        self._notice()

    def advised(self) -> None:
        """The solver has answered: a hint may be there."""
        super().advised()
        self._notice()

    # The lesson

    def _notice(self) -> None:
        """Go on if the table's state completes the step, and bring the bubble in line."""
        if not self._teaches:
            return
        position, stock = self.session.position, stock_of(self.session.rules)
        empty = stock is not None and not position.piles[stock]
        hint = self.advice.hint is not None
        if self._progress.note_position(position, hint=hint, empty=empty):
            self._begin_step()
        if self._progress.over:
            note_first_game(self.services, self.session.rules.name, FirstGame.DONE)
            self._stop()
            return
        self._say()

    def do(self, command: Command) -> Change | None:
        """As at any table; the step may wait for this command."""
        if command is Command.NEW and self._leads_back:
            return Pop()
        if command is Command.POLICY and self._keeps_policy:
            self.services.tell(self._("The rule is fixed in a lesson"))
            return None
        chosen = self.session.selection or self.session.missed
        if command is Command.SPACE and self._progress.has_emptied and not chosen:
            # One pull too many: it would turn the cards over.
            return None
        leads = self._teaches and not self._is_astray
        self.advice.own_hint = self._progress.step.move if leads else None
        change = super().do(command)
        self._note_command(command)
        return change

    @property
    def _keeps_policy(self) -> bool:
        """Whether the lesson's deal is on the table, in a game with policies. Under another policy
        it would be a deal without a name among the player's own.
        """
        deck = self._progress.lesson.deck
        return bool(self.session.rules.facts.policies) and self.session.deck == deck

    def _note_command(self, command: Command) -> None:
        before = self._progress.at
        self._progress.note_command(command)
        if self._progress.at != before:
            self._begin_step()
            self._notice()

    def _begin_step(self) -> None:
        """Save how far the player has come, and show the move of the present step."""
        note_first_game(self.services, self.session.rules.name, str(self._progress.at))
        self._progress.begin(self.session.position, self.session.history.at)
        self.show_session()

    @property
    def _is_astray(self) -> bool:
        """Whether something else was played, so that the step cannot be made."""
        return self._progress.is_astray(self.session.position, self.session.history.at)

    def _leads_on(self, event: pygame.event.Event) -> bool:
        """True for Enter while the lesson waits for it; otherwise the table gets the key."""
        free = self.table_picture.focus.focused is None and not event.mod & pygame.KMOD_SHIFT
        waits = self._is_astray or self._progress.step.wait is Wait.READ
        return event.key in ENTER_KEYS and free and waits

    def _go_on(self) -> None:
        """Do what Enter or the bubble's button means: go on, or lead back to the lesson."""
        if self._is_astray:
            self._lead_back()
        elif self._progress.step.wait is Wait.READ:
            self._progress.note_read()
            self._begin_step()
            self._notice()

    # The bubble

    def _say(self) -> None:
        """Bring the bubble in line with the lesson."""
        if not self._teaches or self.size == (0, 0):
            return
        progress, spot = self._progress, None if self._is_astray else self._spot()
        text = self._text()
        count = self._("{n} of {count}").format(n=progress.at + 1, count=progress.count)
        self._bubble.follow(text, count, self._label)
        frame, look = self.table_picture.cards.frame, self.table_picture.look
        if frame.small:
            look = look.at_factor(SMALL * look.scale.factor)
        # The arrow has rings of its own.
        self._bubble.place(
            look, pygame.Rect(frame.area), spot, self._bars, self._kept_free(), self._cards(),
            rings=not self._shows_move,
        )  # fmt: skip
        self._hide_plate()
        self.stale = True
        self._tell(text, spot)

    def _text(self) -> str:
        """The line of the step, or how to come back to the lesson, for the device used last."""
        _, step, services = self._, self._progress.step, self.services
        if not self._is_astray:
            by_hand = step.by_arrows if services.card_cursor else step.line
            return services.worded(by_hand, step.by_finger)
        return services.worded(
            _("That’s a different move. Press Enter to return to the lesson."),
            _("That’s a different move. Use the button to return to the lesson."),
        )

    @property
    def _label(self) -> str:
        """The label of the button that goes on; empty if the step waits for something else."""
        if self._is_astray:
            return self._("Back to the lesson")
        return self._("Continue") if self._progress.step.wait is Wait.READ else ""

    def _hide_plate(self) -> None:
        """Where the bubble would cover a part of the plate, the plate is not drawn."""
        picture = self.table_picture
        picture.plate_hidden = bool(self._bubble.area.colliderect(picture.plate_area))

    def _tell(self, text: str, spot: pygame.Rect | None) -> None:
        """Speak and trace a line that is new."""
        told = self._progress.at, self._is_astray
        if self._told == told:
            return
        self._told = told
        self.services.speak(text)
        self.services.tracer.event(
            "lesson",
            game=self.session.rules.name,
            step=self._progress.at + 1,
            of=self._progress.count,
            line=text,
            place=None if spot is None else list(spot),
        )

    def _spot(self) -> pygame.Rect | None:
        """The area around everything that the text is about; None: it is about no place."""
        places = self._progress.step.place.split(TOGETHER)
        areas = [area for area in map(self._area_of, places) if area is not None]
        return areas[0].unionall(areas[1:]) if areas else None

    def _area_of(self, place: str) -> pygame.Rect | None:
        picture = self.table_picture
        if place.startswith("card "):
            return self._card_area(cards.parse_card(place[5:]))
        for number, pile in enumerate(self.session.rules.piles):
            if pile.id == place:
                return pygame.Rect(picture.cards.arrangement.piles[number])
        if place.startswith(FIGURE):
            return self._figure_area(place.removeprefix(FIGURE))
        # The menu has the controls for which the bar has no room.
        for name in (place, Command.MENU):
            with suppress(KeyError):
                return picture.control_area(name)
        return None

    def _figure_area(self, figure: str) -> pygame.Rect | None:
        """Where a figure stands; the verdict light also before it shows."""
        picture, shown = self.table_picture, self.table_picture.figures
        if figure == LIGHT and not any(each.name == LIGHT for each in shown):
            redeals = self.session.rules.facts.redeals
            won = VerdictLight.WITHOUT if redeals else VerdictLight.CAN
            light = light_figure(won, self.services.language)
            shown = sorted((*shown, light), key=lambda each: each.result)
        return picture.figure_area(figure, shown)

    def _card_area(self, card: int) -> pygame.Rect | None:
        view = self.table_picture.cards
        seat = self.session.position.seat(card)
        return None if seat is None else pygame.Rect(view.arrangement.seat(view.position, seat))

    def _kept_free(self) -> list[pygame.Rect]:
        """What the bubble must not cover: the number on a reserve; the cards of the step's move,
        where they are and where they come; if any move will do, those of the hint and of the first
        possible moves; and the foundations, where moves are made, as cards go there by themselves.
        No cards if the player is astray: the step's move may be illegal then.
        """
        session, step = self.session, self._progress.step
        picture = self.table_picture
        areas = list(picture.reserve_counts.areas(picture.look).values())
        if self._is_astray:
            return areas
        hint, table = self.advice.hint, picture.cards.arrangement
        moves = [] if hint is None else [hint]
        if step.wait in (Wait.HINT, Wait.PLAY, Wait.EMPTY, Wait.WON):
            moves += session.rules.moves(session.position)[:MOVES_KEPT_FREE]
        if step.wait in (Wait.PLAY, Wait.EMPTY, Wait.WON):
            areas += [pygame.Rect(table.piles[pile]) for pile in session.rules.foundations]
        afters = [session.rules.apply(session.position, move) for move in moves]
        afters += [] if step.after is None else [step.after]
        for after in afters:
            for pile, held in enumerate(session.position.piles):
                if held != after.piles[pile]:
                    ends = session.position.end(pile), after.end(pile)
                    areas += [pygame.Rect(table.seat(session.position, end)) for end in ends]
        return areas

    @property
    def _bars(self) -> list[pygame.Rect]:
        frame = self.table_picture.cards.frame
        return [pygame.Rect(frame.side), pygame.Rect(frame.edge)]

    def _cards(self) -> list[pygame.Rect]:
        """Where cards lie, an area for each pile."""
        table, position = self.table_picture.cards.arrangement, self.session.position
        return [
            pygame.Rect(table.piles[pile]).union(table.seat(position, position.end(pile)))
            for pile, held in enumerate(position.piles)
            if held
        ]

    def show_session(self) -> None:
        """As at any table, with an arrow that shows the move of the step."""
        super().show_session()
        move = self._progress.step.move
        if move is not None and self._shows_move:
            marks = self.table_picture.card_painter.marks
            self.table_picture.mark(marks._replace(hint=hint_mark(self.session, move)))

    @property
    def _shows_move(self) -> bool:
        """Whether an arrow shows the move of the step."""
        session, step = self.session, self._progress.step
        shows = self._teaches and self.advice.hint is None and session.selection is None
        return shows and step.move is not None and not self._is_astray

    # Events

    def handle(self, event: pygame.event.Event) -> Change | None:
        """The bubble's buttons first, then the table."""
        if not self._teaches:
            return super().handle(event)
        if event.type == pygame.KEYDOWN:
            if self._leads_on(event):
                self._go_on()
                return None
            return super().handle(event)
        on_bubble = hasattr(event, "pos") and self._bubble.area.collidepoint(event.pos)
        action = self._bubble.focus.handle(event)
        self.stale = self.stale or self._bubble.focus.stale
        if isinstance(action, Pressed):
            return self._use_button(action.name)
        if on_bubble and event.type == pygame.MOUSEBUTTONDOWN:
            return None
        return super().handle(event)

    def _use_button(self, name: object) -> Change | None:
        if name == GO_ON:
            self._go_on()
            return None
        return Pop()

    def above(self, window: pygame.Rect) -> list[Shown]:
        """What lies over any table, and the bubble."""
        return [*super().above(window), *self._bubble.shown()]

    @property
    def message_keeps_clear(self) -> list[pygame.Rect]:
        """As at any table; the bubble too."""
        bubble = [self._bubble.area] if self._bubble.area else []
        return [*bubble, *super().message_keeps_clear]

    def described(self, written: Sequence[DrawnText]) -> tuple[Item, ...]:
        """The lesson's line with its buttons, then the table."""
        from game.accessibility.screen_reader_controls import area_of, control_items

        table = super().described(written)
        if not self._teaches:
            return table
        line = Item(("lesson",), ItemRole.LABEL, self._bubble.text, area_of(self._bubble.area))
        return (line, *control_items(self._bubble.focus.widgets, ()), *table)

    def perform(self, key: Key, action: ItemAction, value: float | None = None) -> Change | None:
        """Use a button of the bubble, or do as at any table."""
        for name in (GO_ON, LEAVE) if self._teaches else ():
            if key == ("control", name) and action is ItemAction.ACTIVATE:
                return self._use_button(name)
        return super().perform(key, action, value)

    def traced(self) -> dict[str, object] | None:
        """The table's, and the bubble's buttons."""
        told = super().traced()
        if told is not None:
            more = self._bubble.focus.traced()
            told["buttons"] = {**told["buttons"], **more}
        return told
