"""Writes the texts around the cards of a review: the header, and the remark on the move."""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from game.core.deals import deal_name
from game.core.translatable_texts import said_in_turn
from game.graphics import colours, fonts
from game.graphics.fonts import TextStyle
from game.play.session import Session
from game.record.review_text import ReviewText
from game.scenes.common.move_worth_signs import worth_words
from game.scenes.common.services import Services
from game.scenes.review.controls import ReviewControls, ReviewLayout, ReviewTool
from game.scenes.review.line_walk import LineWalk
from game.solver.line_worths import Mistake
from game.widgets import control_sizes
from game.widgets.look import Look

HEADLINE: Final = TextStyle(fonts.Face.SERIF_BOLD, 25)
LEAST_HEADLINE: Final = 14
SAID: Final = TextStyle(fonts.Face.SANS_SEMIBOLD, 16)
LEAST_SAID: Final = 12


class _Said(NamedTuple):
    """What is said of a move."""

    move: str
    remark: str
    whole: str
    """The move and the remark, in one line."""
    below: str = ""
    """What is written below that line, in any case."""
    ink: colours.Rgb = colours.CREAM


class Captions:
    """Writes the texts beside the controls, in smaller type where there is less room."""

    def __init__(self, services: Services, session: Session, walk: LineWalk) -> None:
        self._ = services.language
        self._session, self._walk = session, walk

    # The header

    def draw_header(
        self, target: pygame.Surface, look: Look, frame: ReviewLayout, controls: ReviewControls
    ) -> None:
        """Write the headline and the name of the deal between the buttons."""
        left = controls.back.rect.right + look.px(18)
        room = controls.copy.rect.left - look.px(control_sizes.GAP) - left
        text = self._walk.text.headline()
        style = look.shrunk(text, HEADLINE, room, LEAST_HEADLINE)
        y, gap = frame.header.centery, look.px(10 if frame.short else 14)
        look.write(target, text, style, colours.CREAM, (left, y - gap + look.px(2)), room=room)
        below = left, y + gap + look.px(3)
        look.write(target, self._subtitle(), fonts.CAPTION, colours.DIM, below, room=room)

    def _subtitle(self) -> str:
        deal = deal_name(self._session.rules.title, self._session.label)
        said = self._("Review of {game}").format(game=deal)
        if self._walk.is_weighing:
            return self._("{said}, still analysing").format(said=said)
        return said

    # The move

    def draw_said(
        self, target: pygame.Surface, look: Look, frame: ReviewLayout, controls: ReviewControls
    ) -> None:
        """Write the remark on the move that is made from here, in up to two lines."""
        left = controls.words_from
        room, row = frame.steps.right - left, controls.steps[ReviewTool.STEP_ON].rect
        told = self._words(self._walk.text)
        said, below = told.whole, told.below
        if look.width(said, SAID._replace(size=LEAST_SAID)) > room:
            # The price may go: the list shows it too.
            said, below = told.move, told.below or told.remark
        y, gap = row.centery, look.px(10) if below else 0
        style = look.shrunk(said, SAID, room, LEAST_SAID, 0.5)
        look.write(target, said, style, told.ink, (left, y - gap), room=room)
        look.write(target, below, fonts.CAPTION, colours.GREEN, (left, y + gap), room=room)

    @property
    def spoken(self) -> str:
        """The remark as a screen reader hears it."""
        told = self._words(self._walk.spoken)
        return said_in_turn((told.whole, told.below), self._)

    def _words(self, text: ReviewText) -> _Said:
        walk, _ = self._walk, self._
        if walk.at == walk.last:
            won = walk.line.rules.is_won(walk.position)
            end = _("Solved") if won else _("End of this line")
            return _Said(end, "", end)
        found = walk.mistake
        if found is not None:
            ink = colours.CORAL if found.cost is None else colours.GOLD
            said, price = text.played(found), text.price(found.cost)
            return _Said(said, price, f"{said}, {price}", text.instead(found), ink)
        said = text.played(Mistake(walk.at + 1, None, None))
        remark = worth_words(walk.worths, walk.at + 1, _)
        whole = _("{said}: {remark}").format(said=said, remark=remark) if remark else said
        return _Said(said, remark, whole)
