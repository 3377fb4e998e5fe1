"""The command `play --text`: play in words, in a terminal or through a pipe.

A line holds moves or one command. What happened is told in one line for each.
"""

from __future__ import annotations

import re
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from io import TextIOWrapper
from itertools import islice
from pathlib import Path
from random import SystemRandom
from threading import Event
from typing import Any, Final

from game.cli.arguments import Arguments, UsageError
from game.cli.deal_arguments import Chosen, choose, folders_of, trace_of, usual_rules
from game.core import deals
from game.core.deals import Deck, deal_name
from game.core.moves import DONE, EMPTY, PULL, REDEAL, RESERVE, TURN, WITHOUT_CARD, Move
from game.core.position import PileKind
from game.core.translatable_texts import WordedError, Wording, said_in_turn
from game.core.untrusted_input import MOST_LINE
from game.map.tree import MapKey, MapTree, finished
from game.play import notation
from game.play import spoken_cards_and_moves as spoken
from game.play.map_outline import MOST_LINES, map_lines, outline
from game.play.narrator import Narrator, figures_words
from game.play.session import Outcome, Session
from game.play.verdict import AT_MOST, LOST, VerdictLight, lost_hint_words, verdict_words
from game.record.advisor import Advisor
from game.record.daily_deals import SHIPPED, DailyDeals
from game.record.game_store import GameStore
from game.record.saving import tell_unsaved
from game.record.solver_gateway import SolverGateway
from game.rules import Rules, stock_of
from game.storage import Storage, StorageError
from game.system.console import INTERRUPTED, Tracer, write_nothing_more
from game.system.folders import Folders, asset_folder, is_spare, make_own_folder, spare_file_folders
from game.system.language import Language, language_for
from game.system.settings import Settings, SettingsFile

_NO_BREAK: Final = "\u00a0\u202f"
"""Spaces of French that Python does not call printable."""
_SHOWN: Final = 200
"""The most characters printed of a message that quotes the input."""
_MOST_COUNTED: Final = 6
_LONGEST_PAUSE_S: Final = 300.0
"""Seconds between two input lines above which the rest does not count as time played."""
PATIENCE_S: Final = 25.0
"""Seconds to wait for the solver, which gives up earlier."""
FEWEST_S: Final = 5.0
"""Of these, seconds to wait for the fewest redeals (Gaps)."""


class TextAdvice:
    """Asks the solver, one question at a time. Call `close` at the end."""

    def __init__(self) -> None:
        self._woken = Event()
        self._solver = SolverGateway(self._woken.set, eager=False)
        self._advisor = Advisor(self._solver, self._woken.set, lambda name, **told: None)

    def light(self, session: Session) -> VerdictLight:
        """Whether the present position can be won. For a lost one, it is also found out where the
        win was lost.
        """
        self._advisor.follow(session, watch=True, warn=True, par=False)
        self._wait(back=True)
        return self._advisor.light or VerdictLight.UNKNOWN

    @property
    def undos_to_win(self) -> int | None:
        """How many undos lead from the position that `light` was asked for to one that can be won;
        None if that is not known, and if the position is not lost.
        """
        return self._advisor.undos_to_win

    def hint(self, session: Session) -> Move | None:
        """The next move of a short answer, or of the best one known by the end of the wait, or
        towards the `score` of a lost position (Gaps); None if none is known.
        """
        self._advisor.follow(session, watch=True, warn=False, par=False)
        self._advisor.want_hint()
        self._wait(short=True)
        return self._advisor.first_hint

    @property
    def is_lost(self) -> bool:
        """True if the position last asked about is known to be lost."""
        return self._advisor.light in LOST

    @property
    def score(self) -> int | None:
        """Gaps: the highest score known to be reachable from the position last asked about."""
        return self._advisor.score

    def _wait(self, *, short: bool = False, back: bool = False) -> None:
        """Wait until the position's verdict is known and, with `short`, a short win or, with
        `back`, where a win was lost, at most `PATIENCE_S`; in Gaps also until the fewest redeals
        are, at most `FEWEST_S`.
        """
        begun = time.monotonic()
        self._advisor.collect()
        while (left := begun + self._patience(short=short, back=back) - time.monotonic()) > 0:
            self._woken.wait(left)
            self._woken.clear()
            self._advisor.collect()

    def _patience(self, *, short: bool, back: bool) -> float:
        """How many seconds it is worth waiting for what is not known yet."""
        advisor, light = self._advisor, self._advisor.light
        seeks_back = back and light in LOST and advisor.undos_to_win is None
        if (
            light is VerdictLight.THINKING
            or (short and advisor.seeks_short)
            or (seeks_back and not advisor.knows_no_way_back)
        ):
            return PATIENCE_S
        return FEWEST_S if light in AT_MOST and self._advisor.is_improving else 0.0

    def close(self) -> None:
        """End the solver's process."""
        self._solver.close()


