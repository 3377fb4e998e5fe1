"""The map: the tree of a deal's positions, to look over, to walk about in, to go elsewhere."""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import Enum
from typing import Any

import pygame

from game import keys, theme
from game.assets import Align
from game.history import ROOT
from game.keys import Command
from game.map import AnyNode, Piece, Spot, View, next_lane, node_near, spot_at
from game.map.view import BOTTOM, LEFT, RIGHT, TOP
from game.scenes import map_card
from game.scenes.base import Change, Pop, Scene, Services
from game.scenes.map_atlas import Atlas, Ends
from game.scenes.map_card import Content, Line
from game.scenes.map_frame import (
    TITLE,
    Band,
    Frame,
    MiniMap,
    draw_folds,
    draw_ground,
    draw_legend,
    draw_ruler,
    fold_bands,
    make_frame,
)
from game.scenes.map_picture import Marks, TreePicture
from game.scenes.map_stamps import Stamps
from game.scenes.miniature import Taste
from game.session import Session
from game.table.cursors import Cursors, Shape
from game.widgets.base import Action, Changed, Pressed, Widget
from game.widgets.button import Button
from game.widgets.focus import FocusGroup
from game.widgets.look import Look
from game.widgets.slider import Slider
from game.widgets.tooltip import Tooltip

CARD_AFTER_S = 0.12
WORK_S = 0.004
"""How long at a time ends are looked at, so that no frame is late."""
FIRST_WORK_S = 0.06
WHEEL_STEP = 1.25
BUTTON_STEP = 1.5
OPENING_STEP = 2.0
PAN_SLACK = 5
"""So many pixels a press may move and still be a click."""
MARGIN_SEEN = 120
PAGE = 10
SLIDER_STEPS = 100
SLIDER_WIDTH = 108
BACK_SIDE = 48
SMALL_SIDE = 44


class Tool(Enum):
    """The controls of the map; the value names the button in traces."""

    BACK = "back"
    HERE = "here"
    BOOKMARK = "to-bookmark"
    BEST = "best-line"
    SHOW = "show-me"
    OUT = "zoom-out"
    ZOOM = "zoom"
    IN = "zoom-in"
    FIT = "fit"


