"""Draws all that a map's window shows: ground, ruler, tree, mini map, card, legend, titles."""

from __future__ import annotations

from contextlib import suppress

import pygame

from game.core.deals import deal_name
from game.graphics import colours, fonts
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.map.tree import MapNode
from game.map.viewport import Spot
from game.play.session import DealHistory, Session
from game.scenes.common.figures_of_session import turn_icon
from game.scenes.common.services import Services
from game.scenes.map.camera import MapCamera
from game.scenes.map.controls import MapControls, MapTool
from game.scenes.map.mouse_and_cursor import MapCursor
from game.scenes.map.position_card import CardContent, PositionCards, card_scale, draw_position_card
from game.scenes.map.shapes import MapShapes
from game.scenes.map.surroundings import (
    MapAreas,
    MiniMap,
    draw_folds,
    draw_legend,
    draw_ruler,
    fold_bands,
)
from game.scenes.map.tree_picture import MapMarks, TreePicture
from game.scenes.map.winnable_and_lost_branches import MapWorths
from game.system.language import Language
from game.widgets.look import Look
from game.widgets.text_flow import SEPARATOR, leading_facts

TITLE = TextStyle(fonts.Face.SERIF_BOLD, 27)
LEAST_TITLE = 16


class MapPicture:
    """Draws one tree's map and what is pointed at. `par` is that of `MapScene`."""

    def __init__(
        self,
        services: Services,
        session: Session,
        par: int | None,
        camera: MapCamera,
        worths: MapWorths,
        cursor: MapCursor,
    ) -> None:
        self._services, self._session, self._par = services, session, par
        self._ = services.language
        self._camera, self._worths, self._cursor = camera, worths, cursor
        self.cards: PositionCards
        self.mini_map: MiniMap
        self._look: Look
        self._card_look: Look
        self._areas: MapAreas
        self._shapes: MapShapes
        self._ground: pygame.Surface
        self._alone: dict[MapNode, bool] = {}
        """What is known of `_found_alone`, by the answer's last node."""

    def place(self, look: Look, areas: MapAreas) -> None:
        """Fit a window."""
        self._look, self._areas = look, areas
        self._shapes = MapShapes(look)
        self.mini_map = MiniMap(areas.mini_map, look)
        self._card_look = self._services.look(card_scale(look.scale, areas.body))
        self.cards = PositionCards(self._services, self._session, self._card_look)
        self.lay_ground()

    def forget(self) -> None:
        """Make the cards of positions again, and ask again how answers came about."""
        self.cards.forget()
        self._alone.clear()

    def lay_ground(self) -> None:
        """Draw the background: dimmed felt of the settings' colour, and the two bars."""
        areas, paint, line = self._areas, self._look.paint, self._look.scale.line()
        self._ground = ground = pygame.Surface(areas.footer.bottomright)
        ground.blit(paint.felt(ground.get_size(), self._services.felt), (0, 0))
        paint.veil(ground, areas.body, colours.DIMMED_FILL)
        for bar, y, strength in (
            (areas.header, areas.header.bottom, 0.55),
            (areas.footer, areas.footer.top, 0.35),
        ):
            paint.veil(ground, bar, colours.HEADER_FILL)
            paint.veil(ground, pygame.Rect(0, y, bar.w, line), colours.tint(colours.GOLD, strength))

    def draw(self, target: pygame.Surface, controls: MapControls, compared: MapNode | None) -> None:
        """Draw all but the controls; the bars alone while there is no layout. `compared` has a ring
        around it.
        """
        target.blit(self._ground, (0, 0))
        if self._camera.ready:
            self._draw_map(target, compared)
        draw_legend(target, self._areas, self._shapes, controls.legend_room, self._,
                    worths=self._worths.shown, turn=self._turn,
                    view=self._camera.view if self._camera.ready else None)  # fmt: skip
        self._draw_header(target, controls)

    @property
    def _turn(self) -> str:
        """The icon of this game's redeal or turn-over; empty if it has neither."""
        rules = self._session.rules
        return turn_icon(rules) if rules.max_redeals else ""

    def _draw_header(self, target: pygame.Surface, controls: MapControls) -> None:
        wins = len(self._camera.layouts.survey.wins) if self._camera.ready else 0
        title = self._("Map of {game}").format(
            game=deal_name(self._session.rules.title, self._session.label)
        )
        counts = tree_counts(self._session.history, wins, self._par, self._)
        left = controls.named(MapTool.BACK).rect.right + self._look.px(18)
        right = controls.title_room
        draw_title_and_counts(target, self._areas, self._look, title, counts, (left, right))

    # The tree and what is around it

    def _draw_map(self, target: pygame.Surface, compared: MapNode | None) -> None:
        look, areas, view = self._look, self._areas, self._camera.view
        untried = len(self._session.history) == 1
        if not untried:
            draw_ruler(target, areas, view, look, self._("moves"))
        draw_folds(target, areas, look, fold_bands(areas, view, look, self._))
        marks = self._marks()
        picture = TreePicture(target, areas.tree, view, self._shapes, marks, self._camera.shift)
        picture.draw()
        self.mini_map.draw(target, view, marks)
        if untried:
            self._draw_invitation(target)
        if compared is not None:
            ring = self._shapes.ring(colours.GREEN, 9.0, 3.0)
            self._stamp(target, ring, self._place_of(Spot(compared), picture))
        self._draw_pointed(target, picture)

    def _marks(self) -> MapMarks:
        tree, stuck = self._camera.tree, self._camera.ends.stuck
        worths = self._worths.pieces if self._worths.shown else {}
        return MapMarks(
            tree.here, tree.bookmarks, stuck, self._par, worths, self._turn, self._found_alone
        )

    def _found_alone(self, won: MapNode) -> bool:
        """Whether the answer that ends at a node was found without help."""
        if won not in self._alone:
            how = self._services.game_store.how_to(self._session, *won.name)
            self._alone[won] = how.is_alone
        return self._alone[won]

    def _draw_invitation(self, target: pygame.Surface) -> None:
        """Explain the map where nothing was tried yet: the single dot says too little."""
        look, text = self._look, self._("Every path you try will appear here")
        room = self._areas.tree.w - look.px(120)
        look.write(
            target, text, fonts.ROW, colours.DIM, self._areas.tree.center, Align.CENTRE, room=room
        )

    # What is pointed at

    def _draw_pointed(self, target: pygame.Surface, picture: TreePicture) -> None:
        subject = self._cursor.subject
        if subject is None:
            return
        at = self._place_of(subject, picture)
        if subject.node is not None:
            self._stamp(target, self._shapes.pointed(), at)
        if self._cursor.card_shown:
            bounds = self._areas.tree.inflate(-2 * self._look.px(8), -2 * self._look.px(8))
            with suppress(KeyError):  # a wrong edge, removed just now: the map follows at once
                content = self._content(subject)
                draw_position_card(target, self._card_look, bounds, at, content)

    def _stamp(self, target: pygame.Surface, stamp: pygame.Surface, at: tuple[int, int]) -> None:
        """Draw a sign centred on a place, clipped to the tree's area."""
        target.set_clip(self._areas.tree)
        target.blit(stamp, stamp.get_rect(center=at))
        target.set_clip(None)

    def _content(self, subject: Spot) -> CardContent:
        survey, ends = self._camera.layouts.survey, self._camera.ends
        self.cards.worth = self._worths.deal.worth if self._worths.shown else None
        return self.cards.content(subject, survey, ends.is_stuck, by_key=self._cursor.by_key)

    def _place_of(self, spot: Spot, picture: TreePicture) -> tuple[int, int]:
        """The place of a position, wedge or fold in the window, in pixels."""
        plan = self._camera.view.plan
        if spot.node is not None:
            return picture.point(plan.place(spot.node))
        if spot.wedge is not None:
            return picture.point(plan.place(spot.wedge.heads[-1])._replace(drawn=False))
        return self._cursor.mouse_at


