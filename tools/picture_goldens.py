"""Pins every scene's picture to the pixel: `python tools/picture_goldens.py` renews what is pinned.

Felt is dithered, so a whole picture would take megabytes. Pinned are a checksum of each square
of 64 x 64 pixels, which no change of a pixel escapes, and a small picture, to look at and to
compare with where another pygame, SDL or processor rounds otherwise.
"""

from __future__ import annotations

import argparse
import io
import platform
import sys
import zlib
from collections.abc import Iterable, Sequence
from importlib import metadata
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

# It chooses SDL's driver, so it comes before pygame.
from tools import pictures  # noqa: I001

import pygame

from tools.scene_pictures import player_actions

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "tests" / "pictures" / "goldens"
FAILED = ROOT / "tests" / "pictures" / "failed"
COMMAND = "python tools/picture_goldens.py"
VERSIONS = "versions.txt"
SIZES = ((1280, 800), (640, 400))
TALL = (1000, 1400)
TALL_SCENES = (
    "menu", "list", "library", "calendar", "map", "win", "options", "help-lapeau", "review",
    "comparison",
    "brainjam", "lapeau", "gaps", "klondike",
)  # fmt: skip
"""Those that change their form in a portrait window."""
WIDE = (2560, 1080)
WIDE_SCENES = (
    "brainjam", "lapeau", "gaps", "klondike", "review", "map-worths",
    "brainjam-hint", "brainjam-stuck", "brainjam-warning", "first-game", "first-game-french",
)  # fmt: skip
SQUARE = 64
SMALL_WIDTH = 256
PACKAGES = ("pygame-ce", "font-source-sans-pro", "font-source-serif-pro")
FRAME = (255, 60, 40)
DIM = 110
BLOCK = 8
"""Of the small picture: what is compared where rounding differs, and what JPEG rounds together."""
TOLERANCE = 8
"""Levels of 255 by which the pixels of a block may differ on average, in any channel."""

Checks = list[list[str]]
"""A checksum for each square, row by row."""


def versions() -> dict[str, str]:
    """Whatever decides on a picture's pixels apart from the program itself."""
    instructions = pygame.system.get_cpu_instruction_sets()
    found = {package: metadata.version(package) for package in PACKAGES}
    found["SDL"] = ".".join(map(str, pygame.get_sdl_version()))
    found["SDL_image"] = ".".join(map(str, pygame.image.get_sdl_image_version() or ()))
    found["SDL_ttf"] = ".".join(map(str, pygame.font.get_sdl_ttf_version()))
    found["machine"] = f"{platform.system()} {platform.machine()}"
    # Drawings are rasterised with the mathematics of the C library.
    found["libc"] = " ".join(platform.libc_ver())
    found["AVX2"] = "yes" if instructions.get("AVX2") else "no"
    return found


