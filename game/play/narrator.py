"""Says in words what a command did to a deal, for a screen reader and for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.moves import DONE, Action
from game.core.translatable_texts import said_in_turn
from game.history import Node
from game.play.refusals import reason
from game.play.session import DealHistory, Outcome, Session
from game.play.spoken_cards_and_moves import (
    NAMED,
    Words,
    action_words,
    card_words,
    ending_words,
    home_words,
    won_words,
)
from game.rules import Rules


class Narrator:
    """Follows one session. Call `tell` or `follow` after each command."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.follow()

    def follow(self) -> None:
        """Take note of a command without putting it into words."""
        self._here, self._chosen = self._session.tree.here, self._session.selected()

    def tell(self, outcome: Outcome, _: Words) -> str:
        """What the command with this outcome did; empty if it did nothing that is told."""
        session, before, chosen = self._session, self._here, self._chosen
        self.follow()
        if outcome.refusal is not None:
            refused = outcome.refusal, outcome.card
            return reason(session.rules, session.position, *refused).translated(_)
        if outcome.steps:
            return said_in_turn((self._moved(before, _), ending(session, _)), _)
        return self._picked(chosen != self._chosen, _) or self._marked(_)

    # Commands that moved cards

    def _moved(self, before: int, _: Words) -> str:
        session = self._session
        rules, tree, change = session.rules, session.tree, session.last_change
        known = before in tree
        path, here = tree.path(), tree.node()
        if change.played:
            at = tree.node(before) if known else None
            new = path[path.index(at) + 1 :] if at in path else [here]
            return self._made(new, _)
        if change.text in ("undo", "forget") and known:
            gone = tree.path(before)
            undone = gone[gone.index(here) + 1 :] if here in gone else []
            if len(undone) == 1:
                return _("undone: {move}").format(move=node_words(rules, tree, undone[0], _))
        if change.text == "redo" and known and here.parent is tree.node(before):
            return _("redone: {move}").format(move=node_words(rules, tree, here, _))
        return place_reached(rules, tree, here, _)

    def _made(self, nodes: Sequence[Node[Action]], _: Words) -> str:
        """Actions made by one command. Of many after the first only the number of cards that went
        home is told or, if not all did, the place reached.
        """
        rules, tree, more = self._session.rules, self._session.tree, nodes[1:]
        if len(more) <= NAMED:
            return ", ".join(node_words(rules, tree, node, _) for node in nodes)
        moves = [move for node in more for move in node.action or ()]
        if any(move.onto != DONE for move in moves):
            return place_reached(rules, tree, nodes[-1], _)
        return ", ".join((node_words(rules, tree, nodes[0], _), home_words(len(moves), _)))

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


def node_words(rules: Rules, tree: DealHistory, node: Node[Action], _: Words) -> str:
    """The action that led to a node of a tree; empty for the deal."""
    if node.action is None or node.parent is None:
        return ""
    return action_words(rules, tree.position_of(node.parent.id), node.action, _)


def place_reached(rules: Rules, tree: DealHistory, node: Node[Action], _: Words) -> str:
    """Where in the deal a node is: after how many moves, and after which."""
    return _("at the start") if node.action is None else after_words(rules, tree, node, _)


def after_words(rules: Rules, tree: DealHistory, node: Node[Action], _: Words) -> str:
    """How many moves lead to a node other than the deal, and which action is the last of them."""
    told = _.plural("after {n} move: {move}", "after {n} moves: {move}", node.depth)
    return told.format(n=node.depth, move=node_words(rules, tree, node, _))


def figures_words(session: Session, _: Words) -> str:
    """The policy, moves made, cards home, turns left, the best answer."""
    rules, moves, left = session.rules, session.moves, session.turns_left
    home = _("{score} of {goal} home")
    if rules.facts.in_sequence:
        home = _("{score} of {goal} in sequence")
    policy = rules.facts.policies.get(rules.policy)
    told = [
        *([] if policy is None else [policy.text.translated(_)]),
        _.plural("{n} move", "{n} moves", moves).format(n=moves),
        home.format(score=rules.score(session.position), goal=rules.goal),
    ]
    if rules.turns:
        turns = _.plural("{n} pass left", "{n} passes left", left)
        if rules.facts.redeals:
            turns = _.plural("{n} redeal left", "{n} redeals left", left)
        told.append(turns.format(n=left))
    if session.tree.best is not None:
        told.append(_("your best: {n}").format(n=session.tree.best))
    return ", ".join(told)


def ending(session: Session, _: Words) -> str:
    """Says that the deal is won, stuck or needs a redeal; empty if play goes on."""
    if session.is_won:
        return won_words(session.moves, _)
    return ending_words(session.rules, session.position, _)
