"""The first frame's pieces from one start to the next: the same pixels, and never wrong ones."""

from __future__ import annotations

import os
import random
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pygame
import pytest
from stage import cast

from game.graphics import album as album_module
from game.graphics.album import MISSED_MOST, SMALL_BYTES, Album
from game.graphics.assets import Assets
from game.graphics.paint import Painter
from game.scenes.menu.scene import MenuScene

SIZE = (960, 600)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "menu.album"


def speckled(size: tuple[int, int], seed: int, flags: int = pygame.SRCALPHA) -> pygame.Surface:
    noise = pygame.image.frombytes(Random(seed).randbytes(4 * size[0] * size[1]), size, "RGBA")
    return noise.convert(pygame.Surface((1, 1), flags, 32))


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


def pieces(count: int = MISSED_MOST) -> dict[object, pygame.Surface]:
    """Small and large ones, with and without alpha."""
    made: dict[object, pygame.Surface] = {("text", n): speckled((9, 5), n) for n in range(count)}
    made["cloth", 1.5, (200, 150)] = speckled((200, 150), 90, 0)
    made["door"] = speckled((150, 200), 91)
    return made


def fill(album: Album, made: dict[object, pygame.Surface]) -> None:
    for key, surface in made.items():
        album.picture(key, lambda surface=surface: surface)
    album.number("wide", lambda: 42)
    album.close()
    album.wait()


def never() -> pygame.Surface:
    raise AssertionError("it is in the album")


def is_empty(file: Path) -> bool:
    """Whether an album of the file holds nothing of what `fill` has put into it."""
    album, asked = Album(file), 0
    for key in pieces():
        lost = pygame.Surface((1, 1), pygame.SRCALPHA)
        asked += album.picture(key, lambda lost=lost: lost) is not lost
    return asked == 0 and album.number("wide", lambda: 7) == 7


