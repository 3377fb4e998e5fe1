"""A line under review: a place that moves along it, what is known of it; a table with the cards
at a place and arrows for its moves; and what review and comparison do alike.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import pygame

from game.core import cards
from game.core.cards import Card
from game.core.moves import Move
from game.core.position import Position
from game.graphics import colours, fonts
from game.graphics.colours import Rgb
from game.graphics.display_list import Canvas, Shown
from game.graphics.fonts import TextStyle
from game.history import WON
from game.play.session import LineStep, Session
from game.play.spoken_cards_and_moves import card_words
from game.record.review_text import ReviewText
from game.record.reviewed_lines import LineReader
from game.rules import Rules, stock_of
from game.scenes.common.base import Change, GoTo, Pop
from game.scenes.common.control_scene import SessionScene
from game.scenes.common.services import Services
from game.scenes.common.steps_along_a_line import WalkedLine
from game.solver.line_worths import LineWorths, Mistake, mistakes
from game.table.card_sprites import CardSprites
from game.table.cards_picture import CardsPicture
from game.table.markings import TableMarks
from game.table.window_layout import Box, TableFrame, WindowShape, is_portrait, table_scale
from game.widgets.base import ARROWS
from game.widgets.list_view import ListView
from game.widgets.look import Look

HEADLINE: Final = TextStyle(fonts.Face.SERIF_BOLD, 25)
LEAST_HEADLINE: Final = 14
MARGIN: Final = 12
THICK: Final = 5.0
RIM: Final = 2.0
HEAD: Final = 18
"""The arrow's line, the dark rim around it, and the side of its head, in dp."""
SHADE: Final = colours.rgb("#04201B")


