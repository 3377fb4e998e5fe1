"""The card beside a position of the map: its move, what it leads to, a small picture of it."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.core.position import Position
from game.desktop.key_and_pad_button_names import KeyHints
from game.graphics import colours, fonts
from game.graphics.colours import Rgb
from game.graphics.fonts import TextStyle
from game.graphics.scale import Scale
from game.history import FAR
from game.map.tree import MapNode
from game.map.viewport import Spot
from game.play.session import Session, passed_positions
from game.play.verdict import VerdictLight
from game.rules import Rules
from game.scenes.common.services import Services
from game.scenes.map.layouts import Layouts, MapWorths
from game.solver.line_worths import PositionBounds
from game.system.language import Language
from game.table.figures import LIGHTS
from game.table.miniature import draw_miniature
from game.widgets.look import Look
from game.widgets.toast import wrapped

SIZE = (372, 168)
SIZE_PLAIN = (248, 112)
PICTURE_WIDTH = 184
PADDING = 12
TEXT_INSET = 11
TITLE_AT = 28
"""The middle of the title, from the card's upper edge, in dp."""
PITCH = 25
"""The usual distance between rows of text, in dp."""
CLEAR = 19
"""The room in dp between the middle of the last row and what stands below it."""
DISTANCE = (30, 24)
"""From the place to the card's corner, across and down."""
LEAST_SCALE = 0.8
"""At a smaller scale the lines of the card would be cut off, because text has a minimum size."""
SHARE_MOST = 0.48
"""The greatest share of the map's width and height that a card takes."""
LEAST_SHARE = 0.8
"""The least size of a line that is too long, as a share of its usual size; then it takes rows."""
CARD_AFTER_S = 0.12
"""The seconds for which something is pointed at before its card appears."""
TITLE = TextStyle(fonts.Face.SERIF_BOLD, 19)


@dataclass(frozen=True)
class ContentLine:
    """A line of text, with an icon where there is one."""

    text: str
    colour: Rgb = colours.DIM
    icon: str = ""


@dataclass(frozen=True)
class CardContent:
    """What a card says."""

    title: str
    lines: tuple[ContentLine, ...]
    invitation: str
    picture: pygame.Surface | None = None


# Words


def _answer_line(moves: int, _: Language) -> ContentLine:
    text = _.plural("Solution in {n} move", "Solution in {n} moves", moves)
    return ContentLine(text.format(n=moves), colours.GOLD, "flag")


def verdict_line(told: tuple[VerdictLight, int | None] | None, _: Language) -> ContentLine | None:
    """The line that says a position can be won, or since which move it cannot. `told` is the result
    of `Advisor.verdict_of`; None: nothing is known.
    """
    if told is None:
        return None
    light, since = told
    if light is VerdictLight.CAN or since is None:
        ink, sign, words = LIGHTS[light]
        return ContentLine(words.translated(_).replace("\n", " "), ink, sign)
    if not since:
        return ContentLine(_("lost from the start"))
    return ContentLine(_("lost since move {n}").format(n=since))


def total_line(depth: int, worth: PositionBounds | None, _: Language) -> ContentLine | None:
    """The moves, counted from the deal, in which a position at a depth can be won; None: they are
    not known.
    """
    if worth is None or worth.most is None:
        return None
    text = _("winnable, {n} in total")
    if worth.least != worth.most:
        text = _("winnable, about {n} in total")
    return ContentLine(text.format(n=depth + worth.most), *LIGHTS[VerdictLight.CAN][:2])


def home_line(rules: Rules, position: Position, _: Language) -> ContentLine:
    """How far a position is on the way to the goal."""
    score = rules.score(position)
    home = _.plural("{n} of {goal} home", "{n} of {goal} home", score)
    text = _("{n} of {goal} in sequence") if rules.facts.in_sequence else home
    return ContentLine(text.format(n=score, goal=rules.goal))


def fold_content(moves: int, _: Language) -> CardContent:
    """The card of a fold."""
    title = _.plural("{n} move", "{n} moves", moves).format(n=moves)
    return CardContent(title, (ContentLine(_("no branches, collapsed")),), _("Click to expand"))


