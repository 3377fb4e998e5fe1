"""Show me: an answer played by itself on a table of its own; nothing of it enters the history."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from game import keys, theme
from game.assets import Align
from game.keys import Command
from game.position import Move, Position
from game.rules import Rules
from game.scenes.anywhere import anywhere
from game.scenes.base import Change, Pop, Scene, Services
from game.table.canvas import Canvas
from game.table.looks import Looks
from game.table.picture import TablePicture
from game.table.plate import Plate, draw_plate
from game.table.view import TableView
from game.widgets.base import Changed, Pressed, Widget
from game.widgets.button import Button
from game.widgets.focus import FocusGroup
from game.widgets.look import Look
from game.widgets.slider import Slider
from game.widgets.tooltip import Tooltip

BAR = 64
BUTTON = 44
MARGIN = 12
PACES_S = (1.6, 1.0, 0.6, 0.35, 0.18)
"""Between two moves, slowest first."""
USUAL_PACE = 2
PAUSE, BACK_ONE, ON_ONE, PACE = "pause", "step-back", "step-on", "pace"
FULL_BAR_FROM = 700
"""The window's width in dp from which the bar has room for words."""


class ShowMeScene(Scene):
    """The cards of a deal, and a bar to stop, step and set the pace."""

    name = "show-me"

    def __init__(
        self,
        services: Services,
        rules: Rules,
        start: Position,
        moves: tuple[Move, ...],
        looks: Looks,
        *,
        title: str,
        number: Callable[[], str],
    ) -> None:
        """`moves` are played from `start`; the rules must take all of them. `number` is asked for
        what the plate says below the game's name.
        """
        super().__init__(services)
        self._title, self._number = title, number
        self._rules, self._moves = rules, moves
        self._positions = [start]
        for move in moves:
            self._positions.append(rules.apply(self._positions[-1], move))
        self._at = 0
        self._running = True
        self._wait = PACES_S[0]
        self._view = TableView(rules, (1280, 800))
        self._view.large = looks.large
        self._picture = TablePicture(self._view, services.assets, services.paint, looks)
        self._canvas = Canvas((1, 1))
        self._drawn: tuple[Any, ...] = ()
        """Where piles and words were when last drawn."""
        self._label_at = (0, 0)
        self._tooltip = Tooltip()
        self._focus = FocusGroup(self._controls(USUAL_PACE), arrows=False)

    def _controls(self, pace: int) -> list[Widget]:
        """The bar's controls, in the language of now."""
        _ = self.services.language
        sign = "pause" if self._running else "play"
        self._pace = Slider(PACE, 0, len(PACES_S) - 1, pace, tooltip=_("Pace"))
        self._pause = Button(PAUSE, "", sign, tooltip=_("Stop or go on"), key=_("Space"))
        return [
            Button(BACK_ONE, "", "undo", tooltip=_("One move back"), key=_("Left")),
            self._pause,
            Button(ON_ONE, "", "redo", tooltip=_("One move on"), key=_("Right")),
            self._pace,
            Button(Command.BACK, "", "cross", tooltip=_("Back to the game"), key=_("Esc")),
        ]

    def follow_language(self) -> None:
        """All controls in the other language."""
        self._tooltip.hide()
        self._focus.renew(self._controls(int(self._pace.value)))

    @property
    def title(self) -> str:
        """The table's title."""
        return self._title

    @property
    def _look(self) -> Look:
        return self.services.look(self.scale)

    # Layout

    def place(self, size: tuple[int, int]) -> None:
        """The table above, the bar below."""
        super().place(size)
        look = self._look
        height = look.px(BAR)
        self._view.resize((size[0], size[1] - height), self.services.settings.ui_scale)
        self._view.put(self._positions[self._at])
        self._picture.forget()
        self._canvas = Canvas(size, self._canvas)
        self._place_bar(look, self._bar())
        self._draw_ground(look)

    def _bar(self) -> pygame.Rect:
        height = self._look.px(BAR)
        return pygame.Rect(0, self.size[1] - height, self.size[0], height)

    def _draw_ground(self, look: Look) -> None:
        ground, bar = self._canvas.ground, self._bar()
        ground.blit(look.paint.felt(self.size, self.services.felt), (0, 0))
        look.paint.veil(ground, bar, theme.SCENE_BAR_FILL)
        ground.fill(theme.GOLD_DARK, (bar.x, bar.y, bar.w, look.scale.line()))
        self._canvas.mark_all()

    def refresh(self) -> None:
        """Draw everything again."""
        super().refresh()
        self._canvas.mark_all()

    def art_made(self, cards: frozenset[str]) -> None:
        """Draw these cards again."""
        for area in self._picture.areas_of(cards):
            self._canvas.mark(area)
        self.stale = True

    def _place_bar(self, look: Look, bar: pygame.Rect) -> None:
        side, gap = look.px(BUTTON), look.px(MARGIN)
        x = bar.x + gap
        back, pause, on, pace, leave = self._focus.widgets
        for widget in (back, pause, on):
            widget.place(look, pygame.Rect(x, bar.centery - side // 2, side, side))
            x += side + gap
        self._label_at = x + gap, bar.centery
        if self._is_full:
            x += look.width(self._label, theme.ROW) + gap
        width = look.px(150)
        pace.place(look, pygame.Rect(x + gap, bar.centery - side // 2, width, side))
        leave.place(look, pygame.Rect(bar.right - gap - side, bar.centery - side // 2, side, side))

    # Time

    @property
    def busy(self) -> bool:
        """True while a card flies."""
        return self._view.moving

    @property
    def due(self) -> float | None:
        """When the next move or a tooltip comes."""
        dues = [self._wait if self._running else None, self._tooltip.due]
        return min((due for due in dues if due is not None), default=None)

    def update(self, seconds: float) -> Change | None:
        """Cards fly; the next move comes when it is due."""
        self._tooltip.update(seconds)
        self.stale = self.stale or self._tooltip.stale
        if self._view.moving:
            self._view.advance(seconds)
            self.stale = True
        if self._running:
            self._wait -= seconds
            if self._wait <= 0:
                self._go(self._at + 1)
        return None

    def _go(self, at: int) -> None:
        """Show the position after so many moves; at the end it stops."""
        if not 0 <= at <= len(self._moves):
            return
        steps: tuple[Position, ...] = (self._positions[at],)
        if at == self._at + 1:
            steps = self._rules.steps(self._positions[self._at], self._moves[self._at])
        self._at = at
        self._view.speed = self.services.speed
        self._view.show(steps)
        self._wait = PACES_S[int(self._pace.value)]
        if at == len(self._moves):
            self._set_running(False)
        self.stale = True

    def _set_running(self, running: bool) -> None:
        self._running = running
        self._pause.icon = "pause" if running else "play"
        self.stale = True

    # Events

    def handle(self, event: pygame.event.Event) -> Change | None:
        """The bar's controls and the keys that do the same."""
        action = self._focus.handle(event)
        self._follow_mouse(event)
        self.stale = self.stale or self._focus.stale or self._tooltip.stale
        if isinstance(action, Pressed):
            return self._act(action.name)
        if isinstance(action, Changed):
            self._wait = min(self._wait, PACES_S[int(self._pace.value)])
            return None
        if action is None and event.type == pygame.KEYDOWN:
            return self._key(event)
        return None

    def _follow_mouse(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEMOTION:
            self._tooltip.watch(self._focus.hovered)
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            self._tooltip.hide()

    def _act(self, name: str) -> Change | None:
        if name == Command.BACK:
            return Pop()
        do: dict[str, Callable[[], None]] = {
            PAUSE: self._switch,
            BACK_ONE: lambda: self._step(-1),
            ON_ONE: lambda: self._step(1),
        }
        do[name]()
        return None

    def _switch(self) -> None:
        if not self._running and self._at == len(self._moves):
            self._go(0)
        self._set_running(not self._running)

    def _step(self, by: int) -> None:
        self._set_running(False)
        self._go(self._at + by)

    def _key(self, event: pygame.event.Event) -> Change | None:
        command = keys.command_of(event)
        match command:
            case Command.BACK | Command.SHOW_ME:
                return Pop()
            case Command.SPACE:
                self._switch()
            case Command.UNDO:
                self._step(-1)
            case Command.REDO:
                self._step(1)
            case Command.START:
                self._set_running(False)
                self._go(0)
            case Command.END:
                self._go(len(self._moves))
        return anywhere(self.services, command, self._rules.name)

    # Drawing

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw what has changed of cards and bar."""
        for box in self._view.take_touched():
            self._canvas.mark(self._picture.spot(box))
        table, words = self._view.arrangement, self._words()
        drawn = table.card, table.piles, words
        if drawn != self._drawn or self._focus.stale:
            self._canvas.mark(self._bar())
        if drawn[:2] != self._drawn[:2]:
            self._canvas.mark_all()
        self._drawn = drawn
        if self._tooltip.stale and not self._tooltip.visible:
            self._canvas.mark_all()
        touched = self._canvas.compose(target, self._paint, self._picture.draw_moving)
        if not self._tooltip.visible:
            return touched
        self._tooltip.draw(target)
        return None

    def _paint(self, target: pygame.Surface, clip: pygame.Rect) -> None:
        self._picture.draw_resting(target, clip)
        table = self._view.arrangement
        if clip.colliderect(table.plate):
            plate = Plate(self._rules.title, self._number())
            draw_plate(target, self.services.look(self._view.frame.scale), table, plate)
        if self._bar().colliderect(clip):
            right = self._focus.widgets[-1].rect.left - self._look.px(MARGIN)
            at = right, self._bar().centery
            self._look.write(target, self._words(), theme.ROW, theme.CREAM, at, Align.RIGHT)
            if self._is_full:
                at = self._label_at
                self._look.write(target, self._label, theme.ROW, theme.DIM, at, Align.LEFT)
            self._focus.draw(target)

    @property
    def _is_full(self) -> bool:
        """There is room for words in the bar."""
        return self._look.scale.dp(self.size[0]) >= FULL_BAR_FROM

    @property
    def _label(self) -> str:
        return self.services.language("Pace")

    def _words(self) -> str:
        """How far it has come."""
        _, count = self.services.language, len(self._moves)
        if self._is_full:
            return _("Show me: action {n} of {count}").format(n=self._at, count=count)
        return _("{n} of {count}").format(n=self._at, count=count)

    def traced(self) -> dict[str, Any] | None:
        """Piles, cards, buttons."""
        if not self._view.settled:
            return None
        piles, found = self._view.traced()
        buttons = {str(w.name): list(w.rect) for w in self._focus.widgets}
        return {"piles": piles, "cards": found, "buttons": buttons}
