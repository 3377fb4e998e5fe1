"""Every scene is drawn to the pixel as it was pinned, and the smallest change would be seen."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from game.core.position import Position, Seat
from game.graphics.assets import Assets
from game.graphics.text_rendering import TextRenderer
from game.table.layout import TableLayout
from game.table.window_layout import Box
from game.widgets.button import Button
from game.widgets.look import Look
from tools import picture_goldens, pictures
from tools.scene_pictures.player_actions import Size

Compare = Callable[[str, pygame.Surface], list[pygame.Rect]]

SMALL = (640, 400)
LARGE = (1280, 800)
PLACE = (333, 222)
WORD = "Options"
CARD = "7h"
INDEX = re.compile(r"<g fill=.*?</g>")
"""The numeral of a card's corner, in every face the first of its drawing."""


@pytest.fixture(scope="module", autouse=True)
def utc() -> Iterator[None]:
    """Times are told in UTC, and in the zone of the machine again afterwards."""
    zone = os.environ.get("TZ")
    pictures.use_utc()
    yield
    os.environ.pop("TZ")
    if zone is not None:
        os.environ["TZ"] = zone
    if hasattr(time, "tzset"):
        time.tzset()


@pytest.fixture(scope="module")
def picture_services(tmp_path_factory: pytest.TempPathFactory) -> pictures.PictureServices:
    return pictures.PictureServices(tmp_path_factory.mktemp("pictures"))


@pytest.fixture(scope="module")
def compare() -> Compare:
    """To the pixel with the versions that were pinned, which the checks install; where others
    draw, the picture in small.
    """
    other = picture_goldens.other_versions()
    if not other:
        return picture_goldens.changed
    same_machine = all(name not in other for name in ("machine", "libc", "AVX2"))
    if os.environ.get("CI") and same_machine:
        reason = f"the pinned pictures hold for other versions: {other}"
        pytest.fail(f"{reason}; where they are meant: {picture_goldens.COMMAND}")
    return picture_goldens.strayed


@pytest.mark.parametrize(
    ("scene", "size"), picture_goldens.cases(), ids=lambda part: str(part).replace(", ", "x")
)
def test_a_scene_is_drawn_as_it_was_pinned(
    picture_services: pictures.PictureServices, scene: str, size: Size, compare: Compare
) -> None:
    name = picture_goldens.title(scene, size)
    picture = pictures.picture(picture_services, scene, size)
    differing = compare(name, picture)
    assert not differing, picture_goldens.complaint(name, picture, differing)


def test_every_scene_is_pinned_and_nothing_else() -> None:
    names = {picture_goldens.title(*case) for case in picture_goldens.cases()}
    files = {file.name for file in picture_goldens.FOLDER.iterdir()}
    assert files == {f"{n}{end}" for n in names for end in (".txt", ".jpg")} | {"versions.txt"}


# What would be seen. Here the picture is pinned just before it is changed.


