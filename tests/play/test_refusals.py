"""What a player is told who tries what the rules refuse: the card that would fit, and why."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from handwritten_positions import (
    brainjam,
    full_lapeau,
    gaps,
    klondike,
    lapeau,
    row,
    seat_of,
    session_at,
)

from game.core.cards import parse_card
from game.core.moves import Move
from game.core.position import Position, Seat
from game.play.refusals import reason
from game.play.session import Outcome, Session
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.rules.facts import Facts
from game.system.folders import asset_folder
from game.system.language import Language

Deed = Callable[[Session], Outcome | None]


def click(card: str) -> Deed:
    return lambda session: session.click(seat_of(session, card))


def home(card: str) -> Deed:
    return lambda session: session.click(seat_of(session, card), second=True)


def place(pile: str) -> Deed:
    return lambda session: session.click(Seat(pile_named(session.rules, pile), 0))


def drop(card: str, pile: str) -> Deed:
    return lambda session: session.drop(seat_of(session, card), pile_named(session.rules, pile))


def play(move: str) -> Deed:
    return lambda session: session.play(Move.parse(move))


def key(letter: str) -> Deed:
    return lambda session: session.key(letter)


def keys(pressed: str) -> Deed:
    def press(session: Session) -> Outcome | None:
        outcome = None
        for each in pressed:
            outcome = session.space() if each == "_" else session.key(each)
        session.cancel()
        return outcome

    return press


def pile_named(rules: Rules, name: str) -> int:
    return next(index for index, pile in enumerate(rules.piles) if pile.id == name)


COVERED = ("Kd", "Kh", "Ks", "5c", "6d", "Qd")
"""Columns that leave none of Brain Jam's eight empty beside two others."""
FULL = brainjam("9c 2s", "4h", "Kc", "Kd", "Kh", "Ks", "5c", "6d", reserve=["7h", "8h", "9h", "Th"])
JAM = brainjam("9c 2s", "4h", home="Ah", reserve=["Kc"])
PEAU = full_lapeau("Kd 9s 8h", "Td 5c", "Qc 3h", home="Ac")
BACK = "No card can go back to the stock or the waste"
CASES: list[tuple[str, Rules, Position, Deed, str]] = [
    ("jam-full", BrainJam(), FULL, click("2s"),
     "The 2 of spades needs the 3 of spades or an empty column or reserve"),
    ("jam-misfit", BrainJam(), JAM, drop("2s", "column-2"),
     "In a column the 2 of spades can only go on the 3 of spades"),
    ("jam-king", BrainJam(), JAM, drop("Kc", "column-2"),
     "A king can only go to an empty column or reserve"),
    ("jam-covered", BrainJam(), JAM, click("9c"), "Only the last card of a column can move"),
    ("jam-home", BrainJam(), JAM, click("Ah"), "This card is already home"),
    ("jam-first", BrainJam(), JAM, drop("4h", "foundation-3"),
     "The 2 of hearts has to go home first"),
    ("jam-reserve", BrainJam(), brainjam("9c", "4h", *COVERED, reserve=["6s"]), click("6s"),
     "In a column the 6 of spades can only go on the 7 of spades; "
     "moving it to another empty place changes nothing"),
    ("jam-reserve-king", BrainJam(), brainjam("9c", "4h", *COVERED, reserve=["Kc"]), click("Kc"),
     "Moving it to another empty place changes nothing"),
    ("jam-reserve-full", BrainJam(), FULL, click("7h"),
     "The 7 of hearts needs the 8 of hearts or an empty column or reserve"),
    ("jam-alone", BrainJam(), brainjam("9c", "4h", reserve=["7h", "8h", "9h", "Th"]), click("9c"),
     "In a column the 9 of clubs can only go on the 10 of clubs; "
     "moving it to another empty place changes nothing"),
    ("jam-onto-reserve", BrainJam(), brainjam("9c 2s", reserve=["3s"]), drop("2s", "reserve-1"),
     "A reserve holds only one card"),
    ("peau-at-once", LaPeau(), PEAU, click("8h"),
     "The 8 of hearts needs a black 9 or an empty stack"),
    ("peau-by-key", LaPeau(), PEAU, key("b"),
     "The 5 of clubs needs a red 6 or an empty stack"),
    ("peau-same", LaPeau("same"), PEAU, click("5c"),
     "The 5 of clubs needs the 6 of clubs or an empty stack"),
    ("peau-covered", LaPeau(), PEAU, click("Qc"),
     "Only cards in sequence at the end of a stack can move"),
    ("peau-home", LaPeau(), PEAU, click("Ac"), "This card is already home"),
    ("peau-long", LaPeau(), full_lapeau("Kd 9s 8h", "Td"), click("9s"),
     "Too many cards at once: at most 1 can move there; each empty stack doubles that"),
    ("peau-alone", LaPeau(), lapeau("Kd"), click("Kd"),
     "Moving it to another empty place changes nothing"),
    ("peau-alone-too", LaPeau(), lapeau("9s"), click("9s"),
     "In a column the 9 of spades can only go on a red 10; "
     "moving it to another empty place changes nothing"),
    ("klondike-at-once", Klondike(), klondike("5c | 9h", "Kc"), click("9h"),
     "The 9 of hearts needs a black 10; only kings go to empty columns"),
    ("klondike-full", Klondike(), klondike("9h", "5c", "6c", "7c", "8d", "Jd", "Qd"), click("9h"),
     "The 9 of hearts needs a black 10; only kings go to empty columns"),
    ("klondike-down", Klondike(), klondike("5c | 9h"), click("5c"),
     "This card is face down; it is turned face up once it is uncovered"),
    ("klondike-first", Klondike(), klondike("9h", home="Ah"), home("9h"),
     "The 2 of hearts has to go home first"),
    ("klondike-run", Klondike(), klondike("9h 8c"), home("9h"),
     "Only an uncovered card can go home"),
    ("klondike-king", Klondike(), klondike("9h 8c", "Kc"), drop("8c", "column-3"),
     "Only a king can go to an empty column"),
    ("klondike-reserve", Klondike(), klondike("9h", reserve="5d 4c"), home("4c"),
     "Cards in the stock have to be drawn first"),
    ("klondike-onto-pull", Klondike(), klondike("8h", pull="9c"), drop("8h", "pull"), BACK),
    ("klondike-onto-reserve", Klondike(), klondike("8h", reserve="9c"), drop("8h", "reserve-1"),
     BACK),
    ("klondike-king-to-pull", Klondike(), klondike("5c | Kc"), drop("Kc", "pull"), BACK),
    ("klondike-king-by-key", Klondike(), klondike("5c | Kc"), keys("ah"), BACK),
    ("klondike-home-by-key", Klondike(), klondike("9h", home="Ac"), keys("1_"),
     "This card is already home"),
    ("klondike-home-dragged", Klondike(), klondike("9h", home="As"),
     drop("As", "foundation-1"), "This card is already home"),
    ("klondike-home-below", Klondike(), klondike("9h", home="2s"), play("As>done"),
     "This card is already home"),
    ("gaps-card", Gaps(), gaps("5c 8h --", "7h Kd -- -- --"), click("8h"),
     "The 8 of hearts can only go to the right of the 7 of hearts"),
    ("gaps-drop", Gaps(), gaps("5c 8h --", "7h Kd -- -- --"), drop("8h", "slot-1-3"),
     "The 8 of hearts can only go to the right of the 7 of hearts"),
    ("gaps-two", Gaps(), gaps("5c 2h --", "7h Kd -- -- --"), click("2h"),
     "A 2 can only go to the left end of a row"),
    ("gaps-king", Gaps(), gaps("5c 2h --", "7h Kd -- -- --"), place("slot-2-3"),
     "Nothing can follow a king, so this gap stays empty"),
    ("gaps-gap", Gaps(), gaps("5c 2h --", "7h Kd -- -- --"), place("slot-2-4"),
     "Nothing can go to the right of a gap"),
    ("gaps-fixed", Gaps(), gaps("2c 3c 9h --", "7h Kd -- -- --"), click("3c"),
     "This card is in sequence and stays where it is"),
]  # fmt: skip


