"""How court figures are drawn: ink outlines round flat colours.

Figures live in units of the card, x from the middle of the frame and y down from its top. Their
group carries the outline's style, so shapes without an outline must say so.
"""

from tools.art import svg
from tools.art.geometry import both_sides, symmetric
from tools.art.palette import INK

OUTLINE = {
    "fill": "none",
    "stroke": INK,
    "stroke_width": 1.5,
    "stroke_linejoin": "round",
    "stroke_linecap": "round",
}


def figure(content: str, transform: str | None = None) -> str:
    """The group that gives its shapes the ink outline."""
    return svg.group(content, transform=transform, **OUTLINE)


def shape(data: str, fill: str, width: float | None = None) -> str:
    """A coloured shape with an outline."""
    return svg.path(data, fill=fill, stroke_width=width)


def flat(data: str, fill: str, opacity: float | None = None) -> str:
    """A coloured shape without an outline."""
    return svg.path(data, fill=fill, fill_opacity=opacity, stroke="none")


def lines(data: str, width: float | None = None, colour: str | None = None) -> str:
    """Lines only."""
    return svg.path(data, stroke=colour, stroke_width=width)


def even(half: str, fill: str, width: float | None = None) -> str:
    """A symmetrical shape from its right half."""
    return shape(symmetric(half), fill, width)


def pair(data: str, fill: str, width: float | None = None) -> str:
    """A shape on the right and its reflection on the left."""
    return shape(both_sides(data), fill, width)


def pair_lines(data: str, width: float | None = None, colour: str | None = None) -> str:
    """Lines on the right and their reflection on the left."""
    return lines(both_sides(data), width, colour)


def dots(points: list[svg.Point], radius: float, fill: str, width: float | None = None) -> str:
    """Round things in one path: pearls, jewels, buttons."""
    return shape("".join(svg.ellipse(x, y, radius) for x, y in points), fill, width)
