"""Show me: an answer played by itself on a table of its own; nothing of it enters the history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import pygame

from game.accessibility.accessibility_tree import DrawnText, Item, labels
from game.core.moves import Move
from game.core.position import Position
from game.core.translatable_texts import Wording, said_in_turn
from game.desktop.commands import ENTER, Chord, Command, Control, Row, letter_keys
from game.desktop.key_and_pad_button_names import key_name
from game.graphics import colours, fonts
from game.graphics.felt import Felt
from game.graphics.scale import Scale
from game.play.session import Outcome
from game.play.spoken_cards_and_moves import action_words, table_lines
from game.rules import Rules
from game.scenes.common.base import Change, Pop, soonest
from game.scenes.common.control_scene import ControlScene
from game.scenes.common.deal_and_day_words import deal_words
from game.scenes.common.figures_of_session import bare_figures
from game.scenes.common.services import Services
from game.scenes.common.steps_along_a_line import AnswerReplay
from game.system.language import Language
from game.table import window_layout
from game.table.card_sprites import TableSounds
from game.table.markings import TableMarks
from game.table.side_bar import Tool, tool_of
from game.table.table_picture import TablePicture
from game.table.title_plate import SEPARATOR, PlateSign, has_words
from game.table.window_layout import Box, TableFrame, WindowShape
from game.widgets.base import Widget, WidgetAction
from game.widgets.button import ToolButton, button_of
from game.widgets.look import Look
from game.widgets.slider import LabelledSlider, SliderWords, words_width

PACES_S: Final = (1.6, 1.0, 0.6, 0.35, 0.18)
"""Between two moves, slowest first."""
HEIGHT: Final = 64
SQUARE: Final = 46
MARGIN: Final = 16
GAP: Final = 8
GROUPS: Final = 26
"""The gap in dp between the buttons, the line and the pace."""
NEAR: Final = 14
"""Between a slider and its words."""
SMALL_HEIGHT: Final = 44
SMALL_SQUARE: Final = 34
SMALL_MARGIN: Final = 6
SMALL_GROUPS: Final = 14
SMALL_SCALE: Final = 0.8
SMALL_MOST: Final = 1.3
"""The largest scale, for a density of 1, at which a small window's bar has room for two sliders."""
LINE_LEAST: Final = 170
LABELLED: Final = 1000
"""The least width in dp of a bar whose button to play from here has words."""
PACE_WIDTHS: Final = (110, 64)


class ShowMeTool(Control):
    """The bar's controls, and what only has a key."""

    BACK_ONE = (
        "step-back",
        Row(keys=Command.UNDO.row.keys, icon="step-back", tip=Wording("One move back")),
    )
    PAUSE = "pause", Row(keys=Command.SPACE.row.keys, icon="pause")
    ON_ONE = (
        "step-on",
        Row(keys=Command.REDO.row.keys, icon="step-on", tip=Wording("One move forward")),
    )
    LINE = "moves"
    PACE = "pace"
    PLAY = "play-from-here", Row(
        keys=letter_keys(pygame.K_p), icon="cards", caption=Wording("Play from here"),
        tip=Wording("Play from here"),
    )  # fmt: skip
    QUICKER = "quicker", Row(keys=(Chord(char="+"), Chord(char="=")))
    SLOWER = "slower", Row(keys=(Chord(char="-"),))
    LEAVE = "leave", Row(keys=ENTER)


class MovesSlider(LabelledSlider):
    """A slider over the moves of the answer. It takes no keys: the scene handles them."""

    def key_down(self, event: pygame.event.Event) -> WidgetAction | None:
        """Leave all keys to the scene."""
        return None


