"""The panel of a win: its figures, where it and its flag go in a window, and its picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from enum import Enum
from typing import Final

import pygame

from game.desktop.sound_effects import Sfx
from game.graphics import colours, fonts
from game.graphics.fonts import TextStyle
from game.graphics.paint import PANEL_SHADOW_BLUR, PANEL_SHADOW_DROP, new_layer
from game.graphics.scale import Scale, clamp
from game.graphics.text_rendering import Align
from game.record.saving import deal_key
from game.scenes.common.base import WonTable
from game.scenes.common.deal_and_day_words import clock_text
from game.scenes.common.figures_of_session import redeals_of
from game.scenes.common.services import Services
from game.scenes.win.checkered_flag import SIZE as FLAG_SIZE
from game.scenes.win.checkered_flag import Flag, draw_rays
from game.storage import HelpKind, PlayOutcome, StorageError
from game.table.card_motion import ease_out
from game.table.figures import Figure
from game.table.opaque_blits import OpaqueBlit, cut_around
from game.widgets import control_sizes
from game.widgets.base import Widget
from game.widgets.control_sizes import columns
from game.widgets.focus import FocusGroup
from game.widgets.look import Look

_BETWEEN: Final = "  ·  "


class Celebration(Enum):
    """How a win is celebrated, each with its sound."""

    PLAIN = Sfx.PLAIN_WIN
    """The solution was shown, pasted or imported: no card flies."""
    USUAL = Sfx.WIN
    GRAND = Sfx.GRAND_WIN
    """Found unaided, and nothing is shorter."""


class WinFigures:
    """The figures of one won deal, taken from table and solver at each call."""

    def __init__(self, services: Services, table: WonTable) -> None:
        self._services, self._table, self._session = services, table, table.session
        self._ = services.language
        self._before: tuple[int | None, float | None] = (None, None)
        """The least moves of earlier wins of this deal, and the least seconds of those that were
        won without help; None: there was none.
        """
        key = deal_key(self._session.rules, self._session.deck)
        with suppress(StorageError):
            plays = services.game_store.storage.plays.of(key)
            before = [play for play in plays if play.outcome is PlayOutcome.WON][:-1]
            self._before = (
                min((play.moves for play in before), default=None),
                min((play.seconds for play in before if not play.helped), default=None),
            )

    @property
    def _moves(self) -> int:
        """What the win counts: the moves made without those of circles."""
        return self._session.history.moves_without_circles()

    def cells(self) -> Iterator[Figure]:
        """The figures to show, with a line below each; unknown ones are left out. One that this win
        has reached is gold, as is the line that names the best which was beaten, and the star of a
        proved shortest answer, hollow if that was found with help.
        """
        _, session, store = self._, self._session, self._services.game_store
        moves, best, alone = self._moves, store.best, store.best_alone
        (was, least), (par, proved) = self._before, self.shortest()
        yield Figure("moves", str(moves), _("This game"), more=self._unit(moves))
        if best is not None:
            better = was is not None and best < was and moves == best
            shortest = par is not None and proved and best <= par
            by_hand = par is not None and alone is not None and alone <= par
            yield Figure(
                "best", str(best), _("Your best") if best == alone else _("Best (with help)"),
                ("star-filled" if by_hand else "star") if shortest else "",
                more=_("was {n}").format(n=was) if better else self._unit(best),
                more_ink=colours.GOLD if better else colours.DIM, ink=_ink(moves == best),
            )  # fmt: skip
        if alone is not None and alone != best:
            word = _("Best unaided")
            yield Figure(
                "alone", str(alone), word, more=self._unit(alone), ink=_ink(moves == alone)
            )
        if par is not None:
            known = self._services.advisor.par(session)
            redeals = ""
            if known is not None and known.moves == par:
                redeals = redeals_of(session.rules, known, _)
            word = _("Shortest possible") if proved else _("Best known")
            more = redeals or (_("proven") if proved else self._unit(par))
            yield Figure("shortest", str(par), word, more=more)
        if self._services.settings.clock and store.is_attempt:
            seconds, more, is_best = store.seconds, "", False
            if least is not None:
                is_best = store.how_won.is_alone and seconds < least
                time = clock_text(int(seconds if is_best else least))
                more = _("best {time}").format(time=time)
            ink = _ink(is_best)
            yield Figure("clock", clock_text(int(seconds)), _("Time"), more=more, ink=ink)

    def _unit(self, moves: int) -> str:
        return self._.plural("move", "moves", moves)

    def shortest(self) -> tuple[int | None, bool]:
        """The moves of the shortest answer known, or None; and whether that is proved shortest."""
        par = self._services.advisor.par(self._session)
        if par is None:
            return None, False
        best = self._services.game_store.best
        return (par.moves, True) if par.proved else (min(par.moves, best or par.moves), False)

    def title(self) -> str:
        """The words for the number of moves."""
        made, moves = self._session.moves, self._moves
        if made > moves:
            text = self._("Won in {made} moves; {n} without the detour")
            return text.format(made=made, n=moves)
        return self._.plural("Solved in {n} move", "Solved in {n} moves", moves).format(n=moves)

    def line(self) -> str:
        """The deal, how near the answer comes to the shortest, and what helped to find it."""
        return _BETWEEN.join(self._told())

    def lines(self) -> tuple[str, str]:
        """The same in two lines, where one has no room for it: the deal, and the rest."""
        deal, *rest = self._told()
        return deal, _BETWEEN.join(rest)

    def _told(self) -> list[str]:
        return [each for each in (self._table.title, self._over(), self._help()) if each]

    def _help(self) -> str:
        """The words for what helped the player; empty: nothing. A win that was shown is not
        presented as the player's own.
        """
        _, game_store = self._, self._services.game_store
        match game_store.how_won:
            case HelpKind.HINTS if not game_store.is_attempt:
                return _("with hints")
            case HelpKind.HINTS:
                count = max(1, game_store.hints)
                return _.plural("with {n} hint", "with {n} hints", count).format(n=count)
            case HelpKind.SHOWN:
                return _("after seeing the solution")
            case HelpKind.PASTED:
                return _("using a pasted solution")
            case HelpKind.IMPORTED:
                return _("using an imported solution")
        return ""

    @property
    def celebration(self) -> Celebration:
        """How the win is celebrated."""
        par, proved = self.shortest()
        how = self._services.game_store.how_won
        if how not in (HelpKind.ALONE, HelpKind.HINTS):
            return Celebration.PLAIN
        shortest = par is not None and proved and self._moves <= par
        return Celebration.GRAND if how is HelpKind.ALONE and shortest else Celebration.USUAL

    @property
    def can_improve(self) -> bool:
        """True unless the answer is proved shortest."""
        par, proved = self.shortest()
        return par is None or not proved or self._moves > par

    def _over(self) -> str:
        _, (par, proved) = self._, self.shortest()
        if par is None:
            return ""
        over = self._moves - par
        if over <= 0:
            return _("shortest possible") if proved else _("matches the best known")
        text = _.plural(
            "{n} move more than the best known", "{n} moves more than the best known", over
        )
        if proved:
            text = _.plural(
                "{n} move more than the shortest possible",
                "{n} moves more than the shortest possible",
                over,
            )
        return text.format(n=over)


WIN_TITLE: Final = fonts.TextStyle(fonts.Face.SERIF_BOLD, 44)

PANEL: Final = (620, 470)
MARGIN: Final = 12
ROOM: Final = (PANEL[0] + 2 * MARGIN, 416)
"""The least window in dp that the scene fits; in a smaller one its scale shrinks."""
LEAST_SCALE: Final = 0.76
"""At a smaller scale, labels would be cut: their text has a least size."""
RADIUS: Final = 20
FRAME_INSET: Final = 7
GLOW_BLUR: Final = 22
TITLE_AT: Final = 172
RAYS_ABOVE_TITLE: Final = 28
"""How far above the middle of the title the rays end."""
LINE_AT: Final = 212
LINE_APART: Final = 9
"""Half the distance of its two lines, where one has no room for what it tells."""
CELLS_AT: Final = 240
CELL: Final = 86
CELL_SHORT: Final = 64
"""The height of a cell without the caption below its figure."""
BUTTONS_BELOW: Final = 18
BUTTON_GAP: Final = 14
BUTTON_LARGE: Final = 50
CORNER: Final = 12
"""How far the button in the corner is below the panel's upper edge."""
FLAG_ABOVE: Final = 112
FLAG_WITHIN: Final = 130
"""How far the flag reaches above the panel's upper edge, and below it down to its foot."""
SMALLEST_FLAG: Final = 0.3
STAR: Final = 18
"""The side of the star beside a proved shortest figure, and its distance from it, in dp."""
LEAST_TEXT: Final = 9.0
CELL_VALUE: Final = TextStyle(fonts.Face.SERIF_BOLD, 30)


