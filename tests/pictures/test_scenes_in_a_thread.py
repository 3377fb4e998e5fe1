"""After a resize scenes are laid out and drawn in a thread: none may need to be in the main one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pygame
import pytest

from tools import pictures
from tools.scene_pictures import player_actions
from tools.scene_pictures.player_actions import Size

BEFORE, AFTER = (1000, 700), (900, 640)


@pytest.fixture(scope="module")
def picture_services(tmp_path_factory: pytest.TempPathFactory) -> pictures.PictureServices:
    return pictures.PictureServices(tmp_path_factory.mktemp("threads"))


@pytest.mark.parametrize("scene", pictures.SCENES)
def test_a_scene_is_the_same_laid_out_and_drawn_in_a_thread(
    picture_services: pictures.PictureServices, scene: str
) -> None:
    stack = pictures.SCENES[scene](picture_services, BEFORE)
    player_actions.set_up([below for below in stack if below.window != BEFORE], BEFORE)

    def picture(size: Size) -> bytes:
        window = pygame.Surface(size)
        for below in stack:
            below.place(size)
            player_actions.work_off(below)
            below.refresh()
            below.draw(window)
        return pygame.image.tobytes(window, "RGB")

    picture(BEFORE)
    with ThreadPoolExecutor(1) as pool:
        there = pool.submit(picture, AFTER).result()
    assert there == picture(AFTER)
