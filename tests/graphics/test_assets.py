"""Files found, texts and icons drawn, cards sharp in the end and never missing."""

import threading
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.app.frame_drawing import FirstFrame
from game.graphics.assets import Assets
from game.graphics.card_art import (
    REVERSED_MOST,
    SHARP_MOST,
    CardArt,
    CardOrder,
    reversed_lightness,
)
from game.graphics.colours import GOLD, Rgb
from game.graphics.fonts import Face, font_file
from game.system.folders import MissingAssetError

SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48">'
    '<rect width="48" height="48" fill="{}"/></svg>'
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    drawings = {
        "icons/gear": "#F3EAD2",
        "cards/classic/7h": "#ff0000",
        "cards/classic/7d": "#00ff00",
        "cards/classic-four/7d": "#0000ff",
        "cards/mini/7h": "#aa0000",
        "cards/backs/navy": "#000080",
        "cards/backs/navy-mini": "#000040",
        "cards/slots/plain": "#111111",
        "logo/mark": "#123456",
    }
    for name, colour in drawings.items():
        path = tmp_path / f"{name}.svg"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(SQUARE.format(colour))
    return tmp_path


@pytest.fixture
def art(folder: Path) -> Iterator[Assets]:
    made = Assets(folder, report=fail, threaded=False)
    yield made
    made.close()


def fail(problem: str) -> None:
    raise MissingAssetError(problem)


def middle(surface: pygame.Surface) -> tuple[int, ...]:
    return tuple(surface.get_at(surface.get_rect().center))


# -------------------------------------------------------------------------- finding


@pytest.mark.parametrize("face", Face)
def test_every_face_is_a_true_type_file(face: Face):
    assert font_file(face).endswith(".ttf")


# ---------------------------------------------------------------------------- icons


def test_icons_take_the_colour_asked_for(art: Assets):
    assert middle(art.icon("gear", 24, GOLD)) == (*GOLD, 255)
    assert art.icon("gear", 24, GOLD).get_size() == (24, 24)
    assert art.icon("gear", 24, GOLD) is art.icon("gear", 24, GOLD)


def test_the_window_has_an_icon_even_where_its_file_is_lost(art: Assets, tmp_path: Path):
    assert Assets(report=fail, threaded=False).app_icon().get_size() == (128, 128)
    told: list[str] = []
    lost = Assets(tmp_path, report=told.append, threaded=False)
    assert lost.app_icon().get_size() == (128, 128)
    assert len(told) == 1


def test_pictures_keep_their_colours(art: Assets):
    assert middle(art.picture("logo/mark", (30, 30))) == (0x12, 0x34, 0x56, 255)


def test_a_missing_drawing_fails_a_test(art: Assets):
    with pytest.raises(MissingAssetError, match="nowhere"):
        art.icon("nowhere", 24, GOLD)
    with pytest.raises(MissingAssetError, match="9c"):
        art.card("classic", "9c", (50, 70))


def test_a_missing_drawing_never_stops_play(folder: Path):
    told: list[str] = []
    art = Assets(folder, threaded=False, report=told.append)
    assert art.icon("nowhere", 24, GOLD).get_size() == (24, 24)
    assert art.card("classic", "9c", (50, 70)).get_size() == (50, 70)
    assert art.card("classic", "9c", (60, 84)).get_size() == (60, 84)
    assert ["nowhere.svg" in told[0], "9c.svg" in told[1]] == [True, True]
    assert len(told) == 2


@pytest.mark.parametrize("drawing", [b"not a drawing", b"<svg \xff/>"])
def test_a_broken_drawing_never_stops_play(folder: Path, drawing: bytes):
    (folder / "cards/classic/8h.svg").write_bytes(drawing)
    told: list[str] = []
    art = Assets(folder, threaded=False, report=told.append)
    assert art.card("classic", "8h", (50, 70)).get_size() == (50, 70)
    assert len(told) == 1


