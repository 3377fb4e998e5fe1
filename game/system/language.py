"""The program's language: English as in the source, other languages from catalogues."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.system.desktop_settings import printed
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
        # No variable names them for a program that Finder starts: ("fr-FR", "en-GB") on lines.
        listed = printed(("defaults", "read", "-g", "AppleLanguages"))
        wanted = ":".join(re.findall(r"[A-Za-z][\w-]*", listed))
    elif wanted is None and sys.platform == "win32":
        import locale

        wanted = locale.getlocale()[0]
    if wanted is None:
        return ENGLISH
    # LANGUAGE is a list, as is macOS's; the names of Windows are words such as French_France.
    codes = (word.strip().lower()[:2] for word in wanted.split(":"))
    return next((code for code in codes if code in LANGUAGES), ENGLISH)


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
