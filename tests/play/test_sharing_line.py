"""Sharing lines: what they look like, and what is said of a wrong one."""

import pytest

from game.core import cards, deals
from game.core.translatable_texts import WordedError
from game.play.sharing_lines import read_shared, write_shared
from game.rules import BrainJam, LaPeau, rules_for

BRAINJAM = BrainJam()


@pytest.mark.parametrize(
    ("game", "options", "number", "answer"),
    [
        ("brainjam", (), 1, "ab"),
        ("lapeau", (), 1, "5h>6c"),
        ("lapeau", ("same",), 3, ""),
        ("gaps", (), 1, ""),
        ("klondike", (), 1, "pull pull"),
    ],
)
def test_a_sharing_line_reads_back(game: str, options: tuple[str, ...], number: int, answer: str):
    rules, deck = rules_for(game, options), deals.deck_of(number)
    start = rules.deal(deck)
    moves = rules.moves(start)[:1] if answer else []
    line = write_shared(rules, number, deck, moves)
    assert line.startswith("fourfold ")
    assert "\n" not in line
    shared = read_shared(line)
    assert (shared.rules, shared.number, shared.deck) == (rules, number, deck)
    assert [rules.apply(start, move) for move in shared.moves] == [
        rules.apply(start, move) for move in moves
    ]


def test_a_sharing_line_looks_like_this():
    deck = deals.deck_of(484227)
    line = write_shared(LaPeau("same"), 484227, deck, ())
    assert line == "fourfold lapeau same 484227"
    other = deals.parse_deck(cards.LETTERS)
    assert write_shared(BRAINJAM, None, other, ()) == f"fourfold brainjam {cards.LETTERS}"


def test_a_number_that_means_other_cards_is_not_shared():
    other = deals.parse_deck(cards.LETTERS)
    assert write_shared(BRAINJAM, 5, other, ()) == f"fourfold brainjam {cards.LETTERS}"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "there is nothing to paste"),
        ("fourfold", "begins with the name of a game"),
        ("fourfold freecell 5", "unknown game 'freecell'"),
        ("lapeau", "has no deal"),
        ("lapeau same", "has no deal"),
        ("lapeau sideways 5", "lapeau has no option 'sideways'"),
        ("brainjam 9999999", "is not a deal number"),
        ("brainjam " + "A" * 52, "letter 2 of the deck"),
        ("brainjam 5 zz", "move 1, 'z'"),
    ],
)
def test_a_wrong_sharing_line_says_what_is_wrong(line: str, complaint: str):
    with pytest.raises(WordedError, match=complaint):
        read_shared(line)


# In the texts in which they are posted

LINE = "fourfold gaps 5"


@pytest.mark.parametrize(
    "text",
    [
        f"hello:\n{LINE}\n",
        f"hello:\r{LINE}\rbye",
        f"On Monday Ann wrote:\n> Try this:\n> {LINE}\n> Ann",
        f">> {LINE}",
        f"\u200b{LINE}",
    ],
)
def test_a_line_is_found_where_it_does_not_begin_the_text(text: str) -> None:
    shared = read_shared(text)
    assert (shared.rules.name, shared.number, shared.more_follow) == ("gaps", 5, False)


def test_a_line_that_begins_the_text_may_be_broken_and_quoted() -> None:
    deck = deals.deck_text(deals.deck_of(1))
    for text in (f"fourfold brainjam\n{deck}\na", f"\n> fourfold brainjam\n> {deck}\n> a\n"):
        shared = read_shared(text)
        assert shared.deck == deals.deck_of(1) and len(shared.moves) == 1


@pytest.mark.parametrize(
    "text",
    [
        f"{LINE}\nCan you beat that?",
        f"{LINE}\n\nCheers, Bob",
        f"> {LINE} \n>\n> ed",
        f"{LINE}\r\n\r\ned",
    ],
)
def test_words_below_a_line_are_left_out(text: str) -> None:
    shared = read_shared(text)
    assert (shared.rules.name, shared.number, shared.moves) == ("gaps", 5, ())


def test_a_move_below_a_line_that_is_wrong_is_told() -> None:
    with pytest.raises(WordedError, match="move 1"):
        read_shared("fourfold klondike 5\nXx>done\n")


def test_of_several_lines_the_first_is_taken() -> None:
    assert read_shared(f"> {LINE}\n> fourfold gaps 6\n").more_follow


@pytest.mark.parametrize("text", ["hello", "hello fourfold gaps 5", "chess 1", f"# {LINE}"])
def test_a_text_without_a_line_is_said_to_have_none(text: str) -> None:
    with pytest.raises(WordedError, match="there is no share code in this text"):
        read_shared(text)


@pytest.mark.parametrize(
    "text",
    [
        "`fourfold gaps 5`",
        "```\nfourfold gaps 5\n```",
        "**Fourfold Gaps 5**",
        "*gaps 5*, easy",
        "_Gaps #5_",
        '"Gaps 5"',
        "« Gaps 5 »",
        "“Fourfold Gaps #5,”",
        "(fourfold gaps 5)",
        "FOURFOLD GAPS 5.",
        "Fourfold gaps 5, ",
        "Gaps #5!",
        "Gaps placed-gaps 5: ",
        "Have you seen `fourfold gaps 5`? It is hard.",
        "Klondike is a bore\nGaps 5",
        "My Gaps streak:\n- fourfold gaps 5\n",
    ],
)
def test_a_line_is_read_as_people_post_it(text: str) -> None:
    shared = read_shared(text)
    assert (shared.rules.name, shared.number, shared.moves) == ("gaps", 5, ())
    assert not shared.more_follow


@pytest.mark.parametrize("text", ["Brain Jam 12: ab", "*fourfold BrainJam #12, a, b*"])
def test_a_title_does_for_a_name_and_the_answer_may_follow_a_mark(text: str) -> None:
    shared = read_shared(text)
    assert (shared.rules, shared.number, len(shared.moves)) == (BRAINJAM, 12, 2)


def test_the_letters_of_a_deck_keep_their_case() -> None:
    text = f"`Fourfold La Peau same {cards.LETTERS}`"
    shared = read_shared(text)
    assert (shared.rules, shared.deck) == (LaPeau("same"), deals.parse_deck(cards.LETTERS))


def test_of_several_posted_in_one_line_the_first_is_taken() -> None:
    shared = read_shared("**Gaps 5** and **Gaps 6**")
    assert (shared.number, shared.more_follow) == (5, True)
