"""The language of every text: English as written in the source, others from catalogues."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gettext import NullTranslations

ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, "fr")
AUTO: Final = "auto"

# Narrow no-break space: between the thousands of a number, whatever the language.
_THIN: Final = "\u202f"
_DECIMAL_SIGNS: Final = {"fr": ","}
_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class Language:
    """The language of the program: call it with an English text, as `_("Undo")`, to have it
    translated. It may be changed at any time; texts asked for before stay what they were.
    """

    def __init__(self, code: str = ENGLISH, catalogues: Path | None = None) -> None:
        """`catalogues` holds `fr/LC_MESSAGES/fourfold.mo` and so on; where the one of this
        language is missing or broken, or the code is unknown, texts stay English.
        """
        self._catalogues = catalogues
        self.change(code)

    def change(self, code: str) -> None:
        """Speak another language from now on."""
        self.code = code if code in LANGUAGES else ENGLISH
        self._texts = _catalogue(self.code, self._catalogues)

    def __call__(self, text: str) -> str:
        """The translation of a text, or the text itself."""
        if self._texts is None:
            return text
        return self._texts.gettext(text) if text else ""

    def plural(self, one: str, many: str, n: int) -> str:
        """The form that goes with a number, its `{n}` still to be filled in."""
        if self._texts is None:
            return one if n == 1 else many
        return self._texts.ngettext(one, many, n)

    def day(self, day: int) -> str:
        """The day of a month as it stands in a date: in French the first is an ordinal."""
        return "1er" if self.code == "fr" and day == 1 else str(day)

    def number(self, value: float, decimals: int = 0) -> str:
        """A number with its thousands set apart and this language's decimal sign."""
        whole, _, rest = f"{value:,.{decimals}f}".partition(".")
        sign = _DECIMAL_SIGNS.get(self.code, ".") if rest else ""
        return whole.replace(",", _THIN) + sign + rest


def language_for(choice: str, environment: Mapping[str, str], catalogues: Path | None) -> Language:
    """The language of a setting (`en`, `fr`, or `auto` for that of the system)."""
    return Language(code_for(choice, environment), catalogues)


def code_for(choice: str, environment: Mapping[str, str]) -> str:
    """The code of the language that a setting means."""
    return system_code(environment) if choice == AUTO else choice


def system_code(environment: Mapping[str, str]) -> str:
    """The first of our languages that the system's user wants, English where there is none."""
    wanted = next((environment[name] for name in _VARIABLES if environment.get(name)), None)
    if wanted is None and sys.platform in ("win32", "darwin"):
        import locale  # Here, as other systems have said it by then.

        wanted = locale.getlocale()[0]
    if wanted is None:
        return ENGLISH
    # LANGUAGE is a list; the names of Windows are words such as French_France.
    codes = (word.strip().lower()[:2] for word in wanted.split(":"))
    return next((code for code in codes if code in LANGUAGES), ENGLISH)


def _catalogue(code: str, catalogues: Path | None) -> NullTranslations | None:
    """The translations into a language; None for English, or where there are none to be read."""
    if code == ENGLISH or catalogues is None:
        return None
    import struct
    from gettext import GNUTranslations

    try:
        with (catalogues / code / "LC_MESSAGES" / "fourfold.mo").open("rb") as file:
            return GNUTranslations(file)
    except (OSError, ValueError, struct.error):
        return None
