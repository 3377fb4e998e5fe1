"""Show me: an answer played by itself on a table of its own; nothing of it enters the history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from game.accessibility.accessibility_tree import DrawnText, Item, labels
from game.core.moves import Move
from game.core.position import Position
from game.core.translatable_texts import said_in_turn
from game.desktop.commands import Command, command_of
from game.play.session import Outcome
from game.play.spoken_cards_and_moves import action_words, table_lines
from game.rules import Rules
from game.scenes.common.base import Change, Pop, soonest
from game.scenes.common.control_scene import ControlScene
from game.scenes.common.deal_and_day_words import deal_words
from game.scenes.common.figures_of_session import bare_figures
from game.scenes.common.global_commands import global_command
from game.scenes.common.services import Services
from game.scenes.common.steps_along_a_line import AnswerReplay, place_of_command
from game.scenes.show_me.bar import PACES_S, ShowMeBar, ShowMeTool
from game.table.card_sprites import TableSounds
from game.table.markings import TableMarks
from game.table.table_picture import TablePicture
from game.table.title_plate import SEPARATOR, PlateSign, has_words
from game.widgets.base import ENTER_KEYS, Changed, Pressed, Widget, WidgetAction

QUICKER, SLOWER = "+=", "-"


class ShowMeScene(ControlScene):
    """A table with a bar to stop, step, jump and set the pace, in place of the controls for
    playing.
    """

    name = "show-me"

    def __init__(
        self,
        services: Services,
        rules: Rules,
        start: Position,
        moves: tuple[Move, ...],
        *,
        title: str,
        label: int | str | None = None,
        made: int = 0,
        whose: Callable[[], str] | None = None,
        on_play: Callable[[int], None] | None = None,
    ) -> None:
        """`moves` are played from `start`, where `made` moves were counted already. Raises
        IllegalMove if the rules refuse one. `whose` returns the words on the plate that say whose
        answer it is. `on_play` is called with the number of moves shown, to make them on the table
        below; then the scene closes.
        """
        self._replay = AnswerReplay(rules, start, moves)
        pace, language = services.settings.show_pace, services.language
        self._bar = ShowMeBar(self._replay, pace, language, plays=on_play is not None)
        self.table_picture = TablePicture(
            rules, services.look, services.appearance, language, self._bar
        )
        super().__init__(services, self.table_picture.focus)
        self._title, self._label, self._made = title, label, made
        self._whose, self._on_play = whose, on_play
        self._introduced = False
        """True once the scene has been on top. By then a message has said whose answer it is, if no
        plate does.
        """
        self._sounds = TableSounds(services.sound)
        self._wait = PACES_S[0]

    @property
    def title(self) -> str:
        """The table's title."""
        return self._title

    # The scene

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window: every card is where it belongs at once."""
        super().place(size)
        position = self._replay.position
        self.table_picture.cards.put(position)
        self.table_picture.place(size, self.services.settings.ui_scale)
        self.table_picture.card_painter.prepare([card for pile in position.piles for card in pile])
        self._settle()

    def resume(self) -> Change | None:
        """The scene is on top: follow the settings, and the first time say whose answer it is if no
        plate does.
        """
        self.follow_settings()
        if self._whose and not self._introduced and not self._has_plate:
            self.services.tell(self._whose())
        self._introduced = True
        return super().resume()

    def follow_language(self) -> None:
        """All controls in the other language."""
        self._tooltip.hide()
        self._bar.rename()
        self.focus.renew(self._bar.widgets)

    def follow_settings(self) -> None:
        """Take over the choices that change how the table looks."""
        self.focus.arrows = self.services.card_cursor
        self.table_picture.set_appearance(self.services.appearance)
        self._settle()

    def refresh(self) -> None:
        """Draw everything again."""
        super().refresh()
        self.table_picture.refresh()

    def art_made(self, cards: frozenset[str]) -> None:
        """Draw these cards again."""
        self.table_picture.invalidate_cards(cards)
        self.stale = True

    def traced(self) -> dict[str, Any] | None:
        """Piles, cards and buttons, once every card sits."""
        return self.table_picture.traced() if self.table_picture.cards.settled else None

    # Time

    @property
    def busy(self) -> bool:
        """True while a card flies."""
        return self.table_picture.busy

    @property
    def due(self) -> float | None:
        """Seconds until the next move or a tooltip; None if neither comes."""
        return soonest(self._wait if self._replay.running else None, super().due)

    def update(self, seconds: float) -> Change | None:
        """Cards fly; the next move comes when it is due."""
        # The frame in which the last card arrives has to be drawn as well.
        self.stale = self.stale or self.busy
        self.table_picture.update(seconds)
        self._sounds.follow(moving=self.table_picture.cards.moving)
        super().update(seconds)
        if self._replay.running:
            self._wait -= seconds
            if self._wait <= 0:
                self._go(self._replay.at + 1)
        return None

    @property
    def _has_plate(self) -> bool:
        """True if the window has a plate among the cards; a small one has no room for it."""
        return has_words(self.table_picture.cards.arrangement)

    # Going through the answer

    def _go(self, at: int, *, dragged: bool = False) -> None:
        """Show the position after `at` moves. While the line is dragged, the cards are put there at
        once and without sound.
        """
        view, before = self.table_picture.cards, self._replay.position
        steps = self._replay.go(at)
        self._speak(before, steps)
        self._wait = self._bar.wait_s
        if steps and dragged:
            view.put(steps[-1])
        elif steps:
            self._sounds.begin(Outcome(steps), before)
            self.table_picture.show(steps, self.services.speed, fades=self.services.fades)
            self._sounds.follow(moving=view.moving)
        self._settle()

    def _speak(self, before: Position, steps: tuple[Position, ...]) -> None:
        """Have the screen reader say the move that was made or, after a jump, how many moves are
        made.
        """
        replay, _ = self._replay, self.services.language
        if not steps or not self.services.devices.screen_reader:
            return
        move = replay.move_from(before)
        if move is not None:
            self.services.speak(action_words(replay.rules, before, (move,), _))
        else:
            at = _.plural("{n} move", "{n} moves", replay.moves)
            self.services.speak(at.format(n=replay.moves))

    def _jump(self, at: int, *, dragged: bool = False) -> None:
        """Go to the position after `at` moves by hand, and stop there so that the player can look
        at it.
        """
        self._replay.running = False
        self._go(at, dragged=dragged)

    def _switch(self) -> None:
        """Stop, go on, or begin again."""
        if self._replay.is_over:
            self._go(0)
        self._replay.running = not self._replay.running
        self._settle()

    def _take_pace(self) -> None:
        """Apply the chosen pace: a faster one shortens the current wait, and the next answer begins
        with it.
        """
        self._wait = min(self._wait, self._bar.wait_s)
        if self._bar.pace != self.services.settings.show_pace:
            self.services.change(show_pace=self._bar.pace)
        self._settle()

    def _settle(self) -> None:
        """Update everything around the cards: plate, figures, marks and bar."""
        replay, table_picture, _ = self._replay, self.table_picture, self.services.language
        self.stale = True
        # The flag stands on the plate. Without a plate the words of the bar are enough.
        cheers = replay.rules.is_won(replay.position) and self._has_plate
        table_picture.sign = PlateSign.FLAG if cheers else None
        deal = deal_words(replay.rules, self._label, _)
        whose = self._whose() if self._whose else ""
        table_picture.number = SEPARATOR.join(filter(None, (deal, *whose.split(", "))))
        made = self._made + replay.moves
        table_picture.figures = bare_figures(replay.rules, replay.position, made, _)
        table_picture.invalidate_figures()
        table_picture.mark(TableMarks(runs=replay.rules.sequences(replay.position)))
        self._bar.follow()

    # Events

    reads_its_drawing = False

    @property
    def heading(self) -> str:
        """The words that an answer is shown, of which deal, and whose it is."""
        _, whose = self.services.language, self._whose() if self._whose else ""
        return said_in_turn((_("Show me"), self.title, whose), _)

    @property
    def read_first(self) -> Widget:
        """The button that stops the answer."""
        return self._bar.pause

    def described(self, written: Sequence[DrawnText]) -> tuple[Item, ...]:
        """The cards, then the bar."""
        replay, _ = self._replay, self.services.language
        lines = labels(table_lines(replay.rules, replay.position, _))
        return (*lines, *super().described(written))

    def handle(self, event: pygame.event.Event) -> Change | None:
        """The bar's controls and the keys that do the same."""
        change: Change | None = None
        action = self.focus.handle(event)
        if action is not None:
            change = self._use(action, event)
        elif event.type == pygame.KEYDOWN:
            change = self._key(event)
        if event.type == pygame.MOUSEBUTTONUP:
            # The control that was clicked must not take the next key.
            self.focus.focus(None)
        self.follow_tooltip(event)
        return change

    def _use(self, action: WidgetAction, event: pygame.event.Event) -> Change | None:
        """Do what a control asks for."""
        match action:
            case Changed(name=ShowMeTool.PACE):
                self._take_pace()
            case Changed(name=ShowMeTool.LINE, value=int(at)):
                self._jump(at, dragged=event.type == pygame.MOUSEMOTION)
            case Pressed(name=ShowMeTool.PACE):
                self._bar.next_pace()
                self._take_pace()
            case Pressed(name=ShowMeTool.PAUSE):
                self._switch()
            case Pressed(name=ShowMeTool.BACK_ONE):
                self._jump(self._replay.at - 1)
            case Pressed(name=ShowMeTool.PLAY):
                return self._play_from_here()
            case Pressed(name=ShowMeTool.ON_ONE):
                self._jump(self._replay.at + 1)
            case Pressed(name=Command.BACK):
                return Pop()
        return None

    def _play_from_here(self) -> Change | None:
        """Make the moves shown on the table below, and return to it."""
        if self._on_play is None:
            return None
        self._on_play(self._replay.at)
        return Pop()

    def _key(self, event: pygame.event.Event) -> Change | None:
        command = command_of(event)
        goal = place_of_command(command, self._replay.at, self._replay.last)
        if event.unicode and event.unicode in QUICKER + SLOWER:
            self._bar.change_pace(1 if event.unicode in QUICKER else -1)
            self._take_pace()
        elif goal is not None:
            self._jump(goal)
        elif command is Command.SPACE:
            self._switch()
        elif event.unicode in ("p", "P") and self._on_play is not None:
            return self._play_from_here()
        elif command in (Command.BACK, Command.SHOW_ME) or (
            command is None and event.key in ENTER_KEYS
        ):
            return Pop()
        else:
            return global_command(self.services, command, self._replay.rules.name)
        return None

    # Drawing

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw what has changed."""
        return self.table_picture.draw_over(target, self._tooltip)