class TextTable:
    """One deal at a terminal."""

    def __init__(
        self,
        session: Session,
        store: GameStore,
        advice: TextAdvice,
        language: Language,
    ) -> None:
        self._session, self._store, self._advice = session, store, advice
        self._ = language
        self._narrator = Narrator(session)
        self._last_line = time.monotonic()
        self._ended = False
        self._on_map: list[MapKey] = []
        """What the numbers of the map stand for."""
        go = session
        self._commands: dict[str, Callable[[], Outcome | None]] = {
            "undo": go.undo,
            "redo": go.redo,
            "start": go.to_start,
            "end": go.to_end,
            "home": self._home,
            "purge": go.purge,
            "bookmark": go.bookmark,
            "return": go.return_to_bookmark,
            "hint": self._hint,
            "verdict": self._verdict,
            "moves": lambda: say(spoken.moves_line(go.rules, go.position, language)),
            "table": self.tell_table,
            "map": self._tell_map,
            "help": self._tell_help,
            "quit": self._quit,
        }
        self._counted: dict[str, Callable[[int], Outcome]] = {
            "undo": go.undo,
            "redo": go.redo,
            "goto": self._goto,
        }

    def play(self, lines: Iterator[str]) -> None:
        """Do what each line says, until `quit` or the last one."""
        for line in lines:
            now = time.monotonic()
            self._store.spend(min(now - self._last_line, _LONGEST_PAUSE_S))
            self._last_line = now
            self._do_line(line)
            if self._ended:
                return

    def _do_line(self, line: str) -> None:
        """Carry out one word after another, until one is refused."""
        try:
            if len(line) > MOST_LINE:
                raise WordedError(Wording("this line is too long"))
            words = notation.split_words(line)
            if len(words) == 2 and (counted := words[0].lower()) in self._counted:
                self._show(self._counted[counted](_number(words[1])))
                return
            for word in words:
                if not self._do_word(word):
                    return
        except WordedError as error:
            say(in_one_line(error.translated(self._)))

    def _do_word(self, word: str) -> bool:
        """Carry out a command, or play the moves of a word; False if one was refused."""
        command = self._commands.get(word.lower())
        if command is not None:
            return self._show(command())
        return all(self._show(self._play(move)) for move in self._moves_of(word))

    def _show(self, outcome: Outcome | None) -> bool:
        """Tell what was done; False if it was refused."""
        told = "" if outcome is None else self._narrator.tell(outcome, self._)
        if told:
            say(told)
        return outcome is None or outcome.refusal is None

    # Moves

    def _moves_of(self, word: str) -> Iterable[str]:
        """The moves of a word, which is one move or the letters of several. Raises WordedError for
        any other word, so that none of its letters is played.
        """
        rules, small = self._session.rules, word.lower()
        if small in self._counted:
            raise WordedError(Wording("'{text}' needs a number", text=word))
        notation.check_known(rules, small)
        if ">" in word or small in WITHOUT_CARD:
            return [small]
        letters = rules.letters(self._session.position).replace(" ", "")
        lettered = rf"([{letters}][0-9]*)+" if rules.facts.lettered else rf"[{letters}]+"
        if not re.fullmatch(lettered, word, re.IGNORECASE | re.ASCII):
            raise WordedError(
                Wording("'{text}' is neither a move nor a command: try help", text=word)
            )
        return notation.answer_words(rules, word) if rules.facts.lettered else word

    def _play(self, move: str) -> Outcome:
        session = self._session
        if move == REDEAL and session.needs_redeal:
            return session.redeal()
        if ">" in move or move in WITHOUT_CARD:
            return session.play(Move.parse(move))
        if session.rules.facts.lettered:
            return session.play(notation.read_move(session.rules, session.position, move))
        outcome = session.key(move.lower(), second=move.isupper()) or Outcome()
        if outcome.refusal is not None:
            session.cancel()
        return outcome

    def _home(self) -> Outcome:
        """Send the last card of the selected pile home; without a selection, all cards that are
        safe.
        """
        picked = self._session.selection is not None
        return self._session.space() if picked else self._session.purge()

    def _goto(self, number: int) -> Outcome:
        """Go to a line of the map that was printed last; of the present one, if none was."""
        if not self._on_map:
            self._number_map()
        if number > len(self._on_map):
            raise WordedError(Wording("there is no position {number} on the map", number=number))
        outcome = self._session.goto(*self._on_map[number - 1])
        if not outcome.steps:
            raise WordedError(Wording("you are here"))
        return outcome

    # Output

    def _hint(self) -> None:
        session, _ = self._session, self._
        if session.is_won:
            say(_("no hint is needed: the game is won"))
            return
        move = None if session.is_stuck else self._advice.hint(session)
        if move is None:
            self._verdict()
            return
        if self._advice.is_lost:
            self._verdict(lost_hint_words(self._advice.score, _))
        else:
            self._store.count_hint(session, move)
        told = spoken.move_words(session.rules, session.position, move, _)
        say(_("hint: {move}").format(move=f"{told} ({move})"))

    def _verdict(self, more: str = "") -> None:
        """Tell whether the position can be won, how many undos lead back to one that can, and
        `more`.
        """
        session, _ = self._session, self._
        if session.is_won:
            say(spoken.won_words(session.moves, _))
            return
        light = self._advice.light(session)
        if session.is_stuck and light not in LOST:
            light = VerdictLight.CANNOT
        told = [verdict_words(light, _)]
        undos = self._advice.undos_to_win
        if undos is not None:
            words = _.plural(
                "undo {n} step: still winnable there", "undo {n} steps: still winnable there", undos
            )
            told.append(words.format(n=undos))
        elif light in LOST and session.history.can_undo and light is not VerdictLight.NEVER:
            told.append(_("undo to continue"))
        say(said_in_turn((*told, more), _))

    def tell_table(self) -> None:
        """Print the deal's figures, and every pile with the letter that moves its cards, or every
        row with the letters that fill its gaps.
        """
        session, rules = self._session, self._session.rules
        say(figures_words(session, self._))
        letters = rules.letters(session.position)
        lines = spoken.table_lines(rules, session.position, self._)
        for group, line in zip(spoken.read_together(rules), lines, strict=True):
            keys = "".join(letters[pile] for pile in group).replace(" ", "")
            say(f"{keys or ' '} {line}")

    def _tell_map(self) -> None:
        for line in map_lines(self._session, self._number_map(), self._):
            say(line)

    def _number_map(self) -> MapTree:
        """Number the lines of the map, from 1."""
        tree = finished(MapTree(self._session.history).made())
        self._on_map = [node.name for _depth, node in islice(outline(tree), MOST_LINES)]
        return tree

    def _tell_help(self) -> None:
        _, rules = self._, self._session.rules
        moves = _("Moves: 7h>8s (card onto card), {others}")
        for line in (
            moves.format(others=", ".join(_other_moves(rules))),
            _("Cards: A, 2 to 9, T, J, Q, K with c (clubs), d (diamonds), h (hearts), s (spades)"),
            _("or the letters shown before the piles; a line may hold several moves."),
            _("undo, redo (add a number to repeat), start, end: move through the history"),
            _("home, purge: send cards home; no card goes home by itself")
            if rules.facts.purges
            else "",
            _("hint, verdict, moves: the next move, whether you can still win, the possible moves"),
            _(
                "table, map: print the cards or the branches; goto NUMBER goes to a position on "
                "the map"
            ),
            _("bookmark, return: mark this position, go back to the last bookmark"),
            _("quit, or the end of the input: leave; everything is already saved"),
        ):
            if line:
                say(line)

    def _quit(self) -> None:
        self._ended = True


