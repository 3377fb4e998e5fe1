"""Pictures of cards cut up: how many are kept."""

from __future__ import annotations

import weakref

import pygame
import pytest

from game.table import opaque_blits as stamps_module
from game.table.opaque_blits import MOST_KEPT, OpaqueBlits


def picture() -> pygame.Surface:
    return pygame.Surface((40, 56), pygame.SRCALPHA)


def test_a_picture_is_cut_up_once() -> None:
    stamps, art = OpaqueBlits(), picture()
    assert stamps.of(art, 3) is stamps.of(art, 3)


def test_pictures_that_are_not_drawn_any_more_are_forgotten() -> None:
    stamps, used = OpaqueBlits(), picture()
    gone = weakref.ref(art := picture())
    stamps.of(art, 3)
    del art
    kept = stamps.of(used, 3)
    for _ in range(MOST_KEPT):
        stamps.of(picture(), 3)
        assert stamps.of(used, 3) is kept
    assert gone() is None


def test_large_pictures_are_forgotten_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stamps_module, "BYTES_KEPT", 3 * 36 * 48 * 4)
    stamps = OpaqueBlits()
    gone = weakref.ref(art := picture())
    stamps.of(art, 3)
    del art
    for _ in range(2):
        stamps.of(picture(), 3)
        assert gone() is not None
    stamps.of(picture(), 3)
    assert gone() is None
