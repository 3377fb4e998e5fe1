"""The words for a refused move, for the device used last."""

from __future__ import annotations

from game.core.cards import Card
from game.desktop.key_and_pad_button_names import KeyHints, key_name
from game.desktop.key_bindings import Command
from game.play.refusals import reason
from game.play.session import Session
from game.rules import IllegalMove, Refusal
from game.scenes.common.services import Services


def refusal_words(
    services: Services, session: Session, refusal: IllegalMove, card: Card | None
) -> str:
    """Why a card or a command was refused; if a redeal is due, also how to make it."""
    why = reason(session.rules, session.position, refusal, card).translated(services.language)
    return f"{why} ({_ways(services)})" if refusal.refusal is Refusal.REDEAL_DUE else why


def _ways(services: Services) -> str:
    """The ways to redeal."""
    _, key = services.language, key_name(Command.REDEAL, services.language)
    by_device = {
        KeyHints.KEYS: _("{key}, or two quick clicks on a card"),
        KeyHints.ARROWS: _("{key}, or Enter twice on a card"),
        KeyHints.PAD: _("Enter twice on a card"),
        KeyHints.TOUCH: _("by the button, or two quick taps on a card"),
    }
    return by_device[services.key_hints].format(key=key)