class ShowMeBar:
    """The bar at the bottom of the window, in place of the table's side bar."""

    def __init__(self, replay: AnswerReplay, pace: int, _: Language, *, plays: bool) -> None:
        """`pace`: the first pace, an index into PACES_S. `plays`: there is a button to play on from
        the position shown.
        """
        self._replay, self._, self._plays = replay, _, plays
        self._pace = pace
        self.rename()

    def leave_tool(self) -> Tool:
        """The button back to the game."""
        return tool_of(Command.BACK, self._)._replace(key=key_name(Command.BACK, self._))

    def rename(self) -> None:
        """Make all controls, in the language of now."""
        _ = self._
        pages = [key_name(command, _) for command in (Command.UNDO_TEN, Command.REDO_TEN)]
        ends = [key_name(command, _) for command in (Command.START, Command.END)]
        ten = _("Go to any move  ·  ten at a time: {back}, {on}").format(back=pages[0], on=pages[1])
        self._back, self.pause, self._on = (
            ToolButton.of(tool, _)
            for tool in (ShowMeTool.BACK_ONE, ShowMeTool.PAUSE, ShowMeTool.ON_ONE)
        )
        self._play = button_of(
            ShowMeTool.PLAY, _, style=fonts.BUTTON_SMALL, height=SQUARE, worded=True
        )
        self._line = MovesSlider(
            ShowMeTool.LINE, 0, self._replay.last, 0, tooltip=ten, key="  ".join(ends)
        )
        last = len(PACES_S) - 1
        self._slider = LabelledSlider(ShowMeTool.PACE, 0, last, self._pace, ticks=True, key="+  -")
        self._slider.spoken = _("Speed")
        self._back.why_off, self._on.why_off = _("this is the start"), _("this is the end")
        self._buttons = [self._back, self.pause, self._on, *([self._play] if self._plays else ())]

    @property
    def widgets(self) -> list[Widget]:
        """All controls, in the order of Tab."""
        return [*self._buttons, self._line, self._slider]

    # What they show

    @property
    def pace(self) -> int:
        """The place in PACES_S of the pace that is chosen."""
        return self._slider.value

    @pace.setter
    def pace(self, pace: int) -> None:
        self._slider.value = pace

    @property
    def wait_s(self) -> float:
        """Seconds between two moves."""
        return PACES_S[self.pace]

    def follow(self) -> None:
        """Update the controls: how far the replay is, and which actions are possible."""
        _, replay = self._, self._replay
        self._line.value = replay.at
        self._line.words = self._told(replay.moves, over=replay.is_over)
        self._back.enabled, self._on.enabled = replay.at > 0, not replay.is_over
        self._pace = self.pace
        word = self._paces[self._pace]
        self._slider.words = SliderWords(word, _("speed"))
        self._slider.tooltip = _("Speed: {pace}").format(pace=word)
        if replay.running:
            self.pause.icon, self.pause.tooltip = "pause", _("Stop")
        elif replay.is_over:
            self.pause.icon, self.pause.tooltip = "restart", _("Show again")
        else:
            self.pause.icon, self.pause.tooltip = "play", _("Continue")

    @property
    def _paces(self) -> tuple[str, ...]:
        _ = self._
        return _("Very slow"), _("Slow"), _("Normal"), _("Fast"), _("Very fast")

    def _told(self, moves: int, *, over: bool) -> SliderWords:
        """The words beside the line: how many moves are made, and once it is `over` the result."""
        _, rules, end = self._, self._replay.rules, self._replay.line.positions[-1]
        count = _("{n} of {count}").format(n=moves, count=self._replay.all_moves)
        if over and rules.is_won(end):
            return SliderWords(count, _("solved"), "flag", colours.GOLD)
        if over and rules.facts.in_sequence:
            score = _("score {n} of {goal}").format(n=rules.score(end), goal=rules.goal)
            return SliderWords(count, score, ink=colours.GOLD)
        return SliderWords(count, _.plural("move", "moves", self._replay.all_moves))

    # Where they are

    def frame(self, shape: WindowShape) -> TableFrame:
        """The layout without side bar: this bar lies below the cards. The cards keep the size and
        the x that they have at the table, so that none moves sideways when an answer is shown.
        """
        window, width, height = window_layout.frame(shape), shape.width, shape.height
        below = window.small or window.portrait
        left = 0 if below or not shape.mirrored else window.edge.right
        bottom, right = (window.edge.y, width) if below else (height, width - window.edge.w)
        edge = window.edge._replace(x=0, w=width) if below else window.edge
        high = _small(window).px(SMALL_HEIGHT) if window.small else window.text_scale.px(HEIGHT)
        bar, area = Box(left, bottom - high, right, high), window.area
        covered = max(0, area.bottom - (bar.y - area.y))
        return window._replace(side=bar, edge=edge, covered=covered)

    def arrange(self, window: TableFrame, look: Look) -> Sequence[Widget]:
        """Buttons at the left, the pace at the right, the line between them."""
        bar, small = pygame.Rect(window.side), _small(window)
        side, margin, groups = look.px(SQUARE), look.px(MARGIN), look.px(GROUPS)
        if window.small:
            look = look._replace(scale=small._replace(factor=SMALL_SCALE * small.factor))
            side = small.px(SMALL_SQUARE)
            margin, groups = small.fixed(SMALL_MARGIN), small.fixed(SMALL_GROUPS)
        x = bar.left + margin
        self._play.label = ShowMeTool.PLAY.caption(self._) if bar.w >= look.px(LABELLED) else ""
        for button in self._buttons:
            wide = button.natural_size(look)[0] if button is self._play else side
            wide = wide if self._play.label else side
            button.place(look, pygame.Rect(x, bar.centery - side // 2, wide, side))
            x += wide + look.px(GAP)
        room = pygame.Rect(x - look.px(GAP) + groups, bar.centery - side // 2, 0, side)
        room.width = bar.right - margin - room.left
        # With little room the pace loses its words, then becomes shorter.
        moves = self._replay.all_moves
        most = [self._told(moves, over=over) for over in (False, True)]
        near, told = look.px(NEAR), words_width(look, most)
        pace_words = words_width(look, [SliderWords(word, self._("speed")) for word in self._paces])
        ways = [(PACE_WIDTHS[0], pace_words), *((width, 0) for width in PACE_WIDTHS)]
        for wide, words in ways:
            pace = look.px(wide) + (near + words if words else 0)
            line = room.width - pace - groups
            if line - near - told >= look.px(LINE_LEAST):
                break
        area = pygame.Rect(room.right - pace, room.top, pace, room.height)
        self._slider.place_with_words(look, area, words, near)
        area = pygame.Rect(room.left, room.top, line, room.height)
        self._line.place_with_words(look, area, told, near)
        return self.widgets

    def draw_ground(
        self, target: pygame.Surface, window: TableFrame, look: Look, felt: Felt
    ) -> None:
        """The bar itself."""
        bar = pygame.Rect(window.side)
        look.paint.veil(target, bar, felt.side_bar_tint)
        target.fill(colours.SIDE_BAR_LINE, (bar.x, bar.y, bar.w, look.scale.line()))

    def draw_captions(self, target: pygame.Surface, look: Look) -> None:
        """Nothing: the controls draw their own words."""


def _small(window: TableFrame) -> Scale:
    """The scale of a small window's bar: the window's, limited to what the bar has room for."""
    scale = window.text_scale
    return scale._replace(factor=min(scale.factor, SMALL_MOST * scale.density))


class ShowMeScene(ControlScene):
    """A table with a bar to stop, step, jump and set the pace, in place of the controls for
    playing.
    """

    name = "show-me"
    keeps_clicked = False

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
        steps = self._replay.commands(self._jump)
        self.does = {
            **steps,
            ShowMeTool.BACK_ONE: steps[Command.UNDO],
            ShowMeTool.ON_ONE: steps[Command.REDO],
            ShowMeTool.PAUSE: self._switch,
            ShowMeTool.QUICKER: lambda: self._set_pace(self._bar.pace + 1),
            ShowMeTool.SLOWER: lambda: self._set_pace(self._bar.pace - 1),
            ShowMeTool.PLAY: self._play_from_here,
            ShowMeTool.LEAVE: Pop,
            Command.BACK: Pop,
            Command.SHOW_ME: Pop,
        }
        self.takes = {ShowMeTool.PACE: self._set_pace, ShowMeTool.LINE: self._jump}

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

    def build(self) -> Sequence[Widget]:
        """The bar's controls."""
        self._bar.rename()
        return self._bar.widgets

    def follow_settings(self) -> None:
        """Take over the choices that change how the table looks."""
        self.focus.arrows = self.focus.goes_round = self.services.card_cursor
        self.table_picture.set_appearance(self.services.appearance)
        self._settle()

    def refresh(self) -> None:
        """Draw everything again."""
        super().refresh()
        self.table_picture.refresh()

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

    def _go(self, at: int) -> None:
        """Show the position after `at` moves. While the line is dragged, the cards are put there at
        once and without sound.
        """
        view, before = self.table_picture.cards, self._replay.position
        steps = self._replay.go(at)
        self._speak(before, steps)
        self._wait = self._bar.wait_s
        if steps and self._dragged:
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

    def _jump(self, at: int) -> None:
        """Go to the position after `at` moves by hand, and stop there so that the player can look
        at it.
        """
        self._replay.running = False
        self._go(at)

    def _switch(self) -> None:
        """Stop, go on, or begin again."""
        if self._replay.is_over:
            self._go(0)
        self._replay.running = not self._replay.running
        self._settle()

    def _set_pace(self, pace: int) -> None:
        """Choose a pace: a faster one shortens the current wait, and the next answer begins with
        it.
        """
        self._bar.pace = pace
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
        table_picture.show_figures(bare_figures(replay.rules, replay.position, made, _))
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

    def _play_from_here(self) -> Change | None:
        """Make the moves shown on the table below, and return to it."""
        if self._on_play is None:
            return None
        self._on_play(self._replay.at)
        return Pop()

    # Drawing

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw what has changed."""
        return self.table_picture.draw(target, self._tooltip.shown(target.get_rect()))
