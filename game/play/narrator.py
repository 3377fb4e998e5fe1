"""Says in words what a command did to a deal, for a screen reader and for a terminal."""

from __future__ import annotations

from game.core.moves import DONE
from game.core.translatable_texts import said_in_turn
from game.play.refusals import reason
from game.play.session import LineStep, Outcome, Session
from game.play.spoken_cards_and_moves import (
    NAMED,
    Words,
    action_words,
    card_words,
    ending_words,
    home_words,
    won_words,
)


class Narrator:
    """Follows one session. Call `tell` or `follow` after each command."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.follow()

    def follow(self) -> None:
        """Take note of a command without putting it into words."""
        history = self._session.history
        self._line, self._at, self._chosen = history.line, history.at, self._session.selected()

    def tell(self, outcome: Outcome, _: Words) -> str:
        """What the command with this outcome did; empty if it did nothing that is told."""
        session, line, at, chosen = self._session, self._line, self._at, self._chosen
        self.follow()
        if outcome.refusal is not None:
            refused = outcome.refusal, outcome.card
            return reason(session.rules, session.position, *refused).translated(_)
        if outcome.steps:
            return said_in_turn((self._moved(line[at], at, _), ending(session, _)), _)
        return self._picked(chosen != self._chosen, _) or self._marked(_)

    # Commands that moved cards

    def _moved(self, before: LineStep, at: int, _: Words) -> str:
        """What led to here from a step that was at a place of the line."""
        history, change = self._session.history, self._session.last_change
        if change.played and history.at > at and history.line[at].key == before.key:
            return self._made(at + 1, _)
        if change.text in ("undo", "forget") and history.at == at - 1 and before.action:
            undone = action_words(self._session.rules, history.position, before.action, _)
            return _("undone: {move}").format(move=undone)
        if change.text == "redo" and history.at == at + 1:
            return _("redone: {move}").format(move=made_words(self._session, history.at, _))
        return place_reached(self._session, _)

    def _made(self, first: int, _: Words) -> str:
        """The actions from a place of the line to here, made by one command. Of many after the
        first only the number of cards that went home is told or, if not all did, the place reached.
        """
        session, last = self._session, self._session.history.at
        if last - first <= NAMED:
            return ", ".join(made_words(session, place, _) for place in range(first, last + 1))
        more = session.history.line[first + 1 : last + 1]
        moves = [move for step in more for move in step.action or ()]
        if any(move.onto != DONE for move in moves):
            return place_reached(session, _)
        return ", ".join((made_words(session, first, _), home_words(len(moves), _)))

    # Commands that did not

    def _picked(self, changed: bool, _: Words) -> str:
        if not changed:
            return ""
        if not self._chosen:
            return _("nothing selected")
        card, more = card_words(self._chosen[0], _), len(self._chosen) - 1
        if not more:
            return _("{card} selected").format(card=card)
        told = _.plural("{card} and {n} more selected", "{card} and {n} more selected", more)
        return told.format(card=card, n=more)

    def _marked(self, _: Words) -> str:
        told = {
            "bookmark": _("bookmark set"),
            "drop": _("bookmark removed"),
            "follow-answer": _("redo follows the shortest solution"),
        }
        return told.get(self._session.last_change.text, "")


def made_words(session: Session, place: int, _: Words) -> str:
    """The action that leads to a place of the session's line, from 1."""
    history = session.history
    action = history.line[place].action or ()
    return action_words(session.rules, history.position_at(place - 1), action, _)


def place_reached(session: Session, _: Words) -> str:
    """Where in the deal the player is: after how many moves, and after which."""
    history = session.history
    if not history.can_undo:
        return _("at the start")
    return after_words(session.moves, made_words(session, history.at, _), _)


def after_words(moves: int, last: str, _: Words) -> str:
    """How many moves lead to a position other than the deal, and which action, in words, is the
    last of them.
    """
    return _.plural("after {n} move: {move}", "after {n} moves: {move}", moves).format(
        n=moves, move=last
    )


def figures_words(session: Session, _: Words) -> str:
    """The policy, moves made, cards home, turns left, the best answer."""
    rules, moves, left = session.rules, session.moves, session.turns_left
    home = _("{score} of {goal} home")
    if rules.facts.in_sequence:
        home = _("{score} of {goal} in sequence")
    told = [
        *(choice.text.translated(_) for choice in rules.chosen),
        _.plural("{n} move", "{n} moves", moves).format(n=moves),
        home.format(score=rules.score(session.position), goal=rules.goal),
    ]
    if rules.max_redeals:
        turns = _.plural("{n} pass left", "{n} passes left", left)
        if rules.facts.redeals:
            turns = _.plural("{n} redeal left", "{n} redeals left", left)
        told.append(turns.format(n=left))
    if session.history.best is not None:
        told.append(_("your best: {n}").format(n=session.history.best))
    return ", ".join(told)


def ending(session: Session, _: Words) -> str:
    """Says that the deal is won, stuck or needs a redeal; empty if play goes on."""
    if session.is_won:
        return won_words(session.moves, _)
    return ending_words(session.rules, session.position, _)
