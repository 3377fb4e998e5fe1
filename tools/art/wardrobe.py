"""Who is who: the colours and belongings of the twelve courts."""

from dataclasses import dataclass, replace

from tools.art.palette import GOLD

SKIN = "#F2D3B1"
SKIN_SHADE = "#DFB189"
STEEL = "#E6EBF1"
WOOD = "#B98550"


@dataclass(frozen=True)
class Costume:
    """What one court wears; `robe` is also the colour of its frame."""

    rank: str
    suit: str
    robe: str
    panel: str
    hair: str
    eyes: str
    gold: str = GOLD

    @property
    def side(self) -> int:
        """The side of the hand that holds something: kings right, others left."""
        return 1 if self.rank == "K" else -1


_CLOTH = {
    "s": ("#27365F", "#8E2432"),
    "h": ("#B32432", "#24345E"),
    "d": ("#C8502C", "#1F5F63"),
    "c": ("#1F5A52", "#7D2238"),
}
_CLOTH_FOUR = {"d": ("#1D5C9E", "#B4552A"), "c": ("#1C6B45", "#7D2238")}
_CLOTH_SAFE = {
    "h": ("#C9541A", "#24345E"),
    "d": ("#1B5A9C", "#6B3A22"),
    "c": ("#0B7A5E", "#4A3A6B"),
}
VARIANTS = {"": {}, "four": _CLOTH_FOUR, "safe": _CLOTH_SAFE}

_EYES = {"s": "#39537F", "h": "#6B4426", "d": "#3F7A6B", "c": "#4E6B35"}
_HAIR = {
    "Ks": "#3B3442", "Kh": "#6E4628", "Kd": "#B5622D", "Kc": "#55402F",
    "Qs": "#2F2A38", "Qh": "#D69A35", "Qd": "#A94E24", "Qc": "#6A4126",
    "Js": "#43343A", "Jh": "#C78B3A", "Jd": "#8C4A26", "Jc": "#4A3527",
}  # fmt: skip


def costume(rank: str, suit: str, variant: str = "") -> Costume:
    """The costume of a court; variant is '', 'four' or 'safe'."""
    robe, panel = _CLOTH[suit]
    plain = Costume(rank, suit, robe, panel, _HAIR[rank + suit], _EYES[suit])
    cloth = VARIANTS[variant].get(suit)
    return replace(plain, robe=cloth[0], panel=cloth[1]) if cloth else plain
