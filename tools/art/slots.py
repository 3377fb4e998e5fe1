"""Empty places on the felt: a hollow with a faint mark of what belongs there."""

from tools.art import svg
from tools.art.card import HEIGHT, MIDDLE, WIDTH
from tools.art.compass import compass
from tools.art.palette import SLOT_FILL, SLOT_MARK
from tools.art.suits import NAMES, suit

_FAINT = 0.22
_SIGN = 4.0
_TURNOVER = (
    "M19.3 9.8A7.7 7.7 0 0 0 5.2 8.3M4.7 14.2A7.7 7.7 0 0 0 18.8 15.7"
    "M5.2 3.5V8.5H10.2M18.8 20.5V15.5H13.8"
)
"""For a reserve whose cards can be turned over once more, as the icon of the turn-overs left."""
_CROSS = "M7.5 7.5L16.5 16.5M16.5 7.5L7.5 16.5"


def slots() -> dict[str, str]:
    """All empty places by name."""
    marks = {name: suit(s, *MIDDLE, 104, SLOT_MARK, fill_opacity=_FAINT)
             for s, name in NAMES.items()}  # fmt: skip
    marks["compass"] = compass(*MIDDLE, 40, SLOT_MARK, 0.16)
    marks["turnover"] = _stroked(_TURNOVER, 0.42)
    marks["spent"] = _stroked(_CROSS, 0.26)
    marks["plain"] = ""
    return {name: _hollow(mark) for name, mark in marks.items()}


def _stroked(data: str, opacity: float) -> str:
    """A sign drawn in units of 24, as icons are, a third as wide as the place."""
    transform = svg.place(*(middle - 12 * _SIGN for middle in MIDDLE), _SIGN)
    return svg.path(
        data, transform=transform, fill="none", stroke=SLOT_MARK, stroke_opacity=opacity,
        stroke_width=1.6, stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip


def _hollow(mark: str) -> str:
    frame = svg.path(
        svg.rectangle(1.5, 1.5, WIDTH - 3, HEIGHT - 3, 14), fill=SLOT_FILL, fill_opacity=0.3,
        stroke=SLOT_MARK, stroke_opacity=0.42, stroke_width=2.6,
    )  # fmt: skip
    return svg.document(WIDTH, HEIGHT, frame + mark)
