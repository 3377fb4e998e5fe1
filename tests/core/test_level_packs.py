"""Level packs: the numbers of their deals, and which game they are of."""

from __future__ import annotations

import pytest

from game.core import deals
from game.core.level_packs import number_of, parse_pack

DEAL = f"1 {deals.deck_text(deals.deck_of(1))} -\n"


def test_a_level_has_its_number_where_the_cards_are_those_of_the_number() -> None:
    assert number_of("0417", deals.deck_of(417)) == 417
    assert number_of("0", deals.deck_of(0)) == 0
    for id in ("0418", "easy", "٤١٧", "1000000", "-1", "4" * 5000, ""):
        assert number_of(id, deals.deck_of(417)) is None


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"# by me\n# game: lapeau same\n{DEAL}", 2),
        (f"# Game: lapeau same\n{DEAL}", 1),
        (f"\n#GAME : gaps\n{DEAL}", 2),
        (f"# game:\n{DEAL}", 1),
        (f"{DEAL}# game: gaps\n", 2),
    ],
)
def test_a_line_that_names_the_game_but_is_not_the_head_is_a_problem(text: str, line: int) -> None:
    pack = parse_pack(text, "mine.txt")
    assert (pack.game, len(pack.levels)) == ("brainjam", 1)
    wanted = "only the first line may name the game, as in '# game: lapeau same'"
    assert list(map(str, pack.problems)) == [f"mine.txt, line {line}: {wanted}"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_head_ends_as_the_other_lines_do(end: str) -> None:
    pack = parse_pack(f"# game: lapeau same\n{DEAL}".replace("\n", end), "mine.txt")
    assert (pack.game, pack.options, len(pack.levels)) == ("lapeau", ("same",), 1)


@pytest.mark.parametrize("comment", ["# a game: of mine", "# gameplay: hard", "# the game"])
def test_other_comments_are_none(comment: str) -> None:
    pack = parse_pack(f"# game: lapeau same\n{comment}\n{DEAL}", "mine.txt")
    assert (pack.game, pack.problems) == ("lapeau", ())
