"""The mark: a sheet folded in four, one suit a panel. As logotype, and as application icon."""

from tools.art import svg
from tools.art.suits import suit

PANEL, RISE, DROP, EDGE = 52, 98, 13, 2
_LIGHT, _SHADE = ("#FFFAF0", "#ECDCB6"), ("#DCC795", "#C2A76B")
_LINE = "#8A6A2C"
_INKS = {"s": "#1B2438", "h": "#B01F2D", "d": "#B01F2D", "c": "#1B2438"}
_WIDTH, _HEIGHT = 4 * PANEL + 2 * EDGE, RISE + DROP + 2 * EDGE


def mark() -> str:
    """The four panels alone, 212 by 115."""
    return svg.document(_WIDTH, _HEIGHT, _panels(), _shades())


def _shades() -> str:
    return svg.fade("light", *_LIGHT, 0, 115) + svg.fade("shade", *_SHADE, 0, 115)


def _panels(framed: bool = True, sign: float = 36, line: float = 1.6) -> str:
    return "".join(_panel(i, s, framed, sign, line) for i, s in enumerate("shdc"))


def _panel(index: int, letter: str, framed: bool, sign: float, line: float) -> str:
    """One panel; the drawing on it leans with it."""
    x, y = EDGE + index * PANEL, EDGE + (0 if index % 2 == 0 else DROP)
    lean = DROP if index % 2 == 0 else -DROP
    outline = svg.polygon([(x, y), (x + PANEL, y + lean), (x + PANEL, y + lean + RISE),
                           (x, y + RISE)])  # fmt: skip
    fill = "url(#light)" if index % 2 == 0 else "url(#shade)"
    sheet = svg.path(outline, fill=fill, stroke=_LINE, stroke_width=line, stroke_linejoin="round")
    middle = (x + PANEL / 2, y + (lean + RISE) / 2)
    skew = f"matrix(1 {lean / PANEL} 0 1 {svg.numbers(middle)})"
    drawing = suit(letter, 0, 0, sign, _INKS[letter])
    if framed:
        drawing += svg.path(svg.rectangle(-21, -43, 42, 86, 4), fill="none", stroke=_LINE,
                            stroke_opacity=0.55, stroke_width=1.2)  # fmt: skip
    return sheet + svg.group(drawing, transform=skew)


def app_icon(pixels: int) -> str:
    """The application's icon for a size: the mark on felt; under 32 pixels only bold shapes."""
    ground = svg.fade("felt", "#1E705A", "#062824", 0, 256)
    field = svg.path(svg.rectangle(4, 4, 248, 248, 54), fill="url(#felt)", stroke="#E6B85C",
                     stroke_width=8 if pixels > 24 else 0)  # fmt: skip
    if pixels < 32:
        return svg.document(256, 256, field + _bold_mark(), ground)
    panels = _panels(framed=pixels >= 128, sign=40 if pixels >= 64 else 46, line=2)
    where = svg.place(128 - _WIDTH / 2, 128 - _HEIGHT / 2 * 1.35) + "scale(1 1.35)"
    return svg.document(256, 256, field + svg.group(panels, transform=where), ground + _shades())


def _bold_mark() -> str:
    """Four slanting bars, ivory and gold by turns, on a grid of sixteen pixels."""
    drawn = ""
    for i in range(4):
        x, high, low = 32 + 48 * i, (48, 80)[i % 2], (80, 48)[i % 2]
        bar = svg.polygon([(x, high), (x + 48, low), (x + 48, low + 128), (x, high + 128)])
        drawn += svg.path(bar, fill="#FFFAF0" if i % 2 == 0 else "#D9B55E")
        colour = "#B01F2D" if i in (1, 2) else "#1B2438"
        drawn += suit("shdc"[i], x + 24, 128, 40, colour)
    return drawn
