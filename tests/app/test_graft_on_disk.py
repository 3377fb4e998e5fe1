"""A graft that shortens the best answer is on disk before the next frame, in the running loop."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pygame
import pytest
from input_events import SHIFT, key
from test_graft_on_real_deals import JAM, after, game_store_on, play, two_ways
from test_loop import Loop, press, run, table  # noqa: F401

from game.app.loop import App
from game.core import deals
from game.core.moves import Move
from game.core.position import Position
from game.rules import IllegalMove
from game.rules.base import placed
from game.rules.brainjam import PLACES
from game.storage.database_files import MAIN


def saved_best(folder: Path) -> int:
    """The best answer's moves as another program sees them in the file."""
    with closing(sqlite3.connect(f"file:{folder / MAIN}?mode=ro", uri=True)) as db:
        return int(db.execute("SELECT moves FROM answer").fetchone()[0])


def key_of(position: Position, move: Move) -> list[pygame.event.Event]:
    """The key that makes a move."""
    for place, pile in enumerate(PLACES):
        with suppress(IllegalMove):
            choices = [placed(JAM, position, choice) for choice in JAM.choices(position, pile)]
            if placed(JAM, position, move) in choices[:2]:
                second = choices.index(placed(JAM, position, move)) == 1
                return press(key(pygame.K_a + place, SHIFT if second else 0, "abcdefghijkl"[place]))
    raise AssertionError("no key makes this move")


def test_a_graft_that_shortens_the_best_answer_is_on_disk_before_the_next_frame(
    run: Callable[..., tuple[Loop, list[Any]]],  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    number, longer, shorter, win = two_ways(JAM)
    game_store = game_store_on(tmp_path)
    session = game_store.open(JAM, deals.deck_of(number), number, branching=True, autoplay=False)
    play(session, *longer, *win)
    before = session.moves
    session.to_start()
    play(session, *shorter[:-1])
    game_store.close()
    assert saved_best(tmp_path) == before
    position = after(JAM, JAM.deal(deals.deck_of(number)), shorter[:-1])
    seen: list[int] = []
    pressed_at: list[int] = []
    show = Loop.show

    def look(loop: Loop, window: pygame.Window, rects: Sequence[pygame.Rect] | None) -> None:
        seen.append(saved_best(tmp_path))
        show(loop, window, rects)

    monkeypatch.setattr(Loop, "show", look)

    def make_the_last_move(app: App) -> list[pygame.event.Event]:
        pressed_at.append(len(seen))
        return key_of(position, shorter[-1])

    choices = {"branching": True, "autoplay": False}
    run(1.0, make_the_last_move, 1.0, opening=table(JAM, number), choices=choices)
    best = before - len(longer) + len(shorter)
    assert set(seen[: pressed_at[0]]) == {before}
    assert len(seen) > pressed_at[0] and set(seen[pressed_at[0] :]) == {best}
