"""The command `play --text`: opens the player's file and a deal for `text_play`; closes both."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import SystemRandom
from typing import Any

from game.cli.arguments import Arguments, UsageError
from game.cli.deal_arguments import Chosen, Dealt, choose, usual_rules
from game.cli.launch_arguments import folders_of, trace_of
from game.cli.text_play import TextAdvice, TextTable, in_one_line, typed_lines
from game.core import deals
from game.core.deals import Deck, deal_name
from game.play.session import Session
from game.record.daily_deals import SHIPPED, DailyDeals
from game.record.game_store import GameStore
from game.record.saving import tell_unsaved
from game.rules import Rules
from game.storage import Storage, StorageError
from game.system.console import INTERRUPTED, Tracer, write_nothing_more
from game.system.folders import Folders, asset_folder, is_spare, make_own_folder, spare_file_folders
from game.system.language import Language, language_for
from game.system.settings import Settings, SettingsFile


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
    with _ended_by_signals():
        status = play_deal(
            chosen.rules, chosen.dealt, folders, settings, trace, read_only=read_only
        )
    return status or chosen.status


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Meanwhile SIGTERM and SIGHUP raise KeyboardInterrupt, with the exit code, unless they were
    ignored.
    """

    def interrupt(number: int, frame: Any) -> None:
        raise KeyboardInterrupt(128 + number)

    named = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    heard = [each for each in named if signal.getsignal(each) is not signal.SIG_IGN]
    before = [(each, signal.signal(each, interrupt)) for each in heard]
    try:
        yield
    finally:
        for each, handler in before:
            signal.signal(each, handler)


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


def play_deal(
    rules: Rules,
    dealt: Sequence[Dealt],
    folders: Folders,
    settings: Settings,
    trace: Path | None,
    *,
    read_only: bool,
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
    daily = _daily(storage, language)
    store = GameStore(storage, tracer, _say_in_one_line, language, daily.tell_win)
    try:
        for notice in storage.take_notices():
            say(notice.sentence(language))
        session = _opened(store, rules, dealt, branching=settings.branching)
        say(deal_name(rules.title, session.label))
        table = TextTable(session, store, advice, language, say)
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


def _say_in_one_line(text: str) -> None:
    say(in_one_line(text))


def _daily(storage: Storage, language: Language) -> DailyDeals:
    shipped = asset_folder() / SHIPPED
    return DailyDeals(storage, lambda seek, take: None, say, language, shipped=shipped)


def _opened(
    store: GameStore,
    rules: Rules,
    dealt: Sequence[Dealt],
    *,
    branching: bool,
) -> Session:
    """Open the session of `play_deal`. Without autoplay, since that would make moves that an
    entered line also contains.
    """

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