@pytest.fixture(scope="module")
def pinned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A menu and a table at both sizes."""
    made = tmp_path_factory.mktemp("pinned")
    wanted = [(scene, size) for scene in ("menu", "brainjam") for size in (SMALL, LARGE)]
    picture_goldens.renew(wanted, made)
    return made


@pytest.fixture
def folder(pinned: Path, tmp_path: Path) -> Path:
    """The same, to be spoilt."""
    return Path(shutil.copytree(pinned, tmp_path / "goldens"))


def drawn_anew(tmp_path: Path, scene: str, size: Size) -> pygame.Surface:
    """A picture made with art of its own: nothing of it was kept from before."""
    return pictures.picture(pictures.PictureServices(tmp_path), scene, size)


def differing(folder: Path, scene: str, size: Size) -> list[pygame.Rect]:
    picture = drawn_anew(folder, scene, size)
    return picture_goldens.changed(picture_goldens.title(scene, size), picture, folder)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("scene", ["menu", "brainjam"])
def test_a_picture_made_again_is_the_same(folder: Path, scene: str, size: Size) -> None:
    assert differing(folder, scene, size) == []


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("shift", [(1, 0), (0, 1)])
def test_a_scene_shifted_by_one_pixel_is_seen(
    folder: Path, size: Size, shift: tuple[int, int]
) -> None:
    picture = drawn_anew(folder, "brainjam", size)
    picture.scroll(*shift)
    name = picture_goldens.title("brainjam", size)
    assert len(picture_goldens.changed(name, picture, folder)) > 50


def test_a_word_shifted_by_one_pixel_is_seen(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = TextRenderer.write

    def shifted(self: TextRenderer, *arguments: Any, **named: Any) -> pygame.Rect:
        target, word, face, px, colour, at, *rest = arguments
        at = (at[0] + (word == WORD), at[1])
        return write(self, target, word, face, px, colour, at, *rest, **named)

    monkeypatch.setattr(TextRenderer, "write", shifted)
    found = differing(folder, "menu", LARGE)
    assert 1 <= len(found) <= 4
    assert differing(folder, "brainjam", SMALL) == [], "the word is not there"


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_card_shifted_by_one_pixel_is_seen(
    folder: Path, size: Size, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat_of, moved = TableLayout.seat, []

    def shifted(self: TableLayout, position: Position, seat: Seat) -> Box:
        box = seat_of(self, position, seat)
        if position.piles[seat.pile] and seat == (8, 0):
            moved.append(box)
            return box._replace(x=box.x + 1)
        return box

    monkeypatch.setattr(TableLayout, "seat", shifted)
    found = differing(folder, "brainjam", size)
    around = pygame.Rect(moved[-1]).inflate(60, 60)
    assert found
    assert all(square.colliderect(around) for square in found)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_missing_index_of_one_card_is_seen(
    folder: Path, size: Size, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Assets._read_drawing
    spoilt = []

    def without_index(self: Assets, name: str) -> str | None:
        drawing = read(self, name)
        if drawing is None or not name.endswith(f"/{CARD}"):
            return drawing
        spoilt.append(name)
        assert INDEX.search(drawing)
        return INDEX.sub("", drawing, count=1)

    monkeypatch.setattr(Assets, "_read_drawing", without_index)
    found = differing(folder, "brainjam", size)
    assert spoilt
    assert 1 <= len(found) <= 8


def test_one_level_of_one_pixel_is_seen(folder: Path) -> None:
    picture = drawn_anew(folder, "brainjam", SMALL)
    red, green, blue, _ = picture.get_at(PLACE)
    picture.set_at(PLACE, (red, green ^ 1, blue))
    found = picture_goldens.changed("brainjam-640x400", picture, folder)
    assert found == [pygame.Rect(320, 192, 64, 64)]
    assert found[0].collidepoint(PLACE)


def test_a_picture_of_another_size_and_one_never_pinned_differ_everywhere(folder: Path) -> None:
    other = pygame.Surface((650, 480))
    assert len(picture_goldens.changed("brainjam-640x400", other, folder)) == 11 * 8
    assert len(picture_goldens.changed("never", pygame.Surface(SMALL), folder)) == 10 * 7


# What would be seen where another pygame, SDL or processor draws.


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("scene", ["menu", "brainjam"])
def test_in_small_a_picture_that_is_rounded_otherwise_is_the_same(
    folder: Path, scene: str, size: Size
) -> None:
    picture = drawn_anew(folder, scene, size)
    name, chance = picture_goldens.title(scene, size), Random(7)
    for way in (pygame.BLEND_RGB_ADD, pygame.BLEND_RGB_SUB):
        levels = chance.randbytes(3 * size[0] * size[1]).translate(bytes((0, 1)) * 128)
        picture.blit(pygame.image.frombytes(levels, size, "RGB"), (0, 0), special_flags=way)
    assert len(picture_goldens.changed(name, picture, folder)) > 50
    assert picture_goldens.strayed(name, picture, folder) == []


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_in_small_a_button_that_has_moved_is_seen(
    folder: Path, size: Size, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, moved = Button.place, []

    def shifted(self: Button, look: Look, rect: pygame.Rect) -> None:
        if self.name == "help":
            rect = rect.move(4, 0)
            moved.append(rect)
        place(self, look, rect)

    monkeypatch.setattr(Button, "place", shifted)
    picture = drawn_anew(folder, "menu", size)
    found = picture_goldens.strayed(picture_goldens.title("menu", size), picture, folder)
    around = moved[-1].inflate(60, 60)
    assert found
    assert all(part.colliderect(around) for part in found)


def test_in_small_a_missing_card_and_another_size_are_seen(folder: Path) -> None:
    picture = drawn_anew(folder, "brainjam", LARGE)
    assert picture_goldens.strayed("brainjam-1280x800", picture, folder) == []
    picture.fill((14, 92, 84), (600, 300, 60, 90))
    assert picture_goldens.strayed("brainjam-1280x800", picture, folder)
    tall = pygame.Surface((1000, 1400))
    assert picture_goldens.strayed("brainjam-1280x800", tall, folder) == [tall.get_rect()]
    assert picture_goldens.strayed("never", tall, folder) == [tall.get_rect()]


# What is told then


def test_the_complaint_shows_what_differs_and_names_the_command(folder: Path) -> None:
    picture = drawn_anew(folder, "brainjam", SMALL)
    picture.fill((200, 0, 0), (100, 100, 10, 10))
    found = picture_goldens.changed("brainjam-640x400", picture, folder)
    text = picture_goldens.complaint("brainjam-640x400", picture, found, folder, folder / "failed")
    assert "1 squares differ" in text
    assert picture_goldens.COMMAND in text
    actual = pygame.image.load(str(folder / "failed" / "brainjam-640x400.png"))
    marked = pygame.image.load(str(folder / "failed" / "brainjam-640x400-difference.png"))
    assert pygame.image.tobytes(actual, "RGB") == pygame.image.tobytes(picture, "RGB")
    assert marked.get_size() == (1280, 400)
    assert marked.get_at((640 + 105, 105))[:3] == (200, 0, 0), "lit where it differs"
    assert marked.get_at((640 + 64, 100))[:3] == picture_goldens.FRAME


def test_renewing_tells_what_has_changed_and_leaves_the_rest(folder: Path) -> None:
    before = {file.name: file.stat().st_mtime_ns for file in folder.glob("*.jpg")}
    (folder / "menu-640x400.txt").write_text("0000\n", encoding="utf-8")
    assert picture_goldens.renew([("menu", SMALL), ("brainjam", SMALL)], folder) == ["menu-640x400"]
    after = {file.name: file.stat().st_mtime_ns for file in folder.glob("*.jpg")}
    assert {name for name in before if before[name] != after[name]} == {"menu-640x400.jpg"}


def test_what_belongs_to_no_scene_is_dropped(folder: Path) -> None:
    (folder / "nothing-640x400.txt").write_text("", encoding="utf-8")
    assert picture_goldens.remove_others(folder) == ["nothing-640x400.txt"]
    assert (folder / picture_goldens.VERSIONS).is_file()


def test_other_versions_are_told(folder: Path) -> None:
    assert picture_goldens.other_versions(folder) == ""
    file = folder / picture_goldens.VERSIONS
    mine = picture_goldens.versions()["SDL"]
    file.write_text(file.read_text(encoding="utf-8").replace(f"SDL: {mine}", "SDL: 1.2.15"))
    assert picture_goldens.other_versions(folder) == f"SDL {mine} instead of 1.2.15"