def _other_moves(rules: Rules) -> list[str]:
    """The moves of a game that lead onto no card, as they are typed."""
    pulls = stock_of(rules) is not None
    known = {
        f"7h>{DONE}": bool(rules.foundations),
        f"7h>{EMPTY}": True,
        f"7h>{RESERVE}": not pulls and any(p.kind is PileKind.RESERVE for p in rules.piles),
        PULL: pulls,
        TURN: pulls and rules.max_redeals > 0,
        REDEAL: rules.facts.redeals,
    }
    return [move for move, is_there in known.items() if is_there]


def _number(word: str) -> int:
    if not re.fullmatch("[0-9]+", word) or not word.strip("0"):
        raise WordedError(
            Wording("'{text}' is not a number ({least} or higher)", text=word, least=1)
        )
    if len(word) > _MOST_COUNTED:
        raise WordedError(Wording("'{text}' is too large", text=word))
    return int(word)


def in_one_line(text: str) -> str:
    """A text that may quote the input, with control characters replaced by `?`, and shortened."""
    shown = "".join(c if c.isprintable() or c in _NO_BREAK else "?" for c in text)
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]} ..."


def typed_lines() -> Iterator[str]:
    """The lines of the standard input; at a terminal `> ` asks for each."""
    if sys.stdin is None:
        return
    if not sys.stdin.isatty():
        if isinstance(sys.stdin, TextIOWrapper):
            # Invalid bytes are replaced, and then refused like any other unknown word.
            sys.stdin.reconfigure(errors="replace")
        yield from sys.stdin
        return
    while True:
        try:
            yield input("> ")
        except EOFError:
            print()
            return


