"""Takes in what is dropped onto the window or opened with the program: a pack shows its list, an
answers file is imported, a sharing line opens its deal, and an export of all games is imported if
the player agrees. A message tells the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from game.app.launch_options import LaunchOptions
from game.core.translatable_texts import WordedError, Wording, said_in_turn, why
from game.desktop.paste_and_drop import DesktopDrop
from game.play.level_packs import Pack
from game.play.sharing_lines import Shared, read_shared
from game.record.dropped_content import AnswersFile, DropReading, is_named_export
from game.record.pack_files import packs_fitting, packs_of
from game.rules import RULES, rules_for
from game.scenes.common import progress
from game.scenes.common.base import Change, OpenDeals, OpenTable, Push, Replace, Scene
from game.scenes.common.copy_and_paste import pasted_words
from game.scenes.common.deal_sources import pack_told
from game.scenes.common.progress import LongWork, ProgressScene
from game.scenes.common.services import Services
from game.scenes.deals.copy_import_export_and_clear import import_answers
from game.scenes.deals.scene import DealsScene
from game.scenes.library.import_and_export import ask_to_import_file
from game.system.folders import levels_folder

TABLE, LIST = "table", "list"
"""The names of the scenes that a dropped deal, and the list of a dropped pack, replace."""
_UNKEPT: Final = Wording("The list could not be saved in {folder} ({reason})")


def take_opened(services: Services, stack: Sequence[Scene], launch: LaunchOptions) -> Change | None:
    """Take in what the program was started with; returns the change of the stack. A pack's list and
    the deal of a sharing line are open already: the pack is kept, and the deal is told of.
    """
    opening, file = launch.opening, launch.handed
    if opening is None:
        return None if file is None else take_file(services, stack, file)
    if opening.pack is not None:
        if file is not None:
            keep_pack(services, opening.pack, file)
    elif opening.deck is not None and (opening.moves or file is not None):
        what = (opening.rules, opening.number, opening.deck, opening.moves, opening.more_follow)
        shared = Shared(*what)
        services.remark(pasted_words(shared, services.language))
    return None


def take_drop(
    services: Services, stack: Sequence[Scene], drop: DesktopDrop
) -> Iterator[Change | None]:
    """Take in what was dropped at once, one thing after the other: each change of the stack has to
    be done before the next is asked for. Exports come last: what another file opens would cover
    their question.
    """
    for file in sorted(drop.files, key=is_named_export):
        yield take_file(services, stack, file)
    if drop.lines or not drop.files:
        yield take_text(services, stack, "\n".join(drop.lines))


def take_file(services: Services, stack: Sequence[Scene], path: Path) -> Change | None:
    """Take in a file; returns the change of the stack. While a long file is read, its progress is
    shown.
    """
    if _is_busy(services, stack):
        return None
    if is_named_export(path):
        return ask_to_import_file(services, path)
    reading, below = DropReading(path), tuple(stack)

    def then(stopped: bool, _: Exception | None) -> Change | None:
        return None if stopped else _take(services, below, reading)

    heading = lambda _: _("Reading {file}").format(file=path.name)  # noqa: E731
    return progress.begin(services, LongWork(reading, "reading", heading, then))


def _take(services: Services, stack: Sequence[Scene], reading: DropReading) -> Change | None:
    """Take in what a file holds, once that is known."""
    found = reading.found
    if reading.trouble is not None:
        services.announce(reading.trouble.translated(services.language))
    if found is None:
        return None
    if isinstance(found, AnswersFile):
        return _take_answers(services, stack, found.path)
    if isinstance(found, Shared):
        return _open_deal(services, stack, found)
    return _open_list(stack, keep_pack(services, found, reading.path))


def take_text(services: Services, stack: Sequence[Scene], text: str) -> Change | None:
    """Take in a text, empty where it could not be read; returns what it asks of the stack."""
    if not text.strip():
        services.announce(services.language("Nothing you dropped could be read"))
        return None
    try:
        shared = read_shared(text)
    except WordedError as error:
        services.announce(error.translated(services.language))
        return None
    return None if _is_busy(services, stack) else _open_deal(services, stack, shared)


def keep_pack(services: Services, pack: Pack, path: Path) -> Pack:
    """Copy a pack into the folder of the player's own packs, and say what it holds. A read-only
    program does not copy it. Returns the pack under the name that it has now.
    """
    _, failed = services.language, ""
    if not services.settings_file.read_only:
        try:
            pack = services.packs.keep(path, pack)
        except OSError as error:
            folder = services.folders.levels
            failed = _UNKEPT.filled(folder=folder, reason=why(error)).translated(_)
    services.announce(said_in_turn((pack_told(pack, _), failed), _))
    return pack


def _is_busy(services: Services, stack: Sequence[Scene]) -> bool:
    """True if a long work such as an import is running, which only the player may end; a message
    then says so.
    """
    busy = isinstance(stack[-1], ProgressScene)
    if busy:
        _ = services.language
        services.announce(_("Still busy: drop it again when this is done"))
    return busy


def _take_answers(services: Services, stack: Sequence[Scene], path: Path) -> Change | None:
    """Import answers for the list that is open, below whatever, or for the game's own list."""
    rules = next(make() for make in RULES.values() if make.facts.answers_files)
    listed = [scene.pack for scene in reversed(stack) if isinstance(scene, DealsScene)]
    fitting = packs_fitting(listed, rules) or packs_of(rules, levels_folder())
    return import_answers(services, [path], fitting[0])


def _open_deal(services: Services, stack: Sequence[Scene], shared: Shared) -> Change:
    """Open a deal. Its table replaces the table on the stack, and all scenes over that."""
    services.remark(pasted_words(shared, services.language))
    table = OpenTable(shared.rules, shared.deck, shared.number, shared.moves, named=True)
    at = _place_of(stack, TABLE)
    return Push(table) if at is None else Replace(table, len(stack) - at)


def _open_list(stack: Sequence[Scene], pack: Pack) -> Change:
    """Open a pack's list: in place of all scenes over the table, or of another list."""
    at = _place_of(stack, TABLE)
    shown = OpenDeals(rules_for(pack.game, pack.options), pack=pack, over_table=int(at is not None))
    above = _place_of(stack, LIST) if at is None else at + 1
    if above is None or above == len(stack):
        return Push(shown)
    return Replace(shown, len(stack) - above)


def _place_of(stack: Sequence[Scene], name: str) -> int | None:
    return next((place for place, scene in enumerate(stack) if scene.name == name), None)
