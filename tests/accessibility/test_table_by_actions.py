"""A table as items, and a whole deal of each game played by what can be done with them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from game.accessibility.accessibility_tree import Item, ItemAction, ItemRole, every
from game.accessibility.screen_reader_cards import choices_of, seat_key
from game.core import cards
from game.core.moves import DONE, Move
from game.core.position import PileKind, Seat
from game.desktop.commands import Command
from game.play import sharing_lines
from game.play.session import Session
from game.rules import RULES, BrainJam, Gaps, Klondike, LaPeau
from tests.cli.test_text_play import wins
from tests.table_driver import TableDriver


class Listener:
    """A table with a reader on: what is spoken, and what is there."""

    def __init__(self, driver: TableDriver) -> None:
        self.driver, self.heard = driver, list[str]()
        services = driver.recording.services
        services.devices.screen_reader = True
        services.speak = lambda text: self.heard.append(text) if text else None
        services.tell = self.heard.append
        self.scene = driver.scene
        self.scene.follow_settings()

    def items(self) -> dict[object, Item]:
        return {item.key: item for item in every(self.scene.described(()))}

    def named(self, name: str) -> Item:
        (found,) = (item for item in self.items().values() if item.name == name)
        return found

    def do(self, key: object, action: ItemAction = ItemAction.ACTIVATE) -> list[str]:
        """What is heard of a deed."""
        self.heard.clear()
        self.scene.perform(key, action)  # type: ignore[arg-type]
        return list(self.heard)


def ways(session: Session, move: Move) -> list[object]:
    """The keys of the items to activate for a move."""
    rules, position = session.rules, session.position
    if move.card is None:
        if not rules.facts.redeals:
            return [seat_key(position, Seat(0, max(0, len(position.piles[0]) - 1)))]
        return [("control", Command.REDEAL)]
    seat, goal = position.seat(move.card), rules.apply(position, move).seat(move.card)
    assert seat is not None
    assert goal is not None
    if rules.one_click:
        wanted = rules.key(rules.apply(position, move))
        keys = [rules.key(rules.apply(position, each)) for each in choices_of(session, seat)]
        number = keys.index(wanted)
        return [("choice", move.card, number) if number else ("card", move.card)]
    last = position.end(goal.pile)
    return [("card", move.card), seat_key(position, last)]


@pytest.mark.parametrize("game", RULES)
def test_a_deal_is_won_by_deeds_alone(game: str):
    shared = sharing_lines.read_shared(wins()[game])
    driver = TableDriver(shared.rules, deck=shared.deck, autoplay=False)
    listener = Listener(driver)
    session = driver.scene.session
    session.autoplay = False
    heard: list[str] = []
    for move in shared.moves:
        for key in ways(session, move):
            assert key in listener.items(), (key, move)
            heard = listener.do(key)
            assert heard, (key, move)
    assert session.is_won
    count = session.moves
    assert any(line.endswith(f"solved in {count} moves") for line in heard)


def test_what_has_the_keyboard_is_the_card_cursor():
    listener = Listener(TableDriver(BrainJam(), 617))
    key = listener.scene.focus_key
    assert listener.items()[key].name.endswith("column 1")
    other = ("card", listener.driver.view.position.piles[9][-1])
    assert listener.do(other, ItemAction.FOCUS) == []
    assert listener.scene.focus_key == other


def test_a_refusal_an_undo_and_a_redo_are_heard_with_the_card():
    listener = Listener(TableDriver(LaPeau(), 617))
    four, five = cards.parse_card("4s"), cards.parse_card("5d")
    assert listener.do(("card", four)) == ["4 of spades selected"]
    assert listener.do(("card", cards.parse_card("7d"))) == [
        "In a column the 4 of spades can only go on a red 5"
    ]
    assert listener.do(("card", five))[0] == "4 of spades to 5 of diamonds"
    assert listener.do(("control", "undo"))[0] == "undone: 4 of spades to 5 of diamonds"
    assert listener.do(("control", "redo"))[0] == "redone: 4 of spades to 5 of diamonds"


def test_second_choices_are_items_of_their_own():
    listener = Listener(TableDriver(BrainJam(), 617))
    found = listener.named("second choice: jack of hearts to reserve 1")
    assert listener.do(found.key)[0] == "jack of hearts to reserve 1"


def test_piles_are_groups_with_their_count_and_rows_go_from_left_to_right():
    listener = Listener(TableDriver(Klondike(), 617))
    groups = [item for item in listener.items().values() if item.role is ItemRole.LIST]
    assert [group.name for group in groups][:3] == [
        "stock, 24 cards",
        "waste, empty",
        "clubs foundation, empty",
    ]
    assert [card.name for card in groups[7].children] == [
        "ace of hearts, column 2",
        "face-down card, column 2, covered by 1",
    ]
    rows = [item for item in Listener(TableDriver(Gaps(), 617)).items().values()
            if item.role is ItemRole.LIST]  # fmt: skip
    assert [row.name for row in rows] == ["row 1", "row 2", "row 3", "row 4"]
    assert rows[0].children[1].name == "gap, row 1, place 2"


def test_hidden_cards_are_not_told():
    driver = TableDriver(Klondike(), 617)
    listener, position = Listener(driver), driver.view.position
    told = {key for key in listener.items() if isinstance(key, tuple) and key[0] == "card"}
    for pile, held in enumerate(position.piles):
        for depth, card in enumerate(held):
            assert (("card", card) in told) == position.is_up(Seat(pile, depth))


def test_speaking_keys(monkeypatch: pytest.MonkeyPatch):
    listener = Listener(TableDriver(LaPeau(), 617))
    listener.heard.clear()
    for command in (Command.SPEAK_PILE, Command.SPEAK_TABLE, Command.SPEAK_MOVES):
        listener.scene.do(command)
    pile, table, moves = listener.heard
    assert pile.startswith("stack 1, 4 cards: 2 of spades")
    assert "stack 13, 4 cards" in table
    assert moves.startswith("7 moves: 4 of spades to 5 of diamonds; ")


def test_nobody_is_spoken_to_without_a_reader():
    driver = TableDriver(LaPeau(), 617)
    said: list[str] = []
    driver.recording.services.speak = said.append
    driver.play(Move.parse("4s>5d"))
    assert not any(said)


def test_a_card_that_is_covered_has_only_its_strip_on_the_screen():
    driver = TableDriver(LaPeau(), 617)
    listener = Listener(driver)
    column = next(n for n, pile in enumerate(driver.rules.piles) if pile.kind is PileKind.COLUMN)
    held = driver.view.position.piles[column]
    areas = [listener.items()["card", card].area for card in held]
    for above, below in pairwise(areas):
        assert above is not None
        assert below is not None
        assert above[1] + above[3] <= below[1]


def test_home_is_the_second_choice_where_two_clicks_play():
    listener = Listener(TableDriver(Klondike(), 617))
    ace = cards.parse_card("Ah")
    assert listener.items()["choice", ace, 1].name.startswith("second choice: ace of hearts home")
    assert listener.do(("choice", ace, 1))[0].startswith("ace of hearts home")
    assert listener.scene.session.history.made[-1].action == (Move(ace, DONE),)