class MapScene(Scene):
    """The tree of a session's deal.

    `on_goto` is called with the id of the node to go to, before the scene closes. `par` is the
    shortest possible answer's moves where that is proven. `on_show` replays the best answer;
    without it there is no button for that.
    """

    name = "map"

    def __init__(
        self,
        services: Services,
        session: Session,
        on_goto: Callable[[int], None],
        *,
        par: int | None = None,
        on_show: Callable[[], Change | None] | None = None,
    ) -> None:
        super().__init__(services)
        self._ = services.language
        self._session, self._tree = session, session.tree
        self._on_goto, self._on_show, self._par = on_goto, on_show, par
        self._atlas = Atlas(self._tree, 1000, 500)
        self._ends = Ends(self._tree, session.rules.is_stuck)
        self._cursor: AnyNode = self._tree.node()
        self._keyed = False
        """The keyboard is in use: the cursor shows."""
        self._pointed: Spot | None = None
        self._rested = 0.0
        self._mouse = (-1, -1)
        self._press: tuple[int, int] | None = None
        self._panning = self._in_minimap = False
        self._visited_bookmark = 0
        self._cards: dict[int, Content] = {}
        self._tooltip = Tooltip()
        self._cursors = Cursors()
        self._focus = FocusGroup(self._controls(), arrows=False)
        self._ground = pygame.Surface((1, 1))
        self._look: Look
        self._frame: Frame
        self._stamps: Stamps
        self._minimap: MiniMap
        self._view: View

    # Layout

    @property
    def _finders(self) -> dict[Tool, tuple[str, str, str, str]]:
        """Label, icon, tooltip and key of each button of the header."""
        _ = self._
        found = {
            Tool.HERE: (_("You are here"), "disc", _("Show where you are"), "H"),
            Tool.BOOKMARK: (_("To bookmark"), "bookmark-filled", _("Show the next bookmark"), "B"),
            Tool.BEST: (_("Best answer"), "flag", _("Show the end of the best answer"), "A"),
        }
        if self._on_show is not None:
            found[Tool.SHOW] = (_("Show me"), "play", _("Replay the best answer"), "F4")
        return found

    def _controls(self) -> list[Widget]:
        _ = self._
        found: list[Widget] = [
            Button(Tool.BACK.value, "", "back", height=BACK_SIDE, tooltip=_("Back"), key="Esc")
        ]
        for tool, (label, icon, tooltip, key) in self._finders.items():
            style = theme.BUTTON_SMALL
            found.append(Button(tool.value, label, icon, style=style, tooltip=tooltip, key=key))
        return [
            *found,
            Button(Tool.OUT.value, "", "minus", tooltip=_("Zoom out"), key="-"),
            Slider(Tool.ZOOM.value, 0, SLIDER_STEPS, 0, tooltip=_("Zoom")),
            Button(Tool.IN.value, "", "plus", tooltip=_("Zoom in"), key="+"),
            Button(Tool.FIT.value, "", "fit", tooltip=_("Show everything"), key="0"),
        ]

    @property
    def title(self) -> str:
        """The game's name and the deal's number."""
        number = self._session.number
        title = self._session.rules.title
        return title if number is None else f"{title} {number}"

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window; everything is seen at first, later whatever was seen before."""
        first = self.size == (0, 0)
        super().place(size)
        self._look = self.services.look(self.scale)
        self._frame = make_frame(size, self._look)
        self._stamps = Stamps(self._look)
        self._minimap = MiniMap(self._frame.minimap, self._look)
        self._cards.clear()
        self._draw_ground()
        self._place_controls()
        before = None if first else self._view
        dp = self._look.scale.dp
        width, height = dp(self._frame.area.w), dp(self._frame.area.h)
        self._atlas.resize(max(100, width - LEFT - RIGHT), max(50, height - TOP - BOTTOM))
        self._view = View(self._atlas.plan(0), (width, height))
        if before is None or before.zoom == 1.0:
            self._see_all()
        else:
            self._see_as(before)

    def _draw_ground(self) -> None:
        self._ground = pygame.Surface(self.size)
        draw_ground(self._ground, self._frame, self._look, self.services.felt)

    def _place_controls(self) -> None:
        look, frame = self._look, self._frame
        bar = frame.header
        back = self._focus.named(Tool.BACK.value)
        side = min(look.px(BACK_SIDE), bar.h - look.px(12))
        back.place(look, pygame.Rect(frame.margin, bar.centery - side // 2, side, side))
        right = self.size[0] - frame.margin
        side = look.px(SMALL_SIDE)
        for tool, words in reversed(self._finders.items()):
            button = self._focus.named(tool.value)
            assert isinstance(button, Button)
            button.label = "" if self._is_tight else words[0]
            width = side if self._is_tight else button.natural_size(look)[0] - look.px(10)
            right -= width
            button.place(look, pygame.Rect(right, bar.centery - side // 2, width, side))
            right -= look.px(theme.GAP)
        self._title_room = right - look.px(theme.GAP)
        self._place_zoom()

    @property
    def _is_tight(self) -> bool:
        return theme.reflow(self._look.scale.dp(self.size[0])) in (
            theme.Reflow.NARROW,
            theme.Reflow.SMALL,
        )

    def _place_zoom(self) -> None:
        """From the right: fit, plus, slider, minus."""
        look, frame = self._look, self._frame
        side, gap = look.px(SMALL_SIDE), look.px(theme.GAP)
        right = frame.minimap.left - look.px(theme.GUTTER)
        for tool in (Tool.FIT, Tool.IN, Tool.ZOOM, Tool.OUT):
            width = look.px(SLIDER_WIDTH) if tool is Tool.ZOOM else side
            right -= width
            area = pygame.Rect(right, frame.footer.centery - side // 2, width, side)
            self._focus.named(tool.value).place(look, area)
            right -= gap
        self._legend_room = right - look.px(theme.GUTTER)

    # Life

    def resume(self) -> Change | None:
        """On top, for the first time or again: the tree may have changed."""
        self._follow()
        return super().resume()

    def refresh(self) -> None:
        """Draw everything again; sharper cards may be there."""
        super().refresh()
        self._cards.clear()

    def follow_settings(self) -> None:
        """The cloth may be another one."""
        if self.size != (0, 0):
            self._draw_ground()

    def _follow(self) -> None:
        """Take in what has happened to the tree."""
        if self._atlas.follow():
            self._ends.forget()
            self._cards.clear()
            self._pointed = None
            self._cursor = self._tree.node()
            self._settle()
            self._show(self._cursor)

    @property
    def due(self) -> float | None:
        """When a card or a tooltip appears; at once while ends are still to be looked at."""
        card = None if self._card_shown or self._subject is None else CARD_AFTER_S - self._rested
        work = None if self._ends.done else 0.0
        dues = [self._tooltip.due, card, work]
        return min((due for due in dues if due is not None), default=None)

    def update(self, seconds: float) -> Change | None:
        """Cards and tooltips appear, ends are looked at."""
        shown = self._card_shown
        self._rested += seconds
        self._tooltip.update(seconds)
        news = self._ends.work(WORK_S)
        if news:
            self._cards.clear()
        self.stale = self.stale or news or self._tooltip.stale or shown != self._card_shown
        return None

    # What is seen

    def _see_all(self) -> None:
        """Everything, at the scale at which it fits."""
        self._view.fitted = self._atlas.plan(0)
        self._view.fit()
        self._ends.look_at(self._view.plan)
        self._ends.work(FIRST_WORK_S)
        self._changed()

    def _see_as(self, before: View) -> None:
        """What another view shows, with the same node in the middle."""
        node = node_near(before, (before.size[0] / 2, before.size[1] / 2))
        width, height = self._view.size
        self._zoom_to(before.zoom, (width / 2, height / 2))
        place = self._view.plan.place(node)
        self._view.show(place.depth, place.piece.lane, (width / 2, height / 2))

    def _settle(self) -> None:
        """Lay out again what is seen, with what is in the middle staying there."""
        width, height = self._view.size
        self._zoom_to(self._view.zoom, (width / 2, height / 2))

    def _zoom_to(self, zoom: float, at: tuple[float, float]) -> None:
        """Change the scale; what is at a place (in dp, in the area) stays there."""
        view = self._view
        anchor = node_near(view, at)
        before = self._where(anchor)
        unit, pitch = view.unit, view.pitch
        view.fitted = self._atlas.plan(0)
        view.zoom = max(1.0, min(view.most, zoom))
        view.plan = self._atlas.plan(view.level)
        now = self._where(anchor)
        view.pan(
            now[0] - at[0] - (before[0] - at[0]) * view.unit / unit,
            now[1] - at[1] - (before[1] - at[1]) * view.pitch / pitch,
        )
        self._ends.look_at(view.plan)
        self._changed()

    def _where(self, node: AnyNode) -> tuple[float, float]:
        """Where a node is, in dp from the area's corner."""
        place = self._view.plan.place(node)
        return self._view.at(place.depth, place.piece.lane)

    def _show(self, node: AnyNode) -> None:
        """Move no further than it takes to see a node."""
        place = self._view.plan.place(node)
        self._view.reveal(place.depth, place.piece.lane, MARGIN_SEEN)
        self._changed()

    def _changed(self) -> None:
        """Another part of the map is seen."""
        self.stale = True
        share = math.log(self._view.zoom) / math.log(max(1.0001, self._view.most))
        zoom = self._focus.named(Tool.ZOOM.value)
        assert isinstance(zoom, Slider)
        zoom.value = round(share * SLIDER_STEPS)
        self._focus.named(Tool.OUT.value).enabled = self._view.zoom > 1.0
        self._focus.named(Tool.IN.value).enabled = self._view.zoom < self._view.most
        self._focus.named(Tool.BOOKMARK.value).enabled = bool(self._tree.bookmarks)
        self._focus.named(Tool.BEST.value).enabled = self._tree.best is not None

    def _in_area(self, at: tuple[int, int]) -> tuple[float, float]:
        """A place in the window as dp from the area's corner."""
        dp, area = self._look.scale.dp, self._frame.area
        return dp(at[0] - area.x), dp(at[1] - area.y)

    # Events

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Controls first, then the map."""
        self._follow()
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if self._press is None:
            action = self._focus.handle(event)
            self.stale = self.stale or self._focus.stale
            if action is not None:
                self._tooltip.hide()
                return self._act(action)
        return self._on_mouse(event)

    def _act(self, action: Action) -> Change | None:
        """Do what a control asks for."""
        match action:
            case Pressed(name):
                return self._use(Tool(name))
            case Changed(_, int(value)):
                zoom = self._view.most ** (value / SLIDER_STEPS)
                self._zoom_about_cursor(zoom)
        return None

    def _use(self, tool: Tool) -> Change | None:
        match tool:
            case Tool.BACK:
                return Pop()
            case Tool.SHOW:
                return self._on_show() if self._on_show else None
            case Tool.FIT:
                self._atlas.close()
                self._see_all()
            case Tool.IN | Tool.OUT:
                factor = BUTTON_STEP if tool is Tool.IN else 1 / BUTTON_STEP
                self._zoom_about_cursor(self._view.zoom * factor)
            case Tool.HERE | Tool.BOOKMARK | Tool.BEST:
                self._find(tool)
        return None

    def _zoom_about_cursor(self, zoom: float) -> None:
        """Zoom at the cursor where it is seen, else in the middle."""
        width, height = self._view.size
        x, y = self._where(self._cursor)
        seen = 0 <= x <= width and 0 <= y <= height
        self._zoom_to(zoom, (x, y) if seen else (width / 2, height / 2))

    def _find(self, tool: Tool) -> None:
        """Put the cursor on something that was asked for, and show it."""
        marks = self._atlas.bookmarks
        if tool is Tool.HERE:
            self._point_cursor(self._tree.node())
        elif tool is Tool.BOOKMARK and marks:
            self._visited_bookmark = (self._visited_bookmark - 1) % len(marks)
            self._point_cursor(marks[self._visited_bookmark])
        elif tool is Tool.BEST and (way := self._tree.node(ROOT).way_down()):
            self._point_cursor(way[-1])

    # Keys

    def _key(self, event: pygame.event.Event) -> Change | None:
        self._tooltip.hide()
        action = self._focus.handle(event)
        self.stale = self.stale or self._focus.stale
        if action is not None:
            return self._act(action)
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return self._command(event)
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            return self._go(self._cursor)
        if self._walk(event.key) or self._shortcut(event):
            return None
        return self._command(event)

    def _command(self, event: pygame.event.Event) -> Change | None:
        command = keys.command_of(event)
        if command is Command.BACK or (event.mod & pygame.KMOD_CTRL and event.key == pygame.K_m):
            return Pop()
        if command is Command.FULLSCREEN:
            self.services.switch_fullscreen()
        if event.key == pygame.K_F4 and self._on_show is not None:
            return self._on_show()
        return None

    def _shortcut(self, event: pygame.event.Event) -> bool:
        """Keys that stand for a control; True if this is one."""
        tools = {"+": Tool.IN, "=": Tool.IN, "-": Tool.OUT, "0": Tool.FIT, "h": Tool.HERE,
                 "b": Tool.BOOKMARK, "a": Tool.BEST}  # fmt: skip
        tool = tools.get(event.unicode.lower()) if event.unicode else None
        if event.key == pygame.K_SPACE:
            self._open_at_cursor()
            return True
        if tool is None or not self._focus.named(tool.value).enabled:
            return tool is not None
        self._use(tool)
        return True

    def _walk(self, key: int) -> bool:
        """Move the cursor about in the tree; True if the key is one that does."""
        find: dict[int, Callable[[], AnyNode | None]] = {
            pygame.K_RIGHT: lambda: self._on_by(1),
            pygame.K_LEFT: lambda: self._cursor.parent,
            pygame.K_UP: lambda: next_lane(self._view, self._cursor, -1),
            pygame.K_DOWN: lambda: next_lane(self._view, self._cursor, 1),
            pygame.K_PAGEUP: lambda: self._back_by(PAGE),
            pygame.K_PAGEDOWN: lambda: self._on_by(PAGE),
            pygame.K_HOME: lambda: self._tree.node(ROOT),
            pygame.K_END: lambda: self._on_by(len(self._tree)),
        }
        if key not in find:
            return False
        self._focus.focus(None)
        node = find[key]()
        if node is not None:
            self._point_cursor(node)
        return True

    def _on_by(self, steps: int) -> AnyNode:
        """The node so many steps further on in the same lane, or its end."""
        node = self._cursor
        while steps and (heir := self._atlas.survey.heir(node)) is not None:
            node = heir
            steps -= 1
        return node

    def _back_by(self, steps: int) -> AnyNode:
        node = self._cursor
        while steps and node.parent is not None:
            node = node.parent
            steps -= 1
        return node

    def _point_cursor(self, node: AnyNode) -> None:
        self._cursor, self._keyed, self._pointed = node, True, None
        self._rested = 0.0
        self._show(node)

    def _open_at_cursor(self) -> None:
        """Open the bundle or the fold that the cursor is in."""
        place = self._view.plan.place(self._cursor)
        fold = self._view.axis.fold_at(self._cursor.depth)
        if not place.drawn:
            self._open(place.piece)
        elif fold is not None:
            self._unfold((fold.start + fold.end) // 2)

    # The mouse on the map

    def _on_mouse(self, event: pygame.event.Event) -> Change | None:
        match event.type:
            case pygame.MOUSEMOTION:
                self._moved(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button in (1, 2, 3):
                self._pressed(event.pos)
            case pygame.MOUSEBUTTONUP if self._press is not None:
                return self._released(event.pos, event.button)
            case pygame.MOUSEWHEEL if self._frame.body.collidepoint(self._mouse):
                self._wheel(event)
            case pygame.WINDOWLEAVE:
                self._point_at(None)
        return None

    def _moved(self, at: tuple[int, int]) -> None:
        before, self._mouse = self._mouse, at
        self._tooltip.watch(self._focus.hovered)
        if self._press is None:
            self._point_at(self._spot(at))
        elif self._in_minimap:
            self._look_through_minimap(at)
        elif self._panning or math.dist(at, self._press) > PAN_SLACK:
            if not self._panning:
                self._panning, before = True, self._press
            dp = self._look.scale.dp
            self._view.pan(dp(before[0] - at[0]), dp(before[1] - at[1]))
            self._point_at(None)
            self.stale = True

    def _pressed(self, at: tuple[int, int]) -> None:
        self._focus.focus(None)
        self._keyed, self.stale = False, True
        self._mouse = at
        self._in_minimap = self._frame.minimap.collidepoint(at)
        if self._in_minimap:
            self._look_through_minimap(at)
        if self._in_minimap or self._frame.body.collidepoint(at):
            self._press = at

    def _released(self, at: tuple[int, int], button: int) -> Change | None:
        clicked = not self._panning and not self._in_minimap and button == 1
        self._press, self._panning, self._in_minimap = None, False, False
        return self._click(self._spot(at)) if clicked else None

    def _look_through_minimap(self, at: tuple[int, int]) -> None:
        width, height = self._view.size
        depth, lane = self._minimap.place_at(self._view, at)
        self._view.show(depth, lane, (width / 2, height / 2))
        self.stale = True

    def _wheel(self, event: pygame.event.Event) -> None:
        if event.x:
            self._view.pan(event.x * self._view.unit * 4, 0)
            self.stale = True
        if event.y:
            zoom = self._view.zoom * WHEEL_STEP**event.y
            self._zoom_to(zoom, self._in_area(self._mouse))
        self._point_at(self._spot(self._mouse))

    def _spot(self, at: tuple[int, int]) -> Spot | None:
        """What lies under the mouse."""
        if self._frame.minimap.collidepoint(at) or not self._frame.body.collidepoint(at):
            return None
        for band in self._bands():
            if band.pill.collidepoint(at):
                return Spot(fold=band.fold)
        return spot_at(self._view, self._in_area(at))

    def _bands(self) -> list[Band]:
        return fold_bands(self._frame, self._view, self._look, self._)

    def _point_at(self, spot: Spot | None) -> None:
        if spot != self._pointed:
            self._pointed, self._rested, self.stale = spot, 0.0, True
            self._keyed = False
        self._cursors.show(Shape.ARROW if spot is None else Shape.HAND, self._look)

    def _click(self, spot: Spot | None) -> Change | None:
        if spot is None:
            return None
        if spot.node is not None:
            return self._go(spot.node)
        if spot.wedge is not None:
            self._open(spot.wedge)
        elif spot.fold is not None:
            self._unfold((spot.fold.start + spot.fold.end) // 2)
        return None

    # Going about

    def _go(self, node: AnyNode) -> Change | None:
        """Back to the table, at a node."""
        if node is not self._tree.node():
            self._on_goto(node.id)
        return Pop()

    def _open(self, wedge: Piece) -> None:
        """Zoom into a bundle."""
        self._pointed = None
        at = self._view.at(wedge.end, wedge.lane)
        self._cursor = wedge.heads[0]
        self._atlas.open(wedge)
        self._zoom_to(self._view.zoom * OPENING_STEP, at)

    def _unfold(self, depth: int) -> None:
        self._pointed = None
        self._atlas.unfold(depth)
        self._settle()

    # Drawing

    @property
    def _subject(self) -> Spot | None:
        """What a card tells of: what is under the mouse, or the cursor of the keyboard."""
        if self._press is not None:
            return None
        if self._keyed:
            place = self._view.plan.place(self._cursor)
            return Spot(self._cursor) if place.drawn else Spot(wedge=place.piece)
        return self._pointed

    @property
    def _card_shown(self) -> bool:
        return self._subject is not None and self._rested >= CARD_AFTER_S

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw the window."""
        look, frame, view = self._look, self._frame, self._view
        target.blit(self._ground, (0, 0))
        draw_ruler(target, frame, view, look, self._("moves"))
        draw_folds(target, frame, look, self._bands())
        marks = Marks(self._tree.node(), self._atlas.bookmarks, self._ends.stuck, self._par)
        picture = TreePicture(target, frame.area, view, self._stamps, marks)
        picture.draw()
        self._draw_pointed(target, picture)
        self._draw_header(target)
        draw_legend(target, frame, self._stamps, self._legend_room, self._)
        self._minimap.draw(target, view, marks)
        self._focus.draw(target)
        self._tooltip.draw(target)
        return None

    def _draw_pointed(self, target: pygame.Surface, picture: TreePicture) -> None:
        subject = self._subject
        if subject is None:
            return
        at = self._place_of(subject, picture)
        if subject.node is not None:
            stamp = self._stamps.pointed()
            target.set_clip(self._frame.area)
            target.blit(stamp, stamp.get_rect(center=at))
            target.set_clip(None)
        if self._card_shown:
            bounds = self._frame.body.inflate(-2 * self._look.px(8), -2 * self._look.px(8))
            map_card.draw_card(target, self._look, bounds, at, self._content(subject))

    def _place_of(self, spot: Spot, picture: TreePicture) -> tuple[int, int]:
        """Where something is in the window."""
        if spot.node is not None:
            return picture.point(self._view.plan.place(spot.node))
        if spot.wedge is not None:
            return picture.point(self._view.plan.place(spot.wedge.heads[-1])._replace(drawn=False))
        return self._mouse

    def _content(self, spot: Spot) -> Content:
        """What the card of something says."""
        if spot.wedge is not None:
            return map_card.wedge_content(spot.wedge, self._)
        if spot.fold is not None:
            return map_card.fold_content(spot.fold.moves, self._)
        assert spot.node is not None
        node = spot.node
        if node.id not in self._cards:
            self._cards = {**dict(list(self._cards.items())[-30:]), node.id: self._describe(node)}
        return self._cards[node.id]

    def _describe(self, node: AnyNode) -> Content:
        _, rules = self._, self._session.rules
        position = self._tree.position_of(node.id)
        lines: list[Line] = [
            map_card.home_line(rules, position, _),
            map_card.leads_to(node, self._atlas.survey, self._ends.is_stuck, _),
        ]
        size, taste = map_card.picture_size(self._look), Taste.of(self.services.settings)
        picture = map_card.thumbnail(self._look, rules, position, size, taste)
        here = node is self._tree.node()
        invitation = _("You are here") if here else _("Click to go there")
        if self._keyed and not here:
            invitation = _("Enter: go there")
        return Content(_("Move {n}").format(n=node.depth), tuple(lines), invitation, picture)

    def _draw_header(self, target: pygame.Surface) -> None:
        look, bar = self._look, self._frame.header
        left = self._focus.named(Tool.BACK.value).rect.right + look.px(18)
        room = self._title_room - left
        text = self._("Map of {game}").format(game=self.title)
        gap = look.px(14 if not self._frame.short else 12)
        at = (left, bar.centery - gap + look.px(2))
        look.write(target, text, TITLE, theme.CREAM, at, room=room)
        look.write(
            target, self._figures(), theme.CAPTION, theme.DIM,
            (left, bar.centery + gap + look.px(4)), Align.LEFT, room,
        )  # fmt: skip

    def _figures(self) -> str:
        """What the tree holds, in one line."""
        _, count, wins = self._, len(self._tree), len(self._atlas.survey.wins)
        words = [_.plural("{n} position", "{n} positions", count).format(n=_.number(count))]
        if wins:
            words.append(_.plural("{n} answer", "{n} answers", wins).format(n=_.number(wins)))
            words.append(_("best {n}").format(n=self._tree.best))
        if self._par is not None:
            words.append(_("shortest possible {n}").format(n=self._par))
        if marks := len(self._tree.bookmarks):
            words.append(_.plural("{n} bookmark", "{n} bookmarks", marks).format(n=marks))
        return " · ".join(words)

    def traced(self) -> dict[str, Any] | None:
        """The controls, and where one is."""
        return {"buttons": {w.name: list(w.rect) for w in self._focus.widgets}}
