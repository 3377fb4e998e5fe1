"""The compass star: mark of the empty reserve, of the game's plate and of the card back."""

from tools.art import svg
from tools.art.geometry import polar


def star(
    cx: float, cy: float, radius: float, fill: str, slim: float = 0.275, **style: object
) -> str:
    """A star of eight points, the upright four longer."""
    reach = {0: 1.0, 2: 0.65}
    points = [
        polar(cx, cy, radius * reach.get(i % 4, slim), 22.5 * i) for i in range(16)
    ]  # fmt: skip
    return svg.path(svg.polygon(points), fill=fill, **style)


def compass(cx: float, cy: float, radius: float, colour: str, opacity: float) -> str:
    """The star in its ring, which is a quarter wider."""
    ring = svg.path(
        svg.ellipse(cx, cy, radius * 1.25), fill="none", stroke=colour,
        stroke_width=radius * 0.05, stroke_opacity=min(1, opacity * 1.2),
    )  # fmt: skip
    return star(cx, cy, radius, colour, fill_opacity=opacity) + ring
