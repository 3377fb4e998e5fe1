"""A sample position of each game, for pictures: a deal and the first moves from it."""

from __future__ import annotations

from contextlib import suppress
from typing import Final, NamedTuple

from game.core import deals
from game.core.moves import parse_action
from game.core.position import Position
from game.rules import IllegalMove, Rules


class Showcase(NamedTuple):
    """A deal, and moves to a position that shows what the game is like."""

    number: int
    deck: str
    """The deck as 52 letters: the first frame shows the menu, and dealing by number takes longer.
    """
    moves: str
    """As text, one word per action."""


SHOWCASES: Final = {
    "brainjam": Showcase(
        417,
        "wcLeAhPrbZKGFVulQXsoqzvRCtxOYipUnHMDmWfygJTadjSIBkNE",
        "Ad>done 8d>reserve Th>reserve 7c>reserve Jh>reserve 2d>done Ac>done 2c>done 3c>done "
        "Jh>empty 7h>reserve As>done Th>Jh 4h>reserve Tc>Jc 3d>done 4d>done 2s>done 9c>Tc "
        "9s>Ts 5h>6h 4h>5h 8s>9s Jd>Qd Qs>reserve Qh>Kh 4s>5s Th>empty Jh>Qh Jd>empty Th>Jh "
        "Qd>empty Jd>Qd 8d>empty 6s>reserve 7d>8d",
    ),
    "lapeau": Showcase(
        31337,
        "MvRjxKGnXghfirPsHdcoTZQpYzVDuAelmNySCIFatEBOJwqLbWUk",
        "Ad>done Ac>done 2c>done Qd>Kc As>done 2s>done Tc>Jh 2d>done 3d>done 3s>done 6c>7h "
        "3c>4h 9s>Td 6c>empty 6h>7c 3c>done Ah>done Tc>Jd Qd>Ks 4s>done Jh>Qs 4d>done 5s>6h "
        "Ts>Jh Kc>empty Qh>Kc Qc>Kh 5d>done Th>empty Jc>Qh",
    ),
    "gaps": Showcase(
        2024,
        "sDxIBgqGlSRFLtzkXJMKriVWZbCTeOAunvUcQwYEpPmNjafdyhoH",
        "2d>empty-3 Kc>Qc 6c>5c 4c>3c 6d>5d Th>9h 5s>4s 3d>2d 7s>6s 8s>7s 8h>7h 4d>3d 6s>5s "
        "Jc>Tc 8d>7d 9h>8h Ks>Qs Qs>Js Js>Ts 5h>4h Jd>Td 3c>2c Td>9d 3h>2h 9s>8s 7s>6s Qc>Jc "
        "2h>empty-1 Qh>Jh 6h>5h",
    ),
    "klondike": Showcase(
        777,
        "bZRxvaWUkVrlwsyudDTpHichYFXCJoSQNqBEAOgKIGMzLjmfPent",
        "Ah>done pull pull pull pull pull pull pull Ad>done 2d>done 8c>9d Jd>Qc pull pull "
        "Ac>done 2c>done pull pull pull pull 3c>done pull 2h>done 3h>done pull 4c>done",
    ),
}


def dealt(rules: Rules) -> Position:
    """The deal of a game's showcase."""
    return rules.deal(deals.parse_deck(_showcase(rules).deck))


def _showcase(rules: Rules) -> Showcase:
    """The showcase of a game; if it has none, the first one's deal, without moves."""
    first = next(iter(SHOWCASES.values()))
    return SHOWCASES.get(rules.name, first._replace(moves=""))


def sample_position(rules: Rules) -> Position:
    """The position of a game's showcase after its moves; under another policy, after those before
    the first illegal one.
    """
    position = dealt(rules)
    with suppress(IllegalMove):
        for word in _showcase(rules).moves.split():
            for move in parse_action(word):
                position = rules.apply(position, move)
    return position
