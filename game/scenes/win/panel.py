"""The panel of a win: its figures, where it and its flag go in a window, and its picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import pygame

from game.graphics import colours, fonts
from game.graphics.fonts import TextStyle
from game.graphics.paint import PANEL_SHADOW_BLUR, PANEL_SHADOW_DROP, new_layer
from game.graphics.scale import Scale, clamp
from game.graphics.text_rendering import Align
from game.play.session import Session
from game.record.saving import deal_key
from game.scenes.common.base import WonTable
from game.scenes.common.deal_and_day_words import clock_text
from game.scenes.common.figures_of_session import redeals_of
from game.scenes.common.services import Services
from game.scenes.win.checkered_flag import SIZE as FLAG_SIZE
from game.scenes.win.checkered_flag import Flag, draw_rays
from game.storage import HelpKind, PlayOutcome, StorageError
from game.widgets import control_sizes
from game.widgets.base import Widget
from game.widgets.look import Look

_BETWEEN: Final = "  ·  "


class WinFigure(NamedTuple):
    """One figure of the panel."""

    label: str
    value: str
    caption: str = ""
    gold: bool = False
    """True if this win is the player's best in this figure."""
    news: bool = False
    """True if the caption names the previous best, which was beaten."""
    star: str = ""
    """The icon of a proved shortest answer, hollow if it was found with help; empty: none."""


class Earlier(NamedTuple):
    """The player's best before this win; None if there was none."""

    moves: int | None = None
    seconds: float | None = None


def earlier(services: Services, session: Session) -> Earlier:
    """The player's best in the wins of this deal before the last one, from the statistics."""
    try:
        plays = services.game_store.storage.plays.of(deal_key(session.rules, session.deck))
    except StorageError:
        return Earlier()
    before = [play for play in plays if play.outcome is PlayOutcome.WON][:-1]
    if not before:
        return Earlier()
    return Earlier(min(play.moves for play in before), min(play.seconds for play in before))


