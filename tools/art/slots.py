"""Empty places on the felt: a hollow with a faint mark of what belongs there."""

from tools.art import svg
from tools.art.card import HEIGHT, MIDDLE, WIDTH
from tools.art.compass import compass
from tools.art.palette import SLOT_FILL, SLOT_MARK
from tools.art.suits import NAMES, suit

_FAINT = 0.22
_CROWN = (
    "M-46 30L-56 -26L-26 -4L0 -42L26 -4L56 -26L46 30Z",
    svg.rectangle(-46, 36, 92, 10, 3),
)


def slots() -> dict[str, str]:
    """All empty places by name."""
    marks = {name: suit(s, *MIDDLE, 104, SLOT_MARK, fill_opacity=_FAINT)
             for s, name in NAMES.items()}  # fmt: skip
    marks["compass"] = compass(*MIDDLE, 40, SLOT_MARK, 0.16)
    marks["crown"] = _crown()
    marks["plain"] = ""
    return {name: _hollow(mark) for name, mark in marks.items()}


def _crown() -> str:
    """For places that take kings only."""
    balls = "".join(svg.ellipse(x, y, 6) for x, y in ((-56, -32), (0, -48), (56, -32)))
    data = "".join(_CROWN) + balls
    return svg.path(data, transform=svg.place(*MIDDLE), fill=SLOT_MARK, fill_opacity=_FAINT)


def _hollow(mark: str) -> str:
    frame = svg.path(
        svg.rectangle(1.5, 1.5, WIDTH - 3, HEIGHT - 3, 14), fill=SLOT_FILL, fill_opacity=0.3,
        stroke=SLOT_MARK, stroke_opacity=0.42, stroke_width=2.6,
    )  # fmt: skip
    return svg.document(WIDTH, HEIGHT, frame + mark)
