"""Lists of deals: which packs are found, what is told of bad ones, and what a list shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core import deals
from game.core.level_packs import Level, Pack
from game.record.catalogue import (
    FIRST_DEALS,
    ListColumn,
    ListedDeal,
    Listing,
    Show,
    find_packs,
    listed_decks,
    listed_par,
    number_of,
    numbered_pack,
    packs_of,
)
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.system.folders import levels_folder

PARS = (82, None, 90, 75, 88)
DIFFICULTIES = (3, None, 1, 5, 3)
BEST = {1: 82, 3: 95, 5: 90}
"""Deal 1 in as few moves as can be, deals 3 and 5 in more."""
PLAYED = {1: 300, 2: 500, 3: 100}
SOLVED = {"0001", "0003", "0005"}


def text_of(number: int) -> str:
    return deals.deck_text(deals.deck_of(number))


def line(number: int, par: str = "-", difficulty: str = "") -> str:
    return f"{number:04} {text_of(number)} {par} {difficulty}\n"


def five_deals(*, proved: bool = True) -> Pack:
    levels = tuple(
        Level(f"{number:04}", deals.deck_of(number), par, difficulty)
        for number, (par, difficulty) in enumerate(zip(PARS, DIFFICULTIES, strict=True), 1)
    )
    return Pack("five", BrainJam.name, (), levels, (), proved)


def listing() -> Listing:
    best = {text_of(number): moves for number, moves in BEST.items()}
    played = {text_of(number): when for number, when in PLAYED.items()}
    return Listing(five_deals(), best, played)


def ids(shown: Listing) -> list[str]:
    return [entry.level.id for entry in shown.rows]


# Packs


def test_the_games_own_packs_come_first_with_proved_pars_then_the_players_by_name(
    tmp_path: Path,
) -> None:
    own, players = tmp_path / "own", tmp_path / "players"
    for folder, names in ((own, ["z.txt"]), (players, ["b.txt", "a.txt", "c.sol", "d.txt~"])):
        folder.mkdir()
        for name in names:
            (folder / name).write_text(line(1, "80"))
    packs = packs_of(BrainJam(), own, find_packs([players]))
    assert [(pack.name, pack.proved) for pack in packs] == [
        ("z.txt", True),
        ("a.txt", False),
        ("b.txt", False),
    ]


def test_a_folder_that_is_not_there_holds_no_packs(tmp_path: Path) -> None:
    assert find_packs([tmp_path / "nowhere"]) == []


def test_broken_lines_are_told_with_file_and_line_and_the_rest_is_usable(tmp_path: Path) -> None:
    broken = (
        "# a comment\n"
        + line(1, "80", "2")
        + "0002 ABC 80\n"
        + "\n"
        + "0003\n"
        + line(4, "soon")
        + line(1, "81")
        + line(5, "-", "9")
    )
    (tmp_path / "mine.txt").write_text(broken)
    (pack,) = packs_of(BrainJam(), tmp_path / "none", find_packs([tmp_path]))
    assert [level.id for level in pack.levels] == ["0001", "0005"]
    assert [level.difficulty for level in pack.levels] == [2, None]
    places = [str(problem).split(": ")[0] for problem in pack.problems]
    assert places == [f"mine.txt, line {number}" for number in (3, 5, 6, 7)]
    assert "'soon' is not a par" in str(pack.problems[2])


def test_files_with_windows_line_ends_and_a_mark_at_the_start_are_read(tmp_path: Path) -> None:
    text = "# game: klondike\r\n" + line(7).replace("\n", "\r\n")
    (tmp_path / "k.txt").write_bytes(b"\xef\xbb\xbf" + text.encode())
    (pack,) = packs_of(Klondike(), tmp_path)
    assert [level.id for level in pack.levels] == ["0007"] and not pack.problems


def test_a_file_that_cannot_be_read_is_a_pack_without_deals_that_says_so(tmp_path: Path) -> None:
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe\x00\x81")
    (tmp_path / "folder.txt").mkdir()
    packs = find_packs([tmp_path])
    assert [(pack.name, pack.levels) for pack in packs] == [("bytes.txt", ()), ("folder.txt", ())]
    assert "not a text file" in str(packs[0].problems[0]) and "bytes.txt" in str(
        packs[0].problems[0]
    )
    assert "folder.txt" in str(packs[1].problems[0])


def test_packs_of_other_games_and_policies_are_not_offered(tmp_path: Path) -> None:
    heads = {
        "jam": "",
        "peau": "# game: lapeau\n",
        "alternate": "# game: lapeau alternate\n",
        "same": "# game: lapeau same\n",
        "gaps": "# game: gaps\n",
        "klondike": "# game: klondike\n",
    }
    for name, head in heads.items():
        (tmp_path / f"{name}.txt").write_text(head + line(1))

    def names(rules: BrainJam | LaPeau | Gaps | Klondike) -> list[str]:
        return [pack.name.removesuffix(".txt") for pack in packs_of(rules, tmp_path)]

    assert names(BrainJam()) == ["jam"]
    assert names(LaPeau()) == ["alternate", "peau"]
    assert names(LaPeau(same_suit=True)) == ["same"]
    assert names(Gaps()) == ["gaps"]
    assert names(Klondike()) == ["klondike"]


@pytest.mark.parametrize("head", ["# game: chess", "# game: lapeau sideways", "# game: gaps same"])
def test_a_pack_of_no_game_we_know_is_told_of_and_not_lost(head: str, tmp_path: Path) -> None:
    (tmp_path / "odd.txt").write_text(f"{head}\n" + line(1))
    (pack,) = find_packs([tmp_path])
    assert pack.levels == ()
    assert str(pack.problems[0]).startswith("odd.txt, line 1: ")
    assert head.split()[-1] in str(pack.problems[0])
    assert pack in packs_of(BrainJam(), tmp_path / "none", find_packs([tmp_path]))


def test_a_game_without_a_pack_has_the_first_1500_numbers_without_par(tmp_path: Path) -> None:
    (pack,) = packs_of(LaPeau(same_suit=True), tmp_path)
    assert (pack.game, pack.options, len(pack.levels)) == ("lapeau", ("same",), FIRST_DEALS)
    assert [pack.levels[place].id for place in (0, -1)] == ["0001", "1500"]
    assert pack.levels[0].deck == deals.deck_of(1)
    assert {level.par for level in pack.levels} == {None} and not pack.proved


def test_files_that_cannot_be_read_do_not_leave_a_game_without_deals(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_bytes(b"\xff\xfe\x00\x81")
    packs = packs_of(BrainJam(), tmp_path / "none", find_packs([tmp_path]))
    assert len(packs[0].levels) == FIRST_DEALS
    assert packs[1].problems


# One list


def test_an_entry_knows_solved_star_and_how_many_moves_over_the_minimum() -> None:
    stands = [(entry.solved, entry.star, entry.over) for entry in listing().entries]
    assert stands == [
        (True, True, 0),
        (False, False, None),
        (True, False, 5),
        (False, False, None),
        (True, False, 2),
    ]
    assert ListedDeal(0, Level("x", deals.deck_of(2), None), best=99).over is None


def test_a_list_counts_solved_deals_and_stars() -> None:
    assert (listing().solved, listing().stars) == (3, 1)


@pytest.mark.parametrize(
    ("show", "expected"),
    [
        (Show.ALL, "12345"),
        (Show.UNSOLVED, "24"),
        (Show.SOLVED, "135"),
        (Show.NOT_A_STAR, "2345"),
    ],
)
def test_a_filter_shows_what_it_says(show: Show, expected: str) -> None:
    shown = listing()
    shown.show = show
    shown.arrange()
    assert "".join(id[-1] for id in ids(shown)) == expected


def test_difficulties_are_filtered_and_deals_without_one_always_shown() -> None:
    shown = listing()
    shown.difficulties = frozenset([1, 5])
    shown.arrange()
    assert ids(shown) == ["0002", "0003", "0004"]


@pytest.mark.parametrize(
    ("column", "up", "down"),
    [
        (ListColumn.NUMBER, "12345", "54321"),
        (ListColumn.SOLVED, "13524", "24135"),
        (ListColumn.STAR, "12345", "23451"),
        (ListColumn.DIFFICULTY, "31542", "41532"),
        (ListColumn.BEST, "15324", "35124"),
        (ListColumn.MINIMUM, "41532", "35142"),
        (ListColumn.OVER, "15324", "35124"),
        (ListColumn.PLAYED, "21345", "31245"),
    ],
)
def test_a_list_is_sorted_by_any_column_both_ways_with_the_unknown_last(
    column: ListColumn, up: str, down: str
) -> None:
    shown = listing()
    shown.sorted_by = ListColumn.MINIMUM if column is ListColumn.NUMBER else ListColumn.NUMBER
    shown.sort(column)
    assert "".join(id[-1] for id in ids(shown)) == up
    shown.sort(column)
    assert "".join(id[-1] for id in ids(shown)) == down


@pytest.mark.parametrize(
    ("written", "shown"),
    [(["20", "3", "0100"], ["3", "20", "0100"]), (["20", "hard", "3"], ["20", "hard", "3"])],
)
def test_numbers_sort_as_numbers_and_names_stay_in_the_order_of_their_file(
    written: list[str], shown: list[str]
) -> None:
    levels = tuple(Level(id, deals.deck_of(place), None) for place, id in enumerate(written))
    found = Listing(Pack("own", BrainJam.name, (), levels, ()), {}, {})
    found.arrange()
    assert ids(found) == shown


def test_the_next_unsolved_deal_goes_round_the_end_and_stays_where_it_is_the_only_one() -> None:
    shown = listing()
    assert [shown.unsolved_from(row, 1) for row in (-1, 0, 1, 3, 4)] == [1, 1, 3, 1, 1]
    assert [shown.unsolved_from(row, -1) for row in (0, 1, 2, 3)] == [3, 3, 1, 1]
    shown.difficulties = frozenset([1])
    shown.arrange()
    assert ids(shown) == ["0002", "0003"]
    assert shown.unsolved_from(0, 1) == shown.unsolved_from(0, -1) == 0


def test_where_all_is_solved_or_nothing_shown_the_row_stays() -> None:
    shown = listing()
    shown.show = Show.SOLVED
    shown.arrange()
    assert shown.unsolved_from(1, 1) == shown.unsolved_from(1, -1) == 1
    assert shown.random_unsolved() == -1
    empty = Listing(Pack("empty", "brainjam", (), (), ()), {}, {})
    assert empty.unsolved_from(-1, 1) == -1 and empty.random_unsolved() == -1


def test_a_random_unsolved_deal_is_any_of_the_unsolved_ones() -> None:
    shown = listing()
    assert {shown.random_unsolved() for _ in range(100)} == {1, 3}


def test_a_deal_is_found_by_its_cards_and_by_its_id_with_or_without_zeros() -> None:
    shown = listing()
    assert shown.row_of(text_of(4)) == shown.row_of_id("4") == shown.row_of_id("0004") == 3
    assert shown.row_of(text_of(9)) == shown.row_of_id("9") == shown.row_of_id("") == -1
    shown.show = Show.SOLVED
    shown.arrange()
    assert shown.row_of(text_of(4)) == shown.row_of_id("4") == -1
    assert shown.row_of_id("5") == 2


def test_deal_0_is_found_by_its_id() -> None:
    pack = Pack("p", "brainjam", (), (Level("0000", deals.deck_of(0), None),), ())
    assert Listing(pack, {}, {}).row_of_id("0") == 0


def test_a_level_has_its_number_where_the_cards_are_those_of_the_number() -> None:
    assert number_of(Level("0417", deals.deck_of(417), 87)) == 417
    assert number_of(Level("0", deals.deck_of(0), None)) == 0
    for id in ("0418", "easy", "٤١٧", "1000000", "-1", "4" * 5000, ""):
        assert number_of(Level(id, deals.deck_of(417), None)) is None


def test_the_numbered_pack_of_brain_jam_has_no_options() -> None:
    pack = numbered_pack(BrainJam.name)
    assert pack.options == () and number_of(pack.levels[41]) == 42


# The par of one deal


def test_the_par_of_a_listed_deal_is_found_by_its_letters() -> None:
    own = levels_folder()
    for rules in (BrainJam(), LaPeau(), LaPeau(same_suit=True)):
        pack = packs_of(rules, own)[0]
        for level in (pack.levels[0], pack.levels[7], pack.levels[-1]):
            assert level.par is not None
            assert listed_par(rules, level.deck, own) == level.par


def test_a_deal_that_no_list_of_the_game_has_has_no_par(tmp_path: Path) -> None:
    own = levels_folder()
    level = packs_of(LaPeau(), own)[0].levels[0]
    assert listed_par(BrainJam(), deals.deck_of(999_999), own) is None
    assert listed_par(Klondike(), packs_of(BrainJam(), own)[0].levels[40].deck, own) is None
    assert listed_par(LaPeau(), level.deck, tmp_path) is None


def test_a_list_that_cannot_be_read_has_no_pars(tmp_path: Path) -> None:
    deck = deals.deck_of(5)
    (tmp_path / "a.txt").write_bytes(b"\xff" + deals.deck_text(deck).encode())
    (tmp_path / "b.txt").write_text(f"5 {deals.deck_text(deck)} many\n")
    (tmp_path / "c.txt").mkdir()
    assert listed_par(BrainJam(), deck, tmp_path) is None
    (tmp_path / "d.txt").write_text(f"# game: gaps\n5 {deals.deck_text(deck)} 70\n")
    (tmp_path / "e.txt").write_text(f"4 {deals.deck_text(deals.deck_of(4))} 71\n"
                                    f"5 {deals.deck_text(deck)} 72 3\n")  # fmt: skip
    assert listed_par(BrainJam(), deck, tmp_path) == 72
    assert listed_par(BrainJam(), deals.deck_of(4), tmp_path) == 71


@pytest.mark.parametrize("rules", [BrainJam(), LaPeau(), LaPeau(same_suit=True), Klondike()])
def test_the_decks_of_the_own_lists_are_those_of_their_deals(rules: Rules):
    packs = packs_of(rules, levels_folder())
    decks = {deals.deck_text(level.deck) for pack in packs for level in pack.levels}
    assert listed_decks(rules, levels_folder()) == decks


def test_of_a_list_the_second_words_of_the_lines_are_the_decks(tmp_path: Path):
    lines = "# 1 no\r\n1 one 7\r\n\n 2\ttwo\n3\n4  four 9 3\n#5 no\n6 six"
    (tmp_path / "a.txt").write_bytes(lines.encode())
    assert listed_decks(BrainJam(), tmp_path) == {"one", "two", "four", "six"}


def test_a_list_that_cannot_be_read_has_no_decks(tmp_path: Path):
    (tmp_path / "a.txt").write_bytes(b"\xff\xfe")
    (tmp_path / "b.txt").write_text("# game: nothing\n1 x 7\n")
    (tmp_path / "c.txt").write_text("")
    assert listed_decks(BrainJam(), tmp_path) == frozenset()


def test_the_next_harder_deal_is_unsolved_and_goes_by_difficulty_then_par() -> None:
    pack = packs_of(BrainJam(), levels_folder())[0]
    listing = Listing(pack, {}, {})
    walked, row = [], -1
    for _ in range(40):
        row = listing.next_harder(row)
        walked.append(listing.rows[row].level)
    hardness = [(level.difficulty, level.par) for level in walked]
    assert hardness == sorted(hardness) and hardness[0][0] == 1
    solved = Listing(pack, {listing.rows[listing.next_harder()].deck: 99}, {})
    assert solved.rows[solved.next_harder()].level is walked[1]
    hardest = max(range(len(listing.rows)), key=lambda n: hardness_of(listing, n))
    assert listing.next_harder(hardest) == -1


def hardness_of(listing: Listing, row: int) -> tuple[int, int, int]:
    level = listing.rows[row].level
    return level.difficulty or 0, level.par or 0, row
