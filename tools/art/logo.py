"""The mark: a sheet folded in four, one suit a panel. As logotype, and as application icon."""

from dataclasses import dataclass

from tools.art import svg
from tools.art.suits import suit

PANEL, RISE, DROP, EDGE = 52, 98, 13, 2
_LIGHT, _SHADE = ("#FFFAF0", "#ECDCB6"), ("#DCC795", "#C2A76B")
_LINE = "#8A6A2C"
_INKS = {"s": "#1B2438", "h": "#B01F2D", "d": "#B01F2D", "c": "#1B2438"}
_WIDTH = 4 * PANEL + 2 * EDGE


@dataclass(frozen=True)
class Fold:
    """How the sheet is drawn: its height, the size of its signs, and how much detail."""

    rise: float = RISE
    sign: float = 36
    line: float = 1.6
    framed: bool = True

    @property
    def height(self) -> float:
        """From the highest corner to the lowest."""
        return self.rise + DROP + 2 * EDGE


def mark() -> str:
    """The four panels alone, 212 by 115."""
    fold = Fold()
    return svg.document(_WIDTH, fold.height, _panels(fold), _shades(fold))


def _shades(fold: Fold) -> str:
    return svg.fade("light", *_LIGHT, 0, fold.height) + svg.fade("shade", *_SHADE, 0, fold.height)


def _panels(fold: Fold) -> str:
    return "".join(_panel(i, s, fold) for i, s in enumerate("shdc"))


def _panel(index: int, letter: str, fold: Fold) -> str:
    """One panel; the drawing on it leans with it."""
    x, y = EDGE + index * PANEL, EDGE + (0 if index % 2 == 0 else DROP)
    lean, rise = (DROP if index % 2 == 0 else -DROP), fold.rise
    outline = svg.polygon([(x, y), (x + PANEL, y + lean), (x + PANEL, y + lean + rise),
                           (x, y + rise)])  # fmt: skip
    sheet = svg.path(outline, fill=f"url(#{'shade' if index % 2 else 'light'})", stroke=_LINE,
                     stroke_width=fold.line, stroke_linejoin="round")  # fmt: skip
    middle = (x + PANEL / 2, y + (lean + rise) / 2)
    drawing = suit(letter, 0, 0, fold.sign, _INKS[letter])
    if fold.framed:
        drawing += svg.path(svg.rectangle(-21, 6 - rise / 2, 42, rise - 12, 4), fill="none",
                            stroke=_LINE, stroke_opacity=0.55, stroke_width=1.2)  # fmt: skip
    return sheet + svg.group(
        drawing, transform=f"matrix(1 {lean / PANEL} 0 1 {svg.numbers(middle)})"
    )


def app_icon(pixels: int) -> str:
    """The application's icon for a size: the mark on felt; under 32 pixels only bold shapes."""
    ground = svg.fade("felt", "#1E705A", "#062824", 0, 256)
    field = svg.path(svg.rectangle(4, 4, 248, 248, 54), fill="url(#felt)",
                     stroke="#E6B85C" if pixels > 24 else None, stroke_width=8)  # fmt: skip
    if pixels < 32:
        return svg.document(256, 256, field + _bold_mark(pixels), ground)
    fold = Fold(rise=148, sign=43 if pixels > 32 else 48, line=2, framed=pixels >= 64)
    where = svg.place(128 - _WIDTH / 2, 128 - fold.height / 2)
    return svg.document(256, 256, field + svg.group(_panels(fold), transform=where),
                        ground + _shades(fold))  # fmt: skip


def _bold_mark(pixels: int) -> str:
    """Four slanting bars, ivory and gold by turns, with edges on whole pixels."""
    unit, wide, lean, rise = 256 / pixels, round(pixels * 0.2), round(pixels / 8), pixels // 2
    left, top = (pixels - 4 * wide) / 2, (pixels - rise - lean) / 2
    drawn = ""
    for i, letter in enumerate("shdc"):
        x, y, z = left + wide * i, top + lean * (i % 2), top + lean * ((i + 1) % 2)
        bar = [(x, y), (x + wide, z), (x + wide, z + rise), (x, y + rise)]
        drawn += svg.path(svg.polygon(bar), fill=_BOLD[i % 2])
        middle = (x + wide / 2, (y + z + rise) / 2)
        drawn += suit(letter, *middle, wide * 0.95, _INKS[letter])
    return svg.group(drawn, transform=f"scale({unit:.4g})")


_BOLD = ("#FFFAF0", "#D9B55E")
