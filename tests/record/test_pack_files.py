"""Packs: which are found, what is told of bad ones, and the pars of the games' own lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core import deals
from game.record.pack_files import (
    FIRST_DEALS,
    find_packs,
    listed_par,
    listed_pars,
    numbered_pack,
    packs_of,
)
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.system.folders import levels_folder


def text_of(number: int) -> str:
    return deals.deck_text(deals.deck_of(number))


def line(number: int, par: str = "-", difficulty: str = "") -> str:
    return f"{number:04} {text_of(number)} {par} {difficulty}\n"


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
        + line(5, "-")
        + line(6, "-", "9")
    )
    (tmp_path / "mine.txt").write_text(broken)
    (pack,) = packs_of(BrainJam(), tmp_path / "none", find_packs([tmp_path]))
    assert [level.id for level in pack.levels] == ["0001", "0005"]
    assert [level.difficulty for level in pack.levels] == [2, None]
    places = [str(problem).split(": ")[0] for problem in pack.problems]
    assert places == [f"mine.txt, line {number}" for number in (3, 5, 6, 7, 9)]
    assert "'soon' is not a par" in str(pack.problems[2])


@pytest.mark.parametrize("game", ["brainjam", "lapeau same", "lapeau", "klondike"])
def test_a_par_that_no_answer_can_have_is_told_and_its_line_left_out(
    game: str, tmp_path: Path
) -> None:
    lines = line(1, "52") + line(2, "51") + line(3, "-")
    (tmp_path / "mine.txt").write_text(f"# game: {game}\n{lines}")
    (pack,) = find_packs([tmp_path])
    assert [level.id for level in pack.levels] == ["0001", "0003"]
    told = "mine.txt, line 3: a par of 51 is impossible: every solution takes at least 52 moves"
    assert list(map(str, pack.problems)) == [told]


def test_in_gaps_a_redeal_may_put_many_cards_in_place_so_any_par_is_possible(
    tmp_path: Path,
) -> None:
    (tmp_path / "mine.txt").write_text(f"# game: gaps\n{line(1, '3')}")
    (pack,) = find_packs([tmp_path])
    assert pack.levels[0].par == 3 and not pack.problems


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
    assert names(LaPeau("same")) == ["same"]
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
    (pack,) = packs_of(LaPeau("same"), tmp_path)
    assert (pack.game, pack.options, len(pack.levels)) == ("lapeau", ("same",), FIRST_DEALS)
    assert [pack.levels[place].id for place in (0, -1)] == ["0001", "1500"]
    assert pack.levels[0].deck == deals.deck_of(1)
    assert {level.par for level in pack.levels} == {None} and not pack.proved


def test_files_that_cannot_be_read_do_not_leave_a_game_without_deals(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_bytes(b"\xff\xfe\x00\x81")
    packs = packs_of(BrainJam(), tmp_path / "none", find_packs([tmp_path]))
    assert len(packs[0].levels) == FIRST_DEALS
    assert packs[1].problems


def test_the_numbered_pack_of_brain_jam_has_no_options() -> None:
    pack = numbered_pack(BrainJam())
    assert pack.options == () and pack.levels[41].deck == deals.deck_of(42)


# The games' own lists


@pytest.mark.parametrize("rules", [BrainJam(), LaPeau(), LaPeau("same"), Klondike()])
def test_the_pars_of_the_own_lists_are_those_of_their_deals(rules: Rules):
    packs = packs_of(rules, levels_folder())
    pars = {deals.deck_text(level.deck): level.par for pack in packs for level in pack.levels}
    assert listed_pars(rules, levels_folder()) == pars
    some = [*pars][::7]
    assert [listed_par(rules, deck, levels_folder()) for deck in some] == [pars[d] for d in some]
    assert listed_par(rules, "a deck of no list", levels_folder()) is None


def test_of_a_list_the_second_words_of_the_lines_are_the_decks(tmp_path: Path):
    lines = "# 1 no\r\n1 one 7\r\n\n 2\ttwo\n3\n4  four 9 3\n#5 no\n6 six -"
    (tmp_path / "a.txt").write_bytes(lines.encode())
    pars = {"one": 7, "two": None, "four": 9, "six": None}
    assert listed_pars(BrainJam(), tmp_path) == pars
    assert {deck: listed_par(BrainJam(), deck, tmp_path) for deck in pars} == pars


def test_a_list_that_cannot_be_read_has_no_pars(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xff 5 deck 7")
    (tmp_path / "b.txt").write_text("5 deck many\n")
    (tmp_path / "c.txt").mkdir()
    (tmp_path / "d.txt").write_text("# game: gaps\n5 deck 70\n")
    (tmp_path / "e.txt").write_text("# game: nothing\n1 x 7\n")
    (tmp_path / "f.txt").write_text("")
    assert listed_pars(BrainJam(), tmp_path) == {"deck": None}
    (tmp_path / "g.txt").write_text("4 other 71\n5 deck 72 3\n")
    assert listed_pars(BrainJam(), tmp_path) == {"deck": 72, "other": 71}
    assert listed_par(BrainJam(), "deck", tmp_path) == 72
