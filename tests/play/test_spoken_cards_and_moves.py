"""A table in words: piles, cards, moves and what happened, in both languages."""

from __future__ import annotations

from random import Random

import pytest
from history_lines import made

from game.core import cards, deals
from game.core.moves import DONE, PULL, TURN, Move
from game.core.position import PileKind, Position, Seat
from game.play import spoken_cards_and_moves
from game.play.narrator import Narrator
from game.play.session import Session
from game.rules import RULES, BrainJam, Gaps, Klondike, LaPeau
from game.system.folders import asset_folder
from game.system.language import Language
from tests.made_deals import easy_deck

ENGLISH = Language()
FRENCH = Language("fr", asset_folder() / "locale")


def session(rules: object, number: int = 617) -> Session:
    return Session(rules, deals.deck_of(number), number=number, autoplay=False)  # type: ignore[arg-type]


def moves_of(played: Session) -> str:
    return spoken_cards_and_moves.moves_line(played.rules, played.position, ENGLISH)


def test_a_card_tells_its_pile_and_how_many_cover_it():
    rules = BrainJam()
    position = rules.deal(deals.deck_of(617))
    assert spoken_cards_and_moves.seat_words(rules, position, Seat(8, 4), ENGLISH) == (
        "king of diamonds, column 1, covered by 3"
        if position.piles[8][4] == cards.parse_card("Kd")
        else spoken_cards_and_moves.card_words(position.piles[8][4], ENGLISH)
        + ", column 1, covered by 2"
    )
    assert spoken_cards_and_moves.seat_words(rules, position, Seat(0, 0), ENGLISH) == (
        "empty, clubs foundation"
    )


def test_turn_overs_and_redeals_have_words_of_their_own():
    talon = session(Klondike())
    narrator = Narrator(talon)
    while not any(move.onto == TURN for move in talon.rules.moves(talon.position)):
        talon.play(next(m for m in talon.rules.moves(talon.position) if m.onto == PULL))
    assert "start the next pass" in moves_of(talon)
    turned = talon.play(next(m for m in talon.rules.moves(talon.position) if m.onto == TURN))
    assert narrator.tell(turned, ENGLISH).endswith("new pass, 1 pass left")
    rows = session(Gaps())
    narrator = Narrator(rows)
    while cards_move := [m for m in rows.rules.moves(rows.position) if m.card is not None]:
        rows.play(cards_move[0])
    assert moves_of(rows) == "1 move: redeal"
    redealt = rows.play(rows.rules.moves(rows.position)[0])
    assert narrator.tell(redealt, ENGLISH).endswith("redealt, 1 redeal left")


def test_the_pull_that_empties_the_reserve_says_so():
    talon = session(Klondike())
    narrator, told = Narrator(talon), []
    for _ in range(24):
        pulled = talon.play(Move(None, PULL))
        told.append(narrator.tell(pulled, FRENCH))
    assert [line.endswith(", dernière carte du talon") for line in told] == [False] * 23 + [True]
    assert "talon" not in told[0]
    undone = narrator.tell(talon.undo(), FRENCH)
    assert undone == f"annulé\u00a0: {told[-1]}" and undone.count(":") == 1


def test_every_game_reads_every_card_that_shows_its_face():
    for make in RULES.values():
        rules = make()
        position = rules.deal(deals.deck_of(88))
        read = " ".join(spoken_cards_and_moves.table_lines(rules, position, ENGLISH))
        for pile, held in enumerate(position.piles):
            for depth, card in enumerate(held):
                told = f"{spoken_cards_and_moves.card_words(card, ENGLISH)}"
                assert (told in read) == position.is_up(Seat(pile, depth)), (rules.name, told)


def test_a_pile_is_read_from_its_end_inwards():
    rules = LaPeau()
    position = rules.deal(deals.deck_of(617))
    first = next(n for n, pile in enumerate(rules.piles) if pile.kind is PileKind.COLUMN)
    assert spoken_cards_and_moves.pile_line(rules, position, first, ENGLISH) == (
        "stack 1, 4 cards: 2 of spades, 9 of spades, 8 of hearts, 7 of diamonds"
    )
    assert spoken_cards_and_moves.pile_line(rules, position, first, FRENCH) == (
        "pile 1, 4 cartes\N{NO-BREAK SPACE}: 2 de pique, 9 de pique, 8 de cœur, 7 de carreau"
    )


def test_face_down_cards_are_counted_and_the_one_turned_up_is_told():
    rules = Klondike()
    position = rules.deal(deals.deck_of(617))
    assert "column 2, 2 cards: ace of hearts, 1 face down" in spoken_cards_and_moves.table_lines(
        rules, position, ENGLISH
    )
    assert spoken_cards_and_moves.seat_words(rules, position, Seat(7, 0), ENGLISH) == (
        "face-down card, column 2, covered by 1"
    )
    home = Move.parse("Ah>done")
    assert spoken_cards_and_moves.action_words(rules, position, (home,), ENGLISH) == (
        "ace of hearts home, ace of diamonds turned up"
    )


@pytest.mark.parametrize("language", [ENGLISH, FRENCH])
def test_moves_not_yet_made_name_no_card_that_lies_face_down(language: Language):
    rules = Klondike()
    for number in range(40):
        position = rules.deal(deals.deck_of(number))
        told = spoken_cards_and_moves.moves_line(rules, position, language)
        for pile, down in zip(position.piles, position.down, strict=True):
            for card in pile[:down]:
                assert spoken_cards_and_moves.card_words(card, language) not in told
        assert (
            spoken_cards_and_moves.move_words(rules, position, Move.parse("pull"), language) in told
        )


