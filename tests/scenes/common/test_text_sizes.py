"""At every size of text and buttons, in both languages, in no scene is anything cut, lost, covered,
out of reach or untranslated.

Each scene is made once: another language or size comes to it as it does while the program runs.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from statistics import median

import pygame
import pytest
from scene_driver import DrawnText, reading

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from game.app.scene_stack import draw_scene
from game.graphics.text_rendering import TextRenderer
from game.rules import RULES
from game.scenes.common.base import Scene
from game.scenes.common.services import Services
from game.system.language import Language
from game.widgets.base import Widget
from game.widgets.slider import Slider
from tools import pictures
from tools.scene_pictures.picture_services import PictureServices

LEAST_TEXT = 11
USUAL = [name for name in pictures.SCENES if not name.endswith(("-large", "-french"))]
LOW, MIDDLE, LARGE, HUGE = (640, 400), (1280, 800), (1920, 1080), (3840, 2160)
WINDOWS = {
    "en": ((LOW, 0.8),),
    "fr": ((LOW, 1.0), (LOW, 2.0), (MIDDLE, 1.0), (MIDDLE, 1.5), (MIDDLE, 2.0)),
}
"""Sizes of windows and of text. French has the longer words."""
LARGE_SCENES = ("menu", "list", "map", "options", "statistics", "help-playing", "win", "lapeau",
                "brainjam-figures", "gaps", "klondike")  # fmt: skip
HUGE_SCENES = ("menu", "list", "lapeau")
SCROLLED = ("statistics", "options", "table-menu", "list-menu", "help")
"""Scenes whose controls scroll: some are out of the window, and keys bring them in."""
BY_DESIGN = {"zoom"}
"""The map's slider is put out of sight where its two buttons have to do."""
TYPED = {"The one with the kings"}
"""What a player has typed may be of any length: it is cut with three dots."""
COVERED = ("tooltip",)
"""Where the scene draws a tooltip over its own texts."""
WITHOUT_TEXT = ("win", "win-celebrated")
"""Where the still picture of a panel is drawn again and again."""
OF_ONE_LANGUAGE = ("list-menu", "question", "table-menu", "message", "report", "statistics-reset",
                   "options-defaults", "first-game", "first-game-gaps", "first-game-offer",
                   )  # fmt: skip
"""Scenes that only hold words of the scene below, or a question: they are made anew."""
CHANGING = re.compile("map-dense|tooltip|win-celebrated|.*-letters")
"""Scenes whose texts are not the same ones in windows of other sizes, or as large as cards."""

# A language without a plain vowel, so that what is not translated can be seen

FOREIGN = "foreign"
PLAIN, MARKED = "aeiouAEIOU", "äëïöüÄËÏÖÜ"
VOWELS = str.maketrans(PLAIN, MARKED)
_FIELD = re.compile(r"(\{[^{}]*\})")
READ = re.compile("help|report|first-game")
"""Scenes that show what was read from files."""
OWN_NAMES = re.compile(
    rf"\b(Fourfold|{'|'.join(make.title for make in RULES.values())}|Brain|Jam|English|Français"
    r"|brainjam\S*|[A-Z]–[A-Z]|The one with the kings)\b"
)
"""The last is the name that a player gave to a deal (tools/scene_pictures/page_pictures.py)."""


class Tongues(Language):
    """The program's languages, and one more."""

    def change(self, code: str) -> None:
        super().change(code)
        self.is_foreign = code == FOREIGN

    def __call__(self, text: str) -> str:
        if not self.is_foreign:
            return super().__call__(text)
        parts = _FIELD.split(text)
        return "".join(p if p.startswith("{") else p.translate(VOWELS) for p in parts)

    def plural(self, one: str, many: str, n: int) -> str:
        return self(one if n == 1 else many) if self.is_foreign else super().plural(one, many, n)


class EveryLanguage(PictureServices):
    """Its scenes speak whatever language they are asked to. Cards are blank: nobody looks."""

    tongue = "en"

    def services(self, **choices):  # type: ignore[no-untyped-def]
        found = super().services(**choices)
        found.language = Tongues(self.tongue, self._art.folder / "locale")
        self._art.card = lambda face, name, size, **_: pygame.Surface(size)
        return found


class TableDriver:
    """A scene, as it is after another language or another window."""

    def __init__(self, picture_services: EveryLanguage, name: str) -> None:
        self.name, self._picture_services = name, picture_services
        self._make("en")

    def _make(self, code: str) -> None:
        self._picture_services.tongue = self._code = code
        self._stack = pictures.SCENES[self.name](self._picture_services, LOW)
        for scene in self._stack:
            if scene.window != LOW:
                pictures.player_actions.set_up([scene], LOW)

    @property
    def scene(self) -> Scene:
        return self._stack[-1]

    @property
    def services(self) -> Services:
        return self.scene.services

    def show(self, code: str, size: tuple[int, int], ui: float) -> list[DrawnText]:
        """What the topmost scene writes into the window then."""
        if code != self._code and self.name in OF_ONE_LANGUAGE:
            self._make(code)
        settings = self.services.settings_file
        settings.settings = settings.settings._replace(ui_scale=ui)
        for scene in self._stack:
            if code != self._code:
                scene.services.language.change(code)
                scene.follow_language()
            scene.follow_settings()
            scene.place(size)
            pictures.player_actions.work_off(scene)
        self._code = code
        return self.written()

    def written(self) -> list[DrawnText]:
        window = pygame.Surface(self.scene.size)
        self.scene.refresh()
        with reading() as found, font_sizes() as self.font_sizes:
            draw_scene(self.scene, window)
        return [each for each in found if each.onto.get_size() == self.scene.size]


