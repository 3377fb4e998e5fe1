"""Finds a card of a table: its name is typed, its place lights up and is spoken."""

from __future__ import annotations

import pygame

from game.core import cards
from game.core.cards import Card
from game.core.position import Seat
from game.core.translatable_texts import capitalised
from game.play.session import Session
from game.play.spoken_cards_and_moves import seat_words, the_card_first
from game.scenes.common.services import Services
from game.widgets.number_entry import digit_of

FIRST_SIGNS = f"{cards.RANKS}{cards.FRENCH_RANKS}1".lower()


class CardFinder:
    """Takes the keys after the command: a rank as any index shows it, then a suit, as in `7h`,
    `10♥` or `Rp`. A suit is its sign, the begin of its name in the player's language, or its
    English letter where no such name begins with it.
    """

    def __init__(self, services: Services, session: Session) -> None:
        self._services, self._session = services, session
        self._ = services.language
        self._typed: str | None = None
        """What was typed; None: nothing is asked for."""
        self._found: Card | None = None

    def begin(self) -> None:
        """Ask for a card."""
        self._typed, self._found = "", None
        told = self._("Find a card: type its rank and suit, as in 7h (suits: c, d, h, s)")
        self._services.tell(told)

    def end(self) -> bool:
        """Ask for no card and light none; False if nothing of this was done."""
        did = self._typed is not None or self._found is not None
        self._typed = self._found = None
        return did

    @property
    def seat(self) -> Seat | None:
        """The seat that lights up; None: none does."""
        return None if self._found is None else self._session.position.seat(self._found)

    def take(self, event: pygame.event.Event) -> bool:
        """Use a key that types a sign; Backspace begins again. False: it is for others."""
        if self._typed is None or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return False
        sign = digit_of(event) or event.unicode.lower()
        if event.key == pygame.K_BACKSPACE:
            self._typed = ""
        elif sign.isprintable() and sign:
            self._add(self._typed + sign)
        else:
            return False
        return True

    def _add(self, typed: str) -> None:
        self._typed, _ = typed, self._
        if typed in (*FIRST_SIGNS, "10"):
            return
        short = typed.replace("10", "t")
        sign = short[0].upper()
        rank = max(cards.RANKS.find(sign), cards.FRENCH_RANKS.find(sign))
        suits = self._suits(short[1:]) if rank >= 0 else {}
        if not suits:
            self._typed = ""
            told = _("'{text}' is not a card: type rank and suit, as in 7h (suits: c, d, h, s)")
            self._services.tell(told.format(text=typed))
        elif len(suits) > 1:
            told = _("'{text}': which suit? ({suits})")
            self._services.tell(told.format(text=typed, suits=", ".join(suits.values())))
        else:
            self._typed = None
            self._tell(cards.card(rank, *suits))

    def _suits(self, typed: str) -> dict[int, str]:
        """The names of the suits that what was typed may mean."""
        _ = self._
        names = dict(enumerate((_("clubs"), _("diamonds"), _("hearts"), _("spades"))))
        found = {
            suit: name
            for suit, name in names.items()
            if name.replace("œ", "oe").startswith(typed.replace("œ", "oe"))
        }
        signs = cards.SUIT_SIGNS, cards.SUITS
        return found or {suit: names[suit] for suit in names if typed in {s[suit] for s in signs}}

    def _tell(self, card: Card) -> None:
        """Say where a card is and light its place; of one that lies face down only that it does."""
        _, session = self._, self._session
        seat = session.position.seat(card)
        if seat is None or not session.position.is_up(seat):
            told = _("{card} is face down").format(card=the_card_first(card).translated(_))
        else:
            self._found = card
            told = capitalised(seat_words(session.rules, session.position, seat, _))
        self._services.tell(told)
