"""What is stored, as plain values: deals with their histories, answers, plays, and what a command
changes of them. Values of one kind are joined here, whichever file they come from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any, Final, Generic, NamedTuple, TypeVar

from game.core.moves import Action, action_text, parse_action
from game.history.line import EdgeRow, HistoryChanges, SavedLine

A = TypeVar("A")


class DealKey(NamedTuple):
    """Identifies a deal in the history and in the statistics."""

    game: str
    options: str
    """The policies as text, empty for none."""
    deck: str
    """The 52 letters in dealing order."""


# Answers and their help


class HelpKind(StrEnum):
    """How an answer was found, in the order from no help to most help. An answer has the most help
    of all the moves on its line.
    """

    ALONE = "alone"
    HINTS = "hints"
    """A hint or a review suggested a move of it."""
    SHOWN = "shown"
    """The program showed it."""
    PASTED = "pasted"
    IMPORTED = "imported"

    @property
    def is_alone(self) -> bool:
        """Whether the player found it without help."""
        return self is HelpKind.ALONE

    @property
    def rank(self) -> int:
        """The place in the order from no help to most help."""
        return _RANKS[self]


_RANKS: Final = {kind: rank for rank, kind in enumerate(HelpKind)}


def most_help(kinds: Iterable[HelpKind]) -> HelpKind:
    """The kind with the most help; ALONE if there are none."""
    return max(kinds, key=_RANKS.__getitem__, default=HelpKind.ALONE)


class ToldMove(NamedTuple):
    """A single counted move that the program named, by the key hashes of the positions before and
    after it (0: won). It is no edge, and survives clearing.
    """

    source: int
    target: int
    how: HelpKind


class StoredAnswer(NamedTuple):
    """A line that wins a deal."""

    moves: int
    """Counted moves."""
    actions: str
    """As text in the caller's notation."""
    number: int | None = None
    found: int = 0
    """When, in seconds since 1970; filled in on saving where it is 0."""
    how: HelpKind = HelpKind.ALONE

    @property
    def rank(self) -> tuple[int, int]:
        """The sorting key of the answers of a deal: redeals (Gaps), then moves."""
        return self.actions.count("redeal"), self.moves


def shorter(one: StoredAnswer | None, other: StoredAnswer | None) -> StoredAnswer | None:
    """The better of two answers: the one that ranks before the other; of equals the one found
    alone, else `one`. None if both are None.
    """
    if one is None or other is None:
        return other if one is None else one
    better = (other.rank, not other.how.is_alone) < (one.rank, not one.how.is_alone)
    return other if better else one


def best_answers(answers: Iterable[StoredAnswer]) -> tuple[StoredAnswer, ...]:
    """What is kept of a deal's answers: the best found alone, then the best of any kind if that is
    shorter. Of equally short ones the one found first.
    """
    kept: list[StoredAnswer] = []
    order = sorted(
        answers, key=lambda one: (one.rank, not one.how.is_alone, one.found, one[1], one.how.rank)
    )
    alone = next((answer for answer in order if answer.how.is_alone), None)
    if alone is not None:
        kept.append(alone)
    if order and (alone is None or order[0].rank < alone.rank):
        kept.append(order[0])
    return tuple(kept)


# Plays


class DealState(NamedTuple):
    """The present attempt at a deal."""

    seconds: float = 0.0
    """Time played in this attempt."""
    hints: int = 0
    shown: bool = False
    """Whether show-me was used."""
    redone: bool = False
    """Whether redo was used."""
    attempt: int = 0
    """A random number, the id of its play; 0: none has begun yet. A win or a restart ends it."""
    ordinal: int = 1
    """Which attempt at this deal it is, from 1."""
    total: float = 0.0
    """Seconds played in all attempts together."""


class PlayOutcome(StrEnum):
    """How a play ended."""

    OPEN = "open"
    STUCK = "stuck"
    """No move is left in the current position."""
    WON = "won"


