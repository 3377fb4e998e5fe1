"""The program's language: English as in the source, other languages from catalogues."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.system.folders import asset_folder

if TYPE_CHECKING:
    from gettext import NullTranslations

ENGLISH: Final = "en"
LANGUAGES: Final[Mapping[str, str]] = {ENGLISH: "English", "fr": "Français"}
"""Each language by its code, with its name in itself: a player who reads no other must find it."""
AUTO: Final = "auto"

# In French the thousands of a number are apart by a narrow no-break space.
_THOUSANDS: Final = {"fr": "\u202f"}
_DECIMAL_SIGNS: Final = {"fr": ","}
CORE_FOUNDATION: Final = "/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation"
_UTF8: Final = 0x08000100
"""kCFStringEncodingUTF8."""
_LONGEST_TAG: Final = 64
_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class Language:
    """The program's language. Call it with an English text, as in `_("Undo")`, to translate it.

    It can change at any time; texts translated before stay as they are.
    """

    def __init__(self, code: str = ENGLISH, catalogues: Path | None = None) -> None:
        """`catalogues` holds `fr/LC_MESSAGES/fourfold.mo` and so on. Texts stay English if the code
        is unknown or its catalogue is missing or damaged.
        """
        self._catalogues = catalogues
        self.change(code)

    def change(self, code: str) -> None:
        """Use another language from now on."""
        self.code = code if code in LANGUAGES else ENGLISH
        self._texts = _catalogue(self.code, self._catalogues)

    def __call__(self, text: str) -> str:
        """The translation of a text, or the text itself."""
        if self._texts is None:
            return text
        return self._texts.gettext(text) if text else ""

    def plural(self, one: str, many: str, n: int) -> str:
        """The plural form for a number; its `{n}` is still to be filled in."""
        if self._texts is None:
            return one if n == 1 else many
        return self._texts.ngettext(one, many, n)

    def number(self, value: float, decimals: int = 0) -> str:
        """A number with grouped thousands and this language's decimal sign."""
        whole, _, rest = f"{value:,.{decimals}f}".partition(".")
        sign = _DECIMAL_SIGNS.get(self.code, ".") if rest else ""
        return whole.replace(",", _THOUSANDS.get(self.code, ",")) + sign + rest


def language_for(choice: str) -> Language:
    """The language for a setting: `en`, `fr`, or `auto` for the system's. Raises
    MissingAssetError.
    """
    return Language(code_for(choice), asset_folder() / "locale")


def code_for(choice: str) -> str:
    """The code of the language for a setting. `auto`: the first supported language that the
    system's user prefers, or English.
    """
    if choice != AUTO:
        return choice
    wanted = next((os.environ[name] for name in _VARIABLES if os.environ.get(name)), None)
    # Other systems name it in a variable.
    if wanted is None and sys.platform == "darwin":
        wanted = _preferred_on_mac()
    elif wanted is None and sys.platform == "win32":
        import locale

        wanted = locale.getlocale()[0]
    if wanted is None:
        return ENGLISH
    # LANGUAGE is a list, as is macOS's; the names of Windows are words such as French_France.
    codes = (word.strip().lower()[:2] for word in wanted.split(":"))
    return next((code for code in codes if code in LANGUAGES), ENGLISH)


def _preferred_on_mac() -> str | None:
    """The languages that the user prefers, the first one first, with colons between them, as macOS
    keeps them in AppleLanguages. No variable names them for a program that Finder starts. None if
    they cannot be read.
    """
    import ctypes

    try:
        core = ctypes.CDLL(CORE_FOUNDATION)
        core.CFLocaleCopyPreferredLanguages.restype = ctypes.c_void_p
        core.CFArrayGetCount.argtypes = (ctypes.c_void_p,)
        core.CFArrayGetCount.restype = ctypes.c_long
        core.CFArrayGetValueAtIndex.argtypes = (ctypes.c_void_p, ctypes.c_long)
        core.CFArrayGetValueAtIndex.restype = ctypes.c_void_p
        core.CFStringGetCString.argtypes = (
            *(ctypes.c_void_p, ctypes.c_char_p, ctypes.c_long, ctypes.c_uint32),
        )
        core.CFRelease.argtypes = (ctypes.c_void_p,)
        listed = core.CFLocaleCopyPreferredLanguages()
        if not listed:
            return None
        text, found = ctypes.create_string_buffer(_LONGEST_TAG), []
        for place in range(core.CFArrayGetCount(listed)):
            tag = core.CFArrayGetValueAtIndex(listed, place)
            if core.CFStringGetCString(tag, text, _LONGEST_TAG, _UTF8):
                found.append(text.value.decode())
        core.CFRelease(listed)
    except (OSError, AttributeError, ValueError):
        return None
    return ":".join(found) or None


def _catalogue(code: str, catalogues: Path | None) -> NullTranslations | None:
    """The translations into a language; None for English or an unreadable catalogue."""
    if code == ENGLISH or catalogues is None:
        return None
    import struct
    from gettext import GNUTranslations

    try:
        with (catalogues / code / "LC_MESSAGES" / "fourfold.mo").open("rb") as file:
            return GNUTranslations(file)
    except (OSError, ValueError, struct.error):
        return None