class WinFigures:
    """The figures of one won deal, taken from table and solver at each call."""

    def __init__(self, services: Services, table: WonTable) -> None:
        self._services, self._table, self._session = services, table, table.session
        self._ = services.language
        self._earlier = earlier(services, self._session)

    @property
    def _moves(self) -> int:
        """What the win counts: the moves made without those of circles."""
        return self._session.history.moves_without_circles()

    def cells(self) -> Iterator[WinFigure]:
        """The figures to show; unknown ones are left out."""
        _, session, game_store = self._, self._session, self._services.game_store
        moves, before, (par, proved) = self._moves, self._earlier, self.shortest()
        yield WinFigure(_("This game"), str(moves), _.plural("move", "moves", moves))
        if game_store.best is not None:
            better = before.moves is not None and game_store.best < before.moves
            was = _("was {n}").format(n=before.moves) if better else ""
            best = was or _.plural("move", "moves", game_store.best)
            own = game_store.best == game_store.best_alone
            yield WinFigure(
                _("Your best") if own else _("Best (with help)"), str(game_store.best), best,
                gold=moves == game_store.best, news=better,
                star=self._star(game_store.best, game_store.best_alone),
            )  # fmt: skip
            if game_store.best_alone is not None and game_store.best_alone != game_store.best:
                alone = game_store.best_alone
                caption = _.plural("move", "moves", alone)
                yield WinFigure(_("Best unaided"), str(alone), caption, gold=moves == alone)
        if par is not None:
            label = _("Shortest possible") if proved else _("Best known")
            caption = _("proven") if proved else _.plural("move", "moves", par)
            known = self._services.advisor.par(session)
            redeals = "" if known is None else redeals_of(session.rules, known, _)
            if known is not None and known.moves == par and redeals:
                caption = redeals
            yield WinFigure(label, str(par), caption)
        if self._services.settings.clock:
            yield self._time()

    def _star(self, best: int, alone: int | None) -> str:
        par, proved = self.shortest()
        if par is None or not proved or best > par:
            return ""
        return "star-filled" if alone is not None and alone <= par else "star"

    def _time(self) -> WinFigure:
        _, seconds, before = self._, self._services.game_store.seconds, self._earlier.seconds
        text = clock_text(int(seconds))
        if before is None:
            return WinFigure(_("Time"), text)
        best = min(before, seconds)
        caption = _("best {time}").format(time=clock_text(int(best)))
        return WinFigure(_("Time"), text, caption, gold=seconds < before)

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
        if proved:
            text = _.plural(
                "{n} move more than the shortest possible",
                "{n} moves more than the shortest possible",
                over,
            )
        else:
            text = _.plural(
                "{n} move more than the best known", "{n} moves more than the best known", over
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
FLAG_ABOVE: Final = 112
FLAG_WITHIN: Final = 130
"""How far the flag reaches above the panel's upper edge, and below it down to its foot."""
SMALLEST_FLAG: Final = 0.3
STAR: Final = 18
"""The side of the star beside a proved shortest figure, and its distance from it, in dp."""
LEAST_TEXT: Final = 9.0


def panel_scale(size: tuple[int, int], usual: Scale) -> Scale:
    """The scale at which the panel fits into a window."""
    fit = min(size[0] / ROOM[0], size[1] / ROOM[1])
    return usual._replace(factor=min(max(usual.factor, LEAST_SCALE), fit))


class WinPanel:
    """The panel in one window."""

    def __init__(self, look: Look, size: tuple[int, int], widgets: Sequence[Widget]) -> None:
        """`widgets`: the two large buttons, then those of the row below. They are placed."""
        self._look = look
        self._short = False
        """There is no room for the captions below the figures."""
        self._up = 0.0
        """How far everything below the flag moves up because the flag is smaller, in dp."""
        share = self._fit_height(look.scale.dp(size[1]) - 2 * MARGIN)
        height = self._height()
        top = look.px((look.scale.dp(size[1]) - height + FLAG_ABOVE * share) / 2)
        self.rect = pygame.Rect(0, top, look.px(PANEL[0]), look.px(height))
        self.rect.centerx = size[0] // 2
        self.flag = Flag(look.scale.factor * share)
        self.flag_area = pygame.Rect(
            self.rect.centerx - look.px((FLAG_SIZE[0] / 2 - 12) * share),
            self.rect.y - look.px(FLAG_ABOVE * share),
            *self.flag.size,
        )
        self.place_buttons(widgets)

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
        """Place the two large buttons in one row, and the others in a row below."""
        look = self._look
        inner = self.rect.inflate(-2 * look.px(control_sizes.PANEL_PADDING), 0)
        y = self.rect.bottom - look.px(BUTTONS_BELOW)
        for row, height in (
            (widgets[2:], control_sizes.BUTTON_HEIGHT),
            (widgets[:2], BUTTON_LARGE),
        ):
            y -= look.px(height)
            self._place_row(row, pygame.Rect(inner.x, y, inner.w, look.px(height)))
            y -= look.px(BUTTON_GAP)

    def _place_row(self, widgets: Sequence[Widget], row: pygame.Rect) -> None:
        """Two widgets share a row evenly, more of them in proportion to their natural widths."""
        look, gap = self._look, self._look.px(BUTTON_GAP)
        even = len(widgets) == 2
        wanted = [1 if even else widget.natural_size(look)[0] for widget in widgets]
        room, x = row.w - (len(widgets) - 1) * gap, row.x
        for number, widget in enumerate(widgets):
            end = row.x + room * sum(wanted[: number + 1]) // sum(wanted) + number * gap
            widget.place(look, pygame.Rect(x, row.y, end - x, row.h))
            x = end + gap

    @property
    def area(self) -> pygame.Rect:
        """The area that the panel draws on, with its glow and its shadow."""
        reach = 3 * self._look.px(GLOW_BLUR) + self._look.px(PANEL_SHADOW_DROP)
        return self.rect.inflate(2 * reach, 2 * reach)

    @property
    def told(self) -> pygame.Rect:
        """The part of the panel with the headline and the figures."""
        look, rect = self._look, self.rect
        top = rect.y + look.px(TITLE_AT - RAYS_ABOVE_TITLE - self._up)
        bottom = rect.y + look.px(CELLS_AT + self._cell - self._up)
        return pygame.Rect(rect.x, top, rect.w, bottom - top)

    @property
    def core(self) -> pygame.Rect:
        """The part of the window in which the panel is opaque."""
        inset = 2 * (self._look.px(RADIUS) + 1)
        return self.rect.inflate(-inset, -inset)

    # Drawing

    def draw(self, figures: WinFigures) -> pygame.Surface:
        """The panel without buttons, on a layer whose upper left corner is that of `area`."""
        area = self.area
        layer = new_layer(area.size, colours.PANEL)
        rect = self.rect.move(-area.x, -area.y)
        self._draw_ground(layer, rect)
        self._write_head(layer, rect, figures)
        self._draw_cells(layer, rect, list(figures.cells()))
        return layer

    def _draw_ground(self, layer: pygame.Surface, rect: pygame.Rect) -> None:
        look = self._look
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
        look, x = self._look, rect.centerx
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

    def _draw_cells(self, layer: pygame.Surface, rect: pygame.Rect, found: list[WinFigure]) -> None:
        """The figures side by side."""
        look = self._look
        left = rect.x + look.px(control_sizes.PANEL_PADDING)
        top = rect.y + look.px(CELLS_AT - self._up)
        room = rect.w - 2 * look.px(control_sizes.PANEL_PADDING)
        gap = look.px(control_sizes.GAP)
        edges = [(room + gap) * n // len(found) for n in range(len(found) + 1)]
        for number, cell in enumerate(found):
            width = edges[number + 1] - edges[number] - gap
            box = pygame.Rect(left + edges[number], top, width, look.px(self._cell))
            self._draw_cell(layer, box, cell)

    def _draw_cell(self, layer: pygame.Surface, rect: pygame.Rect, cell: WinFigure) -> None:
        look = self._look
        look.paint.box(layer, rect, look.px(10), colours.tint(colours.WELL, 0.85))
        room, x = rect.w - 2 * look.px(6), rect.centerx
        write_centred(
            layer, look, cell.label, fonts.CAPTION, colours.DIM, (x, rect.y + look.px(17)), room
        )
        ink = colours.GOLD if cell.gold else colours.CREAM
        style = TextStyle(fonts.Face.SERIF_BOLD, 30)
        write_centred(layer, look, cell.value, style, ink, (x, rect.y + look.px(44)), room)
        if cell.star:
            beside = look.width(cell.value, style) // 2 + look.px(STAR)
            at = x + beside, rect.y + look.px(44)
            look.icon(layer, cell.star, colours.GOLD, at, look.px(STAR))
        if cell.caption and not self._short:
            ink = colours.GOLD if cell.news else colours.DIM
            at = x, rect.y + look.px(70)
            write_centred(layer, look, cell.caption, fonts.SMALL_CAPTION, ink, at, room)


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