class Columns(LaPeau):
    """A game that moves runs and has no words of its own."""

    facts = Facts(LaPeau.facts.spreads)


class ByOption(Klondike):
    """A game with an option for which cards an empty column takes."""

    def __init__(self, *, any_card: bool = False) -> None:
        self.any_card = any_card

    @property
    def kings_only(self) -> bool:
        """As the option says."""
        return not self.any_card


CASES += [
    ("columns-covered", Columns(), PEAU, click("Qc"),
     "Only cards in sequence at the end of a column can move"),
    ("option-kings", ByOption(), klondike("5c | 9h", "Kc"), click("9h"),
     "The 9 of hearts needs a black 10; only kings go to empty columns"),
    ("option-any-card", ByOption(any_card=True), klondike("5c | 9h", "Kc"), click("9h"),
     "The 9 of hearts needs a black 10 or an empty column"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "start", "deed", "told"),
    [pytest.param(*case, id=name) for name, *case in CASES],
)
def test_a_refusal_names_the_card_that_would_fit_or_the_rule(
    rules: Rules, start: Position, deed: Deed, told: str
) -> None:
    session = session_at(rules, start, autoplay=False)
    outcome = deed(session)
    assert outcome is not None and outcome.refusal is not None
    assert not outcome.steps and session.selection is None
    assert str(reason(rules, start, outcome.refusal, outcome.card)) == told


def test_a_card_put_where_another_suit_goes_home_is_told_so() -> None:
    session = session_at(LaPeau(), lapeau("Kd Ac", "5h"))
    session.click(seat_of(session, "Ac"))
    outcome = session.click(Seat(2, 0))
    assert outcome.refusal is not None
    assert str(reason(session.rules, session.position, outcome.refusal, outcome.card)) == (
        "Each suit has its own foundation"
    )


def test_where_another_card_can_move_a_click_takes_it_up_else_the_first_is_explained() -> None:
    session = session_at(LaPeau(), full_lapeau("Kc 8s", "9h", "Jc 4d", "9d"))
    session.click(seat_of(session, "8s"))
    outcome = session.click(seat_of(session, "4d"))
    assert outcome.refusal is not None and outcome.card == parse_card("8s")
    assert str(reason(session.rules, session.position, outcome.refusal, outcome.card)) == (
        "In a column the 8 of spades can only go on a red 9"
    )
    assert session.selected() == row("8s"), "and stays in the hand"


def test_french_names_the_cards_with_their_articles() -> None:
    french = Language("fr", asset_folder() / "locale")
    session = session_at(BrainJam(), FULL)
    outcome = session.click(seat_of(session, "2s"))
    assert outcome.refusal is not None
    told = reason(session.rules, FULL, outcome.refusal, outcome.card).translated(french)
    assert told.startswith("Le 2 de pique ne peut aller que sur le 3 de pique")