def draw_title_and_counts(
    target: pygame.Surface,
    areas: MapAreas,
    look: Look,
    title: str,
    counts: str,
    sides: tuple[int, int],
) -> None:
    """Draw the title and, below it, as many of the counts as there is room for between the left and
    the right of `sides`.
    """
    left, room = sides[0], sides[1] - sides[0]
    style = look.shrunk(title, TITLE, room, LEAST_TITLE)
    y, gap = areas.header.centery, look.px(12 if areas.short else 14)
    look.write(target, title, style, colours.CREAM, (left, y - gap + look.px(2)), room=room)
    below = left, y + gap + look.px(4)
    told = leading_facts(look, counts, fonts.CAPTION, room)
    look.write(target, told, fonts.CAPTION, colours.DIM, below, room=room)


def tree_counts(history: DealHistory, wins: int, par: int | None, _: Language) -> str:
    """What a history holds, in one line; `wins`: how many answers, `par`: the shortest possible."""
    count, marks = len(history), len(history.bookmarks)
    words = [_.plural("{n} position", "{n} positions", count).format(n=_.number(count))]
    if wins:
        words.append(_.plural("{n} solution", "{n} solutions", wins).format(n=_.number(wins)))
        words.append(_("best {n}").format(n=history.best))
    if par is not None:
        words.append(_("shortest possible {n}").format(n=par))
    if marks:
        words.append(_.plural("{n} bookmark", "{n} bookmarks", marks).format(n=marks))
    return SEPARATOR.join(words)
