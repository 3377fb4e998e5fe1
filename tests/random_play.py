"""Random input on a table, and how much of it a test makes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from random import Random

import pygame
from input_events import CTRL, RIGHT, down, key, letter, motion, up

from game.core.position import PileKind, Seat
from game.table.card_sprites import CardSprites

SCALE = float(os.environ.get("FOURFOLD_TEST_SCALE", "1"))
"""How many times as much random play as usual."""


def scaled(count: int) -> int:
    """So many, or more where the environment asks for it."""
    return max(1, round(count * SCALE))


CHARS = "abcdefghijklmABCDEFGHIJKLM1234 "


COMMAND_KEYS = (
    (pygame.K_LEFT, 0), (pygame.K_RIGHT, 0), (pygame.K_HOME, 0), (pygame.K_END, 0),
    (pygame.K_BACKSPACE, 0), (pygame.K_z, CTRL), (pygame.K_y, CTRL), (pygame.K_r, CTRL),
    (pygame.K_p, CTRL), (pygame.K_d, CTRL), (pygame.K_ESCAPE, 0), (pygame.K_TAB, 0),
    (pygame.K_RETURN, 0), (pygame.K_g, CTRL), (pygame.K_LEFT, 0), (pygame.K_LEFT, 0),
)  # fmt: skip


def random_events(
    random: Random, view: CardSprites, controls: Sequence[pygame.Rect]
) -> Iterator[pygame.event.Event]:
    """One thing that a hand might do: a click, a part of a drag, a key."""
    at = random_point(random, view, controls)
    match random.randrange(12):
        case 0 | 1 | 2:
            yield motion(at)
            yield down(at)
            yield up(at)
        case 3:
            yield motion(at)
            yield down(at, RIGHT)
            yield up(at, RIGHT)
        case 4 | 5:
            yield down(at)
            yield motion(random_point(random, view, controls), held=True)
            end = random_point(random, view, controls)
            yield motion(end, held=True)
            yield up(end)
        case 6:
            yield down(at)
            yield motion(random_point(random, view, controls), held=True)
        case 7 | 8:
            yield motion(at)
        case 9 | 10:
            yield letter(random.choice(CHARS))
        case _:
            yield key(*random.choice(COMMAND_KEYS))


def random_point(
    random: Random, view: CardSprites, controls: Sequence[pygame.Rect]
) -> tuple[int, int]:
    """Mostly on the end of a pile, sometimes on another card, a control or the bare table."""
    table, position = view.arrangement, view.position
    chance = random.random()
    if chance < 0.06:
        return random.randrange(view.frame.width), random.randrange(view.frame.height)
    if chance < 0.10 and controls:
        return random.choice(controls).center
    pile = random.randrange(len(table.piles))
    held = len(position.piles[pile])
    if chance > 0.8 and held > 1 and table.kinds[pile] is PileKind.COLUMN:
        box = table.shown(position, Seat(pile, random.randrange(held)))
    else:
        box = table.seat(position, Seat(pile, max(0, held - 1)))
    return box.x + random.randrange(box.w), box.y + random.randrange(max(1, box.h))
