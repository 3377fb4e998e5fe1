"""The worth of a table's present line: its strip, and the costs on redo marks. All of it is a
spoiler, shown only while the verdict light is on.
"""

from __future__ import annotations

from game.core.deals import deck_text
from game.core.moves import Action
from game.history import Edge
from game.play.session import Session
from game.play.spoken_cards_and_moves import card_words
from game.record.review_text import ReviewText
from game.record.reviewed_lines import LineReader, ReviewedLine
from game.scenes.common.services import Services
from game.scenes.common.steps_along_a_line import move_worth, move_worths, worth_words
from game.solver.line_worths import LineWorths, cost, mistakes
from game.table.line_strip import MoveWorth

LOSES = "×"


class PresentLineWorth:
    """What is known of the line that one table is on."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._reader = LineReader()
        self._line: ReviewedLine | None = None
        self._worths: LineWorths | None = None
        self._seen: tuple[LineWorths, int] | None = None
        """The worths that the cells were made from, and the reviewer's `news` at that time."""
        self._cells: tuple[MoveWorth, ...] = ()

    def follow(self, session: Session, *, lit: bool) -> None:
        """Have the session's present line weighed, if the verdict light is on (`lit`)."""
        if not lit:
            if self._worths is not None:
                self._services.reviewer.stop()
            self._line = self._worths = None
            return
        self._line = self._reader.through(session)
        self._worths = self._services.reviewer.worths(self._line.line)

    @property
    def cells(self) -> tuple[MoveWorth, ...]:
        """What each action of the line is worth; empty while the verdict light is off."""
        if self._worths is None:
            return ()
        state = self._worths, self._services.reviewer.known.version
        if state != self._seen:
            self._seen, self._cells = state, move_worths(self._worths)
        return self._cells

    def explain(self, place: int, spoken: bool) -> str:
        """The words for the action that leads to a place: 'move 31: 8♠ to reserve, +3'. `spoken`:
        cards have words, since a screen reader cannot read their signs.
        """
        worths, _ = self._worths, self._services.language
        if worths is None or place >= len(worths.line.positions):
            return ""
        if place == 0:
            return _("the start")
        named = (lambda card: card_words(card, _)) if spoken else self._services.card_sign
        text = ReviewText(_, worths, named)
        said = _("move {number}: {action}").format(
            number=worths.line.depths[place - 1] + 1, action=text.action(worths.line.actions[place])
        )
        price = self._price_of(worths, place, text)
        return f"{said}, {price}" if price else said

    def _price_of(self, worths: LineWorths, place: int, text: ReviewText) -> str:
        _, kind = self._services.language, move_worth(worths, place)
        if kind is MoveWorth.LOST and worths.last_won + 1 == place == worths.first_lost:
            return text.price(None)
        if kind is MoveWorth.DETOUR:
            return text.price(cost(worths.worth(place - 1), worths.worth(place)))
        return worth_words(worths, place, _) or _("not known")

    @property
    def costliest(self) -> tuple[int, int] | None:
        """The place where the costliest detour of the line begins, and its cost in moves; None: no
        detour of a proved cost is known.
        """
        found = [] if self._worths is None else mistakes(self._worths)
        priced = ((one.place - 1, one.cost.exact) for one in found if one.cost is not None)
        return next(((place, moves) for place, moves in priced if moves), None)

    # Redo marks

    def price(self, session: Session, edge: Edge[Action]) -> str:
        """What an action from here costs, as a redo mark says it: '+3', a cross where it loses the
        win; empty if that is not known.
        """
        if self._worths is None:
            return ""
        known, rules, deck = self._services.reviewer.known, session.rules, deck_text(session.deck)
        here = known.bounds(rules, deck, edge.source.key)
        after = known.bounds(rules, deck, edge.target.key)
        if here is None or after is None or here.most is None:
            return ""
        if after.lost:
            return LOSES
        if here.most == here.least and after.most == after.least:
            return f"+{after.least + edge.cost - here.least}"
        return ""
