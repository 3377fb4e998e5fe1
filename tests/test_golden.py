"""Checks that deals, orders of moves, counts of lines and won games are as the golden files say."""

from __future__ import annotations

import re

import pytest
from golden_texts import GOLDEN, PINNED, TEXTS, counted_positions
from handwritten_positions import ALL_RULES, rules_name
from history_lines import best_answer, made
from reference import count_lines, plain

from game.cli.commands import main
from game.core import deals
from game.core.moves import DONE, REDEAL
from game.core.position import Position
from game.play import notation, sharing_lines
from game.play.session import Session, flatten
from game.rules import RULES, Rules

WINS = (GOLDEN / "wins.txt").read_text(encoding="utf-8").splitlines()
each_win = pytest.mark.parametrize("line", WINS, ids=lambda line: "-".join(line.split()[1:4])[:32])


def golden(name: str) -> str:
    return (GOLDEN / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_pinned_is_as_it_was(name: str):
    assert TEXTS[name]() == golden(name)


@pytest.mark.parametrize("game", RULES)
def test_the_command_line_prints_the_pinned_deals(game: str, capsys: pytest.CaptureFixture[str]):
    blocks = golden(f"deals_{game}.txt").split("\n\n")
    assert len(blocks) == len(PINNED) == 10
    for number, block in zip(PINNED, blocks, strict=True):
        assert main(["deal", game, str(number)]) == 0
        assert capsys.readouterr().out.strip() == block.strip()


def counts() -> dict[str, list[int]]:
    lines = (line.partition(": ") for line in golden("counts.txt").splitlines())
    return {name: list(map(int, numbers.split())) for name, _, numbers in lines}


COUNTED = counted_positions()


@pytest.mark.parametrize("counted", COUNTED, ids=[counted[0] for counted in COUNTED])
def test_the_counts_are_those_of_the_slow_reference(counted):
    name, rules, position, longest = counted
    if rules.name == "gaps" and passes_a_redeal(rules, position, longest - 1):
        longest = 1  # the reference deals no redeal
    for length in range(1, longest):
        assert count_lines(rules, plain(rules, position), length) == counts()[name][length - 1]


def passes_a_redeal(rules: Rules, position: Position, length: int) -> bool:
    """True if some line of so many actions meets a redeal on its way."""
    moves = rules.moves(position)
    if not length or not moves:
        return False
    if moves[0].card is None:
        return True
    return any(passes_a_redeal(rules, rules.apply(position, move), length - 1) for move in moves)


# Games won


def test_there_is_a_win_of_every_game_policy_and_redeal():
    shared = [sharing_lines.read_shared(line) for line in WINS]
    assert {rules_name(win.rules) for win in shared} == {rules_name(rules) for rules in ALL_RULES}
    redeals = [{move.onto for move in win.moves if move.card is None} for win in shared]
    assert {REDEAL} in redeals
    assert any("turn" in kinds for kinds in redeals)


@each_win
def test_a_recorded_win_is_played_through_a_session_to_the_flag(line: str):
    win = sharing_lines.read_shared(line)
    session = Session(win.rules, win.deck, number=win.number, autoplay=False)
    for number, move in enumerate(win.moves):
        assert not session.is_won, f"won after {number} of {len(win.moves)} moves"
        assert session.play(move).refusal is None
    assert session.is_won
    assert not session.is_stuck
    assert session.rules.score(session.position) == session.rules.goal
    assert len(flatten(made(session.history))) == len(win.moves)
    best = flatten(best_answer(session.history))
    assert len(best) <= len(win.moves)
    assert win.rules.is_won(win.rules.replay(win.rules.deal(win.deck), best))
    session.to_start()
    assert session.position == win.rules.deal(win.deck)
    session.to_end()
    assert session.is_won


@each_win
def test_a_recorded_win_is_written_back_as_it_was_read(line: str):
    win = sharing_lines.read_shared(line)
    assert sharing_lines.write_shared(win.rules, win.number, win.deck, win.moves) == line


@each_win
def test_verify_accepts_a_recorded_win_and_names_the_first_wrong_move(
    line: str, capsys: pytest.CaptureFixture[str]
):
    win = sharing_lines.read_shared(line)
    assert win.number is not None
    policy = [f"--{word}" for word in win.rules.policy.split()]
    start = win.rules.deal(win.deck)
    argv = ["verify", win.rules.name, str(win.number), *policy, "--answer"]
    answer = notation.write_answer(win.rules, start, win.moves)
    assert main([*argv, answer]) == 0
    said = capsys.readouterr().out
    assert said.startswith("won in ")
    assert int(said.split()[2]) >= len(win.moves)

    # A card cannot go twice to the same card, or home.
    words = [str(move) for move in win.moves]
    once = [
        n for n, move in enumerate(win.moves) if isinstance(move.onto, int) or move.onto == DONE
    ]
    at = once[len(once) // 2]
    broken = [*words[: at + 1], words[at], *words[at + 1 :]]
    assert main([*argv, " ".join(broken)]) == 1
    said = capsys.readouterr().out
    assert said.startswith(f"move {at + 2}, '{words[at]}': ")
    assert main([*argv, " ".join(words[:-1])]) == 1
    assert capsys.readouterr().out.startswith("not won after ")


def test_an_answer_of_brain_jam_can_be_typed_letter_by_letter():
    line = next(line for line in WINS if line.startswith("fourfold brainjam"))
    _, _, number, letters = line.split()
    session = Session(
        sharing_lines.read_shared(line).rules, deals.deck_of(int(number)), autoplay=False
    )
    typed = sharing_lines.read_shared(line).moves
    for letter, move in zip(re.findall(r"[A-La-l][0-9]*", letters), typed, strict=True):
        if len(letter) == 1 and letter.islower():
            assert session.key(letter) is not None
        else:
            session.play(move)
    assert session.is_won
