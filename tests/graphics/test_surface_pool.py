"""Surfaces of a window's size that are used again."""

import pygame

from game.graphics.surface_pool import PooledSurface


def memory(surface: pygame.Surface) -> pygame.Surface | None:
    return surface.get_abs_parent()


def test_a_smaller_size_and_a_little_larger_one_take_the_same_memory():
    buffer = PooledSurface()
    first = memory(buffer.of((1000, 700)))
    for size in ((1000, 700), (900, 500), (1024, 704)):
        surface = buffer.of(size)
        assert surface.get_size() == size
        assert memory(surface) is first


def test_a_size_that_does_not_fit_takes_more_memory_and_a_tiny_one_gives_it_back():
    buffer = PooledSurface()
    first = memory(buffer.of((1000, 700)))
    larger = memory(buffer.of((1030, 700)))
    assert larger is not first
    assert memory(buffer.of((300, 200))) is not larger


def test_it_is_opaque():
    assert not PooledSurface().of((10, 10)).get_flags() & pygame.SRCALPHA
