"""Keeps the catalogues: collects the texts of game/, updates each .po, compiles each .mo.

    python -m tools.i18n            update and compile
    python -m tools.i18n --check    say what is missing or out of date; exit code 1

A text is a literal in a call of `_`, of `.plural` or of `Wording`
(game/core/translatable_texts.py). Babel reads and writes the catalogues.
"""

from __future__ import annotations

import ast
import io
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "assets" / "locale"
PLURALS = {"fr": (2, "(n > 1)")}
"""How many plural forms each language has, and the rule that picks one."""
_FIELD = re.compile(r"\{[^{}]*\}")


class TextError(ValueError):
    """A text that cannot be collected; says where."""


class Texts(Catalog):
    """The texts of the game. The header holds what gettext needs, and nothing that changes with
    the day or with Babel.
    """

    def __init__(self, language: str = "") -> None:
        super().__init__(header_comment="", charset="UTF-8", fuzzy=False)
        self._language = language

    @property
    def num_plurals(self) -> int:
        """Babel's French has one more, for millions."""
        return PLURALS[self._language][0]

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """The header's lines."""
        rule = PLURALS.get(self._language, (0, ""))
        return [
            ("Language", self._language),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=UTF-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", f"nplurals={rule[0]}; plural={rule[1]};\n"),
        ]

    @property
    def messages(self) -> Iterator[Message]:
        """All but the header."""
        return (message for message in self if message.id)


def forms(words: str | Sequence[str]) -> tuple[str, ...]:
    """The one form of a text or of a translation, or those for numbers."""
    return (words,) if isinstance(words, str) else tuple(words)


def collect(folder: Path) -> Texts:
    """All texts of a folder of sources, in the order of files and lines."""
    found = Texts()
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder.parent).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for line, words in sorted(_texts(tree, path)):
            found.add(words if len(words) > 1 else words[0], locations=[(name, line)])
    return found


def _texts(tree: ast.AST, path: Path) -> Iterator[tuple[int, tuple[str, ...]]]:
    counts = {"_": 1, "language": 1, "Wording": 1, "plural": 2}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if count := counts.get(name):
                yield node.lineno, tuple(_literal(node, place, path) for place in range(count))


def _literal(call: ast.Call, place: int, path: Path) -> str:
    argument = call.args[place] if place < len(call.args) else None
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    raise TextError(f"{path}, line {call.lineno}: only a literal text can be translated")


def translated(texts: Texts, old: Catalog, language: str) -> Texts:
    """The texts of today with the translations of before; what is gone is left out."""
    found = Texts(language)
    for message in texts.messages:
        known = old.get(message.id)
        same_forms = known is not None and known.pluralizable == message.pluralizable
        added = found.add(message.id, known.string if same_forms else "", message.locations)
        added.flags.clear()  # nearly every text would be said to have fields
    return found


def problems_of(message: Message) -> Iterator[str]:
    """What is wrong with a translation."""
    text = forms(message.id)[0]
    if not all(forms(message.string)):
        yield f"{text!r} is not translated"
    known = set(_FIELD.findall("".join(forms(message.id))))
    for translation in filter(None, forms(message.string)):
        fields = set(_FIELD.findall(translation))
        if strange := fields - known:
            yield f"{text!r}: {', '.join(sorted(strange))} is no field of it"
        elif not message.pluralizable and fields != known:
            yield f"{text!r}: a field is missing in {translation!r}"


def po_file(texts: Texts) -> bytes:
    """A .po file: each text with the files where it stands, in the order of the texts, so it
    changes only where a text does.
    """
    file = io.BytesIO()
    write_po(file, texts, width=0, sort_output=True, include_lineno=False)
    return file.getvalue().lstrip()


def mo_file(texts: Texts) -> bytes:
    """The binary form that gettext reads; what is not translated is left out."""
    file = io.BytesIO()
    write_mo(file, texts)
    return file.getvalue()


def _meant(catalog: Catalog) -> set[tuple[tuple[str, ...], tuple[str, ...]]]:
    """What a catalogue says; in which file of the game a text stands is no matter."""
    return {(forms(each.id), forms(each.string)) for each in catalog if each.id}


def main(arguments: Sequence[str]) -> int:
    """Update or check the catalogue of every language; returns the exit code."""
    check = "--check" in arguments
    problems = []
    for language in PLURALS:
        po = LOCALE / language / "LC_MESSAGES" / "fourfold.po"
        mo = po.with_suffix(".mo")
        old = read_po(io.BytesIO(po.read_bytes() if po.exists() else b""), abort_invalid=True)
        texts = translated(collect(ROOT / "game"), old, language)
        problems += [f"{language}: {p}" for each in texts.messages for p in problems_of(each)]
        if not check:
            po.parent.mkdir(parents=True, exist_ok=True)
            po.write_bytes(po_file(texts))
            mo.write_bytes(mo_file(texts))
        elif _meant(old) != _meant(texts):
            problems.append(f"{po.relative_to(ROOT)} is out of date")
        elif not mo.exists() or mo.read_bytes() != mo_file(texts):
            problems.append(f"{mo.relative_to(ROOT)} is out of date")
    print("\n".join(problems) or "all texts are translated")
    return 1 if check and problems else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
