"""Long random play of every game through its session and storage: nothing is ever lost.

`--actions 100000`, or FOURFOLD_ACTIONS in the environment, for the long run of a release.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from handwritten_positions import ALL_RULES, rules_name
from history_lines import made, redo_line

from game.core import cards, deals
from game.core.moves import Action, Move, action_text, parse_action
from game.core.position import Position, Seat
from game.play.session import Session, new_history
from game.rules import Rules
from game.storage import DealChanges, DealKey, DealState, Storage

# A new deal begins after so many commands at most.
LONGEST_GAME = 250


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    store = Storage(tmp_path)
    yield store
    store.close()


class Player:
    """Plays one deal at random, the way hands and keys do, and counts the actions made."""

    def __init__(self, rules: Rules, deck: deals.Deck, storage: Storage, random: Random):
        self.random = random
        self.storage = storage
        self.key = DealKey(rules.name, rules.policy, deals.deck_text(deck))
        self.actions = 0
        self.session = Session(rules, deck, keep=self.keep, autoplay=random.random() < 0.5)
        self.session.history.branching = random.random() < 0.5

    def keep(self, session: Session) -> None:
        what, played, *_ = session.last_change
        changes = DealChanges(session.history.take_changes(), DealState())
        self.storage.save(self.key, changes, session.history.whole)
        if played:
            self.actions += 1
            assert action_text(parse_action(what)) == what
            assert made(session.history)[-1] == parse_action(what)

    def command(self) -> None:
        """One thing that a player might do."""
        random, session = self.random, self.session
        choices = (self.play, self.click, self.press, self.drop, self.purge, self.travel)
        random.choices(choices, (70, 10, 10, 5, 2, 8))[0]()
        if session.is_stuck or session.is_won:
            session.undo(random.randrange(12))

    def play(self) -> None:
        moves = self.session.rules.moves(self.session.position)
        if moves:
            self.session.play(self.random.choice(moves))

    def seat(self) -> Seat:
        piles = self.session.position.piles
        pile = self.random.randrange(len(piles))
        return Seat(pile, self.random.randrange(max(1, len(piles[pile]))))

    def click(self) -> None:
        self.session.click(self.seat(), second=self.random.random() < 0.3)

    def press(self) -> None:
        self.session.key(self.random.choice("abcdefghijklm1234"), second=self.random.random() < 0.3)

    def drop(self) -> None:
        seat = self.seat()
        if self.session.is_selectable(seat):
            self.session.drop(seat, self.random.randrange(len(self.session.position.piles)))

    def purge(self) -> None:
        self.session.purge() if self.random.random() < 0.5 else self.session.space()

    def travel(self) -> None:
        actions = self.random.randint(1, 4)
        self.session.undo(actions) if self.random.random() < 0.6 else self.session.redo(actions)


def all_cards(position: Position) -> list[int]:
    return sorted(card for pile in position.piles for card in pile)


def replayed(rules: Rules, deck: deals.Deck, line: list[Action]) -> list[Position]:
    """The positions of a line by the rules alone, the deal first."""
    positions = [rules.deal(deck)]
    for action in line:
        position = positions[-1]
        for move in action:
            position = rules.apply(position, Move.parse(str(move)))
        positions.append(position)
    return positions


def check_there_and_back(session: Session) -> None:
    """To the end of the line, back to the deal one by one, and to the end again."""
    session.to_end()
    expected = replayed(session.rules, session.deck, made(session.history))
    for position in reversed(expected):
        assert session.position == position
        assert session.undo().refusal is None or position is expected[0]
    assert session.moves == 0
    for position in expected[1:]:
        outcome = session.redo()
        assert outcome.steps[-1] == session.position == position
    assert session.redo().refusal is not None


def check_saved(player: Player) -> None:
    """What storage gives back is the same history, and one stands at the same place in it."""
    session = player.session
    saved = player.storage.deal(player.key)
    again = new_history(session.rules, session.deck)
    again.restore(saved.edges, saved.line, saved.bookmarks)
    assert sorted(again.graph.rows()) == sorted(session.history.graph.rows())
    assert again.here == session.history.here
    assert again.position == session.position
    assert (again.moves, again.best) == (session.moves, session.history.best)
    again.branching = session.history.branching
    assert (made(again), redo_line(again)) == (made(session.history), redo_line(session.history))


@pytest.mark.parametrize("rules", ALL_RULES, ids=rules_name)
def test_cards_texts_undo_redo_and_saving_hold_through_random_play(
    rules: Rules, actions: int, storage: Storage
):
    random = Random(rules_name(rules))
    expected = list(range(4 if rules.name == "gaps" else 0, 52))
    done = 0
    while done < actions:
        deck = tuple(random.sample(cards.FULL_DECK, 52))
        player = Player(rules, deck, storage, random)
        for _ in range(LONGEST_GAME):
            player.command()
            assert all_cards(player.session.position) == expected
        check_saved(player)
        check_there_and_back(player.session)
        check_saved(player)
        done += player.actions