class LineWalk(WalkedLine):
    """The line through a position of a session, as far as redo goes, and a place on it, at first
    that of the position. Places count from 0, which is the deal, to `last`.
    """

    def __init__(
        self, services: Services, session: Session, key: int | None, source: int | None = None
    ) -> None:
        """`key`: the key of the position; None: the present one. `source`: for a win, the key of
        the position before it.
        """
        self._services, self._session = services, session
        if key is None:
            reviewed, at = LineReader().through(session), session.history.at
        else:
            line, at = session.history.line_through(key, source)
            reviewed = LineReader().of(session, line)
        super().__init__(reviewed.line, at)
        self.steps = reviewed.steps
        self.mistakes: list[Mistake] = []
        """The actions that cost something, the costliest first, as of the last `learn`."""
        self._read: list[Mistake] = []
        """Those whose better moves are saved as help."""
        self.worths: LineWorths
        self.text: ReviewText
        """The worths in words."""
        self.ask()

    # What is known

    def ask(self) -> None:
        """Have the reviewer weigh this line: it weighs only the one that was asked for last."""
        self.worths = self._services.reviewer.worths(self.line)
        self.text = self._worded(self._services.card_sign)

    @property
    def spoken(self) -> ReviewText:
        """The worths in words for a screen reader, which cannot read signs."""
        return self._worded(lambda card: card_words(card, self._services.language))

    @property
    def copied(self) -> ReviewText:
        """The worths in words whose cards are written as everywhere in texts: `7h`."""
        return self._worded(cards.name)

    def _worded(self, named: Callable[[Card], str]) -> ReviewText:
        language = self._services.language
        return ReviewText(language, self.worths, named, lambda: self.is_weighing)

    def learn(self) -> None:
        """Bring `mistakes` in line with what is known by now."""
        self.mistakes = mistakes(self.worths)

    @property
    def is_weighing(self) -> bool:
        """Whether more may become known."""
        return self._services.reviewer.is_weighing

    # The place

    @property
    def row(self) -> int:
        """The row in `mistakes` of the move that is made from here; -1 if it cost nothing."""
        rows = (n for n, found in enumerate(self.mistakes) if found.place == self.at + 1)
        return next(rows, -1)

    @property
    def mistake(self) -> Mistake | None:
        """The move that is made from here, where it cost something."""
        return None if self.row < 0 else self.mistakes[self.row]

    @property
    def shorter_way(self) -> tuple[Move, ...]:
        """The shorter way from here, where the move that was made cost something, or a shorter win
        is known than after it.
        """
        is_longer = self._rises(self.at, min(self.at + 1, self.last))
        return self.worths.shorter_way(self.at) if is_longer or self.mistake is not None else ()

    def _rises(self, place: int, later: int) -> bool:
        """Whether a shorter win is known from a place than from a later one."""
        before, after = self.worths.worth(place).total, self.worths.worth(later).total
        return before is not None and after is not None and after > before

    # The list of its costly actions

    def note_read(self, rows: ListView) -> None:
        """Save the better moves that the player can see, or hear, as help: answers that use them
        count as helped.
        """
        heard = self._services.devices.screen_reader
        found = [self.mistakes[row] for row in (rows.rows_told() if heard else rows.visible_rows())]
        if found != self._read:
            self._read, at = found, self.line.positions
            named = [(at[one.place - 1], one.better) for one in found if one.better is not None]
            self._services.game_store.name_better(self._session, named)

    @property
    def opening_place(self) -> int | None:
        """The place of the line where a review opens: where its costliest move is made. None while
        that is not known, or if no move cost anything.
        """
        return self.mistakes[0].place - 1 if self.mistakes and not self.is_weighing else None

    def next_place(self, by: int) -> int | None:
        """The place of the next costly move, or with a negative `by` of the one before; None
        where there is none.
        """
        ways = [found.place - 1 - self.at for found in self.mistakes]
        way = min((way for way in ways if way * by > 0), key=abs, default=None)
        return None if way is None else self.at + way

    @property
    def nothing(self) -> str:
        """Why no action is known to have cost anything."""
        _, worths = self._services.language, self.worths
        if not self._services.solver.knows_game(worths.line.rules):
            return _("There is no solver for this game")
        if self.is_weighing:
            return _("Analysing every move")
        if worths.first_lost == 0:
            return _("No move could have won this deal")
        if worths.worth(0).proved:
            return _("No move cost you anything")
        if self._rises(0, self.last):
            return _("Shorter solutions are known where the graph rises, "
                     "but no move is proved to have cost you anything")  # fmt: skip
        return _("No move is known to have cost you anything")


class Arrow(NamedTuple):
    """A move as it is drawn over the cards."""

    move: Move
    ink: Rgb