@contextmanager
def font_sizes() -> Iterator[list[int]]:
    """The sizes in pixels of all texts that are written meanwhile."""
    found: list[int] = []
    write = TextRenderer.write

    def watched(self: TextRenderer, target, text, face, px, *rest):  # type: ignore[no-untyped-def]
        found.append(px)
        return write(self, target, text, face, px, *rest)

    TextRenderer.write = watched  # type: ignore[method-assign]
    try:
        yield found
    finally:
        TextRenderer.write = write  # type: ignore[method-assign]


@pytest.fixture(scope="module")
def picture_services(tmp_path_factory: pytest.TempPathFactory) -> EveryLanguage:
    pictures.use_utc()
    return EveryLanguage(tmp_path_factory.mktemp("sizes"), steps=40)


@pytest.fixture(scope="module", params=USUAL)
def driver(request: pytest.FixtureRequest, picture_services: EveryLanguage) -> TableDriver:
    return TableDriver(picture_services, request.param)


def controls(scene: Scene) -> Iterator[Widget]:
    yield from () if scene.focus is None else scene.focus.widgets


def faults(driver: TableDriver, code: str, size: tuple[int, int], ui: float) -> list[str]:
    """What is wrong with a scene in a window."""
    found = driver.show(code, size, ui)
    room = pygame.Rect((0, 0), driver.scene.size)
    wrong = [f"too small: {px}" for px in set(driver.font_sizes) if px < LEAST_TEXT]
    wrong += [f"cut: {text.text}" for text in found if not text.whole and text.text not in TYPED]
    wrong += [f"outside: {text.text}" for text in found if not is_inside(text, room)]
    if driver.name not in COVERED:
        wrong += [f"covered: {one} by {other}" for one, other in on_each_other(found)]
        wrong += [f"reaches under {name}: {text}" for text, name in under_sliders(driver, found)]
    if not found and driver.name not in WITHOUT_TEXT:
        wrong.append("nothing is written")
    if driver.name.startswith(SCROLLED):
        return wrong
    placed = [widget for widget in controls(driver.scene) if widget.name not in BY_DESIGN]
    wrong += [f"out of reach: {each.name}" for each in placed if not room.contains(each.rect)]
    pairs = [(a, b) for a, b in combinations(placed, 2) if a.rect.colliderect(b.rect)]
    # A game card of the menu holds its buttons.
    return wrong + [f"{a.name} on {b.name}" for a, b in pairs if not a.rect.contains(b.rect)]


def is_inside(text: DrawnText, room: pygame.Rect) -> bool:
    """True if all of a text is in the scene, but for what scrolls; a ruler ends in a number."""
    if text.text.isdigit() or not text.area.colliderect(text.view):
        return True
    sides = text.area.left >= text.view.left and text.area.right <= text.view.right
    return sides and (text.view != room or room.contains(text.area.inflate(0, -6)))


def on_each_other(found: list[DrawnText]) -> list[tuple[str, str]]:
    """Pairs of texts of which one covers the other."""
    seen = [(each.text, letters(each)) for each in found]
    return [
        (one, other)
        for place, (one, area) in enumerate(seen)
        for other, before in seen[:place]
        if area.colliderect(before) and one != other
    ]


def under_sliders(driver: TableDriver, found: list[DrawnText]) -> list[tuple[str, str]]:
    """Texts that reach under a slider, which has none of its own, with its name."""
    view = getattr(driver.scene, "view", pygame.Rect((0, 0), driver.scene.size))
    sliders = [each for each in controls(driver.scene) if isinstance(each, Slider)]
    return [
        (text.text, slider.name)
        for slider in sliders
        for text in found
        if letters(text).colliderect(slider.rect.clip(view))
    ]


def letters(text: DrawnText) -> pygame.Rect:
    """Where the letters of a line are, without the room above and below them."""
    area = text.area.clip(text.view)
    return area.inflate(-2, -area.h // 2)


def test_text_grows_and_nothing_is_cut_covered_or_out_of_reach(driver: TableDriver) -> None:
    wanted = [(code, *window) for code, windows in WINDOWS.items() for window in windows]
    wanted += [("en", LARGE, 0.8)] if driver.name in LARGE_SCENES else []
    wanted += [("fr", LARGE, 2.0)] if driver.name.startswith("map") else []
    wanted += [("en", HUGE, 2.0)] if driver.name in HUGE_SCENES else []
    found, usual = {}, {}
    for code, size, ui in wanted:
        found[code, size, ui] = faults(driver, code, size, ui)
        usual.setdefault(size, median(driver.font_sizes))
        grown = median(driver.font_sizes) >= 1.5 * usual[size]
        # There the bar at the bottom, which has no room to grow, is all that a table writes.
        grown = grown or (size == LOW and driver.name.endswith(("-stuck", "-warning", "-offer")))
        if ui == 2.0 and size in (LOW, MIDDLE) and not CHANGING.match(driver.name) and not grown:
            found[code, size, ui].append("text has not grown")
    assert {window: wrong for window, wrong in found.items() if wrong} == {}


def test_nothing_is_written_past_the_language(driver: TableDriver) -> None:
    if READ.match(driver.name):
        return
    for size in (LOW, MIDDLE):
        said = {OWN_NAMES.sub("", each.text) for each in driver.show(FOREIGN, size, 1.0)}
        assert [text for text in said if re.search(r"[A-Za-z]*[aeiou][A-Za-z]+", text)] == []
