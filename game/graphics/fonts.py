"""The typefaces with their files, and the style in which each kind of text is written. Sizes are dp
(`scale.py`).
"""

from __future__ import annotations

from enum import Enum
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from game.system.folders import MissingAssetError


class Face(Enum):
    """The typefaces: the package and the file of each. They are few to keep the program small."""

    SANS = "font_source_sans_pro", "SourceSansPro-Regular"
    SANS_SEMIBOLD = "font_source_sans_pro", "SourceSansPro-Semibold"
    SERIF_ITALIC = "font_source_serif_pro", "SourceSerifPro-It"
    SERIF_SEMIBOLD = "font_source_serif_pro", "SourceSerifPro-Semibold"
    SERIF_BOLD = "font_source_serif_pro", "SourceSerifPro-Bold"


def font_file(face: Face) -> str:
    """The path of a face's TTF file. Raises MissingAssetError, or ImportError."""
    # To import the package would take longer: it looks for all its files.
    package, name = face.value
    spec = find_spec(package)
    if spec is None:
        raise ImportError(f"No module named {package!r}", name=package)
    for folder in spec.submodule_search_locations or ():
        path = Path(folder, "files", f"{name}.ttf")
        if path.is_file():
            return str(path)
    raise MissingAssetError(f"no font file {name}.ttf in the package {package}")


class TextStyle(NamedTuple):
    """A face at a size in dp; tracking is extra room after each letter, in dp."""

    face: Face
    size: float
    tracking: float = 0.0


LIST_TITLE = TextStyle(Face.SERIF_BOLD, 34)
PAGE_TITLE = TextStyle(Face.SERIF_BOLD, 30)
BUTTON_LARGE = TextStyle(Face.SANS_SEMIBOLD, 18.5)
BUTTON = TextStyle(Face.SANS_SEMIBOLD, 16)
BUTTON_SMALL = TextStyle(Face.SANS_SEMIBOLD, 14.5)
SEGMENT = TextStyle(Face.SANS_SEMIBOLD, 14.5)
GROUP_HEAD = TextStyle(Face.SANS_SEMIBOLD, 13, tracking=1.2)
KEY_CAP = TextStyle(Face.SANS_SEMIBOLD, 12.5)
ROW = TextStyle(Face.SANS, 16)
PAGE_TEXT = TextStyle(Face.SANS, 15.5)
CAPTION = TextStyle(Face.SANS, 14)
CAPTION_STRONG = TextStyle(Face.SANS_SEMIBOLD, 14)
SMALL_CAPTION = TextStyle(Face.SANS, 13)
FIELD_VALUE = TextStyle(Face.SANS_SEMIBOLD, 16)

LINE_HEIGHT = 1.38
CAPITALS_CENTRE = 0.33
"""The distance from the middle of capitals down to the baseline, as a share of the font size."""