class ReviewBoard:
    """The cards in a part of the window."""

    def __init__(self, services: Services, rules: Rules) -> None:
        self._services, self._rules = services, rules
        self.area = pygame.Rect(0, 0, 1, 1)
        self._factor = 1.0
        """The scale of the scene around it."""
        self.cards = CardSprites(rules, (1280, 800), framed=self._framed)
        self.card_painter = CardsPicture(self.cards, services.assets, services.paint)
        self._look: Look
        self._arrows: tuple[Arrow, ...] = ()

    def _framed(self, window: WindowShape) -> TableFrame:
        """A frame without bars, whose card area is that of this board. It has the form of a small
        table in every window; so what that form keeps small is scaled with the window, as on a
        denser screen.
        """
        density = max(window.density, self._factor)
        margin = round(MARGIN * density)
        inner = self.area.inflate(-2 * margin, -2 * margin)
        unit = table_scale(*self.area.size, density=density)
        upright = is_portrait(*self.area.size)
        nothing = Box(0, 0, 0, 0)
        area = Box(*inner)
        width, height = window.width, window.height
        return TableFrame(
            width, height, unit, True, upright, nothing, nothing, area, unit, window.mirrored
        )

    def place(self, look: Look, area: pygame.Rect, position: Position) -> None:
        """Fit a part of the window, with cards as the settings have them: every card is on its seat
        at once.
        """
        self._look, self._factor, self.area = look, look.scale.factor, area
        self.cards.appearance = self._services.appearance
        self.card_painter.forget()
        self.cards.put(position)
        self.cards.resize(area.size, 1.0)

    def show(self, position: Position, steps: Sequence[Position] = ()) -> None:
        """Show a position: the cards fly through `steps`, or jump if there are none."""
        self.cards.speed = self._services.speed
        if steps:
            self.cards.show(steps)
        else:
            self.cards.put(position)

    def mark(self, arrows: Sequence[Arrow]) -> None:
        """Set the arrows to draw."""
        self._arrows = tuple(arrows)
        self.card_painter.marks = TableMarks(runs=self._rules.sequences(self.cards.position))

    # Drawing

    def resting(self) -> list[Shown]:
        """The cards that lie still and, unless others are moving, the arrows."""
        found = [*self.card_painter.resting()]
        for arrow in () if self.cards.moving else self._arrows:
            found.append(Shown(arrow, (arrow, self.cards.position), self.area, self._draw_arrow))
        return [self._within(item) for item in found]

    def flying(self) -> list[Shown]:
        """The cards that are moving."""
        return [self._within(item) for item in self.card_painter.flying()]

    def _within(self, item: Shown) -> Shown:
        """A thing of which nothing is drawn outside this board."""
        if self.area.contains(item.area):
            return item
        return item._replace(area=item.area.clip(self.area))

    def _draw_arrow(self, target: pygame.Surface, arrow: Arrow, _: Position) -> None:
        start, end = self._ends(arrow.move)
        if start is None:
            return
        radius = start.w * 0.07
        line = self._look.scale.line(3)
        self._look.paint.box(target, pygame.Rect(start).inflate(2, 2), radius, None, arrow.ink,
                             line)  # fmt: skip
        if end is not None:
            draw_arrow(target, self._look, start.centre, end.centre, arrow.ink)

    def _ends(self, move: Move) -> tuple[Box | None, Box | None]:
        """The place of the card that a move takes, and the place where it goes. A pull and a
        turn-over have only the stock's; (None, None): nothing is drawn.
        """
        position, table = self.cards.position, self.cards.arrangement
        if move.card is None:
            stock = stock_of(self._rules)
            return (None if stock is None else table.piles[stock]), None
        seat = position.seat(move.card)
        try:
            goal = self._rules.apply(position, move).seat(move.card)
        except ValueError:
            return None, None
        if seat is None or goal is None:
            return None, None
        held = len(position.piles[goal.pile])
        end = table.piles[goal.pile]
        if held:
            end = table.shown(position, goal._replace(depth=held - 1))
        return table.shown(position, seat), end


def draw_arrow(
    target: pygame.Surface, look: Look, start: tuple[int, int], end: tuple[int, int], ink: Rgb
) -> None:
    """An arrow with a dark rim, so that it stands out from any card."""
    way = pygame.Vector2(end) - start
    if way.length() < 1:
        return
    factor = look.scale.factor
    ahead = way.normalize()
    side = pygame.Vector2(-ahead.y, ahead.x)
    head = HEAD * factor
    neck = pygame.Vector2(end) - ahead * head
    for grown, colour in ((RIM * factor, SHADE), (0.0, ink)):
        half = THICK * factor / 2 + grown
        tip = pygame.Vector2(end) + ahead * grown * 1.6
        base = neck - ahead * grown
        wing = head * 0.55 + grown
        tail = pygame.Vector2(start) - ahead * grown
        points = [
            tail + side * half, base + side * half, base + side * wing, tip,
            base - side * wing, base - side * half, tail - side * half,
        ]  # fmt: skip
        corners = [(math.floor(x + 0.5), math.floor(y + 0.5)) for x, y in points]
        pygame.draw.polygon(target, colour, corners)
        pygame.draw.aalines(target, colour, True, [(x, y) for x, y in points])


