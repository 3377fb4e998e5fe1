"""The map: the tree of a deal's positions, to look over, to walk about in, to go elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pygame

from game.core.position import REDEAL, REDEAL_RANDOM, TURN
from game.desktop import keys
from game.desktop.keys import Command
from game.graphics import fonts, theme
from game.graphics.assets import Align
from game.map import AnyNode, MapFilter, MapPiece, Spot
from game.play.session import Session
from game.scenes.common import session_display
from game.scenes.common.base import (
    Change,
    OpenComparison,
    OpenReview,
    Pop,
    Push,
    Services,
    SessionScene,
)
from game.scenes.common.global_commands import global_command
from game.scenes.common.popup_menu import PopupScene
from game.scenes.map import position_card
from game.scenes.map.arrow_keys import walk
from game.scenes.map.controls import SLIDER_STEPS, Controls, MapTool
from game.scenes.map.mouse import MapMouse
from game.scenes.map.overview import MiniMap
from game.scenes.map.position_card import Cards, Content
from game.scenes.map.ruler_and_legend import (
    MapFrame,
    draw_folds,
    draw_ground,
    draw_legend,
    draw_ruler,
    draw_titles,
    fold_bands,
    make_frame,
    tree_figures,
)
from game.scenes.map.shapes import MapShapes
from game.scenes.map.tree_picture import MapMarks, TreePicture
from game.scenes.map.worths import MapWorths
from game.scenes.map.zoom_and_pan import BUTTON_STEP, MapSight
from game.table.side_bar import Tool
from game.widgets.base import Changed, Pressed, WidgetAction
from game.widgets.cursors import Shape
from game.widgets.focus import ARROWS, FocusGroup, nearest
from game.widgets.look import Look
from game.widgets.segmented import Segmented
from game.widgets.tooltip import Tooltip

if TYPE_CHECKING:
    from game.accessibility.drawn_text import DrawnText
    from game.accessibility.items import Deed, Item, Key


CARD_AFTER_S = 0.12
TURNS = frozenset((TURN, REDEAL, REDEAL_RANDOM))
WORK_S = 0.003
"""How long at a time layouts and ends are worked on, so that no frame is late."""
NEWS_AFTER = 2
"""What they bring is drawn so many updates after: in a turn of its own."""


class MapScene(SessionScene):
    """The tree of a session's deal.

    `on_goto` is called with the id of the node to go to, before the scene closes. `par` is the
    shortest possible answer's moves where that is proven. `on_show` replays the best answer;
    without it there is no button for that. `on_bookmark` pushes a bookmark here. `first_today`
    is the id from which nodes were first seen today.
    """

    name = "map"
    least_room = (640, 300)

    def __init__(
        self,
        services: Services,
        session: Session,
        on_goto: Callable[[int], None],
        *,
        par: int | None = None,
        on_show: Callable[[], Change | None] | None = None,
        on_bookmark: Callable[[], None] = lambda: None,
        first_today: int = 0,
    ) -> None:
        super().__init__(services, session)
        self._ = services.language
        self._on_goto, self._on_show, self._par = on_goto, on_show, par
        self._on_bookmark = on_bookmark
        self._first_today = first_today
        self._begin()
        self._controls = self._made_controls()
        self._focus = self._controls.focus
        self._keyed = False
        """The keyboard is in use: the cursor shows."""
        self._rested = 0.0
        self._news_age: int | None = None
        """Updates since something was found that is not drawn yet."""
        self._tooltip = Tooltip(self.services.shown_key)
        self._ground = pygame.Surface((1, 1))
        self._look: Look
        self._card_look: Look
        self._frame: MapFrame
        self._shapes: MapShapes
        self._minimap: MiniMap
        self._cards: Cards

    def _made_controls(self) -> Controls:
        shows_answers = self._on_show is not None
        return Controls(self._, shows_answers=shows_answers, shows_worths=self._shows_worths)

    def _begin(self) -> None:
        """Look at the tree that the session has now."""
        self._tree = self._session.tree
        rules = self._session.rules
        marked = is_turned if rules.turns else None
        self._sight = MapSight(self._tree, rules.is_stuck, self._first_today, marked)
        self._worths = MapWorths(self._session, self.services.reviewer)
        self._coloured_shape = self._tree.shape
        self._pointer = MapMouse(self._sight, self._)
        self._cursor: AnyNode = self._tree.node()
        self._looked_at: int | None = None
        """The node that the solver was asked of last."""
        self._visited_bookmark = 0
        self._compared: AnyNode | None = None
        """The end of a line that another is to be compared with."""

    # Layout

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window."""
        super().place(size)
        self._look = self.services.look(self.scale)
        self._frame = make_frame(self.size, self._look)
        self._shapes = MapShapes(self._look)
        self._minimap = MiniMap(self._frame.minimap, self._look)
        self._card_look = self.services.look(position_card.card_scale(self.scale, self._frame.body))
        self._cards = Cards(self.services, self._session, self._card_look)
        self._draw_ground()
        self._controls.place(self._look, self._frame)
        self._place_sight()

    def _place_sight(self) -> None:
        self._pointer.place(self._look, self._frame, self._minimap)
        dp, area = self._look.scale.dp, self._frame.area
        self._sight.place((dp(area.w), dp(area.h)))
        self._changed()

    def _draw_ground(self) -> None:
        self._ground = pygame.Surface(self.size)
        draw_ground(self._ground, self._frame, self._look, self.services.felt)

    # Life

    def resume(self) -> Change | None:
        """On top, for the first time or again: the tree may have changed."""
        self._follow()
        return super().resume()

    def refresh(self) -> None:
        """Draw everything again; sharper cards may be there."""
        super().refresh()
        self._cards.forget()

    def advised(self) -> None:
        """The solver knows more of the position that is looked at, or of a line."""
        self._worths.tree.hear()
        self._cards.forget()
        self.stale = self.stale or self._card_shown

    def follow_settings(self) -> None:
        """The cloth may be another one."""
        if self.size != (0, 0):
            self._draw_ground()

    def follow_language(self) -> None:
        """All controls in the other language."""
        self._controls = self._made_controls()
        self._focus = self._controls.focus
        shown = self._controls.named(MapTool.FILTER)
        assert isinstance(shown, Segmented)
        shown.value = self._sight.atlas.shown
        self._controls.place(self._look, self._frame)
        self._changed()

    def _follow(self) -> None:
        """Take in what has happened to the tree."""
        if self._session.tree is not self._tree:
            self._take_other_tree()
        elif self._sight.follow():
            if self._coloured_shape != self._tree.shape:
                self._coloured_shape = self._tree.shape
                self._worths.forget()
            self._cards.forget()
            self._pointer.spot = None
            self._cursor = self._tree.node()
            self._changed()

    def _take_other_tree(self) -> None:
        """Another window has played on in this deal, and the session has its tree now: the ids of
        the one before mean nothing any more.
        """
        shown = self._sight.atlas.shown
        self._begin()
        self._cards.forget()
        self._place_sight()
        if shown is not MapFilter.ALL:
            self._sight.filter(shown)

    @property
    def busy(self) -> bool:
        """True while the scale glides to what the wheel asked for."""
        return self._pointer.gliding

    @property
    def due(self) -> float | None:
        """When a card or a tooltip appears; at once while there is work to do."""
        card = None if self._card_shown or self._subject is None else CARD_AFTER_S - self._rested
        idle = self._sight.done and self._is_coloured and self._news_age is None
        work = None if idle else 0.0
        dues = [self._tooltip.due, card, work]
        return min((due for due in dues if due is not None), default=None)

    def update(self, seconds: float) -> Change | None:
        """Cards and tooltips appear, layouts and ends are worked on."""
        self._follow()
        shown = self._card_shown
        self._rested += seconds
        if self._pointer.gliding:
            self._pointer.update(seconds)
            self._changed()
        self._tooltip.update(seconds)
        if self._news_age is None:
            self._find_out()
        else:
            self._show_news()
        self.stale = self.stale or self._tooltip.stale or shown != self._card_shown
        self._look_at_subject()
        return None

    @property
    def _shows_worths(self) -> bool:
        """Whether the player wants to see what can be won."""
        return self.services.settings.verdict_light

    @property
    def _is_coloured(self) -> bool:
        return not self._shows_worths or not self._sight.ready or self._worths.is_idle

    def _find_out(self) -> None:
        """Go on with layouts and ends, then with what the lines are worth."""
        if self._sight.work(WORK_S):
            self._cards.forget()
            self._follow_sight()
            self._news_age = 0
        elif self._shows_worths and self._sight.done and self._worths.work(WORK_S):
            self._sight.atlas.note_lost(self._worths.lost)
            self._cards.forget()
            self._news_age = 0

    def _show_news(self) -> None:
        """Draw what was found, once the turn that it took is over."""
        assert self._news_age is not None
        self._news_age += 1
        if self._news_age >= NEWS_AFTER:
            self._news_age, self.stale = None, True

    def _look_at_subject(self) -> None:
        """Have the solver tell of the position whose card is shown."""
        subject = self._subject if self._card_shown else None
        node = None if subject is None or subject.node is None else subject.node.id
        if node != self._looked_at:
            self._looked_at = node
            self.services.advisor.look_at(self._session, node)

    def _changed(self) -> None:
        """Another part of the map is seen."""
        self.stale = True
        self._follow_sight()

    def _follow_sight(self) -> None:
        """The cursor stays on what is seen, and the overview out of its way."""
        if self._sight.ready:
            self._minimap.make_way(self._sight.view, self._frame.area)
            self._cursor = self._sight.seen_for(self._cursor)
            if self._shows_worths:
                self._worths.look_at(self._sight.view)
        self._controls.follow(self._tree, self._sight.view if self._sight.ready else None)

    # Events

    reads_its_drawing = False

    @property
    def focus_key(self) -> Key | None:
        """A control, or the position under the cursor."""
        return ("node", self._cursor.id) if self._focus.focused is None else super().focus_key

    def described(self, written: Sequence[DrawnText]) -> tuple[Item, ...]:
        """The positions that matter, then the controls."""
        from game.accessibility.map_items import position_items

        nodes = position_items(self._session, self._cursor, self._)
        return (*nodes, *super().described(written))

    def perform(self, key: Key, deed: Deed, value: float | None = None) -> Change | None:
        """Go to a position, or have the cursor there; or use a control."""
        from game.accessibility.items import Deed

        match key:
            case ("node", int(number)) if number in self._tree:
                self._focus.focus(None)
                self._point_cursor(self._tree.node(number))
                return self._go(self._cursor) if deed is Deed.ACTIVATE else None
        return super().perform(key, deed, value)

    @property
    def focus_group(self) -> FocusGroup | None:
        """Its controls."""
        return self._focus

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Controls first, then the map."""
        self._follow()
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if not self._pointer.is_pressed:
            action = self._focus.handle(event)
            self.stale = self.stale or self._focus.stale
            if action is not None:
                self._tooltip.hide()
                return self._act(action)
        return self._on_mouse(event) if self._sight.ready else None

    def _on_mouse(self, event: pygame.event.Event) -> Change | None:
        before = self._pointer.spot
        if event.type == pygame.MOUSEMOTION:
            self._tooltip.watch(self._focus.hovered)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._focus.focus(None)
            self._keyed = False
        right = event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_RIGHT
        right = right and not self._pointer.is_panning
        self._pointer.glides = self.services.speed > 0
        clicked = self._pointer.handle(event)
        if right and self._pointer.spot is not None:
            return self._compare()
        if event.type != pygame.MOUSEMOTION or self._pointer.is_pressed:
            self._changed()
        if self._pointer.spot != before:
            self._rested, self._keyed, self.stale = 0.0, False, True
        shape = Shape.ARROW if self._pointer.spot is None else Shape.HAND
        self.services.cursors.show(shape, self._look)
        return None if clicked is None else self._click(clicked)

    def _click(self, spot: Spot) -> Change | None:
        if spot.node is not None:
            return self._go(spot.node)
        if spot.wedge is not None:
            self._open(spot.wedge)
        elif spot.fold is not None:
            self._unfold((spot.fold.start + spot.fold.end) // 2)
        return None

    def _act(self, action: WidgetAction) -> Change | None:
        """Do what a control asks for."""
        self._pointer.stop()
        match action:
            case Pressed(name):
                return self._use(MapTool(name))
            case Changed(MapTool.FILTER.value, MapFilter() as shown):
                self._sight.filter(shown)
            case Changed(_, int(value)):
                view = self._sight.view
                factor = view.most ** (value / SLIDER_STEPS) / view.zoom
                self._sight.zoom_about(self._cursor, factor)
        self._changed()
        return None

    def _use(self, tool: MapTool) -> Change | None:
        match tool:
            case MapTool.BACK:
                return Pop()
            case MapTool.MORE:
                return self._more()
            case MapTool.SHOW:
                return self._on_show() if self._on_show else None
            case MapTool.FIT:
                self._sight.fit()
            case MapTool.IN | MapTool.OUT:
                factor = BUTTON_STEP if tool is MapTool.IN else 1 / BUTTON_STEP
                self._sight.zoom_about(self._cursor, factor)
            case MapTool.HERE | MapTool.BOOKMARK | MapTool.BEST:
                self._find(tool)
        self._changed()
        return None

    def _find(self, tool: MapTool) -> None:
        """Put the cursor on something that was asked for, and show it."""
        marks = self._sight.atlas.bookmarks
        if tool is MapTool.HERE:
            self._point_cursor(self._tree.node())
        elif tool is MapTool.BOOKMARK and marks:
            self._visited_bookmark = (self._visited_bookmark - 1) % len(marks)
            self._point_cursor(marks[self._visited_bookmark])
        elif tool is MapTool.BEST and (way := self._tree.best_way()):
            self._point_cursor(way[-1])

    # Keys

    def _key(self, event: pygame.event.Event) -> Change | None:
        self._tooltip.hide()
        self._pointer.stop()
        action = self._focus.handle(event)
        self.stale = self.stale or self._focus.stale
        if action is not None:
            return self._act(action)
        if self.services.card_cursor and event.key in ARROWS and self._leads_on(event.key):
            self.stale = True
            return None
        if not self._sight.ready or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return self._do(keys.command_of(event))
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            return self._go(self._cursor)
        if event.unicode.lower() == "c":
            return self._compare()
        if self._walk(event.key) or self._shortcut(event):
            return None
        return self._do(keys.command_of(event))

    def _more(self) -> Change:
        """What only keys do besides, with the position that the keyboard's cursor is at."""
        _, button = self._, self._controls.named(MapTool.MORE).rect
        self._keyed = True
        tools = [
            Tool(Command.REVIEW, "eye", _("Review of this line"), ""),
            Tool(Command.COMPARE, "switch", _("Compare this line"), ""),
            Tool(Command.BOOKMARK, "bookmark", _("Bookmark"), ""),
            Tool(Command.OPEN, "plus", _("Open what is folded here"), ""),
        ]
        return Push(
            PopupScene(
                self.services,
                [tools],
                is_enabled=lambda command: self._sight.ready,
                do=self._do,
                at=self.in_window(button.right, button.bottom + 4),
                from_right=True,
            )
        )

    def _do(self, command: Command | None) -> Change | None:
        match command:
            case Command.BACK | Command.MAP:
                return Pop()
            case Command.SHOW_ME if self._on_show is not None:
                return self._on_show()
            case Command.BOOKMARK:
                self._on_bookmark()
                self._follow()
            case Command.REVIEW:
                return self._review()
            case Command.COMPARE:
                return self._compare()
            case Command.OPEN:
                self._open_at_cursor()
            case Command.MENU:
                return self._more()
        return global_command(self.services, command, self._session.rules.name)

    def _review(self) -> Change | None:
        """The review of the line through what is pointed at, or through where one is."""
        subject = self._subject
        node = subject.node if subject is not None and subject.node else self._tree.node()
        return Push(OpenReview(self._session, self._on_goto, node.id, over_table=2))

    def _compare(self) -> Change | None:
        """Choose what is pointed at; the second one chosen is compared with the first."""
        subject = self._subject
        if subject is None or subject.node is None:
            self.services.tell(self._("Point at a position to compare its line"))
            return None
        first, self._compared = self._compared, subject.node
        if first is None or first is subject.node or first.id not in self._tree:
            self.services.tell(
                self._("Now the same at the end of another line shows both side by side")
            )
            self.stale = True
            return None
        self._compared = None
        ids = first.id, subject.node.id
        return Push(OpenComparison(self._session, *ids, self._on_goto, over_table=2))

    def _shortcut(self, event: pygame.event.Event) -> bool:
        """Keys that stand for a control; True if this is one."""
        tools = {"+": MapTool.IN, "=": MapTool.IN, "-": MapTool.OUT, "0": MapTool.FIT,
                 "h": MapTool.HERE, "b": MapTool.BOOKMARK, "a": MapTool.BEST}  # fmt: skip
        tool = tools.get(event.unicode.lower()) if event.unicode else None
        if event.key == pygame.K_SPACE:
            self._open_at_cursor()
            return True
        if tool is None or not self._controls.named(tool).enabled:
            return tool is not None
        self._use(tool)
        return True

    def _leads_on(self, key: int) -> bool:
        """With the card cursor on, arrows go from the uppermost and the lowest lane to the
        controls, along them, and back; True if this one did.
        """
        direction, focused, area = ARROWS[key], self._focus.focused, self._frame.area
        if focused is None:
            if not direction[1] or self._has_lane_ahead(key):
                return False
            self._focus.focus(nearest(area, self._focus.reachable(), direction), ring=True)
            return True
        above = focused.rect.centery < area.centery
        if direction == (0, 1 if above else -1):
            self._focus.focus(None)
            return True
        bar = [w for w in self._focus.reachable() if (w.rect.centery < area.centery) is above]
        others = [widget for widget in bar if widget is not focused]
        self._focus.focus(nearest(focused.rect, others, direction) or focused, ring=True)
        return True

    def _has_lane_ahead(self, key: int) -> bool:
        ready = self._sight.ready
        return ready and walk(key, self._cursor, self._tree, self._sight.view) is not self._cursor

    def _walk(self, key: int) -> bool:
        """Move the cursor about in the tree; True if the key is one that does."""
        node = walk(key, self._cursor, self._tree, self._sight.view)
        if node is None:
            return False
        self._focus.focus(None)
        self._point_cursor(node)
        return True

    def _point_cursor(self, node: AnyNode) -> None:
        self._cursor, self._keyed, self._pointer.spot = node, True, None
        self._rested = 0.0
        self._sight.show(node)
        self._changed()

    def _open_at_cursor(self) -> None:
        """Open the bundle or the fold that the cursor is in."""
        view = self._sight.view
        place = view.plan.place(self._cursor)
        fold = view.axis.fold_at(self._cursor.depth)
        if not place.drawn:
            self._open(place.piece)
        elif fold is not None:
            self._unfold((fold.start + fold.end) // 2)

    # Going about

    def _go(self, node: AnyNode) -> Change | None:
        """Back to the table, at a node."""
        if node is not self._tree.node():
            self._on_goto(node.id)
        return Pop()

    def _open(self, wedge: MapPiece) -> None:
        self._pointer.spot = None
        if wedge.heads:
            self._cursor = wedge.heads[0]
            self._sight.open(wedge)
            self._changed()

    def _unfold(self, depth: int) -> None:
        self._pointer.spot = None
        self._sight.unfold(depth)
        self._changed()

    # Drawing

    @property
    def _subject(self) -> Spot | None:
        """What a card tells of: what is under the mouse, or the cursor of the keyboard."""
        if self._pointer.is_pressed or not self._sight.ready:
            return None
        if self._keyed:
            place = self._sight.view.plan.place(self._cursor)
            return Spot(self._cursor) if place.drawn else Spot(wedge=place.piece)
        return self._pointer.spot

    @property
    def _card_shown(self) -> bool:
        return self._subject is not None and self._rested >= CARD_AFTER_S

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw the window; the bars alone while there is no layout."""
        target.blit(self._ground, (0, 0))
        if self._sight.ready:
            self._draw_map(target)
        draw_legend(target, self._frame, self._shapes, self._controls.legend_room, self._,
                    worths=self._shows_worths, turn=self._turn)  # fmt: skip
        self._draw_header(target)
        self._focus.draw(target)
        self._tooltip.draw(target)
        return None

    def _draw_map(self, target: pygame.Surface) -> None:
        look, frame, view = self._look, self._frame, self._sight.view
        if len(self._tree) > 1:
            draw_ruler(target, frame, view, look, self._("moves"))
        draw_folds(target, frame, look, fold_bands(frame, view, look, self._))
        atlas, stuck = self._sight.atlas, self._sight.ends.stuck
        worths = self._worths.pieces if self._shows_worths else {}
        marks = MapMarks(self._tree.node(), atlas.bookmarks, stuck, self._par, worths, self._turn)
        picture = TreePicture(target, frame.area, view, self._shapes, marks)
        picture.draw()
        self._minimap.draw(target, view, marks)
        if len(self._tree) == 1:
            self._draw_invitation(target)
        self._draw_pointed(target, picture)

    @property
    def _turn(self) -> str:
        """The sign of what deals or turns cards over in this game; empty for none."""
        rules = self._session.rules
        return session_display.turn_icon(rules) if rules.turns else ""

    def _draw_invitation(self, target: pygame.Surface) -> None:
        """A deal of which nothing has been tried: a single dot says too little."""
        look, text = self._look, self._("Play, and every path that you try shows here")
        room = self._frame.area.w - look.px(120)
        look.write(
            target, text, fonts.ROW, theme.DIM, self._frame.area.center, Align.CENTRE, room=room
        )

    def _draw_pointed(self, target: pygame.Surface, picture: TreePicture) -> None:
        self._draw_compared(target, picture)
        subject = self._subject
        if subject is None:
            return
        at = self._place_of(subject, picture)
        if subject.node is not None:
            stamp = self._shapes.pointed()
            target.set_clip(self._frame.area)
            target.blit(stamp, stamp.get_rect(center=at))
            target.set_clip(None)
        if self._card_shown:
            bounds = self._frame.area.inflate(-2 * self._look.px(8), -2 * self._look.px(8))
            position_card.draw_position_card(
                target, self._card_look, bounds, at, self._content(subject)
            )

    def _draw_compared(self, target: pygame.Surface, picture: TreePicture) -> None:
        """A ring around what is to be compared."""
        if self._compared is not None and self._compared.id in self._tree:
            at = picture.point(self._sight.view.plan.place(self._compared))
            ring = self._shapes.ring(theme.GREEN, 9.0, 3.0)
            target.set_clip(self._frame.area)
            target.blit(ring, ring.get_rect(center=at))
            target.set_clip(None)

    def _content(self, subject: Spot) -> Content:
        survey, ends = self._sight.atlas.survey, self._sight.ends
        self._cards.known = self._worths.tree.known if self._shows_worths else {}
        return self._cards.content(subject, survey, ends.is_stuck, by_key=self._keyed)

    def _place_of(self, spot: Spot, picture: TreePicture) -> tuple[int, int]:
        """Where something is in the window."""
        plan = self._sight.view.plan
        if spot.node is not None:
            return picture.point(plan.place(spot.node))
        if spot.wedge is not None:
            return picture.point(plan.place(spot.wedge.heads[-1])._replace(drawn=False))
        return self._pointer.at

    def _draw_header(self, target: pygame.Surface) -> None:
        left = self._controls.named(MapTool.BACK).rect.right + self._look.px(18)
        room = self._controls.title_room - left
        title = self._("Map of {game}").format(game=self.title)
        wins = len(self._sight.atlas.survey.wins) if self._sight.ready else 0
        figures = tree_figures(self._tree, wins, self._par, self._)
        draw_titles(target, self._look, self._frame, (left, room), title, figures)

    def traced(self) -> dict[str, Any] | None:
        """The controls, once there is a map."""
        return {"buttons": {w.name: list(w.rect) for w in self._focus.widgets}}


def is_turned(node: AnyNode) -> bool:
    """True for the position after a redeal, or after the reserve was turned over."""
    return any(move.onto in TURNS for move in node.action or ())