class PositionCards:
    """The contents of one map's cards, of which the last is kept; how its answers came about."""

    def __init__(
        self, services: Services, session: Session, look: Look, layouts: Layouts, worths: MapWorths
    ) -> None:
        self._services, self._session, self._look = services, session, look
        self._layouts, self._worths, self._ = layouts, worths, services.language
        self.forget()

    def forget(self) -> None:
        """Forget what may be out of date."""
        self._kept: dict[tuple[MapNode, bool, bool], CardContent] = {}
        self._alone: dict[MapNode, bool] = {}

    def is_alone(self, won: MapNode) -> bool:
        """Whether the answer that ends at a node was found without help."""
        if won not in self._alone:
            how = self._services.game_store.how_to(self._session, *won.name)
            self._alone[won] = how.is_alone
        return self._alone[won]

    def content(self, spot: Spot, *, by_key: bool, compares: bool = False) -> CardContent:
        """The content of the card for a spot. `by_key`: the keyboard's cursor points at it;
        `compares`: a click compares its line.
        """
        _ = self._
        if spot.wedge is not None:
            count, answer = spot.wedge.count, spot.wedge.answer
            title = _.plural("{n} position", "{n} positions", count).format(n=_.number(count))
            lines = [ContentLine(_("grouped, from move {n}").format(n=spot.wedge.at))]
            lines += [] if answer is None else [_answer_line(answer.depth, _)]
            click, enter = _("Click to look inside"), _("Enter: look inside")
            return CardContent(title, tuple(lines), self._invitation(click, enter, by_key=by_key))
        if spot.fold is not None:
            return fold_content(spot.fold.moves, _)
        assert spot.node is not None
        key = spot.node, by_key, compares
        if key not in self._kept:
            self._kept = {key: self._describe(*key)}
        return self._kept[key]

    def _invitation(self, click: str, enter: str, *, by_key: bool) -> str:
        touched = self._services.key_hints is KeyHints.TOUCH
        return self._services.named_keys(enter) if by_key and not touched else click

    def _describe(self, node: MapNode, by_key: bool, compares: bool) -> CardContent:
        _, rules, history = self._, self._session.rules, self._session.history
        position = history.position_of(node.parent.key if node.won and node.parent else node.key)
        if node.won and node.edge is not None:
            position = passed_positions(rules, position, node.edge.action)[-1]
        picture = self._thumbnail(position)
        click, enter = _("Click to go there"), _("Enter: go there")
        if compares:
            click, enter = _("Click to compare"), _("Enter: compare")
        invitation = self._invitation(click, enter, by_key=by_key)
        if node is self._layouts.survey.tree.here and not compares:
            invitation = _("You are here")
        lines = [home_line(rules, position, _), self._leads_to(node)]
        if history.graph.nodes[node.key].to_go == FAR:
            told = self._services.advisor.verdict_of(self._session, node.key)
            worth = self._worths.deal.worth(node.key) if self._worths.shown else None
            standing = total_line(node.depth, worth, _) or verdict_line(told, _)
            lines += [standing] if standing else []
        return CardContent(_("Move {n}").format(n=node.depth), tuple(lines), invitation, picture)

    def _thumbnail(self, position: Position) -> pygame.Surface:
        """A small picture of a position, of the size that a card has for it."""
        look, line = self._look, self._look.scale.line()
        size = look.px(PICTURE_WIDTH), look.px(SIZE[1]) - 2 * look.px(PADDING)
        picture = pygame.Surface(size, pygame.SRCALPHA)
        rect = picture.get_rect()
        look.paint.box(picture, rect, look.px(8), colours.THUMBNAIL, colours.WELL_EDGE, line)
        inner = rect.inflate(-2 * look.px(PADDING), -2 * look.px(PADDING))
        appearance = self._services.appearance
        draw_miniature(picture, look, inner, self._session.rules, position, appearance)
        return picture

    def _leads_to(self, node: MapNode) -> ContentLine:
        """The line that says what a position leads to, as far as was tried."""
        _, survey = self._, self._layouts.survey
        if node.won:
            text = _.plural("Won in {n} move", "Won in {n} moves", node.depth)
            return ContentLine(text.format(n=node.depth), colours.GOLD, "flag")
        to_go = self._session.history.graph.nodes[node.key].to_go
        if to_go < FAR:
            return _answer_line(node.depth + to_go, _)
        end = node
        while len(end.children) == 1:
            end = end.children[0]
        if end.children:
            count = survey.below(node)
            text = _.plural("{n} position from here", "{n} positions from here", count)
            return ContentLine(text.format(n=_.number(count)))
        if end.goes_on:
            return ContentLine(_("Joins another branch"))
        moves = end.depth - node.depth
        if self._layouts.is_stuck(end):
            text = _.plural("Dead end in {n} move", "Dead end in {n} moves", moves)
            text = text.format(n=moves) if moves else _("Dead end")
            return ContentLine(text, colours.CORAL, "uturn")
        if not moves:
            return ContentLine(_("Unexplored from here"))
        text = _.plural("Unexplored after {n} more move", "Unexplored after {n} more moves", moves)
        return ContentLine(text.format(n=moves))


