"""A won deal: the flag waves, the cards cascade, the figures tell how well, and the ways on."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pygame

from game import cards, deals, keys, theme
from game.assets import Align, levels_folder
from game.cards import Card
from game.catalogue import Listing, number_of, packs_of
from game.keys import Command
from game.paint import from_svg, new_layer
from game.position import Kind as PileKind
from game.position import Seat
from game.rules import BrainJam
from game.scenes.base import Change, Pop, Push, Replace, Scene, Services
from game.scenes.cascade import Cascade, Start
from game.scenes.flag import SIZE as FLAG_SIZE
from game.scenes.flag import Flag
from game.scenes.showing import clock_text
from game.session import Session
from game.storage import DealKey, Outcome, Play, StorageError
from game.theme import Scale, TextStyle
from game.widgets.base import Pressed
from game.widgets.button import Button, Kind
from game.widgets.focus import FocusGroup
from game.widgets.look import Look

if TYPE_CHECKING:
    from game.scenes.table import TableScene

PANEL: Final = (620, 470)
MARGIN: Final = 12
ROOM: Final = (PANEL[0] + 2 * MARGIN, 416)
"""The least window in dp that the scene fits; in a smaller one its scale shrinks."""
LEAST_SCALE: Final = 0.76
"""In a smaller one the labels, which keep the least size of text, would be cut."""
RADIUS: Final = 20
FRAME_INSET: Final = 7
GLOW_BLUR: Final = 22
TITLE_AT: Final = 172
LINE_AT: Final = 212
CELLS_AT: Final = 240
CELL: Final = 86
CELL_SHORT: Final = 64
"""Without the caption below the figure."""
BUTTONS_BELOW: Final = 18
BUTTON_GAP: Final = 14
BUTTON_LARGE: Final = 50
FLAG_ABOVE: Final = 112
FLAG_WITHIN: Final = 130
"""How far the flag reaches above the panel, and down to its foot within."""
SMALLEST_FLAG: Final = 0.3
WAVES_FOR_S: Final = 6.0
INPUTS: Final = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL, pygame.FINGERDOWN)
LEAST_TEXT: Final = 9.0


class Cell(NamedTuple):
    """One figure of the panel."""

    label: str
    value: str
    caption: str = ""
    gold: bool = False
    """It is the player's best."""
    news: bool = False
    """The caption says what was better before."""


@dataclass(frozen=True)
class Earlier:
    """The player's best before this win; None where there was none."""

    moves: int | None = None
    seconds: float | None = None


def earlier(services: Services, session: Session) -> Earlier:
    """What the statistics say of the times this deal was won before the last one."""
    rules = session.rules
    key = DealKey(rules.name, rules.policy, deals.deck_text(session.deck))
    try:
        played = services.keeper.storage.plays(rules.name, rules.policy)
    except StorageError:
        return Earlier()
    won: list[Play] = [
        each.play for each in played if each.key == key and each.play.outcome is Outcome.WON
    ]
    before = sorted(won, key=lambda play: play.attempt)[:-1]
    if not before:
        return Earlier()
    return Earlier(min(play.moves for play in before), min(play.seconds for play in before))


MEANINGLESS = (Command.HINT, Command.VERDICT, Command.PURGE, Command.REDEAL, Command.SPACE)
"""Keys that have nothing to do on a table that is won: they do not close the panel."""


