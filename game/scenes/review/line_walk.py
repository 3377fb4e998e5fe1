"""A line of play, a place that moves along it, and what is known of the line by now."""

from __future__ import annotations

from collections.abc import Callable

from game.core import cards
from game.core.cards import Card
from game.core.moves import Move
from game.core.position import Position
from game.play.session import Session
from game.play.spoken_cards_and_moves import card_words
from game.record.review_text import ReviewText
from game.record.reviewed_lines import LineReader
from game.scenes.common.services import Services
from game.solver.line_worths import LineWorths, Mistake, mistakes


class LineWalk:
    """The line through a position of a session, as far as redo goes, and a place on it, at first
    that of the position. Places count from 0, which is the deal, to `last`.
    """

    def __init__(
        self, services: Services, session: Session, key: int | None, source: int | None = None
    ) -> None:
        """`key`: the key of the position; None: the present one. `source`: for a win, the key of
        the position before it.
        """
        self._services, self._reviewer = services, services.reviewer
        if key is None:
            reviewed, self.at = LineReader().through(session), session.history.at
        else:
            line, self.at = session.history.line_through(key, source)
            reviewed = LineReader().of(session, line)
        self.steps, self.line = reviewed
        self.last = reviewed.last
        self.mistakes: list[Mistake] = []
        """The actions that cost something, the costliest first, as of the last `learn`."""
        self.worths: LineWorths
        self.text: ReviewText
        """The worths in words."""
        self.ask()

    # What is known

    def ask(self) -> None:
        """Have the reviewer weigh this line: it weighs only the one that was asked for last."""
        self.worths = self._reviewer.worths(self.line)
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
        return self._reviewer.is_weighing

    # The place

    @property
    def position(self) -> Position:
        """The cards at the place."""
        return self.line.positions[self.at]

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
    def is_loss(self) -> bool:
        """Whether the move that is made from here loses the win."""
        return self.mistake is not None and self.mistake.cost is None

    @property
    def shorter_way(self) -> tuple[Move, ...]:
        """The shorter way from here, where the move that was made cost something."""
        return () if self.mistake is None else self.worths.shorter_way(self.at)

    # Walking

    def go(self, at: int) -> tuple[Position, ...]:
        """Go to a place, or to the nearest end of the line. Returns the positions to show, the new
        one last; empty if the place stays the same. A step ahead by one action shows each of its
        single moves.
        """
        before, self.at = self.at, max(0, min(at, self.last))
        if self.at == before:
            return ()
        return self._passed(before) if self.at == before + 1 else (self.position,)

    def _passed(self, before: int) -> tuple[Position, ...]:
        """The positions on the way from the place before."""
        line, passed = self.line, [self.line.positions[before]]
        for move in line.actions[self.at]:
            passed += line.rules.steps(passed[-1], move)
        return (*passed[1:-1], self.position)
