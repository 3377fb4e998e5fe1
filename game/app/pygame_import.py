"""Imports pygame without its parts that the first frame does not need.

They take half of the time of `import pygame`: SDL_mixer with the libraries of all sound formats,
and parts that load much of the standard library.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Final, cast

SPARE: Final = (
    *("pygame.mixer", "pygame.mixer_music"),
    *("pygame.system", "pygame._debug", "pygame.pkgdata"),
)
"""The parts; pygame allows that each is missing. They can be imported afterwards, as
`desktop/mixer.py` does with its own.
"""


def import_pygame() -> None:
    """Import pygame without the spare parts; does nothing if pygame is imported already."""
    if "pygame" in sys.modules:
        return
    # None in the place of a module is how Python makes its import fail.
    sys.modules.update(cast("Mapping[str, ModuleType]", dict.fromkeys(SPARE)))
    try:
        import pygame  # noqa: F401
    finally:
        for name in SPARE:
            del sys.modules[name]
