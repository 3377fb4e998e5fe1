"""Speaks at a table for a screen reader: what happens, what is known, and more on request."""

from __future__ import annotations

from collections.abc import Callable

from game.core.moves import Move
from game.core.position import Position, Seat
from game.core.translatable_texts import said_in_turn
from game.play.narrator import Narrator, ending, figures_words
from game.play.session import Outcome, Session
from game.play.spoken_cards_and_moves import (
    ends_line,
    group_line,
    move_words,
    moves_line,
    read_together,
    table_lines,
)
from game.play.verdict import VerdictLight, verdict_words
from game.rules import Rules
from game.scenes.common.services import Services
from game.system.language import Language


class SpokenTable:
    """Speaks for one table. No text is made while no screen reader is on."""

    def __init__(self, services: Services, session: Session) -> None:
        self._services, self._session = services, session
        self._narrator = Narrator(session)
        self._verdict: tuple[Position, VerdictLight] | None = None
        self._hint: tuple[Position, Move] | None = None

    @property
    def _listens(self) -> bool:
        return self._services.devices.screen_reader

    def heard(self, outcome: Outcome) -> None:
        """Speak the outcome of a command. A refusal is told by the table itself."""
        if not self._listens:
            self._narrator.follow()
            return
        told = self._narrator.tell(outcome, self._services.language)
        if outcome.refusal is None:
            self._services.speak(told)

    def known(self, light: VerdictLight | None, hint: Move | None) -> None:
        """Speak the verdict and the hint of the position, each of them once while it is shown."""
        if not self._listens:
            return
        _, position = self._services.language, self._session.position
        if light is None:
            self._verdict = None
        if light not in (None, VerdictLight.THINKING) and self._verdict != (position, light):
            self._verdict = position, light
            self._services.speak(verdict_words(light, _))
        if hint is not None and self._hint != (position, hint):
            told = move_words(self._session.rules, position, hint, _)
            self._services.speak(_("hint: {move}").format(move=told))
        self._hint = None if hint is None else (position, hint)

    def opening(self, title: str) -> str:
        """What is said of a table that is opened."""
        _ = self._services.language
        return said_in_turn((title, self.figures, ending(self._session, _)), _)

    @property
    def figures(self) -> str:
        """Moves, cards home, turns left."""
        return figures_words(self._session, self._services.language)

    # On request

    def say_pile(self, seat: Seat) -> None:
        """Speak the pile of a seat, from its end inwards, or the whole row that it belongs to."""
        group = next(each for each in read_together(self._session.rules) if seat.pile in each)
        self._say(lambda rules, position, _: group_line(rules, position, group, _))

    def say_table(self) -> None:
        """Speak the figures and all piles."""
        self._say(lambda *at: said_in_turn((self.figures, *table_lines(*at)), at[-1]))

    def say_ends(self) -> None:
        """Speak the end of each pile."""
        self._say(ends_line)

    def say_moves(self) -> None:
        """Speak all possible moves."""
        self._say(moves_line)

    def _say(self, line: Callable[[Rules, Position, Language], str]) -> None:
        session = self._session
        self._services.speak(line(session.rules, session.position, self._services.language))