class WonScene(Scene):
    """Over the table, which it draws itself; a key that belongs to the table goes on to it."""

    name = "win"

    def __init__(self, services: Services, table: TableScene) -> None:
        super().__init__(services)
        _ = services.language
        self._ = _
        self._table = table
        self._earlier = earlier(services, table.session)
        self._rect = pygame.Rect(0, 0, 0, 0)
        self._fitted = Scale(1.0)
        self._short = False
        """There is no room for the captions below the figures."""
        self._up = 0.0
        """How far all below the flag moves up for a smaller one, in dp."""
        self._flag: Flag | None = None
        self._flag_at = (0, 0)
        self._waved = 0.0
        self._waves = services.speed > 0
        self._celebrates = services.speed > 0
        """The cascade is to come, or runs."""
        self._cascade: Cascade | None = None
        self._ground: pygame.Surface | None = None
        """The table below, as a still picture; the cascade takes it over."""
        self._panel: pygame.Surface | None = None
        """The panel with all on it, its glow and its shadow."""
        self._whole = True
        """All of the window is to be drawn."""
        self._focus = FocusGroup(
            [
                Button(Command.NEW, _("Next deal"), "forward", kind=Kind.PRIMARY, hint="Enter",
                       style=theme.BUTTON_LARGE, height=BUTTON_LARGE),
                Button(Command.UNDO, _("Improve it"), "undo",
                       hint=keys.key_name(Command.UNDO, _), style=theme.BUTTON_LARGE,
                       height=BUTTON_LARGE),
                Button(Command.SHOW_ME, _("Replay the best"), "play",
                       hint=keys.key_name(Command.SHOW_ME, _)),
                Button(Command.BACK, _("Back"), "back", hint="Esc"),
            ]
        )  # fmt: skip

    @property
    def title(self) -> str:
        """The table's title."""
        return self._table.title

    # Layout

    def place(self, size: tuple[int, int]) -> None:
        """Centre the panel and the flag over it, in the size that there is room for."""
        if size != self.size:
            self._cascade, self._celebrates = None, self._celebrates and self.size == (0, 0)
        super().place(size)
        usual = self.scale
        fit = min(size[0] / ROOM[0], size[1] / ROOM[1])
        self._fitted = Scale(min(max(usual.factor, LEAST_SCALE), fit), usual.smallest_text_px)
        flag = self._fit_height()
        look = self._look
        height = self._height()
        above = FLAG_ABOVE * flag
        top = look.px((look.scale.dp(size[1]) - height + above) / 2)
        self._rect = pygame.Rect(0, top, look.px(PANEL[0]), look.px(height))
        self._rect.centerx = size[0] // 2
        self._place_flag(look, flag)
        self._place_buttons(look)
        self._focus.focus(self._focus.widgets[0])
        self._ground = self._panel = None
        self._whole = True

    def _fit_height(self) -> float:
        """Drop the captions, then make the flag smaller; returns its share of its full size."""
        room = self._fitted.dp(self.size[1]) - 2 * MARGIN
        self._short = room < PANEL[1] + FLAG_ABOVE
        self._up = 0.0
        spare = room - self._height() + FLAG_WITHIN
        flag = theme.clamp(spare / (FLAG_ABOVE + FLAG_WITHIN), SMALLEST_FLAG, 1.0)
        self._up = FLAG_WITHIN * (1 - flag)
        return flag

    def _height(self) -> float:
        """The panel's, in dp."""
        return PANEL[1] - self._up - (CELL - self._cell)

    @property
    def _cell(self) -> int:
        return CELL_SHORT if self._short else CELL

    @property
    def _look(self) -> Look:
        return self.services.look(self._fitted)

    def _place_flag(self, look: Look, share: float) -> None:
        self._flag = Flag(look.scale.factor * share)
        x = self._rect.centerx - look.px((FLAG_SIZE[0] / 2 - 12) * share)
        y = self._rect.y - look.px(FLAG_ABOVE * share)
        self._flag_at = x, y

    def _place_buttons(self, look: Look) -> None:
        inner = self._rect.inflate(-2 * look.px(theme.PANEL_PADDING), 0)
        gap = look.px(BUTTON_GAP)
        half = (inner.w - gap) // 2
        y = self._rect.bottom - look.px(BUTTONS_BELOW)
        for first, height in ((2, theme.BUTTON_HEIGHT), (0, BUTTON_LARGE)):
            y -= look.px(height)
            for number, widget in enumerate(self._focus.widgets[first : first + 2]):
                x = inner.x + number * (half + gap)
                widget.place(look, pygame.Rect(x, y, half, look.px(height)))
            y -= gap

    # Time

    @property
    def busy(self) -> bool:
        """True while the flag waves or cards fly."""
        return self._waves or self._celebrates

    def update(self, seconds: float) -> Change | None:
        """The flag waves, cards fly; both come to rest."""
        if self._waves:
            self._waved += seconds
            if self._waved >= WAVES_FOR_S:
                # A whole number of waves: it rests as it began.
                self._waved, self._waves = 0.0, False
            self.stale = True
        if self._cascade is not None:
            self._cascade.advance(seconds)
            if self._cascade.over:
                self._calm()
        return None

    def _calm(self) -> None:
        """No card flies any more: the table lies there as it was won."""
        if self._celebrates:
            self._celebrates, self._cascade, self._ground = False, None, None
            self._whole = self.stale = True

    def refresh(self) -> None:
        """Draw everything again."""
        super().refresh()
        self._whole = True
        self._panel = None
        if self._cascade is None:
            self._ground = None

    def advised(self) -> None:
        """The shortest answer possible may be known now."""
        self._panel, self.stale = None, True

    def follow_settings(self) -> None:
        """A choice has changed."""
        if self.services.speed <= 0:
            self._waves, self._waved = False, 0.0
            self._calm()
        self.refresh()

    # Events

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Any input ends the cascade; then the buttons, then the table's keys."""
        if event.type in INPUTS:
            self._calm()
        action = self._focus.handle(event)
        if isinstance(action, Pressed):
            return self._leave(Command(action.name))
        if action is not None or event.type != pygame.KEYDOWN:
            self.stale = self.stale or self._focus.stale
            return None
        command = keys.command_of(event)
        return None if command is None else self._leave(command)

    def _leave(self, command: Command) -> Change | None:
        """Go back to the table, or further back, and let it do what was asked."""
        if command is Command.BACK:
            return Pop(2)
        if command in MEANINGLESS:
            return None
        if command in (Command.QUIT, Command.FULLSCREEN):
            return self._table.do(command)
        if command is Command.NEW and self._start_next():
            return Pop()
        match self._table.do(command):
            case None:
                return Pop()
            case Push(scene):
                return Replace(scene)
            case change:
                return change

    def _start_next(self) -> bool:
        """Put the next unsolved deal of the list on the table, if this one is of a list (Brain
        Jam); False if there is none.
        """
        rules, services = self._table.session.rules, self.services
        if rules.name != BrainJam.name:
            return False
        deck = deals.deck_text(self._table.session.deck)
        answers = services.keeper.storage.answers(rules.name, rules.policy)
        best = {solved: answer.moves for solved, answer in answers.items()}
        for pack in packs_of(rules, levels_folder(), services.folders.levels):
            listing = Listing(pack, best, {})
            row = listing.row_of(deck)
            if row < 0:
                continue
            entry = listing.rows[listing.unsolved_from(row, 1)]
            if not entry.solved:
                self._table.start(entry.level.deck, number_of(entry.level))
                if entry.level.par is not None:
                    services.advisor.set_par(
                        self._table.session, entry.level.par, proved=pack.proved
                    )
                return True
        return False

    # What is told

    def _cells(self) -> Iterator[Cell]:
        """The figures; one that is not known leaves no hole."""
        _, session, keeper = self._, self._table.session, self.services.keeper
        moves, before = session.moves, self._earlier
        yield Cell(_("This time"), str(moves), _.plural("move", "moves", moves))
        if keeper.best is not None:
            better = before.moves is not None and keeper.best < before.moves
            was = _("was {n}").format(n=before.moves) if better else ""
            best = was or _.plural("move", "moves", keeper.best)
            yield Cell(
                _("Your best"), str(keeper.best), best, gold=moves == keeper.best, news=better
            )
        par, proved = self._par()
        if par is not None:
            label = _("Shortest possible") if proved else _("Best known")
            caption = _("proven") if proved else _.plural("move", "moves", par)
            yield Cell(label, str(par), caption)
        if self.services.settings.clock:
            yield self._time()

    def _time(self) -> Cell:
        _, seconds, before = self._, self.services.keeper.seconds, self._earlier.seconds
        text = clock_text(int(seconds))
        if before is None:
            return Cell(_("Time"), text)
        best = min(before, seconds)
        caption = _("best {time}").format(time=clock_text(int(best)))
        return Cell(_("Time"), text, caption, gold=seconds < before)

    def _par(self) -> tuple[int | None, bool]:
        """The shortest answer that is possible, or that is known; and whether it is proved."""
        par = self.services.advisor.par(self._table.session)
        if par is None:
            return None, False
        best = self.services.keeper.best
        return (par[0], True) if par[1] else (min(par[0], best or par[0]), False)

    def _line(self) -> str:
        """The deal, and how near the answer comes to the shortest."""
        over = self._over()
        return f"{self._table.title}  ·  {over}" if over else self._table.title

    def _over(self) -> str:
        _, (par, proved) = self._, self._par()
        if par is None:
            return ""
        over = self._table.session.moves - par
        if over <= 0:
            return _("as short as can be") if proved else _("as short as any answer known")
        if proved:
            text = _.plural(
                "{n} move over the shortest possible", "{n} moves over the shortest possible", over
            )
        else:
            text = _.plural("{n} move over the best known", "{n} moves over the best known", over)
        return text.format(n=over)

    # Drawing

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw what has changed: table and cascade, panel, flag."""
        self._prepare(target)
        touched = [] if self._cascade is None else self._cascade.take_touched()
        if self._waves:
            touched.append(self._flag_area())
        if self._focus.stale or self._panel is None:
            self._panel = self._draw_panel()
            touched.append(self._panel_area())
        areas = [target.get_rect()] if self._whole else touched
        for area in areas:
            self._compose(target, area.clip(target.get_rect()))
        whole, self._whole = self._whole, False
        return None if whole else areas

    def _prepare(self, target: pygame.Surface) -> None:
        """Have a picture of the table, and the cascade over it if it is to run."""
        if self._cascade is not None:
            return
        if self._ground is None:
            self._table.refresh()
            self._table.draw(target)
            self._ground, self._whole = target.copy(), True
        if self._celebrates:
            self._cascade = self._start_cascade(self._ground)
            self._ground = None

    def _compose(self, target: pygame.Surface, area: pygame.Rect) -> None:
        """Draw all layers within a part of the window."""
        if self._cascade is not None:
            self._cascade.draw(target, area)
        elif self._ground is not None:
            target.blit(self._ground, area, area)
        target.set_clip(area)
        if self._panel is not None and area.colliderect(self._panel_area()):
            target.blit(self._panel, self._panel_area())
        if self._flag is not None and area.colliderect(self._flag_area()):
            self._flag.draw(target, self._flag_at, self._waved)
        target.set_clip(None)

    def _flag_area(self) -> pygame.Rect:
        size = (0, 0) if self._flag is None else self._flag.size
        return pygame.Rect(self._flag_at, size)

    def _panel_area(self) -> pygame.Rect:
        reach = 3 * self._look.px(GLOW_BLUR) + self._look.px(theme.PANEL_SHADOW_DROP)
        return self._rect.inflate(2 * reach, 2 * reach)

    def _draw_panel(self) -> pygame.Surface:
        """The panel on a layer of its own."""
        look, area = self._look, self._panel_area()
        layer = new_layer(area.size, theme.PANEL)
        self._draw_ground(layer, look, self._rect.move(-area.x, -area.y))
        self._write_head(layer, look, area)
        self._draw_cells(layer, look, area)
        self._draw_buttons(layer, area)
        return layer

    def _draw_buttons(self, layer: pygame.Surface, area: pygame.Rect) -> None:
        """The controls know their places in the window: they are moved to the layer and back."""
        for widget in self._focus.widgets:
            widget.rect.move_ip(-area.x, -area.y)
        self._focus.draw(layer)
        for widget in self._focus.widgets:
            widget.rect.move_ip(area.x, area.y)

    def _draw_ground(self, layer: pygame.Surface, look: Look, rect: pygame.Rect) -> None:
        radius, width = look.px(RADIUS), look.scale.line(1.6)
        glow = theme.tint(theme.GLOW_RING, 0.27)
        look.paint.glow(layer, rect, radius, look.px(GLOW_BLUR), glow)
        drop = look.px(theme.PANEL_SHADOW_DROP)
        look.paint.shadow(layer, rect, radius, look.px(theme.PANEL_SHADOW_BLUR), (0, drop), 170)
        look.paint.box(layer, rect, radius, theme.PANEL, theme.GOLD_EDGE, width)
        inset = look.px(FRAME_INSET)
        inner = rect.inflate(-2 * inset, -2 * inset)
        self._draw_rays(layer, look, inner)
        edge = theme.tint(theme.GOLD, 0.28)
        look.paint.box(layer, inner, radius - inset, None, edge, look.scale.line())

    def _draw_rays(self, layer: pygame.Surface, look: Look, inner: pygame.Rect) -> None:
        """The sun behind the flag, within the panel's upper part."""
        size = inner.w, max(1, look.px(TITLE_AT - 28 - self._up))
        layer.blit(from_svg(rays_svg(size), size), inner)

    def _write_head(self, layer: pygame.Surface, look: Look, area: pygame.Rect) -> None:
        """How many moves, and how near that is to the shortest."""
        _, moves = self._, self._table.session.moves
        title = _.plural("Solved in {n} move", "Solved in {n} moves", moves).format(n=moves)
        x, top = self._rect.centerx - area.x, self._rect.y - area.y
        at = x, top + look.px(TITLE_AT - self._up)
        room = self._rect.w - 2 * look.px(theme.PANEL_PADDING)
        write(layer, look, title, theme.WIN_TITLE, theme.CREAM, at, room)
        at = x, top + look.px(LINE_AT - self._up)
        write(layer, look, self._line(), theme.ROW, theme.DIM, at, room)

    def _draw_cells(self, layer: pygame.Surface, look: Look, area: pygame.Rect) -> None:
        """The figures side by side."""
        found = list(self._cells())
        left = self._rect.x - area.x + look.px(theme.PANEL_PADDING)
        top = self._rect.y - area.y + look.px(CELLS_AT - self._up)
        room = self._rect.w - 2 * look.px(theme.PANEL_PADDING)
        gap = look.px(theme.GAP)
        edges = [(room + gap) * n // len(found) for n in range(len(found) + 1)]
        for number, cell in enumerate(found):
            width = edges[number + 1] - edges[number] - gap
            rect = pygame.Rect(left + edges[number], top, width, look.px(self._cell))
            self._draw_cell(layer, look, rect, cell)

    def _draw_cell(self, layer: pygame.Surface, look: Look, rect: pygame.Rect, cell: Cell) -> None:
        look.paint.box(layer, rect, look.px(10), theme.tint(theme.WELL, 0.85))
        room, x = rect.w - 2 * look.px(6), rect.centerx
        write(layer, look, cell.label, theme.CAPTION, theme.DIM, (x, rect.y + look.px(17)), room)
        ink = theme.GOLD if cell.gold else theme.CREAM
        style = TextStyle(theme.Face.SERIF_BOLD, 30)
        write(layer, look, cell.value, style, ink, (x, rect.y + look.px(44)), room)
        if cell.caption and not self._short:
            ink = theme.GOLD if cell.news else theme.DIM
            at = x, rect.y + look.px(70)
            write(layer, look, cell.caption, theme.SMALL_CAPTION, ink, at, room)

    # The cascade

    def _start_cascade(self, ground: pygame.Surface) -> Cascade:
        view = self._table.desk.view
        window = view.frame
        left = window.side.right + 1
        beside = window.edge.y == 0
        right = window.edge.x if beside else self.size[0]
        bottom = self.size[1] if beside else window.edge.y
        field = pygame.Rect(left, 0, right - left, bottom)
        seed = self._table.session.number or 0
        return Cascade(
            ground, field, list(self._piles()), self.services.paint, self._art, self._bare, seed
        )

    def _piles(self) -> Iterator[list[Start]]:
        """The cards that will fly, each pile's in their order: from the top of a done stack, or
        from the end of a row.
        """
        view = self._table.desk.view
        position, kinds = view.position, view.arrangement.kinds
        rows: dict[int, list[Start]] = {}
        for pile, held in enumerate(position.piles):
            rect = pygame.Rect(view.arrangement.piles[pile])
            if kinds[pile] is PileKind.SLOT and held:
                rows.setdefault(rect.y, []).insert(0, Start(held[-1], rect, None))
            elif kinds[pile] is PileKind.FOUNDATION and held:
                below: list[Card | None] = [None, *held[:-1]]
                box = pygame.Rect(view.arrangement.seat(position, Seat(pile, len(held) - 1)))
                pairs = zip(held[::-1], below[::-1], strict=True)
                yield [Start(card, box, under) for card, under in pairs]
        yield from rows.values()

    def _art(self, card: Card) -> pygame.Surface:
        """A card as the table shows it."""
        looks, arrangement = self._table.desk.picture.looks, self._table.desk.view.arrangement
        face = "mini" if arrangement.mini else "large" if looks.large else "classic"
        name, size = cards.name(card), arrangement.card
        return self.services.assets.card(face, name, size, palette=looks.palette)

    def _bare(self, picture: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the empty place that a card has left."""
        felt = self.services.paint.felt(self.size, self.services.felt)
        picture.blit(felt, rect, rect)
        picture.blit(self.services.assets.slot("plain", rect.size), rect)

    def traced(self) -> dict[str, Any] | None:
        """The buttons."""
        return {"buttons": {str(w.name): list(w.rect) for w in self._focus.widgets}}


def write(
    target: pygame.Surface,
    look: Look,
    text: str,
    style: TextStyle,
    ink: theme.Rgb,
    at: tuple[int, int],
    room: int,
) -> None:
    """Write a line around a point, smaller where there is no room for its size."""
    size = style.size
    while look.width(text, style) > room and size > LEAST_TEXT:
        size -= 0.5
        style = TextStyle(style.face, size, style.tracking)
    look.write(target, text, style, ink, at, Align.CENTRE, room=room)


def rays_svg(size: tuple[int, int]) -> str:
    """Rays from the middle of the lower edge, cut off at the other edges."""
    width, height = size
    gold = "#{:02X}{:02X}{:02X}".format(*theme.GOLD)
    paths = []
    for number in range(-8, 9):
        ends = [ray_end(math.radians(10.5 * number + turn), size) for turn in (-2.1, 2.1)]
        corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in [(width / 2, height), *ends])
        paths.append(f'<polygon points="{corners}" fill="{gold}" fill-opacity="0.09"/>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
    return head + "".join(paths) + "</svg>"


def ray_end(angle: float, size: tuple[int, int]) -> tuple[float, float]:
    """Where a ray that leans from upright by an angle meets an edge."""
    width, height = size
    across, up = math.sin(angle), math.cos(angle)
    reach = [height / up] if up > 1e-6 else []
    if abs(across) > 1e-6:
        reach.append(width / 2 / abs(across))
    far = min(reach)
    return width / 2 + across * far, height - up * far