@pytest.mark.parametrize("table", [b"\xff", b"classic-J only one column"])
def test_a_broken_table_of_french_indices_never_stops_play(folder: Path, table: bytes):
    (folder / "cards/classic/Jh.svg").write_text(SQUARE.format("#ff0000"))
    (folder / "cards/french.txt").write_bytes(table)
    told: list[str] = []
    art = Assets(folder, threaded=False, report=told.append)
    assert middle(art.card("classic", "Jh", (50, 70), palette="+fr"))[:3] == (255, 0, 0)
    assert len(told) == 1 and "french.txt" in told[0]


# ---------------------------------------------------------------------------- cards


def test_four_colours_change_only_the_suits_that_have_their_own(art: Assets):
    assert middle(art.card("classic", "7d", (50, 70)))[:3] == (0, 255, 0)
    assert middle(art.card("classic", "7d", (50, 70), palette="four"))[:3] == (0, 0, 255)
    assert middle(art.card("classic", "7h", (50, 70), palette="four"))[:3] == (255, 0, 0)


def test_french_indices_are_another_drawing_of_courts_and_of_nothing_else():
    art, size = Assets(report=fail, threaded=False), (50, 70)
    for face in ("classic", "side", "mini", "large"):
        for palette in ("", "four", "safe", "modern/", "modern/four", "modern/safe"):
            for name in ("Jc", "Qh", "Kd"):
                usual, french = (
                    art.card(face, name, size, palette=p) for p in (palette, palette + "+fr")
                )
                assert tobytes(usual) != tobytes(french), (face, palette, name)
                below = pygame.Rect(12, 40, 26, 20)
                assert tobytes(usual.subsurface(below)) == tobytes(french.subsurface(below))
            ten = art.card_order(face, "Tc", size, palette=palette)
            assert art.card_order(face, "Tc", size, palette=palette + "+fr") == ten


def test_the_modern_deck_has_each_face_in_the_same_palettes():
    art, size = Assets(report=fail, threaded=False), (50, 70)
    for face in ("classic", "side", "mini", "large"):
        seen = {
            tobytes(art.card(face, "Kc", size, palette=deck + palette))
            for deck in ("", "modern/")
            for palette in ("", "four", "safe")
        }
        assert len(seen) == 6, face


