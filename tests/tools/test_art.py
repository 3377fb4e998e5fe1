"""The art: what the generators write is what is committed, complete, and drawable."""

import itertools
import re
import struct
import sys
from pathlib import Path
from random import Random

import colour_measures
import pytest

from game.graphics import colours
from game.system import settings

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools.art import backs, faces, felt, make, modern, palette, qoi, raster, suits
from tools.art.palette import CLASSIC, FOUR, SAFE

REPO = Path(__file__).resolve().parents[2]
BACKS = list(backs.BACKS)
NAMES = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]
FOLDERS = {
    face + ending: changed
    for face in faces.FACES
    for ending, changed in (("", "cdhs"), ("-four", "cd"), ("-safe", "cdh"))
}
OWN_COLOURS = {"compass", "cursor-hand", "cursor-down", "cursor-arrow"}
FORBIDDEN = re.compile(
    r"<(text|clipPath|mask|use|filter|pattern|style|symbol|marker|image)\b"
    r"|\b(class|clip-path|mask|filter|style)="
    r"|objectBoundingBox"
)


@pytest.fixture(scope="module")
def drawings() -> dict[str, str]:
    return make.drawings()


def test_what_makes_indices_french_is_up_to_date_and_in_every_court(
    drawings: dict[str, str],
) -> None:
    text = make.french()
    assert (make.ASSETS / "cards" / "french.txt").read_text(encoding="utf-8") == text
    for name, old, new in (line.split("\t") for line in text.splitlines()):
        setting, _, letter = name.rpartition("-")
        assert old != new and all(old in card(drawings, setting, letter + suit) for suit in "cdhs")


def card(drawings: dict[str, str], folder: str, name: str) -> str:
    return drawings[f"cards/{folder}/{name}.svg"]


def pixels(text: str, width: int, height: int) -> bytes:
    return raster.pygame.image.tobytes(raster.rasterise(text, width, height), "RGBA")


def test_the_generator_gives_the_same_twice(drawings: dict[str, str]) -> None:
    assert make.drawings() == drawings


def test_the_committed_files_are_what_it_generates(drawings: dict[str, str]) -> None:
    for name, text in drawings.items():
        assert (make.ASSETS / name).read_text(encoding="utf-8") == text, name


def test_no_left_over_drawings(drawings: dict[str, str]) -> None:
    folders = ("cards", "icons", "logo")
    there = {
        p.relative_to(make.ASSETS).as_posix()
        for folder in folders
        for p in (make.ASSETS / folder).rglob("*.svg")
    }
    assert there == set(drawings)


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_card_of_a_folder_is_there(drawings: dict[str, str], folder: str) -> None:
    wanted = {f"cards/{folder}/{name}.svg" for name in NAMES if name[1] in FOLDERS[folder]}
    assert {name for name in drawings if name.startswith(f"cards/{folder}/")} == wanted


def test_backs_places_and_mark_are_there(drawings: dict[str, str]) -> None:
    wanted = {f"cards/backs/{c}{e}" for c in BACKS for e in ("", "-mini")}
    places = ("club", "diamond", "heart", "spade", "compass", "plain", "turnover", "spent")
    wanted |= {f"cards/slots/{name}" for name in places} | {"logo/mark"}
    assert wanted <= {name.removesuffix(".svg") for name in drawings}


def test_every_back_that_is_drawn_can_be_chosen() -> None:
    assert list(settings._WORDS["card_back"]) == BACKS


def test_application_icons_have_their_sizes() -> None:
    for size in (16, 24, 32, 48, 64, 128, 256, 512):
        picture = raster.pygame.image.load(str(make.ASSETS / "logo" / f"icon-{size}.png"))
        assert picture.get_size() == (size, size)


