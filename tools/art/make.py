"""Writes all of Fourfold's art into assets/: `python tools/art/make.py`.

Deterministic: the same bytes each time. SVG needs the standard library only; the application's
icons (PNG, and the .ico and .icns made of them), the sheets of cards (QOI) and felt (PGM) are
rasterised by pygame-ce and left alone where it is missing.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools.art import backs, faces, iconfiles, icons, logo, palette, slots, svg

ASSETS = Path(__file__).resolve().parents[2] / "assets"
VARIANTS = {"": palette.CLASSIC, "four": palette.FOUR, "safe": palette.SAFE}
ICON_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
SHEET_CARD, LITTLE_SHEET_CARD = (70, 98), (40, 56)
SHEETS = {
    "classic": SHEET_CARD,
    "mini": LITTLE_SHEET_CARD,
    "modern": SHEET_CARD,
    "modern-mini": LITTLE_SHEET_CARD,
}
"""The settings that have a sheet of small pictures, and the size of its cards."""


def drawings() -> dict[str, str]:
    """Every SVG file: its path under assets/ and its text."""
    files = _faces() | _backs()
    files |= {f"cards/slots/{name}.svg": text for name, text in slots.slots().items()}
    files |= {f"icons/{name}.svg": text for name, text in icons.icons().items()}
    files["logo/mark.svg"] = logo.mark()
    files = {name: svg.without_empty_closings(text) for name, text in files.items()}
    # Desktops draw this one, not nanosvg.
    return {**files, "logo/icon.svg": logo.app_icon(256)}


def _faces() -> dict[str, str]:
    """All faces; the variants' folders hold only the suits that change."""
    files = {}
    for variant, colours in VARIANTS.items():
        for setting in faces.FACES:
            folder = f"{setting}-{variant}" if variant else setting
            for name in (rank + suit for suit in colours for rank in faces.RANKS):
                files[f"cards/{folder}/{name}.svg"] = faces.face(setting, name, colours, variant)
    return files


def _backs() -> dict[str, str]:
    files = {}
    for name, (full, mini) in backs.BACKS.items():
        files[f"cards/backs/{name}.svg"] = full()
        files[f"cards/backs/{name}-mini.svg"] = mini()
    return files


def write_drawings() -> int:
    """Writes every SVG file that differs; returns how many there are."""
    files = drawings()
    for name, text in files.items():
        target = ASSETS / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            target.write_text(text, encoding="utf-8", newline="\n")
    (ASSETS / "cards" / "french.txt").write_text(french(), encoding="utf-8", newline="\n")
    return len(files)


def french() -> str:
    """What is exchanged in the drawings of courts for French indices, a line each."""
    return "".join("\t".join(line) + "\n" for line in faces.french())


def write_icons() -> int:
    """Rasterises the application's icon at each size, and puts all into Windows' and Apple's
    icon files.
    """
    from tools.art.raster import save_png

    folder = ASSETS / "logo"
    for size in ICON_SIZES:
        save_png(logo.app_icon(size), size, folder / f"icon-{size}.png")
    pictures = {size: (folder / f"icon-{size}.png").read_bytes() for size in ICON_SIZES}
    (folder / "fourfold.ico").write_bytes(iconfiles.ico(pictures))
    (folder / "fourfold.icns").write_bytes(iconfiles.icns(pictures))
    return len(ICON_SIZES)


def write_sheets() -> None:
    """Draws cards small: what is shown until each is drawn at its size. A sheet of faces has suit
    below suit, that of a back both of its drawings, the last one the empty places.
    """
    from tools.art.raster import save_sheet

    sheets = {f"backs/{name}": [[full(), mini()]] for name, (full, mini) in backs.BACKS.items()}
    sheets["slots"] = [list(slots.slots().values())]
    for face in SHEETS:
        rows = [[rank + suit for rank in faces.RANKS] for suit in "cdhs"]
        sheets[face] = [[faces.face(face, name, palette.CLASSIC) for name in row] for row in rows]
    for name, texts in sheets.items():
        save_sheet(texts, SHEETS.get(name, SHEET_CARD), ASSETS / "cards" / f"{name}.qoi")


def write_felt() -> None:
    """Draws what felt is woven of."""
    from tools.art import felt

    for path, picture in felt.pictures().items():
        (ASSETS / path).parent.mkdir(exist_ok=True)
        (ASSETS / path).write_bytes(picture)


def main() -> None:
    """Writes everything."""
    print(f"{write_drawings()} drawings in {ASSETS}")
    try:
        print(f"{write_icons()} application icons")
        write_sheets()
        write_felt()
    except ImportError:
        print("application icons, sheets and felt left alone: no pygame-ce here", file=sys.stderr)


if __name__ == "__main__":
    main()
