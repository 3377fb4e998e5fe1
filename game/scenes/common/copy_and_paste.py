"""Copies texts and deals into the clipboard, and words what was copied or pasted."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.deals import Deck, deal_name
from game.core.moves import Move
from game.core.translatable_texts import WordedError, said_in_turn
from game.desktop.paste_and_drop import clipboard_text, put_clipboard
from game.play.notation import replay
from game.play.sharing_lines import Shared, read_shared, write_shared
from game.rules import Rules
from game.scenes.common.base import OpenTable
from game.scenes.common.services import Services
from game.system.language import Language


def copy_text(services: Services, text: str, told: str) -> None:
    """Put a text into the clipboard, and tell the player `told`, or that there is no clipboard."""
    copied = put_clipboard(text)
    services.tell(told if copied else services.language("No clipboard is available"))


def copy_deal(services: Services, rules: Rules, deck: Deck, number: int | None) -> None:
    """Put a deal, with the best answer known, into the clipboard as one line."""
    answer = services.game_store.answer_of(rules, deck)
    told = _copied_words(rules, deck, answer, services.language)
    copy_text(services, write_shared(rules, number, deck, answer), told)


def _copied_words(rules: Rules, deck: Deck, answer: Sequence[Move], _: Language) -> str:
    """The message after copying a deal, with its answer if that is not empty."""
    if not answer:
        return _("Deal copied")
    told = _.plural(
        "Deal copied, with its best solution in {n} move",
        "Deal copied, with its best solution in {n} moves",
        n := replay(rules, rules.deal(deck), answer)[1],
    )
    return told.format(n=n)


def pasted_table(services: Services) -> OpenTable | None:
    """The table of the deal that a sharing line in the clipboard holds; None: there is none. The
    player is told.
    """
    try:
        shared = read_shared(clipboard_text())
    except WordedError as error:
        services.tell(error.translated(services.language))
        return None
    services.remark(pasted_words(shared, services.language))
    return OpenTable(shared.rules, shared.deck, shared.number, shared.moves, named=True)


def pasted_words(shared: Shared, _: Language) -> str:
    """The message after pasting a sharing line."""
    only = _("only the first share code was used") if shared.more_follow else ""
    return said_in_turn((_taken_words(shared, _), only), _)


def _taken_words(shared: Shared, _: Language) -> str:
    deal = deal_name(shared.rules.title, shared.number)
    if not shared.moves:
        return _("Loaded {deal}").format(deal=deal)
    told = _.plural(
        "Loaded {deal} with {n} move; press Redo to play it",
        "Loaded {deal} with {n} moves; press Redo to play them",
        n := replay(shared.rules, shared.rules.deal(shared.deck), shared.moves)[1],
    )
    return told.format(deal=deal, n=n)
