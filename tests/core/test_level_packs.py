"""Level packs: the numbers of their deals."""

from __future__ import annotations

from game.core import deals
from game.core.level_packs import number_of


def test_a_level_has_its_number_where_the_cards_are_those_of_the_number() -> None:
    assert number_of("0417", deals.deck_of(417)) == 417
    assert number_of("0", deals.deck_of(0)) == 0
    for id in ("0418", "easy", "٤١٧", "1000000", "-1", "4" * 5000, ""):
        assert number_of(id, deals.deck_of(417)) is None
