"""Malformed input for everything that reads: each parser may refuse it in its own words, and
nothing else; within a second, and without taking ever more memory.

Hypothesis makes the inputs: nearly good ones, and anything at all.
"""

from __future__ import annotations

import io
import itertools
import json
import signal
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

import pygame
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from soak import resident

from game.cli import commands, deal_arguments
from game.cli.arguments import UsageError, read_arguments
from game.core import deals
from game.core.cards import LETTERS
from game.core.deals import DealError
from game.core.moves import Move, action_text, parse_action
from game.core.translatable_texts import WordedError
from game.history import FAR, EdgeRow, SavedLine
from game.play import legacy_answers_file, level_packs, notation, sharing_lines
from game.play.level_packs import Pack
from game.play.session import Session, flatten, new_history
from game.record.validation import checked
from game.rules import RULES, LaPeau, Rules, rules_for
from game.storage import DealKey, Storage, StorageError
from game.storage.database_files import MAIN, open_file
from game.storage.tables import KEY, Tables
from game.system.language import Language
from game.system.settings import SettingsFile

USUAL, FULL = 40, 100_000
CHUNK = 2000
"""Inputs that are made from the same run of hypothesis, which remembers all that it has tried."""
SLOW_S = 1.0
HANGS_S = 60
MOST_GROWTH_MB = 150.0

DECK: Final = deals.deck_text(deals.deck_of(617))
PACK: Final = f"# game: klondike\n1 {DECK} 90 3\n2 {DECK[::-1]} -\n\n# note\n"
PASTED: Final = "game.widgets.number_entry.clipboard_text"
KINDS: Final = (*(make() for make in RULES.values()), LaPeau("same"))


def _played(rules: Rules, number: int) -> Session:
    """A deal with some random moves in it, and branches."""
    pick = Random(number)
    session = Session(rules, deals.deck_of(number), number=number)
    session.history.branching = True
    for _ in range(25):
        moves = rules.moves(session.position)
        if not moves or pick.random() < 0.1:
            session.undo(pick.randrange(1, 5))
        else:
            session.play(pick.choice(moves))
    return session


PLAYED: Final = tuple(_played(rules, number) for rules in KINDS for number in (5, 617))
LINES: Final = (
    "fourfold lapeau same 484227 6d>7s 4c>done",
    "fourfold brainjam 617 aBc3dd",
    f"klondike {DECK} pull turn 7h>8s",
    "gaps random-gaps 5 redeal 2c>empty-3",
    *(
        sharing_lines.write_shared(
            one.rules,
            one.number,
            one.deck,
            flatten(step.action for step in one.history.made if step.action is not None),
        )
        for one in PLAYED
    ),
)
Saved = tuple[list[tuple[Any, ...]], tuple[list[Any], int], list[tuple[list[Any], int]]]
"""Rows of edges, a line with its place, and bookmarks."""
HISTORIES: Final = tuple(
    (
        list(map(tuple, one.history.graph.rows())),
        ([step.action for step in one.history.line[1:]], one.history.at),
        [],
    )
    for one in PLAYED
    if one.rules == KINDS[1] and one.number == 617
)
"""As they are saved, of the deal that `Parsers.rows` opens."""
SOL: Final = "[Solutions]\n0001=000abcdefA3(60)\n0002=000(5)\n"
SETTINGS: Final = '{"volume": 60, "felt": "blue", "branching": true, "window_width": 1280}'
ARGUMENTS: Final = (
    "deal", "verify", "solve", "gaps", "brainjam", "lapeau", "klondike", "617", "--same",
    "--alternate", "--random-gaps", "--placed-gaps",
    "--deck", DECK, "--pack", "/dev/null", "--answer", "abc",
    "--size", "1280x800", "--size=9x9", "--trace", "--data-dir", "/nonexistent/x", "--dirs",
    "--version", "--help", "--mute", "--fullscreen", "--windowed", "--reduced-motion",
    "--read-only", "--validate", "--jobs", "--time-limit", "-1", "", "-", "@/etc", "--", *LINES,
)  # fmt: skip


# What is put in


def mangled(*good: str) -> st.SearchStrategy[str]:
    """Texts like good ones: cut, doubled, with something else put in; or anything at all."""
    piece = st.text(max_size=6) | st.sampled_from(
        ["\0", "\n", "\r", "\u2028", "9" * 5000, "-1", "1e9", "٣", "²", "\ufeff", ">", "+", "#"]
    )
    edit = st.tuples(st.integers(0, 400), st.integers(0, 12), piece)
    changed = st.builds(_mangle, st.sampled_from(good), st.lists(edit, max_size=5))
    return changed | st.text(max_size=120)