class Play(NamedTuple):
    """One attempt at a deal, for the statistics. Saving it again replaces it, unless it is won."""

    attempt: int
    """Which attempt at the deal it was, from 1."""
    outcome: PlayOutcome
    moves: int
    seconds: float
    hints: int = 0
    shown: bool = False
    redone: bool = False
    par: bool = False
    """Whether the play is par: as short as possible."""
    number: int | None = None
    when: int = 0
    """Last written, in seconds since 1970; filled in on saving where it is 0."""
    how: HelpKind | None = None
    """How the line of a win was found; None for a play that is not won."""
    id: int = 0
    """A random number, the same in every copy of the play; 0 cannot be stored."""

    @property
    def helped(self) -> bool:
        """Whether a hint, a shown answer or an earlier play has helped. A win is judged by `how`
        its line was found, another play by the help asked for. Redo counts from the second attempt
        on: in the first it only retraces the player's own moves.
        """
        if self.how is None:
            return self.hints > 0 or self.shown or (self.redone and self.attempt > 1)
        return not self.how.is_alone


def further(one: Play, other: Play) -> Play:
    """Of two copies of a play the one that is over, else the longer one; of two wins the earlier.
    It is par if either is.
    """

    def progress(play: Play) -> tuple[Any, ...]:
        won = play.outcome is PlayOutcome.WON
        order = (-play.when, -play.moves) if won else (play.seconds, play.when)
        return won, order, play[:8], play.number or 0, play.how or ""

    return max(one, other, key=progress)._replace(par=one.par or other.par)


class Played(NamedTuple):
    """A play and the deal it was of."""

    key: DealKey
    play: Play


class Tally(NamedTuple):
    """The number of plays that ended in the same way, with or without help."""

    outcome: PlayOutcome
    helped: bool
    plays: int
    last: int
    """When the last of them was written, in seconds since 1970."""


# Deals


class DealFigures(NamedTuple):
    """What is saved of a deal's history, in figures."""

    positions: int
    """How many were tried."""
    bookmarks: int


class About(NamedTuple):
    """The notes on a deal, which are not part of its history."""

    name: str = ""
    note: str = ""
    """Name and note are the player's own words."""
    shortest: int | None = None
    """Counted moves of the shortest possible answer; None unless that was proved."""

    def joined(self, other: About) -> About:
        """These notes; what is not filled in is taken from others."""
        shortest = other.shortest if self.shortest is None else self.shortest
        return About(self.name or other.name, self.note or other.note, shortest)


class StoredDeal(NamedTuple, Generic[A]):
    """All that is stored of a deal. One that was never played has no edges and no line."""

    key: DealKey
    number: int | None = None
    pack: str = ""
    """The deal's place in a level pack, in the caller's words; empty: it has none."""
    edges: tuple[EdgeRow[A], ...] = ()
    line: SavedLine[A] = SavedLine()
    bookmarks: tuple[SavedLine[A], ...] = ()
    """The one pushed last at the end."""
    told: tuple[ToldMove, ...] = ()
    seen: tuple[tuple[int, int], ...] = ()
    """Each place of the deck that was seen, and the deal's walk counter at that moment."""
    state: DealState = DealState()
    when: int = 0
    """Last saved, in seconds since 1970."""
    last_opened: int = 0
    """Orders deals by when they were last opened; the last one has the greatest value."""
    unread: int = 0
    """How many rows and lines are left out because their text makes no sense."""
    moves: int = 0
    """Counted moves from the deal to the place on the line."""
    won: bool = False
    """Whether that place is a win."""
    saved: int = 0
    """When the line was last saved, in milliseconds since 1970; each save has a greater value."""
    answers: tuple[StoredAnswer, ...] = ()
    plays: tuple[Play, ...] = ()
    """By attempt."""
    ordered: tuple[tuple[str, int], ...] = ()
    """Which cards were on the foundations each time the deal was ordered, and when."""
    about: About = About()


class LibraryRow(NamedTuple):
    """The summary of a deal."""

    key: DealKey
    number: int | None = None
    positions: int = 0
    """How many were tried."""
    seconds: float = 0.0
    """Played in all attempts together. Not read for the deals opened last."""
    when: int = 0
    """Last played, in seconds since 1970; of a deal that was never played, when it was solved."""
    last_opened: int = 0
    best: int | None = None
    """Counted moves of the best answer of any kind."""
    alone: int | None = None
    """Counted moves of the best answer that was found alone."""
    how: HelpKind | None = None
    """How the best answer came about."""
    name: str = ""
    note: str = ""
    shortest: int | None = None
    """Counted moves of the shortest possible answer; None unless that was proved."""
    pack: str = ""
    """As in `StoredDeal`."""


