"""Sizes that several controls, and what lies around them, share. Lengths are dp
(`graphics/scale.py`). A module of its own: scenes name it where they use one.
"""

from typing import Final

MARGIN: Final = 32
MARGIN_NARROW: Final = 16
GUTTER: Final = 24
PANEL_PADDING: Final = 24
GAP: Final = 12
TARGET: Final = 40
"""The least side of anything that can be pressed, in dp."""
BUTTON_HEIGHT: Final = 44
BUTTON_HEIGHT_LARGE: Final = 52
BUTTON_HEIGHT_SMALL: Final = 40
BUTTON_RADIUS: Final = 12
BUTTON_PADDING: Final = 20
SEGMENTS_HEIGHT: Final = 36
SEGMENTS_RADIUS: Final = 11
SEGMENTS_INSET: Final = 4
SEGMENT_RADIUS: Final = 8
FIELD_HEIGHT: Final = 48
FIELD_RADIUS: Final = 12
FIELD_PADDING: Final = 16
ROW_RADIUS: Final = 8
PRESSED_DROP: Final = 1
PAGE_WIDTH: Final = 540
CONTENT_WIDTH: Final = 1326
