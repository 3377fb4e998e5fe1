"""A line of play under review: a place that moves along it, what is known of it by now, and its
costly actions, those among them that the player can read.
"""

from __future__ import annotations

from collections.abc import Callable

from game.core import cards
from game.core.cards import Card
from game.core.moves import Move
from game.play.session import Session
from game.play.spoken_cards_and_moves import card_words
from game.record.review_text import ReviewText
from game.record.reviewed_lines import LineReader
from game.scenes.common.services import Services
from game.scenes.common.steps_along_a_line import WalkedLine
from game.solver.line_worths import LineWorths, Mistake, mistakes
from game.widgets.list_view import ListView


class LineWalk(WalkedLine):
    """The line through a position of a session, as far as redo goes, and a place on it, at first
    that of the position. Places count from 0, which is the deal, to `last`.
    """

    def __init__(
        self, services: Services, session: Session, key: int | None, source: int | None = None
    ) -> None:
        """`key`: the key of the position; None: the present one. `source`: for a win, the key of
        the position before it.
        """
        self._services, self._session = services, session
        if key is None:
            reviewed, at = LineReader().through(session), session.history.at
        else:
            line, at = session.history.line_through(key, source)
            reviewed = LineReader().of(session, line)
        super().__init__(reviewed.line, at)
        self.steps = reviewed.steps
        self.mistakes: list[Mistake] = []
        """The actions that cost something, the costliest first, as of the last `learn`."""
        self._read: list[Mistake] = []
        """Those whose better moves are saved as help."""
        self.worths: LineWorths
        self.text: ReviewText
        """The worths in words."""
        self.ask()

    # What is known

    def ask(self) -> None:
        """Have the reviewer weigh this line: it weighs only the one that was asked for last."""
        self.worths = self._services.reviewer.worths(self.line)
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
        return self._services.reviewer.is_weighing

    # The place

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

    # The list of its costly actions

    def note_read(self, rows: ListView) -> None:
        """Save the better moves that the player can see, or hear, as help: answers that use them
        count as helped.
        """
        heard = self._services.devices.screen_reader
        found = [self.mistakes[row] for row in (rows.rows_told() if heard else rows.visible_rows())]
        if found != self._read:
            self._read, at = found, self.line.positions
            named = [(at[one.place - 1], one.better) for one in found if one.better is not None]
            self._services.game_store.name_better(self._session, named)

    @property
    def opening_place(self) -> int | None:
        """The place of the line where a review opens: where its costliest move is made. None while
        that is not known, or if no move cost anything.
        """
        return self.mistakes[0].place - 1 if self.mistakes and not self.is_weighing else None

    def next_place(self, by: int) -> int | None:
        """The place of the next costly move, or with a negative `by` of the one before; None
        where there is none.
        """
        ways = [found.place - 1 - self.at for found in self.mistakes]
        way = min((way for way in ways if way * by > 0), key=abs, default=None)
        return None if way is None else self.at + way

    @property
    def nothing(self) -> str:
        """Why no action is known to have cost anything."""
        _, worths = self._services.language, self.worths
        if not self._services.solver.knows_game(worths.line.rules):
            return _("There is no solver for this game")
        if self.is_weighing:
            return _("Analysing every move")
        if worths.first_lost == 0:
            return _("No move could have won this deal")
        if worths.worth(0).proved:
            return _("No move cost you anything")
        return _("No move is known to have cost you anything")