class DealChanges(NamedTuple, Generic[A]):
    """What one command changes of a deal."""

    history: HistoryChanges[A]
    state: DealState
    number: int | None = None
    pack: str = ""
    """As in `StoredDeal`."""
    answers: Sequence[StoredAnswer] = ()
    """Each is kept if it is the shortest so far, of all or of those found alone."""
    plays: Sequence[Play] = ()
    ordered: Sequence[str] = ()
    told: Sequence[ToldMove] = ()
    """Each replaces what was told of the same move."""
    seen: Sequence[tuple[int, int]] = ()
    """As in `StoredDeal`; the smaller number stays."""
    actions: int = 0
    """How many actions of the player this contains."""
    moves: int = 0
    """Counted moves from the deal to the place on the line."""
    won: bool = False
    """Whether that place is a win."""
    positions: int | None = None
    """How many positions the history has, without that of the deal. None: they are counted here,
    which takes long in a large history.
    """


class Unsaved(NamedTuple):
    """Actions that are not in the player's file."""

    kept: int = 0
    """In a spare file: the next start takes them in."""
    lost: int = 0
    """Only in memory."""


# Actions between text and values

_actions: dict[str, Action | None] = {}
"""What texts mean, None for nothing: the same few hundred moves make up every history."""
_MOST_ACTIONS: Final = 100_000
_MOST: Final = 1 << 40
"""The highest cost and walk counter of an edge."""


def _action(text: str) -> Action | None:
    """The action of a text, None if it makes no sense."""
    if text not in _actions:
        if len(_actions) >= _MOST_ACTIONS:
            _actions.clear()
        try:
            _actions[text] = parse_action(text)
        except ValueError:
            _actions[text] = None
    return _actions[text]


def _parsed_line(line: SavedLine[str]) -> SavedLine[Action] | None:
    """A line, None if an action of it makes no sense."""
    actions = tuple(map(_action, line.actions))
    sound = tuple(action for action in actions if action is not None)
    return SavedLine(sound, line.place) if len(sound) == len(actions) else None


def parsed(deal: StoredDeal[str]) -> StoredDeal[Action]:
    """A deal with its actions parsed. What makes no sense is left out and counted: edges, lines of
    bookmarks, and the line from its first such action on. A damaged file may break the checks of
    its tables. The edges are plain tuples.
    """
    actions = {text: _action(text) for text in {row[2] for row in deal.edges}}
    edges = tuple(
        (source, target, action, cost, first, walked)
        for source, target, text, cost, first, walked in deal.edges
        if (action := actions[text]) is not None
        and 0 != source != target
        and 1 <= cost <= _MOST >= walked >= 0 <= first <= _MOST
    )
    line: list[Action] = []
    for text in deal.line.actions:
        action = _action(text)
        if action is None:
            break
        line.append(action)
    marks = tuple(mark for mark in map(_parsed_line, deal.bookmarks) if mark is not None)
    kept = len(edges) + len(marks) + (len(line) == len(deal.line.actions))
    changed: dict[str, Any] = {
        "edges": edges,
        "line": SavedLine(tuple(line), min(deal.line.place, len(line))),
        "bookmarks": marks,
        "unread": deal.unread + len(deal.edges) + len(deal.bookmarks) + 1 - kept,
    }
    return StoredDeal[Action](*deal)._replace(**changed)  # type: ignore[arg-type]


def as_text(changes: HistoryChanges[Action]) -> HistoryChanges[str]:
    """The changes of a history with their actions as text."""
    return HistoryChanges(
        tuple(EdgeRow(*row[:2], action_text(row[2]), *row[3:]) for row in changes.edges),
        changes.removed,
        changes.kept,
        tuple(map(action_text, changes.actions)),
        changes.place,
        None if changes.bookmarks is None else _lines_as_text(changes.bookmarks),
    )


def deal_as_text(deal: StoredDeal[Action]) -> StoredDeal[str]:
    """A deal with its actions as text."""
    changed: dict[str, Any] = {
        "edges": tuple(EdgeRow(*row[:2], action_text(row[2]), *row[3:]) for row in deal.edges),
        "line": _lines_as_text((deal.line,))[0],
        "bookmarks": _lines_as_text(deal.bookmarks),
    }
    return StoredDeal[str](*deal)._replace(**changed)  # type: ignore[arg-type]


def _lines_as_text(lines: Iterable[SavedLine[Action]]) -> tuple[SavedLine[str], ...]:
    return tuple(SavedLine(tuple(map(action_text, one.actions)), one.place) for one in lines)
