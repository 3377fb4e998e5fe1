"""What the solver says of a position, as a sentence to be read out."""

from __future__ import annotations

from game.play.light import Light
from game.play.spoken_words import Words


def verdict_words(light: Light, _: Words) -> str:
    """`can still be won`, and so on."""
    return {
        Light.CAN: _("can still be won"),
        Light.CANNOT: _("cannot be won any more"),
        Light.NEVER: _("this deal cannot be won"),
        Light.WITHOUT: _("can still be won without a redeal"),
        Light.ONE: _("can still be won with one redeal"),
        Light.TWO: _("can still be won with two redeals"),
        Light.WHATEVER: _("cannot be won, whatever you do"),
        Light.THINKING: _("the solver is still thinking"),
        Light.UNKNOWN: _("the solver does not know"),
    }[light]