def test_a_pull_names_its_card_once_it_is_made():
    rules, pull = Klondike(), Move.parse("pull")
    position = rules.deal(deals.deck_of(4321))
    assert spoken_cards_and_moves.move_words(rules, position, pull, ENGLISH) == "draw a card"
    assert (
        spoken_cards_and_moves.action_words(rules, position, (pull,), ENGLISH) == "4 of clubs drawn"
    )


def test_rows_of_single_places_are_read_from_the_left():
    rules = Gaps()
    line = spoken_cards_and_moves.table_lines(rules, rules.deal(deals.deck_of(617)), ENGLISH)[0]
    assert line.startswith("row 1: 7 of diamonds, gap, 5 of clubs")


def test_a_run_tells_how_many_go_along():
    rules = Klondike()
    run, onto = map(cards.parse_card, ("9h", "8s")), cards.parse_card("Tc")
    position = Position(((),) * 6 + (tuple(run), (onto,), *((),) * 5), (0,) * 13)
    told = spoken_cards_and_moves.move_words(rules, position, Move.parse("9h>Tc"), ENGLISH)
    assert told == "9 of hearts and 1 more to 10 of clubs"


@pytest.mark.parametrize("language", [ENGLISH, FRENCH])
def test_a_random_game_is_told_in_full(language: Language):
    """Whatever is done, something is said of it, and nothing fails."""
    for game, make in RULES.items():
        random, deal = Random(f"{game} {language.code}"), session(make())
        narrator = Narrator(deal)
        for _step in range(120):
            moves = deal.rules.moves(deal.position)
            if random.random() < 0.3 or not moves:
                outcome = random.choice([deal.undo, deal.redo, deal.to_start, deal.to_end])()
            else:
                outcome = deal.play(random.choice(moves))
            assert narrator.tell(outcome, language)
        assert spoken_cards_and_moves.moves_line(deal.rules, deal.position, language)


def test_undo_and_redo_name_the_card():
    deal = session(LaPeau())
    narrator = Narrator(deal)
    assert narrator.tell(deal.play(Move.parse("4s>5d")), ENGLISH) == (
        "4 of spades to 5 of diamonds"
    )
    assert narrator.tell(deal.undo(), ENGLISH) == "undone: 4 of spades to 5 of diamonds"
    assert (
        narrator.tell(deal.undo(), ENGLISH) == "Nothing to undo here: Redo brings your moves back"
    )
    assert narrator.tell(deal.redo(), ENGLISH) == "redone: 4 of spades to 5 of diamonds"
    deal.play(Move.parse("3c>4h"))
    narrator.tell(deal.undo(2), ENGLISH)
    assert narrator.tell(deal.redo(2), ENGLISH) == "after 2 moves: 3 of clubs to 4 of hearts"


def test_many_cards_that_go_home_by_themselves_are_counted():
    rules = BrainJam()
    deal = Session(rules, easy_deck(rules), number=None, autoplay=True)
    narrator = Narrator(deal)
    told = narrator.tell(deal.play(rules.moves(deal.position)[0]), ENGLISH)
    assert deal.is_won
    line = made(deal.history)
    first = spoken_cards_and_moves.action_words(
        rules, deal.history.position_at(0), line[0], ENGLISH
    )
    assert told == f"{first}, {len(line) - 1} cards home; solved in {deal.moves} moves"


def test_many_moves_made_at_once_are_told_by_where_they_led():
    rules = Klondike()
    deal = session(rules, 5)
    narrator = Narrator(deal)
    pulls = [Move.parse("pull")] * 9
    told = narrator.tell(deal.play_line(deal.history.here, pulls), ENGLISH)
    assert told.startswith("after 9 moves: ")


def test_what_is_picked_and_let_go_is_told():
    deal = session(LaPeau())
    narrator = Narrator(deal)
    assert narrator.tell(deal.key("b"), ENGLISH) == "4 of spades selected"  # type: ignore[arg-type]
    told = narrator.tell(deal.key("a"), ENGLISH)  # type: ignore[arg-type]
    assert told == "In a column the 4 of spades can only go on a red 5"
    assert narrator.tell(deal.key("b"), ENGLISH) == "nothing selected"  # type: ignore[arg-type]


def test_a_run_that_is_picked_needs_no_gender_in_french():
    text = "{card} and {n} more selected"
    for n, told in (1, "1 autre"), (2, "2 autres"):
        said = FRENCH.plural(text, text, n).format(card="dame de cœur", n=n)
        assert said == f"sélection\u00a0: dame de cœur et {told}"


def test_a_win_is_told_with_its_moves():
    for make in RULES.values():
        rules = make()
        deal = Session(rules, easy_deck(rules), autoplay=False)
        narrator, told = Narrator(deal), ""
        for _step in range(200):
            if deal.is_won:
                break
            moves = rules.moves(deal.position)
            wanted = [move for move in moves if move.onto in (DONE, PULL, TURN)] or moves
            told = narrator.tell(deal.play(wanted[0]), ENGLISH)
        assert told.endswith(f"; solved in {deal.moves} moves"), rules.name


def test_a_dead_end_is_told():
    deal = session(BrainJam())
    narrator, told = Narrator(deal), ""
    for _step in range(200):
        moves = deal.rules.moves(deal.position)
        if not moves:
            break
        told = narrator.tell(deal.play(moves[0]), ENGLISH)
    assert told.endswith("; no moves left: U-turn")