def _mangle(text: str, edits: Sequence[tuple[int, int, str]]) -> str:
    for at, length, piece in edits:
        start = at % (len(text) + 1)
        text = text[:start] + piece + text[start + length :]
    return text


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
_NAMES = st.sampled_from(["volume", "felt", "branching", "ui_scale", "language", "window_width"])
_SQL = st.none() | st.integers(-(2**63), 2**63 - 1) | st.floats() | st.text(max_size=12) | (
    st.binary(max_size=8)
)  # fmt: skip
_SMALL = st.integers(-3, 9)
_TEXT = st.sampled_from(["7h>8s", "pull", "turn!", "redeal", "4c>done+5c>done", "x", ""]) | _SQL
_ROW = st.tuples(*(_SMALL | _SQL,) * 2, _TEXT, *(_SMALL | _SQL,) * 3)
_ACTION = st.sampled_from(["7h>8s", "pull", "turn", "redeal", "4c>done+5c>done"]).map(parse_action)
_HASH = _SMALL | st.integers(-(2**63), 2**63 - 1)
_PLAIN_ROW = st.tuples(_HASH, _HASH, _ACTION, _SMALL, _SMALL, _SMALL)
_EVENT = st.fixed_dictionaries(
    {
        "key": st.integers(0, 2**31 - 1) | st.integers(0, 127),
        "mod": st.integers(0, 0xFFFF) | st.just(0),
        "unicode": st.text(max_size=3),
        "scancode": st.integers(0, 300),
    }
)


# Who reads it


def _deck(text: str) -> None:
    assert deals.deck_text(deals.parse_deck(text)) == text


def _number(text: str) -> None:
    assert 0 <= deals.parse_number(text) <= deals.HIGHEST_NUMBER


def _pack(text: str) -> None:
    pack = level_packs.parse_pack(text, "fuzz.txt")
    for level in pack.levels:
        assert pack.level(level.id).deck == level.deck
    rules_for(pack.game, pack.options)


def _shared(text: str) -> None:
    found = sharing_lines.read_shared(text)
    line = sharing_lines.write_shared(found.rules, found.number, found.deck, found.moves)
    assert sharing_lines.read_shared(line).deck == found.deck


def _move(text: str) -> None:
    assert parse_action(action_text(parse_action(text))) == parse_action(text)
    Move.parse(text)


def _answer(text: str) -> None:
    for rules in KINDS:
        start = rules.deal(deals.deck_of(617))
        try:
            notation.replay(rules, start, notation.read_answer(rules, start, text))
        except WordedError:
            continue


def _answersfile(text: str) -> None:
    list(legacy_answers_file.Answers(text, _LEVELS))


_LEVELS: Final[Pack] = level_packs.parse_pack(f"0001 {DECK} -\n0002 {DECK[::-1]} -\n", "fuzz.txt")