def play_in_words(arguments: Arguments) -> int:
    """Play a deal as text; returns the exit code. Raises UsageError."""
    if not arguments.text:
        raise UsageError("'play' needs --text (the window opens without 'play')")
    folders = folders_of(arguments)
    if is_spare(folders.data):
        folders = folders._replace(data=make_own_folder(folders.data))
    settings = SettingsFile(folders.settings, read_only=True).settings
    chosen = _chosen_to_play(arguments, settings)
    trace, read_only = trace_of(arguments.trace), arguments.read_only
    _end_by_signals()
    status = _play_deal(chosen, folders, settings, trace, read_only=read_only)
    return status or chosen.status


def _end_by_signals() -> None:
    """From now on SIGTERM and SIGHUP raise KeyboardInterrupt, with the exit code, unless they were
    ignored.
    """

    def interrupt(number: int, frame: Any) -> None:
        raise KeyboardInterrupt(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, interrupt)


def _chosen_to_play(arguments: Arguments, settings: Settings) -> Chosen:
    """The rules and the deal to play; no deal if the command line names only a game."""
    words = arguments.words
    if len(words) == 1 and arguments.deck is arguments.pack is None:
        return Chosen(usual_rules(words[0], arguments, settings), (), 0)
    chosen = choose(arguments)
    chosen.one()
    if arguments.pack is not None or not words:
        return chosen
    return chosen._replace(rules=usual_rules(words[0], arguments, settings))


def _play_deal(
    chosen: Chosen, folders: Folders, settings: Settings, trace: Path | None, *, read_only: bool
) -> int:
    """Play the given deal; else the game's last one, if it was left in play; else a new one.
    Returns the exit code: that of moves that could not be saved, that of a signal, else 0.
    """
    language = language_for(settings.language)
    storage = Storage(
        folders.data, read_only=read_only, spare_folders=spare_file_folders(), cache=folders.cache
    )
    tracer = Tracer(trace)
    advice = TextAdvice()
    status, failure = 0, None
    shipped = asset_folder() / SHIPPED
    daily = DailyDeals(storage, lambda seek, take: None, say, language, shipped=shipped)
    store = GameStore(
        storage, tracer, lambda text: say(in_one_line(text)), language, daily.tell_win
    )
    try:
        for notice in storage.take_notices():
            say(notice.sentence(language))
        session = _opened(store, chosen, branching=settings.branching)
        say(deal_name(session.rules.title, session.label))
        table = TextTable(session, store, advice, language)
        table.tell_table()
        table.play(typed_lines())
    except KeyboardInterrupt as end:
        status = end.args[0] if end.args else INTERRUPTED
    except OSError as error:  # nobody reads the output any more
        write_nothing_more()
        failure = error
    finally:
        advice.close()
        store.try_again()
        store.close()
        tracer.close()
        unsaved = tell_unsaved(storage)
    if failure is not None and not unsaved:
        raise failure
    return unsaved or status


def say(text: str) -> None:
    """Print a line and flush it: a program may be reading, and waiting for it."""
    print(text, flush=True)


def _opened(store: GameStore, chosen: Chosen, *, branching: bool) -> Session:
    """Open the session of `_play_deal`. Without autoplay, since that would make moves that an
    entered line also contains.
    """
    rules, dealt = chosen.rules, chosen.dealt

    def opened(deck: Deck, number: int | None, pack: str = "") -> Session:
        return store.open(rules, deck, number, branching=branching, autoplay=False, pack=pack)

    if dealt:
        return opened(dealt[0].deck, dealt[0].number, dealt[0].place)
    try:
        left = store.storage.last_played(rules.name)
    except StorageError:
        left = None
    if left is not None and left.key.options == rules.policy:
        session = opened(deals.parse_deck(left.key.deck), left.number)
        if session.history.can_undo:
            return session
    number = SystemRandom().randrange(deals.HIGHEST_NUMBER + 1)
    return opened(deals.deck_of(number), number)
