"""Replays a stored deal by the rules: before an import is joined, and for `--validate`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from game.core import deals
from game.core.moves import Action, action_text
from game.core.position import Position
from game.history import WON, EdgeRow, SavedLine
from game.play import notation
from game.play.session import DealHistory, new_history, passed_positions
from game.rules import Rules, rules_for
from game.storage import StoredAnswer, StoredDeal


class Checked(NamedTuple):
    """A deal as the rules accept it."""

    deal: StoredDeal[Action]
    left_out: tuple[str, ...] = ()
    """What is wrong with each edge, line or answer that is left out."""


def rules_of(deal: StoredDeal[Action]) -> Rules:
    """The rules by which a stored deal is played. Raises ValueError for a game or a policy that
    this version does not know.
    """
    return rules_for(deal.key.game, deal.key.options.split())


def checked(deal: StoredDeal[Action]) -> Checked:
    """Replay a deal: every edge on a way from the deal, the line, the bookmarks, the answers. Cost
    and target of an edge are those that the rules give it. Raises ValueError if its game or its
    deck is unknown.
    """
    rules, deck = rules_of(deal), deals.parse_deck(deal.key.deck)
    history = new_history(rules, deck)
    wrong: list[str] = []
    edges = _true_edges(rules, history, deal.edges, wrong)
    line = _true_line(rules, history, deal.line, wrong)
    marks = [_true_line(rules, history, mark, wrong) for mark in deal.bookmarks]
    answers = [one for one in deal.answers if _is_true_answer(rules, history, one, wrong)]
    taken = deal._replace(
        edges=tuple(edges), line=line, bookmarks=tuple(marks), answers=tuple(answers)
    )
    return Checked(taken, tuple(wrong))


def _true_edges(
    rules: Rules, history: DealHistory, rows: Iterable[EdgeRow[Action]], wrong: list[str]
) -> list[EdgeRow[Action]]:
    """The edges that can be walked, found from the deal on."""
    leaving: dict[int, list[EdgeRow[Action]]] = {}
    count = 0
    for row in rows:
        leaving.setdefault(row[0], []).append(row)
        count += 1
    found: dict[tuple[int, int], EdgeRow[Action]] = {}
    waiting: list[tuple[int, Position]] = [(history.here, history.position)]
    reached = {history.here}
    while waiting:
        key, position = waiting.pop()
        for _, told_target, action, cost, first, walked in leaving.pop(key, ()):
            count -= 1
            try:
                passed = passed_positions(rules, position, action)
            except ValueError as error:
                wrong.append(f"{action_text(action)}: {error}")
                continue
            target = history.key_of(passed[-1])
            if target == key:
                wrong.append(f"{action_text(action)}: it changes nothing")
                continue
            if (target, len(passed)) != (told_target, cost):
                wrong.append(f"{action_text(action)}: it leads elsewhere than it says")
            found[key, target] = EdgeRow(key, target, action, len(passed), first, walked)
            if target != WON and target not in reached:
                reached.add(target)
                waiting.append((target, passed[-1]))
    wrong += ["an action leads on from a position that nothing leads to"] * count
    return list(found.values())


def _true_line(
    rules: Rules, history: DealHistory, line: SavedLine[Action], wrong: list[str]
) -> SavedLine[Action]:
    """The beginning of a line that the rules accept."""
    position, true = history.position, 0
    for action in line.actions:
        try:
            passed = passed_positions(rules, position, action)
        except ValueError as error:
            wrong.append(f"{action_text(action)}: {error}")
            break
        if history.key_of(passed[-1]) == history.key_of(position):
            wrong.append(f"{action_text(action)}: it changes nothing")
            break
        position, true = passed[-1], true + 1
    if not 0 <= line.place <= len(line.actions):
        wrong.append("a line has no such place")
    return SavedLine(line.actions[:true], max(0, min(line.place, true)))


def _is_true_answer(
    rules: Rules, history: DealHistory, answer: StoredAnswer, wrong: list[str]
) -> bool:
    """Whether an answer wins in the moves that it says, those of circles counted or not."""
    try:
        moves = notation.read_answer(rules, history.position, answer.actions)
    except ValueError as error:
        wrong.append(f"an answer: {error}")
        return False
    position, count = notation.replay(rules, history.position, moves)
    if not rules.is_won(position):
        wrong.append("an answer does not win")
        return False
    counts = {count, notation.moves_without_circles(rules, history.position, moves)}
    if answer.moves not in counts:
        wrong.append(f"an answer has {count} moves, not {answer.moves}")
    return answer.moves in counts
