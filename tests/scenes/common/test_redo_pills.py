"""The marks of what can be redone: with a key where one press of it redoes."""

from __future__ import annotations

import pytest

from game.core import deals
from game.play.session import Session
from game.rules import RULES, Rules
from game.scenes.common.redo_pills import DOT, redo_pills


@pytest.mark.parametrize("rules", [kind() for kind in RULES.values()], ids=lambda r: r.name)
def test_a_mark_shows_the_key_that_redoes_wherever_a_letter_moves_the_card(rules: Rules) -> None:
    session = Session(rules, deals.deck_of(1), autoplay=False)
    session.play(rules.moves(session.position)[0])
    redone = session.position
    session.undo()
    (pill,) = redo_pills(session)
    letter = rules.letters(session.position)[pill.pile].strip()
    assert (pill.text != DOT) == (rules.one_click and bool(letter))
    if pill.text != DOT:
        session.key(pill.text.lower(), second=pill.right)
        assert session.position == redone
