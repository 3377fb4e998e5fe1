"""Texts measured as they are drawn, centred, aligned, shortened; suits drawn as icons."""

import pygame
import pytest

from game.graphics.assets import Assets
from game.graphics.colours import CREAM, GOLD
from game.graphics.fonts import Face, font_file
from game.graphics.text_rendering import Align, TextRenderer
from game.system.folders import MissingAssetError


def fail(problem: str) -> None:
    raise MissingAssetError(problem)


@pytest.fixture
def texts() -> TextRenderer:
    return Assets(report=fail, threaded=False).texts


def test_texts_are_rendered_once(texts: TextRenderer):
    first = texts.line("Undo", Face.SANS, 16, CREAM)
    assert texts.line("Undo", Face.SANS, 16, CREAM) is first
    assert first.get_width() == texts.width("Undo", Face.SANS, 16)


def test_capitals_are_centred_on_the_line(texts: TextRenderer):
    target = pygame.Surface((200, 100))
    texts.write(target, "H", Face.SANS_SEMIBOLD, 40, (255, 255, 255), (20, 50))
    rows = [y for y in range(100) if any(target.get_at((x, y))[0] > 128 for x in range(100))]
    assert abs((rows[0] + rows[-1]) / 2 - 50) <= 1


@pytest.mark.parametrize(("align", "left"), [(Align.LEFT, 100), (Align.RIGHT, 0)])
def test_texts_are_aligned(texts: TextRenderer, align: Align, left: int):
    target = pygame.Surface((300, 40))
    width = texts.width("Moves", Face.SANS, 20)
    area = texts.write(target, "Moves", Face.SANS, 20, CREAM, (100, 20), align)
    assert area.x == (left or 100 - width)


def test_tracked_text_is_wider_by_its_gaps(texts: TextRenderer):
    plain = sum(texts.width(letter, Face.SANS, 13) for letter in "PLAY")
    assert texts.width("PLAY", Face.SANS, 13, tracking=2) == plain + 6
    assert texts.line("PLAY", Face.SANS, 13, GOLD, tracking=2).get_width() == plain + 6


@pytest.mark.parametrize("px", [11, 16])
def test_tracked_texts_are_as_wide_as_said_and_end_in_their_last_letter(
    texts: TextRenderer, px: int
):
    line = texts.line("FOR EVERY GAME", Face.SANS, px, GOLD, tracking=2)
    assert line.get_width() == texts.width("FOR EVERY GAME", Face.SANS, px, tracking=2)
    last = texts.line("E", Face.SANS, px, GOLD)
    end = line.subsurface((line.get_width() - last.get_width(), 0, *last.get_size()))
    assert pygame.image.tobytes(end, "RGBA") == pygame.image.tobytes(last, "RGBA")


@pytest.mark.parametrize("tracking", [0, 2])
@pytest.mark.parametrize("string", ["/home/\udcff\udcfe", "a\0b", "\ud800", "a \udfff b", "\0"])
def test_what_no_font_can_draw_is_harmless(texts: TextRenderer, string: str, tracking: int):
    text = texts.line(string, Face.SANS, 12, (255, 255, 255), tracking)
    assert text.get_width() == texts.width(string, Face.SANS, 12, tracking) > 0
    assert texts.shortened(string * 9, Face.SANS, 12, 30).endswith("…")


@pytest.mark.parametrize("px", [12, 16])
def test_a_text_is_one_line_whatever_is_in_it(texts: TextRenderer, px: int):
    line = texts.line("a name\nof\ttwo lines", Face.SANS, px, CREAM)
    assert line.get_size() == texts.line("a name of two lines", Face.SANS, px, CREAM).get_size()
    assert line.get_width() == texts.width("a name\nof\ttwo lines", Face.SANS, px)


def test_empty_texts_are_harmless(texts: TextRenderer):
    assert texts.line("", Face.SANS, 16, CREAM).get_width() == 0
    assert texts.line("", Face.SANS, 16, CREAM, tracking=2).get_width() == 0


@pytest.mark.parametrize("px", [11, 12])
def test_words_of_small_texts_stay_apart(texts: TextRenderer, px: int):
    text = "Not yet a star "
    words = [texts.width(word, Face.SANS, px) for word in text.split(" ")]
    spaces = texts.width(text, Face.SANS, px) - sum(words)
    assert spaces >= 4 * 0.2 * px, "as wide as they are in the drawing"
    assert texts.line(text, Face.SANS, px, CREAM).get_width() == texts.width(text, Face.SANS, px)
    drawn = texts.line("a b", Face.SANS, px, CREAM).get_bounding_rect()
    assert drawn.width <= texts.width("a b", Face.SANS, px)


def test_long_texts_are_shortened_to_fit(texts: TextRenderer):
    assert texts.shortened("Brain Jam", Face.SANS, 16, 500) == "Brain Jam"
    short = texts.shortened("Brain Jam, the first 1500", Face.SANS, 16, 90)
    assert short.endswith("…")
    assert texts.width(short, Face.SANS, 16) <= 90


@pytest.mark.parametrize("width", range(0, 155, 7))
def test_as_much_of_a_long_text_is_kept_as_fits(texts: TextRenderer, width: int):
    text = "Brain Jam, the first 1500"
    kept = text
    while kept and texts.width(f"{kept}…", Face.SANS, 16) > width:
        kept = kept[:-1].rstrip()
    assert texts.shortened(text, Face.SANS, 16, width) == f"{kept}…"


def test_a_text_of_any_length_is_shortened_in_few_steps(
    texts: TextRenderer, monkeypatch: pytest.MonkeyPatch
):
    font, measured = texts.font(Face.SANS, 16), []

    class Counting:
        def size(self, text: str) -> tuple[int, int]:
            measured.append(text)
            return font.size(text)

    monkeypatch.setattr(texts, "font", lambda face, px: Counting())
    assert len(texts.shortened("A" * 20_000, Face.SANS, 16, 500)) < 100
    assert len(measured) < 20


def test_a_suit_in_a_text_is_drawn_as_its_icon_because_no_font_has_it() -> None:
    made = Assets(report=fail, threaded=False).texts
    shown = {made.line(f"7{sign}", Face.SANS, 20, CREAM) for sign in "♣♦♥♠"}
    assert len({pygame.image.tobytes(each, "RGBA") for each in shown}) == 4
    for text in ("10♥ to J♣", "♠", "a ♦"):
        art = made.line(text, Face.SANS, 20, CREAM)
        assert art.get_width() == made.width(text, Face.SANS, 20)
        assert art.get_height() == made.font(Face.SANS, 20).get_height()
    assert made.width(made.shortened("10♥ to J♣ now", Face.SANS, 20, 60), Face.SANS, 20) <= 60


def test_one_font_of_a_face_draws_every_size_as_a_font_of_that_size_alone_does() -> None:
    made = Assets(report=fail, threaded=False).texts
    for px in (20, 13, 36, 20, 13):
        drawn = made.font(Face.SANS, px).render("Waves, 617", True, CREAM)
        own = pygame.font.Font(font_file(Face.SANS), px)
        alone = own.render("Waves, 617", True, CREAM)
        assert pygame.image.tobytes(drawn, "RGBA") == pygame.image.tobytes(alone, "RGBA")
        assert made.width("Waves", Face.SANS_SEMIBOLD, px) > 0
        assert made._ascent(Face.SANS, px) == own.get_ascent()
    assert made.font(Face.SANS, 20) is made.font(Face.SANS, 13)