# The card


def card_scale(usual: Scale, body: pygame.Rect) -> Scale:
    """The scale at which a card leaves enough of the map to be seen, but no line is cut."""
    room = SHARE_MOST * min(body.w / SIZE[0], body.h / SIZE[1])
    return usual._replace(factor=max(min(usual.factor, room), LEAST_SCALE * usual.density))


def card_area(look: Look, bounds: pygame.Rect, at: tuple[int, int], pictured: bool) -> pygame.Rect:
    """The area of a card within the bounds: beside the place, and below or above it, so that the
    line that goes on from there stays visible.
    """
    width, height = SIZE if pictured else SIZE_PLAIN
    area = pygame.Rect(0, 0, look.px(width), look.px(height))
    across, down = look.px(DISTANCE[0]), look.px(DISTANCE[1])
    area.topleft = at[0] + across, at[1] + down
    if area.right > bounds.right:
        area.right = at[0] - across
    if area.left < bounds.left:
        area.centerx = at[0]
    if area.bottom > bounds.bottom and at[1] - down - area.h >= bounds.top:
        area.bottom = at[1] - down
    return area.clamp(bounds)


def draw_position_card(
    target: pygame.Surface,
    look: Look,
    bounds: pygame.Rect,
    at: tuple[int, int],
    content: CardContent,
) -> None:
    """Draw a card beside a place, and the line that joins them."""
    px = look.px
    area = card_area(look, bounds, at, content.picture is not None)
    _draw_leader(target, look, at, area)
    radius = px(12)
    look.paint.shadow(target, area, radius, px(12), (0, px(5)), 150)
    edge = colours.tint(colours.GOLD_EDGE, 0.95)
    look.paint.box(target, area, radius, colours.PANEL, edge, look.scale.line(1.2))
    left = area.left + px(PADDING)
    if content.picture is not None:
        target.blit(content.picture, (left, area.top + px(PADDING)))
        left += px(PICTURE_WIDTH)
    _draw_text(target, look, pygame.Rect(left, area.top, area.right - left, area.h), content)


def _draw_leader(
    target: pygame.Surface, look: Look, at: tuple[int, int], area: pygame.Rect
) -> None:
    edge = look.px(20)
    x = max(area.left, min(at[0], area.right))
    end = x, max(area.top + edge, min(at[1], area.bottom - edge))
    way = pygame.Vector2(end) - at
    if not area.collidepoint(at) and way.length() > look.px(9):
        start = at + way * (look.px(9) / way.length())
        pygame.draw.aaline(target, colours.GOLD_EDGE, start, end, look.scale.line(1.4))


def _draw_text(target: pygame.Surface, look: Look, area: pygame.Rect, content: CardContent) -> None:
    px = look.px
    left, room = area.left + px(TEXT_INSET), area.w - 2 * px(TEXT_INSET)
    y, foot = area.top + px(TITLE_AT), area.bottom - px(26)
    look.write(target, content.title, TITLE, colours.CREAM, (left, y), room=room)
    look.write(
        target, content.invitation, fonts.CAPTION_STRONG, colours.GOLD, (left, foot), room=room
    )
    if content.picture is not None:
        foot -= px(20)
        target.fill(look.paint.toned(colours.LINE), (left, foot, room, look.scale.line()))
    rows = [row for line in content.lines for row in _rows(look, line, room)]
    pitch = min(px(PITCH), (foot - px(CLEAR) - y) // len(rows))
    for line, style, indent in rows:
        y += pitch
        if line.icon:
            look.icon(target, line.icon, line.colour, (left + px(8), y), px(16))
        look.write(target, line.text, style, line.colour, (left + indent, y))


def _rows(look: Look, line: ContentLine, room: int) -> list[tuple[ContentLine, TextStyle, int]]:
    """Break a line into rows of at most `room` pixels, each with its style and its indent: a single
    row in a smaller size, or several rows, of which the first has the icon.
    """
    usual = fonts.CAPTION_STRONG if line.icon else fonts.CAPTION
    indent = look.px(21) if line.icon else 0
    room -= indent
    style = look.shrunk(line.text, usual, room, LEAST_SHARE * usual.size, 0.5)
    if look.width(line.text, style) > room:
        style = usual
    texts = wrapped(line.text, look, room, style)
    return [
        (ContentLine(text, line.colour, "" if number else line.icon), style, indent)
        for number, text in enumerate(texts)
    ]