class LinesScene(SessionScene):
    """A scene with a table for each line, a list and a header. A subclass calls `_lay_ground` in
    `place`, after its tables are placed. `on_goto` is called with the key of the position to play
    on from. Then `over_table` scenes close, this one among them.
    """

    least_room = (640, 390)
    reads_its_drawing = False

    def __init__(
        self, services: Services, session: Session, on_goto: GoTo, over_table: int, tables: int
    ) -> None:
        super().__init__(services, session)
        self.focus.arrows = False
        self._on_goto, self._over_table = on_goto, over_table
        self.boards = [ReviewBoard(services, session.rules) for _ in range(tables)]
        self._canvas = Canvas((1, 1), lambda ground: None)

    def _play_from(self, steps: Sequence[LineStep], place: int) -> Change:
        """Back to the table, at a place of a line."""
        key = steps[place].key
        self._on_goto(key, steps[place - 1].key if key == WON else None)
        return Pop(self._over_table)

    def follow_settings(self) -> None:
        """Take over how cards and cloth look."""
        self.place(self.window)

    def refresh(self) -> None:
        """Draw everything again."""
        super().refresh()
        self._canvas.lose()

    def take_key(self, event: pygame.event.Event) -> bool:
        """While arrows move the card cursor, they move from control to control here."""
        if self.services.card_cursor and event.key in ARROWS:
            self.focus.arrows = self.focus.goes_round = True
            return False
        return self.take_step(event)

    def take_step(self, event: pygame.event.Event) -> bool:
        """Go along a line by a key, before the controls; False: the key does not."""
        raise NotImplementedError

    # Drawing

    def _lay_ground(self, header: pygame.Rect, rows: pygame.Rect) -> None:
        """Begin a picture on dimmed felt, with bright felt under each table, the header, and the
        panel of the list.
        """
        look, paint, line = self.look, self.look.paint, self.look.scale.line()

        def draw(ground: pygame.Surface) -> None:
            cloth = paint.felt(self.size, self.services.felt)
            ground.blit(cloth, (0, 0))
            paint.veil(ground, ground.get_rect(), colours.DIMMED_FILL)
            for board in self.boards:
                ground.blit(cloth, board.area, board.area)
                paint.box(ground, board.area, 0, None, colours.PANEL_EDGE, line)
            paint.veil(ground, header, colours.HEADER_FILL)
            rule = pygame.Rect(0, header.bottom, header.w, line)
            paint.veil(ground, rule, colours.tint(colours.GOLD, 0.55))
            paint.box(ground, rows, look.px(10), colours.PANEL_FILL, colours.PANEL_EDGE, line)

        self._canvas = Canvas(self.size, draw)

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw what has changed, and the tooltip over it."""
        above = self._tooltip.shown(target.get_rect())
        (board, *others) = self.boards
        rest, fly = board.resting(), board.flying()
        for number, other in enumerate(others):
            rest += [item._replace(key=(number, item.key)) for item in other.resting()]
            fly += other.flying()
        return self._canvas.show(target, rest + self._words() + self.focus.shown(), fly + above)

    def _words(self) -> list[Shown]:
        """What is written beside the controls."""
        raise NotImplementedError

    def _draw_header(
        self, target: pygame.Surface, bar: pygame.Rect, sides: tuple[int, int], short: bool,
        texts: tuple[str, str],
    ) -> None:  # fmt: skip
        """Write a headline, in smaller type where there is less room, and a line below it."""
        look, left, room = self.look, sides[0], sides[1] - sides[0]
        style = look.shrunk(texts[0], HEADLINE, room, LEAST_HEADLINE)
        y, gap = bar.centery, look.px(10 if short else 14)
        at, below = (left, y - gap + look.px(2)), (left, y + gap + look.px(3))
        look.write(target, texts[0], style, colours.CREAM, at, room=room)
        look.write(target, texts[1], fonts.CAPTION, colours.DIM, below, room=room)