def pinned_versions(folder: Path = FOLDER) -> dict[str, str]:
    """The versions that the pinned pictures were made with."""
    lines = (folder / VERSIONS).read_text(encoding="utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines)


def other_versions(folder: Path = FOLDER) -> str:
    """In words what differs from what the pinned pictures were made with; empty: nothing."""
    here, there = versions(), pinned_versions(folder)
    names = [name for name in there if here.get(name) != there[name]]
    return ", ".join(f"{name} {here.get(name)} instead of {there[name]}" for name in names)


def cases() -> list[tuple[str, player_actions.Size]]:
    """Every picture that is pinned: a scene and a size."""
    tall = [(scene, TALL) for scene in pictures.SCENES if scene in TALL_SCENES]
    wide = [(scene, WIDE) for scene in WIDE_SCENES]
    return [(scene, size) for size in SIZES for scene in pictures.SCENES] + tall + wide


def title(scene: str, size: player_actions.Size) -> str:
    """What the files of a picture are called, without their ending."""
    return f"{scene}-{size[0]}x{size[1]}"


# Checksums


def squares(size: player_actions.Size) -> list[list[pygame.Rect]]:
    """The squares of a picture, row by row; those at the right and below may be cut."""
    whole = pygame.Rect((0, 0), size)
    return [
        [pygame.Rect(x, y, SQUARE, SQUARE).clip(whole) for x in range(0, size[0], SQUARE)]
        for y in range(0, size[1], SQUARE)
    ]


def checks_of(picture: pygame.Surface) -> Checks:
    """A picture's checksums."""
    return [
        [_check(picture.subsurface(square)) for square in row]
        for row in squares(picture.get_size())
    ]


def _check(part: pygame.Surface) -> str:
    return f"{zlib.crc32(pygame.image.tobytes(part, 'RGB')):08x}"


def pin(name: str, picture: pygame.Surface, folder: Path = FOLDER) -> bool:
    """Pin a picture; True if it differs from what was pinned."""
    text = "".join(" ".join(row) + "\n" for row in checks_of(picture))
    file, small = folder / f"{name}.txt", folder / f"{name}.jpg"
    if small.is_file() and file.is_file() and file.read_text(encoding="utf-8") == text:
        return False
    file.write_text(text, encoding="utf-8")
    small.write_bytes(_small(picture))
    return True


def _small(picture: pygame.Surface) -> bytes:
    """The picture in small, as a JPEG file."""
    size = SMALL_WIDTH, SMALL_WIDTH * picture.get_height() // picture.get_width()
    file = io.BytesIO()
    pygame.image.save(pygame.transform.smoothscale(picture, size), file, "small.jpg")
    return file.getvalue()


def changed(name: str, picture: pygame.Surface, folder: Path = FOLDER) -> list[pygame.Rect]:
    """The squares in which a picture differs from the pinned one; all where none is pinned."""
    file = folder / f"{name}.txt"
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    pinned, found = [line.split() for line in text.splitlines()], checks_of(picture)
    places = squares(picture.get_size())
    if [len(row) for row in pinned] != [len(row) for row in found]:
        return [square for row in places for square in row]
    return [
        square
        for row, old, new in zip(places, pinned, found, strict=True)
        for square, one, other in zip(row, old, new, strict=True)
        if one != other
    ]


def strayed(name: str, picture: pygame.Surface, folder: Path = FOLDER) -> list[pygame.Rect]:
    """The parts in which a picture looks otherwise than the pinned one, in small: what another
    pygame, SDL or processor rounds by a level is left out. All where none is pinned.
    """
    file = folder / f"{name}.jpg"
    if not file.is_file():
        return [picture.get_rect()]
    # Both have gone through the same losses of JPEG.
    pinned, found = (
        pygame.image.load(io.BytesIO(one)) for one in (file.read_bytes(), _small(picture))
    )
    if pinned.get_size() != found.get_size():
        return [picture.get_rect()]
    difference, other = found.copy(), pinned.copy()
    difference.blit(pinned, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    other.blit(found, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    difference.blit(other, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    scale = picture.get_width() / SMALL_WIDTH
    return [
        pygame.Rect(*(round(scale * side) for side in block))
        for block in _blocks(difference.get_rect())
        if max(pygame.transform.average_color(difference, block)[:3]) > TOLERANCE
    ]


def _blocks(whole: pygame.Rect) -> list[pygame.Rect]:
    places = product(range(0, whole.w, BLOCK), range(0, whole.h, BLOCK))
    return [pygame.Rect(x, y, BLOCK, BLOCK).clip(whole) for x, y in places]


# A picture that is not as pinned


def complaint(
    name: str,
    picture: pygame.Surface,
    differing: Sequence[pygame.Rect],
    folder: Path = FOLDER,
    failed: Path = FAILED,
) -> str:
    """Keep the picture and one of the difference; returns what to tell about it."""
    failed.mkdir(parents=True, exist_ok=True)
    actual, difference = failed / f"{name}.png", failed / f"{name}-difference.png"
    pygame.image.save(picture, str(actual))
    pygame.image.save(_marked(name, picture, differing, folder), str(difference))
    around = differing[0].unionall(list(differing[1:]))
    return (
        f"{name}: {len(differing)} squares differ, around {tuple(around)}\n"
        f"  as it is: {actual}\n  as pinned (small) and what differs: {difference}\n"
        f"  where the change is meant: {COMMAND}"
    )


def _marked(
    name: str, picture: pygame.Surface, differing: Iterable[pygame.Rect], folder: Path
) -> pygame.Surface:
    """The pinned picture, enlarged, beside the present one, in which only what differs is lit."""
    width, height = picture.get_size()
    both = pygame.Surface((2 * width, height))
    small = folder / f"{name}.jpg"
    if small.is_file():
        pinned = pygame.image.load(str(small)).convert(both)
        both.blit(pygame.transform.smoothscale(pinned, (width, height)), (0, 0))
    both.blit(picture, (width, 0))
    both.fill((DIM, DIM, DIM), (width, 0, width, height), pygame.BLEND_RGB_MULT)
    for square in differing:
        both.blit(picture, square.move(width, 0), square)
        pygame.draw.rect(both, FRAME, square, 1)
        pygame.draw.rect(both, FRAME, square.move(width, 0), 1)
    return both


# Renewing


def renew(chosen: Iterable[tuple[str, player_actions.Size]], folder: Path = FOLDER) -> list[str]:
    """Pin pictures anew; returns the names of those that have changed."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = (f"{name}: {version}\n" for name, version in versions().items())
    (folder / VERSIONS).write_text("".join(lines), encoding="utf-8")
    with TemporaryDirectory() as data:
        picture_services = pictures.PictureServices(Path(data))
        return [
            title(scene, size)
            for scene, size in chosen
            if pin(title(scene, size), pictures.picture(picture_services, scene, size), folder)
        ]


def remove_others(folder: Path = FOLDER) -> list[str]:
    """Drop what was pinned of scenes that are no more; returns the names of the files."""
    names = {title(scene, size) for scene, size in cases()}
    others = [
        file
        for file in sorted(folder.iterdir())
        if file.name != VERSIONS and file.stem not in names
    ]
    for file in others:
        file.unlink()
    return [file.name for file in others]


def main(words: Sequence[str] | None = None) -> None:
    """Renew all that is pinned, or that of some scenes."""
    parser = argparse.ArgumentParser(description="Pins the scenes' pictures for the tests.")
    parser.add_argument("--scene", nargs="+", choices=pictures.SCENES)
    arguments = parser.parse_args(words)
    pictures.use_utc()
    chosen = [case for case in cases() if not arguments.scene or case[0] in arguments.scene]
    for name in renew(chosen):
        print(f"changed: {name}")
    for name in remove_others():
        print(f"dropped: {name}")
    print(f"{len(chosen)} pictures are pinned in {FOLDER}")


if __name__ == "__main__":
    main()