def test_what_was_made_for_a_first_frame_is_there_at_the_next_start(file: Path):
    made = pieces()
    fill(Album(file), made)
    again = Album(file)
    for key, surface in made.items():
        found = again.picture(key, never)
        assert found.get_size() == surface.get_size()
        assert found.get_flags() & pygame.SRCALPHA == surface.get_flags() & pygame.SRCALPHA
        assert pixels(found) == pixels(surface)
    assert again.number("wide", lambda: 1 // 0) == 42


def test_opaque_pictures_are_blitted_as_they_were(file: Path):
    made = pieces()
    fill(Album(file), made)
    cloth = next(key for key in made if key[0] == "cloth")  # type: ignore[index]
    windows = []
    for surface in (made[cloth], Album(file).picture(cloth, never)):
        window = pygame.Surface((220, 170), 0, 32)
        window.fill((1, 2, 3))
        window.blit(surface, (7, 9))
        windows.append(pixels(window))
    assert windows[0] == windows[1]


def test_a_piece_asked_for_twice_is_made_once(file: Path):
    album, made = Album(file), speckled((4, 4), 1)
    assert album.picture("a", lambda: made) is album.picture("a", never)


def test_after_the_first_frame_nothing_is_kept(file: Path):
    album = Album(file)
    fill(album, pieces())
    first, second = speckled((4, 4), 1), speckled((4, 4), 2)
    assert album.picture("door", lambda: first) is first
    assert album.picture("door", lambda: second) is second
    assert album.number("wide", lambda: 3) == 3


def test_without_a_file_everything_is_made():
    album = Album()
    fill(album, pieces())
    assert album.picture("door", lambda: speckled((2, 2), 1)).get_size() == (2, 2)


def test_a_few_pieces_more_are_not_worth_a_new_file(file: Path):
    made = pieces()
    fill(Album(file), made)
    before = file.stat().st_mtime_ns, file.stat().st_ino
    fill(Album(file), {**made, "another": speckled((9, 9), 5)})
    assert (file.stat().st_mtime_ns, file.stat().st_ino) == before
    fill(Album(file), {**made, "large": speckled((200, 200), 5)})
    assert file.stat().st_ino != before[1]
    assert pixels(Album(file).picture("large", never)) == pixels(speckled((200, 200), 5))


def test_small_pieces_that_were_not_needed_this_time_stay_a_while(file: Path):
    made = pieces()
    fill(Album(file), made)
    fill(Album(file), {"other": speckled((200, 200), 5)})
    again = Album(file)
    assert pixels(again.picture(("text", 3), never)) == pixels(made["text", 3])
    large = speckled((1, 1), 1)
    assert SMALL_BYTES < 4 * 150 * 200
    assert again.picture("door", lambda: large) is large


def test_what_is_too_large_for_the_file_is_left_out(file: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(album_module, "MOST_BYTES", 4 * 150 * 200 + 4 * 9 * 5 * MISSED_MOST)
    made = pieces()
    fill(Album(file), made)
    again, lost = Album(file), speckled((1, 1), 1)
    assert [again.picture(key, lambda: lost) is lost for key in made].count(True) == 1


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_file_is_an_empty_one(file: Path, seed: int):
    fill(Album(file), pieces())
    content, chance = bytearray(file.read_bytes()), random.Random(seed)
    if seed % 4 == 0:
        del content[chance.randrange(len(content)) :]
    else:
        # Of the index as often as of the pixels.
        content[chance.randrange(len(content) if seed % 2 else 900)] ^= 1 << chance.randrange(8)
    file.write_bytes(content)
    assert is_empty(file)


@pytest.mark.parametrize("content", [b"", b"4FALBUM1", b"\0" * 5000, b"4FALBUM1" + b"\xff" * 99])
def test_a_file_that_is_none_is_an_empty_one(file: Path, content: bytes):
    file.parent.mkdir()
    file.write_bytes(content)
    assert is_empty(file)


def test_another_program_makes_everything_anew(file: Path, monkeypatch: pytest.MonkeyPatch):
    fill(Album(file), pieces())
    assert not is_empty(file)
    monkeypatch.setattr(album_module, "__version__", "99")
    assert is_empty(file)


def test_code_that_was_changed_makes_everything_anew(file: Path, monkeypatch: pytest.MonkeyPatch):
    fill(Album(file), pieces())
    monkeypatch.setattr(album_module, "_newest_below", lambda folder: 1)
    assert is_empty(file)


@pytest.mark.parametrize("lost", [False, True])
def test_a_drawing_that_was_changed_makes_everything_anew(file: Path, tmp_path: Path, lost: bool):
    drawing = tmp_path / "7h.svg"
    drawing.write_text("<svg/>")
    album = Album(file)
    album.rely_on(drawing)
    fill(album, pieces())
    assert not is_empty(file)
    if lost:
        drawing.unlink()
    else:
        os.utime(drawing, ns=(1, 1))
    assert is_empty(file)


def test_writing_takes_little_memory(file: Path):
    """What the thread has had at once it never gives back: it was 8 MB."""
    album = Album(file)
    cloth = pygame.Surface((1280, 800), 0, 32)
    album.picture("cloth", lambda: cloth)
    tracemalloc.start()
    try:
        album.close()
        album.wait()
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert pixels(Album(file).picture("cloth", never)) == pixels(cloth)
    assert most < 0.5e6


def test_read_only_nothing_is_written(file: Path):
    fill(Album(file, read_only=True), pieces())
    assert not file.parent.exists()


def test_where_nothing_can_be_written_nothing_happens(tmp_path: Path):
    (tmp_path / "cache").write_text("a file where the folder should be")
    fill(Album(tmp_path / "cache" / "menu.album"), pieces())
    assert (tmp_path / "cache").is_file()


@pytest.fixture
def art_folder() -> Iterator[Path]:
    found = Assets(threaded=False)
    yield found.folder
    found.close()


def test_the_menu_looks_the_same_from_the_album(file: Path, art_folder: Path):
    def shown() -> bytes:
        album = Album(file)
        services = cast(reduced_motion=True).services
        services.album, services.paint = album, Painter(album)
        services.assets = Assets(art_folder, strict=True, threaded=False, album=album)
        menu = MenuScene(services, choose=Random(1))
        menu.place(SIZE)
        menu.resume()
        window = pygame.Surface(SIZE, 0, 32)
        menu.draw(window)
        album.close()
        album.wait()
        return pixels(window)

    first = shown()
    written = file.stat().st_mtime_ns
    assert shown() == first
    assert file.stat().st_mtime_ns == written