@pytest.mark.parametrize("sheet", [*make.SHEETS, *(f"backs/{name}" for name in BACKS), "slots"])
def test_a_sheet_shows_every_drawing_in_its_place(sheet: str, drawings: dict[str, str]) -> None:
    shown, across = [f"{sheet}/{name}" for name in NAMES], 13
    if sheet == "slots":
        places = ("club", "diamond", "heart", "spade", "compass", "turnover", "spent", "plain")
        shown, across = [f"slots/{name}" for name in places], 8
    elif sheet.startswith("backs/"):
        shown, across = [sheet, f"{sheet}-mini"], 2
    width, height = (40, 56) if sheet.endswith("mini") else (70, 98)
    picture = raster.pygame.image.load(str(make.ASSETS / "cards" / f"{sheet}.qoi"))
    assert picture.get_size() == (across * width, len(shown) // across * height)
    for number, name in enumerate(shown):
        at = number % across * width, number // across * height
        card = raster.rasterise(drawings[f"cards/{name}.svg"], width, height)
        shown_there, drawn = (
            raster.pygame.image.tobytes(art, "RGBA")
            for art in (picture.subsurface((*at, width, height)), card)
        )
        off = sum(abs(a - b) for a, b in zip(shown_there, drawn, strict=True))
        assert off < len(drawn), name


@pytest.mark.parametrize("width", [60, 140, 300])
def test_every_back_and_every_modern_card_is_a_picture_of_its_own_on_paper(
    drawings: dict[str, str], width: int
) -> None:
    """At a small, a usual and a large size."""
    shown = [f"backs/{back}{mini}" for back in BACKS for mini in ("", "-mini")]
    shown += [f"{face}/{name}" for face in modern.SETTINGS for name in NAMES]
    height, seen = round(width * 1.4), set()
    for name in shown:
        picture = raster.rasterise(drawings[f"cards/{name}.svg"], width, height)
        seen.add(raster.pygame.image.tobytes(picture, "RGBA"))
        rim = [picture.get_at((x, height // 2)) for x in (width // 50, width - 1 - width // 50)]
        assert all(pixel.a == 255 and min(pixel[:3]) > 150 for pixel in rim), name
        assert picture.get_at((0, 0)).a < 60, name
    assert len(seen) == len(shown)


@pytest.mark.parametrize("back", backs.PICTURES)
def test_a_back_looks_the_same_either_way_up(drawings: dict[str, str], back: str) -> None:
    picture = raster.rasterise(drawings[f"cards/backs/{back}.svg"], 125, 175)
    turned = raster.pygame.transform.rotate(picture, 180)
    one, other = (raster.pygame.image.tobytes(each, "RGB") for each in (picture, turned))
    assert sum(abs(a - b) > 60 for a, b in zip(one, other, strict=True)) < 0.01 * len(one)


def test_felt_is_woven_of_what_is_committed() -> None:
    for path, picture in felt.pictures().items():
        assert (make.ASSETS / path).read_bytes() == picture


def test_a_picture_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    dice = Random(3)
    near = [tuple(dice.choice((0, 1, 2, 9, 40, 255)) for _ in range(4)) for _ in range(40)]
    pixels = [dice.choice(near) for _ in range(60) for _ in range(dice.choice((1, 1, 2, 90)))]
    for step in range(-40, 41):
        pixels += [(100, 100, 100, 255), (100 + step, 100 + step // 4, 100, 255)]
    rgba = bytes(level for pixel in pixels for level in pixel)
    file = tmp_path / "picture.qoi"
    file.write_bytes(qoi.encoded(rgba, (len(pixels), 1)))
    picture = raster.pygame.image.load(str(file))
    assert raster.pygame.image.tobytes(picture, "RGBA") == rgba


def icon_bytes() -> dict[int, bytes]:
    folder = make.ASSETS / "logo"
    return {size: (folder / f"icon-{size}.png").read_bytes() for size in make.ICON_SIZES}


def test_windows_icon_holds_each_picture_whole() -> None:
    """Read back as Windows reads it: a directory whose entries point at PNG files."""
    data, pictures = (make.ASSETS / "logo" / "fourfold.ico").read_bytes(), icon_bytes()
    reserved, kind, count = struct.unpack_from("<HHH", data)
    assert (reserved, kind) == (0, 1)
    sides = []
    for number in range(count):
        entry = struct.unpack_from("<BBBBHHII", data, 6 + 16 * number)
        side, (length, offset) = entry[0] or 256, entry[-2:]
        assert data[offset : offset + length] == pictures[side]
        sides.append(side)
    assert sides == [16, 24, 32, 48, 64, 128, 256]


def test_macos_icon_holds_each_picture_whole() -> None:
    data, pictures = (make.ASSETS / "logo" / "fourfold.icns").read_bytes(), icon_bytes()
    name, length = struct.unpack_from(">4sI", data)
    assert (name, length) == (b"icns", len(data))
    at, found = 8, {}
    while at < len(data):
        name, length = struct.unpack_from(">4sI", data, at)
        found[name] = data[at + 8 : at + length]
        at += length
    assert found[b"icp4"] == pictures[16]
    assert found[b"ic11"] == found[b"icp5"] == pictures[32]
    assert found[b"ic09"] == found[b"ic14"] == pictures[512]


def test_the_smallest_icon_shows_four_panels_and_both_inks() -> None:
    """At 16 pixels the panels have edges on whole pixels and every suit can still be made out."""
    picture = raster.pygame.image.load(str(make.ASSETS / "logo" / "icon-16.png"))
    row = [picture.get_at((x, 5))[:3] for x in range(2, 14)]
    panels = [key for key, _ in itertools.groupby(row, key=lambda c: c[2] > 180)]
    assert panels == [True, False, True, False]
    inks = {picture.get_at((x, y))[:3] for x in range(2, 14) for y in range(5, 11)}
    assert any(red > 140 and green < 80 for red, green, _ in inks)
    assert any(max(ink) < 90 for ink in inks)


def test_nothing_that_nanosvg_cannot_draw(drawings: dict[str, str]) -> None:
    for name, text in drawings.items():
        assert not FORBIDDEN.search(text), name
        assert text.count("<svg") == 1, name
        assert text.count("<linearGradient") == text.count('gradientUnits="userSpaceOnUse"'), name
        for gradient in re.findall(r"url\(#(\w+)\)", text):
            assert f'id="{gradient}"' in text, name


def test_no_endless_numbers_and_a_modest_size(drawings: dict[str, str]) -> None:
    for name, text in drawings.items():
        assert not re.search(r"\d\.\d{5}|\de-|nan|inf\b", text), name
    cards = sum(len(text) for name, text in drawings.items() if name.startswith("cards/"))
    assert cards < 4_000_000


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_face_rasterises_to_its_own_picture(drawings: dict[str, str], folder: str) -> None:
    names = [name for name in NAMES if name[1] in FOLDERS[folder]]
    pictures = {pixels(card(drawings, folder, name), 50, 70) for name in names}
    assert len(pictures) == len(names)


def test_everything_else_rasterises_to_something(drawings: dict[str, str]) -> None:
    for name, text in drawings.items():
        if not name.startswith("cards/") or "/backs/" in name or "/slots/" in name:
            assert len(set(pixels(text, 28, 28))) > 1, name


def test_paper_fills_the_card_but_not_its_corners(drawings: dict[str, str]) -> None:
    for folder in FOLDERS:
        picture = raster.rasterise(card(drawings, folder, "7d"), 250, 350)
        assert picture.get_at((0, 0)).a == 0
        assert picture.get_at((125, 1)).a == 255
        assert sum(picture.get_at((125, 4))[:3]) > 700


@pytest.mark.parametrize(("folder", "visible"), [
    ("side", 50), ("large", 82), ("mini", 103),
    ("modern", 75), ("modern-side", 50), ("modern-large", 82), ("modern-mini", 103),
])  # fmt: skip
def test_the_index_of_a_covered_card_is_whole(
    drawings: dict[str, str], folder: str, visible: int
) -> None:
    """The last row above the next card shows paper only."""
    for name in NAMES:
        picture = raster.rasterise(card(drawings, folder, name), 250, 350)
        assert min(sum(picture.get_at((x, visible - 1))[:3]) for x in range(6, 244)) > 690, name


def test_the_classic_index_ends_above_its_fan(drawings: dict[str, str]) -> None:
    for name in NAMES:
        picture = raster.rasterise(card(drawings, "classic", name), 250, 350)
        assert min(sum(picture.get_at((x, 74))[:3]) for x in range(6, 46)) > 690, name


@pytest.mark.parametrize("folder", ["classic", "side"])
def test_either_end_of_a_classic_card_reads_the_same(drawings: dict[str, str], folder: str) -> None:
    """Courts and indices are symmetrical by a half turn (the paper's shade is not)."""
    for name in ("Kh", "Qs", "Jd", "Kc", "4d", "2s"):
        picture = raster.rasterise(card(drawings, folder, name), 125, 175)
        turned = raster.pygame.transform.rotate(picture, 180)
        pairs = zip(
            raster.pygame.image.tobytes(picture, "RGB"),
            raster.pygame.image.tobytes(turned, "RGB"),
            strict=True,
        )
        assert sum(abs(a - b) > 60 for a, b in pairs) < 0.004 * 125 * 175 * 3, name


def test_icons_have_one_colour_that_can_be_replaced(drawings: dict[str, str]) -> None:
    for name in (n for n in drawings if n.startswith("icons/")):
        colours = set(re.findall(r"#[0-9A-Fa-f]{6}\b", drawings[name]))
        if Path(name).stem in OWN_COLOURS:
            assert "#F3EAD2" not in colours
        else:
            assert colours == {"#F3EAD2"}, name


def test_icons_stay_on_their_grid(drawings: dict[str, str]) -> None:
    """No stroke is cut off by the edge of its icon."""
    for name in (n for n in drawings if n.startswith("icons/") and "cursor" not in n):
        picture = raster.rasterise(drawings[name], 96, 96)
        rim = [(i, j) for i in range(96) for j in (0, 95)]
        rim += [(j, i) for i, j in rim]
        assert all(picture.get_at(p).a < 40 for p in rim), name


@pytest.mark.parametrize("variant", ["four", "safe"])
def test_four_colours_are_other_pictures(drawings: dict[str, str], variant: str) -> None:
    for face in faces.FACES:
        for name in NAMES:
            own = drawings.get(f"cards/{face}-{variant}/{name}.svg")
            if own:
                assert own != card(drawings, face, name)


def test_the_four_suits_are_four_outlines() -> None:
    assert len(set(suits.OUTLINES.values())) == 4


# How people with the three kinds of colour blindness see linear red, green and blue: the
# published matrices of Machado, Oliveira and Fernandes (2009) at full severity.
SIGHT = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def seen(colour: str, sight: str) -> list[float]:
    light = [colour_measures.linear(channel / 255) for channel in colours.rgb(colour)]
    mixed = (sum(a * b for a, b in zip(row, light, strict=True)) for row in SIGHT[sight])
    return [min(1.0, max(0.0, v)) for v in mixed]


def lab(light: list[float]) -> tuple[float, float, float]:
    """CIE L*a*b*, in which 2 is a just visible difference and 20 a plain one."""
    r, g, b = light
    white = (0.9505, 1, 1.089)
    xyz = (
        0.4124 * r + 0.3576 * g + 0.1805 * b,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        0.0193 * r + 0.1192 * g + 0.9505 * b,
    )
    parts = [v / w for v, w in zip(xyz, white, strict=True)]
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in parts)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def apart(one: str, other: str, sight: str) -> float:
    pair = (lab(seen(one, sight)), lab(seen(other, sight)))
    return sum((a - b) ** 2 for a, b in zip(*pair, strict=True)) ** 0.5


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("changed", [FOUR, SAFE], ids=["four", "safe"])
def test_any_eye_tells_the_four_colours_apart(changed: palette.Colours, sight: str) -> None:
    inks = {suit: pair[1] for suit, pair in (CLASSIC | changed).items()}
    for one, other in itertools.combinations(inks, 2):
        assert apart(inks[one], inks[other], sight) > 20, (one, other)


def test_the_safe_colours_serve_red_green_blindness_better() -> None:
    for sight in ("no red", "no green"):
        safe, four = (CLASSIC | SAFE), (CLASSIC | FOUR)
        gain = apart(safe["h"][1], safe["c"][1], sight) - apart(four["h"][1], four["c"][1], sight)
        assert gain > 10


def test_every_ink_reaches_the_contrast_of_text_on_every_part_of_the_paper() -> None:
    for deck in (CLASSIC, FOUR, SAFE):
        for ink, paper in itertools.product(
            itertools.chain(*deck.values()), (palette.PAPER[0], palette.PAPER[1])
        ):
            assert colour_measures.contrast(colours.rgb(ink), colours.rgb(paper)) >= 4.5, (
                ink,
                paper,
            )


def test_every_icon_is_named_by_the_program():
    sources = "".join(path.read_text(encoding="utf-8") for path in (REPO / "game").rglob("*.py"))
    icons = [path.stem for path in (REPO / "assets" / "icons").glob("*.svg")]
    assert [name for name in icons if not re.search(rf"[\"'/]{name}[\"'.]", sources)] == []