class WinPanel:
    """The panel in one window: at the right, at the left where the cards lie home at the right, or
    in an upright window below.
    """

    def __init__(
        self, services: Services, usual: Scale, room: pygame.Rect, home: Sequence[pygame.Rect]
    ) -> None:
        """`room`: where it may lie, in window pixels. Its scale fits it in there. `home`: the
        foundations, which it leaves in view if they lie at one side.
        """
        fit = min(room.w / ROOM[0], room.h / ROOM[1])
        factor = min(max(usual.factor, LEAST_SCALE), fit)
        self.look = look = services.look(usual._replace(factor=factor))
        self._short = False
        """There is no room for the captions below the figures."""
        self._up = 0.0
        """How far everything below the flag moves up because the flag is smaller, in dp."""
        share = self._fit_height(look.scale.dp(room.h) - 2 * MARGIN)
        above, margin = look.px(FLAG_ABOVE * share), look.px(MARGIN)
        self.rect = pygame.Rect(0, 0, look.px(PANEL[0]), look.px(self._height()))
        self.rect.midright = room.right - margin, room.centery + above // 2
        self._way_in = (self.rect.w + margin, 0)
        if home and min(area.left for area in home) > room.centerx:
            self.rect.left = room.left + margin
            self._way_in = (-self.rect.w - margin, 0)
        if room.w < room.h:
            self.rect.midbottom = room.centerx, room.bottom - margin
            self._way_in = (0, self.rect.h + above + margin)
        self.flag = Flag(look.scale.factor * share)
        left = self.rect.centerx - look.px((FLAG_SIZE[0] / 2 - 12) * share)
        self.flag_area = pygame.Rect((left, self.rect.y - above), self.flag.size)

    def off(self, share: float) -> tuple[int, int]:
        """How far it is from its place while it slides in; `share`: 0 to 1, of its way."""
        left = 1 - ease_out(share)
        return round(self._way_in[0] * left), round(self._way_in[1] * left)

    def _fit_height(self, room: float) -> float:
        """Fit the panel into a height in dp: drop the captions, then shrink the flag. Returns the
        flag's scale, `SMALLEST_FLAG` to 1.
        """
        self._short = room < PANEL[1] + FLAG_ABOVE
        spare = room - self._height() + FLAG_WITHIN
        flag = clamp(spare / (FLAG_ABOVE + FLAG_WITHIN), SMALLEST_FLAG, 1.0)
        self._up = FLAG_WITHIN * (1 - flag)
        return flag

    def _height(self) -> float:
        """The panel's height in dp."""
        return PANEL[1] - self._up - (CELL - self._cell)

    @property
    def _cell(self) -> int:
        return CELL_SHORT if self._short else CELL

    def place_buttons(self, widgets: Sequence[Widget]) -> None:
        """Place the two large buttons evenly in one row, the others in a row below, in proportion
        to their natural widths, and the last one beside the flag, in the corner.
        """
        look, (*rows, last) = self.look, widgets
        row = self.rect.inflate(-2 * look.px(control_sizes.PANEL_PADDING), 0)
        row.h = look.px(control_sizes.BUTTON_HEIGHT)
        row.bottom = self.rect.bottom - look.px(BUTTONS_BELOW)
        above = pygame.Rect(row.x, 0, row.w, look.px(BUTTON_LARGE))
        above.bottom = row.top - look.px(BUTTON_GAP)
        wanted = [widget.natural_size(look)[0] for widget in rows[2:]]
        gap = look.px(BUTTON_GAP)
        for widget, area in zip(
            rows, columns(above, [1, 1], gap) + columns(row, wanted, gap), strict=True
        ):
            widget.place(look, area)
        corner = pygame.Rect((0, 0), last.natural_size(look))
        corner.topright = row.right, self.rect.y + look.px(CORNER)
        last.place(look, corner)

    @property
    def area(self) -> pygame.Rect:
        """The area that the panel draws on, with its glow and its shadow."""
        reach = 3 * self.look.px(GLOW_BLUR) + self.look.px(PANEL_SHADOW_DROP)
        return self.rect.inflate(2 * reach, 2 * reach)

    @property
    def told(self) -> pygame.Rect:
        """The part of the panel with the headline and the figures."""
        look, rect = self.look, self.rect
        top = rect.y + look.px(TITLE_AT - RAYS_ABOVE_TITLE - self._up)
        bottom = rect.y + look.px(CELLS_AT + self._cell - self._up)
        return pygame.Rect(rect.x, top, rect.w, bottom - top)

    # Drawing

    def draw(self, figures: WinFigures, focus: FocusGroup) -> OpaqueBlit:
        """The panel with its controls, on a layer whose upper left corner is that of `area`."""
        area = self.area
        layer = new_layer(area.size, colours.PANEL)
        rect = self.rect.move(-area.x, -area.y)
        self._draw_ground(layer, rect)
        self._write_head(layer, rect, figures)
        look, found = self.look, list(figures.cells())
        inset = look.px(control_sizes.PANEL_PADDING)
        top = rect.y + look.px(CELLS_AT - self._up)
        row = pygame.Rect(rect.x + inset, top, rect.w - 2 * inset, look.px(self._cell))
        boxes = columns(row, [1] * len(found), look.px(control_sizes.GAP))
        for box, cell in zip(boxes, found, strict=True):
            self._draw_cell(layer, box, cell)
        # Controls are placed in window pixels.
        for widget in focus.widgets:
            widget.rect.move_ip(-area.x, -area.y)
        focus.draw(layer)
        for widget in focus.widgets:
            widget.rect.move_ip(area.topleft)
        opaque = 2 * (look.px(RADIUS) + 1)
        return cut_around(layer, rect.inflate(-opaque, -opaque))

    def _draw_ground(self, layer: pygame.Surface, rect: pygame.Rect) -> None:
        look = self.look
        radius, width = look.px(RADIUS), look.scale.line(1.6)
        glow = colours.tint(colours.GLOW_RING, 0.27)
        look.paint.glow(layer, rect, radius, look.px(GLOW_BLUR), glow)
        drop = look.px(PANEL_SHADOW_DROP)
        look.paint.shadow(layer, rect, radius, look.px(PANEL_SHADOW_BLUR), (0, drop), 170)
        look.paint.box(layer, rect, radius, colours.PANEL, colours.GOLD_EDGE, width)
        inset = look.px(FRAME_INSET)
        inner = rect.inflate(-2 * inset, -2 * inset)
        high = max(1, look.px(TITLE_AT - RAYS_ABOVE_TITLE - self._up))
        draw_rays(layer, pygame.Rect(*inner.topleft, inner.w, high))
        edge = colours.tint(colours.GOLD, 0.28)
        look.paint.box(layer, inner, radius - inset, None, edge, look.scale.line())

    def _write_head(self, layer: pygame.Surface, rect: pygame.Rect, figures: WinFigures) -> None:
        """The number of moves, and how near that is to the shortest."""
        look, x = self.look, rect.centerx
        room = rect.w - 2 * look.px(control_sizes.PANEL_PADDING)
        told = [(figures.line(), fonts.ROW, LINE_AT)]
        if look.width(figures.line(), fonts.ROW._replace(size=LEAST_TEXT)) > room:
            places = LINE_AT - LINE_APART, LINE_AT + LINE_APART
            told = [
                (line, fonts.CAPTION, y) for line, y in zip(figures.lines(), places, strict=True)
            ]
        for text, style, y in ((figures.title(), WIN_TITLE, TITLE_AT), *told):
            ink = colours.CREAM if style is WIN_TITLE else colours.DIM
            write_centred(layer, look, text, style, ink, (x, rect.y + look.px(y - self._up)), room)

    def _draw_cell(self, layer: pygame.Surface, box: pygame.Rect, cell: Figure) -> None:
        look, (x, y), room = self.look, box.midtop, box.w - 2 * self.look.px(6)
        look.paint.box(layer, box, look.px(10), colours.tint(colours.WELL, 0.85))
        at = x, y + look.px(44)
        write_centred(
            layer, look, cell.word, fonts.CAPTION, colours.DIM, (x, y + look.px(17)), room
        )
        write_centred(layer, look, cell.value, CELL_VALUE, cell.ink, at, room)
        if cell.sign:
            beside = look.width(cell.value, CELL_VALUE) // 2 + look.px(STAR)
            look.icon(layer, cell.sign, colours.GOLD, (x + beside, at[1]), look.px(STAR))
        if cell.more and not self._short:
            at = x, y + look.px(70)
            write_centred(layer, look, cell.more, fonts.SMALL_CAPTION, cell.more_ink, at, room)


def _ink(gold: bool) -> colours.Rgb:
    return colours.GOLD if gold else colours.CREAM


def write_centred(
    target: pygame.Surface,
    look: Look,
    text: str,
    style: TextStyle,
    ink: colours.Rgb,
    at: tuple[int, int],
    room: int,
) -> None:
    """Write a line around a point, smaller where there is no room for its size."""
    style = look.shrunk(text, style, room, LEAST_TEXT, 0.5)
    look.write(target, text, style, ink, at, Align.CENTRE, room=room)