class Parsers:
    """Those that need a folder or a widget, beside those that do not."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._settings = folder / "settings.json"
        self._entry: Any = None
        self._count = 0

    def settings(self, content: bytes) -> None:
        self._settings.write_bytes(content)
        found = SettingsFile(self._settings)
        for notice in found.notices:
            assert notice.translated(Language()) and "\n" not in notice.translated(Language())
        assert found.change(volume=3) is None
        for path in self._folder.glob("settings.broken*"):
            path.unlink()

    def arguments(self, words: list[str]) -> None:
        """No system can hand over a nul; two that take long are left out."""
        given = [word.replace("\0", "") for word in words]
        arguments = read_arguments([word for word in given if word not in ("--validate", "solve")])
        if not arguments.prints:
            if arguments.trace is None:
                deal_arguments.launch_of(arguments)
            return
        told = io.StringIO()
        with redirect_stdout(told), redirect_stderr(told):
            assert commands._run(arguments) in (0, 1, 2)

    def number_field(self, events: list[dict[str, Any]]) -> None:
        from game.widgets.number_entry import NumberEntry

        entry = self._entry = self._entry or NumberEntry("fuzz")
        for event in events:
            with patch(PASTED, lambda: ""):
                entry.key_down(pygame.event.Event(pygame.KEYDOWN, **event))
        assert entry.value is None or 0 <= entry.value < 10**9

    def clipboard(self, text: str) -> None:
        from game.widgets.number_entry import NumberEntry

        entry = NumberEntry("fuzz")
        paste = {"key": pygame.K_v, "mod": pygame.KMOD_LCTRL, "unicode": "\x16", "scancode": 25}
        with patch(PASTED, lambda: text):
            entry.key_down(pygame.event.Event(pygame.KEYDOWN, **paste))
        assert entry.value is None or entry.value >= 0
        _shared(text)

    def rows(self, found: Saved) -> None:
        """A saved history of well-formed rows: what another version, or a flipped bit, has made."""
        rows, line, bookmarks = found
        edges = [row for row in itertools.starmap(EdgeRow, rows) if _is_edge(row)]
        history = new_history(KINDS[1], deals.deck_of(617))
        marks = [SavedLine(tuple(actions), place) for actions, place in bookmarks]
        history.restore(edges, SavedLine(tuple(line[0]), line[1]), marks)
        assert history.position_at(0) == KINDS[1].deal(deals.deck_of(617))
        for node in [*history.graph.nodes.values()]:
            if node.depth == FAR:
                continue
            # A wrong edge on the way there is removed.
            with suppress(KeyError):
                assert history.key_of(history.position_of(node.key)) == node.key
        while history.undo():
            pass

    def database(self, found: tuple[Any, ...]) -> None:
        """A file with such rows, read as the program reads it."""
        path = self._folder / MAIN
        if not path.exists():
            open_file(path).db.close()
        db = sqlite3.connect(path, isolation_level=None)
        db.execute("PRAGMA synchronous = OFF")
        key = DealKey("lapeau", "", DECK)
        try:
            _forge(Tables(db), key, *found)
        except (sqlite3.Error, TypeError, ValueError, OverflowError):
            return  # SQLite itself does not take it
        finally:
            db.close()
        storage = Storage(self._folder, read_only=True)
        try:
            storage.last_played()
            storage.library()
            storage.answers.all("lapeau", "")
            storage.plays.all()
            saved = storage.deal(key)
            history = new_history(KINDS[1], deals.deck_of(617))
            history.restore(saved.edges, saved.line, saved.bookmarks)
            checked(saved)
        finally:
            storage.close()


def _is_edge(row: EdgeRow[Any]) -> bool:
    return 0 != row.source != row.target and row.cost > 0 <= row.first and row.walked >= 0


def _forge(
    tables: Tables, key: DealKey, rows: Any, line: Any, place: Any, marks: Any, any_: Any
) -> None:
    """Put rows with anything in them into the tables, past all that usually writes there."""
    db = tables.db
    db.execute("PRAGMA ignore_check_constraints = ON")  # a flipped bit keeps to none
    for table in ("edge", "line", "bookmark", "told", "seen", "answer", "play"):
        db.execute(f"DELETE FROM {table}")
    id = tables.id_of(key, make=True)
    db.execute(
        f"UPDATE deal SET length = ?, place = ?, saved = 1, opened = 1 WHERE {KEY}",
        (len(line), place, *key),
    )
    db.executemany("INSERT INTO edge VALUES (?, ?, ?, ?, ?, ?, ?)", [(id, *row) for row in rows])
    texts = [(id, n, text) for n, text in enumerate(line)]
    db.executemany("INSERT INTO line VALUES (?, ?, ?)", texts)
    stack = [(id, n, at, text) for n, (at, text) in enumerate(marks)]
    db.executemany("INSERT INTO bookmark VALUES (?, ?, ?, ?)", stack)
    for table in ("told", "seen", "answer", "play"):
        columns = [
            name for (name,) in db.execute("SELECT name FROM pragma_table_info(?)", (table,))
        ]
        values = [id if name == "deal" else any_ for name in columns]
        with suppress(sqlite3.Error):
            db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})", values)


Parser = tuple[st.SearchStrategy[Any], Callable[[Any], None], tuple[type[Exception], ...]]


def parsers(folder: Path) -> dict[str, Parser]:
    """What is tried, with what is put in and how it may refuse."""
    more = Parsers(folder)
    bytes_ = st.binary(max_size=80) | mangled(SETTINGS).map(lambda t: t.encode("utf-8", "replace"))
    objects = st.dictionaries(_NAMES | st.text(max_size=5), _JSON, max_size=5)
    whole = objects.map(lambda found: json.dumps(found).encode())
    edges = st.lists(_ROW, max_size=8)
    line = st.tuples(st.lists(_ACTION, max_size=8), _SMALL)
    plain = st.tuples(st.lists(_PLAIN_ROW, max_size=8), line, st.lists(line, max_size=2))
    marks = st.lists(st.tuples(_SMALL, _TEXT), max_size=2)
    letters = st.text(alphabet=list(LETTERS), min_size=50, max_size=53)
    whole_deck = st.permutations(LETTERS).map("".join)
    words = st.text(alphabet="abcdefghijklABCDEFGHIJKL123456789", max_size=60)
    return {
        "deck": (mangled(DECK) | letters | whole_deck, _deck, (DealError,)),
        "number": (mangled("617", "0"), _number, (DealError,)),
        "pack": (mangled(PACK), _pack, (ValueError,)),
        "sharing line": (mangled(*LINES), _shared, (ValueError,)),
        "move": (mangled("7h>8s", "redeal", "4c>done+5c>done", "7h>empty-3"), _move, (ValueError,)),
        "answer": (mangled("aBc3", "6d>7s 4c>done", "pull turn") | words, _answer, ()),
        "answers file": (mangled(SOL), _answersfile, (ValueError,)),
        "settings": (bytes_ | whole, more.settings, ()),
        "command line": (
            st.lists(st.sampled_from(ARGUMENTS) | mangled(*ARGUMENTS), max_size=6),
            more.arguments,
            (UsageError, DealError, WordedError),
        ),
        "number field": (st.lists(_EVENT, max_size=6), more.number_field, ()),
        "clipboard": (mangled("617", *LINES), more.clipboard, (ValueError,)),
        "rows of a history": (st.sampled_from(HISTORIES) | plain, more.rows, ()),
        "database": (
            st.tuples(edges, st.lists(_TEXT, max_size=8), _SMALL | _SQL, marks, _SQL),
            more.database, (StorageError,)
        ),
    }  # fmt: skip


def run(count: int, seed_: int = 1, only: Sequence[str] = ()) -> list[str]:
    """So many inputs for each parser, or only some; returns what went wrong."""
    problems: list[str] = []
    pygame.display.init()
    print(f"{'parser':<18}{'inputs':>9}{'taken':>8}{'slowest ms':>12}{'memory MB':>11}")
    with tempfile.TemporaryDirectory() as name:
        known = parsers(Path(name))
        for parser in only or known:
            given_, read, refusals = known[parser]
            problems += _fuzz(parser, given_, read, refusals, count, seed_)
    return problems


@contextmanager
def _not_for_ever() -> Iterator[None]:
    def hangs(*what: object) -> None:
        raise TimeoutError(f"no answer after {HANGS_S} s")

    signal.signal(signal.SIGALRM, hangs)
    signal.alarm(HANGS_S)
    try:
        yield
    finally:
        signal.alarm(0)


def _fuzz(
    name: str, given_: Any, read: Any, refusals: tuple[type[Exception], ...], count: int, first: int
) -> list[str]:
    slowest, done, taken, before = 0.0, 0, 0, 0

    def one(value: Any) -> None:
        """Hand one input over: what is wrong with the parser is an exception."""
        nonlocal slowest, done, taken
        began = time.process_time()
        done += 1
        try:
            with _not_for_ever():
                read(value)
            taken += 1
        except refusals as error:
            assert type(error).__module__ != "builtins" or type(error) is ValueError, repr(error)
            assert str(error), "a refusal without words"
        slowest = max(slowest, time.process_time() - began)

    for chunk in range(0, count, CHUNK):
        quiet = settings(
            max_examples=min(CHUNK, count - chunk), database=None, deadline=None, print_blob=False,
            phases=[Phase.generate, Phase.shrink], suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        try:
            seed(f"{first} {chunk}")(quiet(given(given_)(one)))()
        except Exception as error:
            return [f"{name}: {type(error).__name__}: {error} {getattr(error, '__notes__', '')}"]
        before = before or resident()
    grown = (resident() - before) / 1e6
    cost = f"{slowest * 1000:>12.1f}{grown:>+11.1f}"
    print(f"{name:<18}{done:>9}{f'{taken / done:.0%}':>8}{cost}", flush=True)
    found = [f"{name}: an input took {slowest:.1f} s"] if slowest > SLOW_S else []
    return found + ([f"{name}: {grown:.0f} MB more"] if grown > MOST_GROWTH_MB else [])