def tobytes(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGBA")


def test_backs_and_slots_are_cards_too(art: Assets):
    assert middle(art.cards.get(art.back_order("navy", (50, 70))))[:3] == (0, 0, 128)
    assert middle(art.cards.get(art.back_order("navy", (20, 28), mini=True)))[:3] == (0, 0, 64)
    assert middle(art.cards.get(art.slot_order("plain", (50, 70))))[:3] == (17, 17, 17)


def test_a_reversed_card_keeps_its_hue(art: Assets):
    order = art.card_order("classic", "7h", (50, 70))
    again = art.cards.get(order, reverse=True)
    assert middle(again)[:3] == (255, 30, 46)
    assert again is art.cards.get(order, reverse=True)


def order(width: int, face: str = "classic", card: str = "7h") -> CardOrder:
    return CardOrder(f"cards/{face}/{card}", card, (width, width * 7 // 5))


class SlowPainter:
    """Rasterises only when let, and remembers what it was asked for."""

    def __init__(self) -> None:
        self.let = threading.Event()
        self.made: list[tuple[str, int]] = []
        self.ready = threading.Event()

    def __call__(self, path: str, size: tuple[int, int]) -> pygame.Surface:
        if threading.current_thread() is not threading.main_thread():
            self.let.wait(5)
        self.made.append((path.rpartition("/")[2], size[0]))
        return pygame.Surface(size, pygame.SRCALPHA)


@pytest.fixture
def slow() -> Iterator[tuple[SlowPainter, CardArt]]:
    painter = SlowPainter()
    cards = CardArt(painter, threaded=True, on_ready=painter.ready.set)
    yield painter, cards
    painter.let.set()
    cards.close()


def until(condition: Callable[[], bool]) -> None:
    waiting = threading.Event()
    for _ in range(500):
        if condition():
            return
        waiting.wait(0.01)
    pytest.fail("waited five seconds")


def sharpen(cards: CardArt, wanted: CardOrder) -> None:
    def is_there() -> bool:
        cards.collect()
        return cards.is_sharp(wanted)

    until(is_there)


def test_the_first_picture_of_a_card_is_made_at_once(slow: tuple[SlowPainter, CardArt]):
    painter, cards = slow
    assert cards.get(order(100)).get_size() == (100, 140)
    assert cards.is_sharp(order(100))
    assert painter.made == [("7h", 100)]


def test_old_art_is_scaled_until_the_sharp_one_comes(slow: tuple[SlowPainter, CardArt]):
    painter, cards = slow
    cards.get(order(100))
    rough = cards.get(order(150))
    assert rough.get_size() == (150, 210)
    assert cards.get(order(150)) is rough
    assert not cards.is_sharp(order(150))
    painter.let.set()
    assert painter.ready.wait(5)
    assert cards.collect()
    assert cards.is_sharp(order(150))
    assert cards.get(order(150)) is not rough
    assert not cards.collect()


def test_another_face_stands_in_at_the_same_size(slow: tuple[SlowPainter, CardArt]):
    _, cards = slow
    first = cards.get(order(100))
    assert cards.get(order(100, face="side")) is first


def test_where_there_is_a_draft_no_other_face_stands_in():
    painter = SlowPainter()
    sheet = {f"cards/{face}/7h": pygame.Surface((10, 14)) for face in ("classic", "mini")}
    for colour, draft in zip(((200, 0, 0), (0, 200, 0)), sheet.values(), strict=True):
        draft.fill(colour)
    cards = CardArt(painter, threaded=True, draft=sheet.get)
    painter.let.set()
    cards.get(order(100))
    sharpen(cards, order(100))
    painter.let.clear()
    assert cards.get(order(30, face="mini")).get_at((15, 20))[:3] == (0, 200, 0)
    painter.let.set()
    sharpen(cards, order(30, face="mini"))
    painter.let.clear()
    assert cards.get(order(90)).get_at((15, 20))[:3] == (0, 0, 0), "its own earlier picture"
    painter.let.set()
    cards.close()


def test_a_reversed_card_is_reversed_again_when_sharp(slow: tuple[SlowPainter, CardArt]):
    painter, cards = slow
    cards.get(order(100))
    rough = cards.get(order(150), reverse=True)
    painter.let.set()
    sharpen(cards, order(150))
    assert cards.get(order(150), reverse=True) is not rough


def test_visible_cards_go_before_prepared_ones(slow: tuple[SlowPainter, CardArt]):
    painter, cards = slow
    cards.get(order(100))
    cards.get(order(100, card="8h"))
    cards.prepare([order(200, card=f"{rank}s") for rank in range(3)])
    cards.get(order(150))
    cards.get(order(150, card="8h"))
    painter.let.set()
    sharpen(cards, order(200, card="2s"))
    made = [name for name, width in painter.made if width != 100]
    # The thread may have begun with one prepared card before a visible one was asked for.
    assert [name for name in made[:3] if name in ("7h", "8h")] == ["7h", "8h"]


def test_only_what_is_visible_is_drawn_again(slow: tuple[SlowPainter, CardArt]):
    painter, cards = slow
    for card in ("7h", "8h"):
        cards.get(order(100, card=card))
    cards.get(order(150))
    cards.prepare([order(150, card="8h")])
    painter.let.set()
    told: set[str] = set()

    def both() -> bool:
        told.update(cards.collect())
        return all(cards.is_sharp(order(150, card=card)) for card in ("7h", "8h"))

    until(both)
    assert told == {"7h"}


def test_waiting_is_for_what_is_visible_and_not_for_ever(slow: tuple[SlowPainter, CardArt]):
    painter, cards = slow
    for card in ("7h", "8h"):
        cards.get(order(100, card=card))
        cards.get(order(150, card=card))
    cards.wait(0.01)
    assert not cards.collect()
    painter.let.set()
    cards.wait(5)
    assert cards.collect() == {"7h", "8h"}


def test_the_thread_makes_nothing_before_the_first_frame():
    painter, first_frame = SlowPainter(), FirstFrame()
    painter.let.set()
    cards = CardArt(
        painter, threaded=True, on_ready=painter.ready.set, after_first_frame=first_frame.after
    )
    cards.prepare([order(150)])
    assert not painter.ready.wait(0.1)
    assert not painter.made
    first_frame.show()
    sharpen(cards, order(150))
    cards.close()


def test_a_classic_card_is_shown_from_the_sheet_until_it_is_drawn():
    first_frame = FirstFrame()
    art = Assets(report=fail, after_first_frame=first_frame.after)
    draft = art.card("classic", "7h", (120, 168))
    assert draft.get_size() == (120, 168)
    wanted = art.card_order("classic", "7h", (120, 168))
    assert not art.cards.is_sharp(wanted)
    first_frame.show()
    sharpen(art.cards, wanted)
    sharp = art.card("classic", "7h", (120, 168))
    likeness = zip(*map(pygame.transform.average_color, (draft, sharp)), strict=True)
    assert max(abs(a - b) for a, b in likeness) <= 3
    art.close()


def test_drafts_of_other_decks_and_backs_are_not_loaded(monkeypatch: pytest.MonkeyPatch):
    loaded: list[str] = []
    load = pygame.image.load
    monkeypatch.setattr(pygame.image, "load", lambda path: loaded.append(path.stem) or load(path))
    art = Assets(report=fail, after_first_frame=lambda call: None)
    art.card("classic", "7h", (120, 168), palette="modern/")
    art.little_card("7h", (20, 28), palette="modern/")
    art.cards.get(art.back_order("night", (120, 168)))
    art.cards.get(art.slot_order("plain", (120, 168)))
    assert loaded == ["modern", "modern-mini", "night", "slots"]
    art.close()


def test_backs_places_and_little_cards_are_shown_from_the_sheets_until_they_are_drawn():
    first_frame = FirstFrame()
    art = Assets(report=fail, after_first_frame=first_frame.after)
    for show in (
        lambda: art.cards.get(art.back_order("burgundy", (120, 168))),
        lambda: art.cards.get(art.slot_order("spade", (120, 168))),
        lambda: art.cards.get(art.slot_order("plain", (120, 168))),
        lambda: art.little_card("Qs", (20, 28)),
        lambda: art.little_card("Qs", (20, 28), palette="+fr"),
    ):
        draft = show()
        first_frame.show()
        art.cards.wait(10)
        art.cards.collect()
        sharp = show()
        assert draft is not sharp and draft.get_size() == sharp.get_size()
        likeness = zip(*map(pygame.transform.average_color, (draft, sharp)), strict=True)
        assert max(abs(a - b) for a, b in likeness) <= 8
    art.close()


def test_nothing_is_made_while_the_window_is_resized(slow: tuple[SlowPainter, CardArt]):
    painter, cards = slow
    painter.let.set()
    cards.get(order(100))
    cards.hold()
    for width in range(101, 130):
        assert cards.get(order(width)).get_width() == width
    cards.prepare([order(300)])
    assert painter.made == [("7h", 100)]
    cards.release()
    cards.get(order(129))
    sharpen(cards, order(129))
    assert painter.made == [("7h", 100), ("7h", 129)]


def test_a_miniature_does_not_become_the_art_to_scale(slow: tuple[SlowPainter, CardArt]):
    painter, cards = slow
    painter.let.set()
    full = cards.get(order(100))
    cards.get(order(20))
    sharpen(cards, order(20))
    assert cards.get(order(100, face="side")) is full


def use_others(cards: CardArt, *, meanwhile: CardOrder | None = None) -> None:
    """Have so many other cards made that only what is used meanwhile is still kept."""
    for number in range(SHARP_MOST):
        cards.get(order(50, card=f"{number} of others"))
        if meanwhile is not None:
            cards.get(meanwhile)


def test_scaled_art_is_not_kept_beside_the_sharp_one(slow: tuple[SlowPainter, CardArt]):
    painter, cards = slow
    painter.let.set()
    cards.get(order(100))
    rough = weakref.ref(cards.get(order(150)))
    sharpen(cards, order(150))
    assert rough() is None


def test_art_scaled_before_a_resize_is_not_kept_after_it(slow: tuple[SlowPainter, CardArt]):
    _, cards = slow
    cards.get(order(100))
    rough = weakref.ref(cards.get(order(150)))
    cards.hold()
    cards.release()
    assert rough() is None
    at_the_new_size = cards.get(order(160))
    cards.release()
    assert cards.get(order(160)) is at_the_new_size, "the first frame after it has it already"


def test_a_picture_used_long_ago_is_gone(slow: tuple[SlowPainter, CardArt]):
    _, cards = slow
    art = weakref.ref(cards.get(order(100)))
    use_others(cards)
    assert art() is None
    assert cards.get(order(150)).get_size() == (150, 210)
    assert cards.is_sharp(order(150)), "there was nothing to scale"


def test_where_the_newest_picture_is_gone_an_older_one_is_scaled(
    slow: tuple[SlowPainter, CardArt],
):
    painter, cards = slow
    painter.let.set()
    cards.get(order(100))
    cards.get(order(150))
    sharpen(cards, order(150))
    use_others(cards, meanwhile=order(100))
    assert not cards.is_sharp(order(150))
    painter.let.clear()
    assert cards.get(order(160)).get_size() == (160, 224)
    assert not cards.is_sharp(order(160))


@pytest.mark.parametrize(
    ("card", "selected"),
    [
        ((255, 255, 255), (14, 30, 46)),
        ((0, 0, 0), (255, 255, 255)),
        ((255, 0, 0), (255, 30, 46)),
        ((100, 100, 100), (160, 167, 173)),
    ],
)
def test_reversing_inverts_lightness_and_keeps_the_hue(card: Rgb, selected: Rgb):
    picture = pygame.Surface((4, 4), pygame.SRCALPHA)
    picture.fill((*card, 200))
    found = reversed_lightness(picture).get_at((1, 1))
    assert found[3] == 200
    assert max(abs(a - b) for a, b in zip(found, selected, strict=False)) <= 2


def test_reversing_leaves_the_card_itself_alone():
    picture = pygame.Surface((4, 4), pygame.SRCALPHA)
    picture.fill((255, 0, 0, 255))
    reversed_lightness(picture)
    assert picture.get_at((0, 0)) == (255, 0, 0, 255)


def test_cards_selected_long_ago_are_not_kept_reversed():
    cards = CardArt(SlowPainter(), threaded=False)
    first = weakref.ref(cards.get(order(50), reverse=True))
    for number in range(REVERSED_MOST):
        assert first() is not None
        cards.get(order(50, card=str(number)), reverse=True)
    assert first() is None


def test_without_a_thread_every_picture_is_sharp_at_once():
    painter = SlowPainter()
    cards = CardArt(painter, threaded=False)
    cards.get(order(100))
    cards.get(order(150))
    assert cards.is_sharp(order(150))
    assert not cards.collect()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_picture_that_cannot_be_made_holds_up_no_other():
    def make(path: str, size: tuple[int, int]) -> pygame.Surface:
        if path == "bad":
            raise MemoryError
        return pygame.Surface(size)

    cards = CardArt(make, threaded=True, draft=lambda path: pygame.Surface((10, 10)))
    bad, good, later = (CardOrder(path, path, (50, 70)) for path in ("bad", "good", "later"))
    cards.get(bad)
    cards.prepare([good])
    sharpen(cards, good)
    cards.get(bad)
    cards.wait(5)
    cards.get(later)
    sharpen(cards, later)
    cards.close()


def test_closing_ends_the_thread():
    before = set(threading.enumerate())
    painter = SlowPainter()
    cards = CardArt(painter, threaded=True)
    painter.let.set()
    cards.get(order(100))
    cards.get(order(150))
    begun = set(threading.enumerate()) - before
    assert begun
    cards.close()
    assert not any(thread.is_alive() for thread in begun)
