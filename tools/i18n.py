"""Keeps the catalogues: collects the texts of game/, updates each .po, compiles each .mo.

    python -m tools.i18n            update and compile
    python -m tools.i18n --check    say what is missing or out of date; exit code 1

No gettext programs are needed. A text is a literal in a call of `_`, of `.plural` or of
`Wording` (game/core/translatable_texts.py).
"""

from __future__ import annotations

import ast
import json
import re
import struct
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "assets" / "locale"
# The rule of each language for its plural forms, as gettext writes it.
PLURALS = {"fr": "nplurals=2; plural=(n > 1);"}
_FIELD = re.compile(r"\{[^{}]*\}")
_MAGIC = 0x950412DE


class TextError(ValueError):
    """A text that cannot be collected or a catalogue that cannot be read; says where."""


@dataclass
class Entry:
    """One text with its translations: one, or one for each plural form."""

    text: str
    many: str = ""
    translations: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)

    @property
    def is_done(self) -> bool:
        """True if every form is translated."""
        return bool(self.translations) and all(self.translations)

    @property
    def problem(self) -> str:
        """What is wrong with a translation; empty where nothing is."""
        known = set(_FIELD.findall(self.text + self.many))
        for translation in filter(None, self.translations):
            strange = set(_FIELD.findall(translation)) - known
            if strange:
                return f"{self.text!r}: {', '.join(sorted(strange))} is no field of it"
            if not self.many and set(_FIELD.findall(translation)) != known:
                return f"{self.text!r}: a field is missing in {translation!r}"
        return ""


# Collecting


def collect(folder: Path) -> dict[str, Entry]:
    """All texts of a folder of sources, in the order of files and lines."""
    found: dict[str, Entry] = {}
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for line, text, many in sorted(_texts(tree, path)):
            entry = found.setdefault(text, Entry(text, many))
            entry.many = entry.many or many
            entry.places.append(f"{path.relative_to(folder.parent).as_posix()}:{line}")
    return found


def _texts(tree: ast.AST, path: Path) -> Iterator[tuple[int, str, str]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = _name(node.func)
        if name in ("_", "language", "Wording"):
            yield node.lineno, _literal(node, 0, path), ""
        elif name == "plural":
            yield node.lineno, _literal(node, 0, path), _literal(node, 1, path)


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _literal(call: ast.Call, place: int, path: Path) -> str:
    argument = call.args[place] if place < len(call.args) else None
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    raise TextError(f"{path}, line {call.lineno}: only a literal text can be translated")


# Catalogues as text


def read_po(text: str) -> dict[str, Entry]:
    """The entries of a .po file, without its header."""
    entries: dict[str, Entry] = {}
    for block in re.split(r"\n\s*\n", text):
        parts = dict(_parts(block))
        if parts.get("msgid"):
            forms = [value for name, value in parts.items() if name.startswith("msgstr")]
            entries[parts["msgid"]] = Entry(parts["msgid"], parts.get("msgid_plural", ""), forms)
    return entries


def _parts(block: str) -> Iterator[tuple[str, str]]:
    """The keywords of a block with their strings, which may go on in further lines."""
    keyword, value = "", ""
    for line in block.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        name, _, rest = line.partition('"')
        if name.strip():
            if keyword:
                yield keyword, value
            keyword, value = name.strip(), ""
        try:
            value += json.loads(f'"{rest.rstrip()}')
        except ValueError as error:
            raise TextError(f"this line of a catalogue makes no sense: {line}") from error
    if keyword:
        yield keyword, value


def write_po(entries: Iterable[Entry], language: str) -> str:
    """A .po file: a header, then each entry with the files where its text stands, in the order
    of the texts: so it changes only where a text does.
    """
    blocks = ['msgid ""\nmsgstr ' + "\n".join(map(_quoted, ("", *_header(language))))]
    for entry in sorted(entries, key=lambda entry: entry.text):
        files = dict.fromkeys(place.rpartition(":")[0] for place in entry.places)
        lines = [f"#: {file}" for file in sorted(files)]
        lines.append(f"msgid {_quoted(entry.text)}")
        if entry.many:
            lines.append(f"msgid_plural {_quoted(entry.many)}")
        for number, form in enumerate(entry.translations or [""] * (2 if entry.many else 1)):
            lines.append(f"msgstr{f'[{number}]' if entry.many else ''} {_quoted(form)}")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def _header(language: str) -> Sequence[str]:
    return (
        f"Language: {language}\n",
        "MIME-Version: 1.0\n",
        "Content-Type: text/plain; charset=UTF-8\n",
        "Content-Transfer-Encoding: 8bit\n",
        f"Plural-Forms: {PLURALS[language]}\n",
    )


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


# Compiled catalogues


def compile_mo(entries: Iterable[Entry], language: str) -> bytes:
    """The binary form that gettext reads; what is not translated is left out."""
    texts = {"": "".join(_header(language))}
    for entry in entries:
        if entry.is_done:
            key = f"{entry.text}\0{entry.many}" if entry.many else entry.text
            texts[key] = "\0".join(entry.translations)
    encoded = sorted((key.encode(), value.encode()) for key, value in texts.items())
    count = len(encoded)
    head, table_size = 28, 8 * count
    table, data = b"", b""
    for column in (0, 1):
        for pair in encoded:
            place = head + 2 * table_size + len(data)
            table += struct.pack("<II", len(pair[column]), place)
            data += pair[column] + b"\0"
    start = struct.pack("<7I", _MAGIC, 0, count, head, head + table_size, 0, 0)
    return start + table + data


# All together


def merged(texts: Mapping[str, Entry], old: Mapping[str, Entry]) -> list[Entry]:
    """The texts of today with the translations of before; what is gone is left out."""
    result = []
    for text, entry in texts.items():
        known = old.get(text)
        same_forms = known is not None and bool(known.many) == bool(entry.many)
        entry.translations = list(known.translations) if known and same_forms else []
        result.append(entry)
    return result


def main(arguments: Sequence[str]) -> int:
    """Update or check the catalogue of every language; returns the exit code."""
    check = "--check" in arguments
    problems = []
    for language in PLURALS:
        po = LOCALE / language / "LC_MESSAGES" / "fourfold.po"
        old = po.read_text(encoding="utf-8") if po.exists() else ""
        entries = merged(collect(ROOT / "game"), read_po(old))
        missing = [entry.text for entry in entries if not entry.is_done]
        problems += [f"{language}: {text!r} is not translated" for text in missing]
        problems += [f"{language}: {entry.problem}" for entry in entries if entry.problem]
        files = {po: write_po(entries, language).encode()}
        files[po.with_suffix(".mo")] = compile_mo(entries, language)
        problems += _out_of_date(files) if check else _written(files)
    print("\n".join(problems) or "all texts are translated")
    return 1 if check and problems else 0


def _out_of_date(files: Mapping[Path, bytes]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)} is out of date"
        for path, content in files.items()
        if not path.exists() or _meant(path, path.read_bytes()) != _meant(path, content)
    ]


def _meant(path: Path, content: bytes) -> object:
    """What a file holds; in which file of the game a text stands is no matter."""
    if path.suffix != ".po":
        return content
    entries = read_po(content.decode("utf-8")).values()
    return sorted((entry.text, entry.many, *entry.translations) for entry in entries)


def _written(files: Mapping[Path, bytes]) -> list[str]:
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return []


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
