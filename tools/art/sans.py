"""The ranks of the modern deck: round strokes of one breadth along skeletons.

A glyph is drawn in a box 100 high; skeletons keep half of the broadest stroke, 8.5, from its
edges. As each is one stroked path, a rank takes a quarter of the text that a broad pen needs.
"""

from tools.art import svg

_GLYPHS = {
    "A": (71, "M8.5 91.5L35.5 8.5L62.5 91.5M17.5 65H53.5"),
    "2": (68, "M9.5 32A24.5 23.5 0 0 1 58.5 32C58.5 43 52 50 44 58L10 91.5H60"),
    "3": (66, "M11 21A20.5 19.5 0 1 1 30 46.5A24.5 22.5 0 1 1 8.5 77M23 46.5H30"),
    "4": (71, "M47 91.5V8.5L8.5 69H62.5"),
    "5": (67, "M55 8.5H19L15 46A25.5 27 0 1 1 10 77"),
    "6": (69, "M43.5 8.5L13.2 51M8.5 65.5a26 26 0 1 0 52 0a26 26 0 1 0 -52 0"),
    "7": (67, "M8.5 8.5H58.5L27 91.5"),
    "8": (68, "M13.5 28a20.5 19.5 0 1 0 41 0a20.5 19.5 0 1 0 -41 0"
              "M8.5 69.5a25.5 22 0 1 0 51 0a25.5 22 0 1 0 -51 0"),
    "1": (39, "M8.5 25L30 8.5V91.5"),
    "0": (62, "M8.5 50a22.5 41.5 0 1 0 45 0a22.5 41.5 0 1 0 -45 0"),
    "J": (54, "M45 8.5V68A18.2 23.5 0 0 1 8.5 70"),
    "Q": (86, "M8.5 50a34 41.5 0 1 0 68 0a34 41.5 0 1 0 -68 0M52 66L75 91.5"),
    "K": (70, "M8.5 8.5V91.5M60 8.5L8.5 61M27 43L62 91.5"),
    "V": (73, "M8.5 8.5L36.5 91.5L64.5 8.5"),
    "D": (74, "M8.5 8.5V91.5H28C53 91.5 65 73 65 50C65 27 53 8.5 28 8.5Z"),
    "R": (69, "M8.5 91.5V8.5H35A24.5 24.5 0 0 1 35 57.5H8.5M35 57.5L60.5 91.5"),
}  # fmt: skip


def rank(
    text: str, cx: float, top: float, height: float, fill: str, stroke: float, track: float = 5
) -> str:
    """A rank ('A', '2' .. '10', 'J', 'Q', 'K', in French 'V', 'D', 'R') centred on cx, its upper
    edge at top. `stroke` and `track`, which parts two figures, are in units of the box.
    """
    glyphs = [_GLYPHS["6" if letter == "9" else letter] for letter in text]
    scale = height / 100
    x = cx - scale * (sum(width for width, _ in glyphs) + track * (len(glyphs) - 1)) / 2
    drawn = ""
    for letter, (width, data) in zip(text, glyphs, strict=True):
        turned = letter == "9"
        corner = (x + width * scale, top + height) if turned else (x, top)
        drawn += svg.path(data, transform=svg.place(*corner, scale, 180 if turned else 0))
        x += (width + track) * scale
    style = {"stroke_width": stroke, "stroke_linecap": "round", "stroke_linejoin": "round"}
    return svg.group(drawn, fill="none", stroke=fill, **style)
