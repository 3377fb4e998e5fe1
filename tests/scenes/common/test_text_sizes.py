"""At every size of text and buttons, in both languages, in no scene is anything cut, lost, covered,
out of reach or untranslated.

Each scene is made once: another language or size comes to it as it does while the program runs.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pygame
import pytest
from theatre import Written, reading

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from game.app.panning import draw_scene
from game.graphics.assets import Assets
from game.scenes.common.base import Scene, Services
from game.system.language import Language
from game.widgets.base import Widget
from game.widgets.focus import FocusGroup
from tools import pictures
from tools.studio.services import Studio

LEAST_TEXT = 11
USUAL = [name for name in pictures.SCENES if not name.endswith("-large")]
LOW, MIDDLE, HUGE = (640, 400), (1280, 800), (3840, 2160)
WINDOWS = {
    "en": ((LOW, 0.8), (LOW, 2.0), (MIDDLE, 2.0)),
    "fr": ((LOW, 0.8), (LOW, 1.0), (LOW, 2.0), (MIDDLE, 1.0), (MIDDLE, 1.5), (MIDDLE, 2.0)),
}
"""Sizes of windows and of text. French, whose words are longer, at all of them."""
HUGE_SCENES = ("menu", "list", "map", "options", "statistics", "help-playing", "win", "lapeau",
               "brainjam-figures", "gaps", "klondike")  # fmt: skip
SCROLLED = ("statistics", "options", "table-menu", "help")
"""Scenes whose controls scroll: some are out of the window, and keys bring them in."""
BY_DESIGN = {"zoom"}
"""The map's slider is put out of sight where its two buttons have to do."""
TYPED = {"The one with the kings"}
"""What a player has typed may be of any length: it is cut with three dots."""
BEHIND_A_QUESTION = ("statistics-reset", "options-defaults")
"""Where the scene draws a question over its own texts."""
WITHOUT_TEXT = ("win-celebrated",)
"""Where the still picture of a panel is drawn again and again."""
OF_ONE_LANGUAGE = ("list-menu", "question", "table-menu", "message", "report")
"""Scenes that only hold words of the scene below: in another language they close."""

# A language without a plain vowel, so that what is not translated can be seen

FOREIGN = "foreign"
PLAIN, MARKED = "aeiouAEIOU", "äëïöüÄËÏÖÜ"
VOWELS = str.maketrans(PLAIN, MARKED)
_FIELD = re.compile(r"(\{[^{}]*\})")
READ = re.compile("help|report")
"""Scenes that show what was read from files."""
OWN_NAMES = re.compile(
    r"\b(Fourfold|Brain Jam|Brain|Jam|La Peau|Gaps|Klondike|English|Français"
    r"|brainjam\S*|[A-Z]–[A-Z]|The one with the kings)\b"
)
"""The last is the name that a player gave to a deal (tools/studio/pages.py)."""


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


class Polyglot(Studio):
    """Its scenes speak whatever language they are asked to. Cards are blank: nobody looks."""

    tongue = "en"

    def services(self, **choices):  # type: ignore[no-untyped-def]
        found = super().services(**choices)
        found.language = Tongues(self.tongue, self._art.folder / "locale")
        self._art.card = lambda face, name, size, **_: pygame.Surface(size)
        return found


class Stage:
    """A scene, as it is after another language or another window."""

    def __init__(self, studio: Polyglot, name: str) -> None:
        self.name, self._studio = name, studio
        self._make("en")

    def _make(self, code: str) -> None:
        self._studio.tongue = self._code = code
        self._stack = pictures.SCENES[self.name](self._studio, LOW)
        for scene in self._stack:
            if scene.window != LOW:
                pictures.hands.set_up([scene], LOW)

    @property
    def scene(self) -> Scene:
        return self._stack[-1]

    @property
    def services(self) -> Services:
        return self.scene.services

    def show(self, code: str, size: tuple[int, int], ui: float) -> list[Written]:
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
            pictures.hands.work_off(scene)
        self._code = code
        return self.written()

    def written(self) -> list[Written]:
        window = pygame.Surface(self.scene.size)
        self.scene.refresh()
        with reading() as found:
            draw_scene(self.scene, window)
        return [each for each in found if each.onto.get_size() == self.scene.size]


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Polyglot:
    pictures.use_utc()
    return Polyglot(tmp_path_factory.mktemp("sizes"), steps=10)


@pytest.fixture(scope="module", params=USUAL)
def stage(request: pytest.FixtureRequest, studio: Polyglot) -> Stage:
    return Stage(studio, request.param)


def controls(scene: Scene) -> Iterator[Widget]:
    for part in (scene, getattr(scene, "table_picture", None)):
        for name in ("focus", "_focus"):
            group = getattr(part, name, None)
            if isinstance(group, FocusGroup):
                yield from group.widgets


def faults(stage: Stage, code: str, size: tuple[int, int], ui: float) -> list[str]:
    """What is wrong with a scene in a window."""
    found = stage.show(code, size, ui)
    room = pygame.Rect((0, 0), stage.scene.size)
    wrong = [f"cut: {text.text}" for text in found if not text.whole and text.text not in TYPED]
    wrong += [f"outside: {text.text}" for text in found if not is_inside(text, room)]
    if stage.name not in BEHIND_A_QUESTION:
        wrong += [f"covered: {one} by {other}" for one, other in on_each_other(found)]
    if not found and stage.name not in WITHOUT_TEXT:
        wrong.append("nothing is written")
    if stage.name.startswith(SCROLLED):
        return wrong
    placed = [widget for widget in controls(stage.scene) if widget.name not in BY_DESIGN]
    wrong += [f"out of reach: {each.name}" for each in placed if not room.contains(each.rect)]
    pairs = [(a, b) for a, b in combinations(placed, 2) if a.rect.colliderect(b.rect)]
    # A door of the menu holds its buttons.
    return wrong + [f"{a.name} on {b.name}" for a, b in pairs if not a.rect.contains(b.rect)]


def is_inside(text: Written, room: pygame.Rect) -> bool:
    """True if all of a text is in the scene, but for what scrolls; a ruler ends in a number."""
    if text.text.isdigit() or not text.area.colliderect(text.view):
        return True
    sides = text.area.left >= text.view.left and text.area.right <= text.view.right
    return sides and (text.view != room or room.contains(text.area.inflate(0, -6)))


def on_each_other(found: list[Written]) -> list[tuple[str, str]]:
    """Pairs of texts of which one covers the other."""
    seen = [(each.text, letters(each)) for each in found]
    return [
        (one, other)
        for place, (one, area) in enumerate(seen)
        for other, before in seen[:place]
        if area.colliderect(before) and one != other
    ]


def letters(text: Written) -> pygame.Rect:
    """Where the letters of a line are, without the room above and below them."""
    area = text.area.clip(text.view)
    return area.inflate(-2, -area.h // 2)


def test_nothing_is_cut_covered_or_out_of_reach(stage: Stage) -> None:
    wanted = [(code, *window) for code, windows in WINDOWS.items() for window in windows]
    wanted += [("en", HUGE, ui) for ui in (0.8, 2.0) if stage.name in HUGE_SCENES]
    found = {window: faults(stage, *window) for window in wanted}
    assert {window: wrong for window, wrong in found.items() if wrong} == {}


def test_nothing_is_written_past_the_language(stage: Stage) -> None:
    if READ.match(stage.name):
        return
    for size in (LOW, MIDDLE):
        said = {OWN_NAMES.sub("", each.text) for each in stage.show(FOREIGN, size, 1.0)}
        assert [text for text in said if re.search(r"[A-Za-z]*[aeiou][A-Za-z]+", text)] == []


GROWING = ("menu", "list", "lapeau", "options", "help-playing", "map", "review", "library",
           "calendar", "win", "show-me")  # fmt: skip


@pytest.mark.parametrize("name", GROWING)
def test_text_grows_with_its_setting_in_every_window_and_is_never_too_small(
    studio: Polyglot, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, sizes, write = Stage(studio, name), [0], Assets.write

    def watched(self: Assets, target, text, face, px, *rest):  # type: ignore[no-untyped-def]
        sizes.append(px)
        return write(self, target, text, face, px, *rest)

    monkeypatch.setattr(Assets, "write", watched)
    for size in (LOW, MIDDLE, HUGE):
        largest = []
        for ui in (0.8, 1.0, 2.0):
            sizes.clear()
            stage.show("en", size, ui)
            assert min(sizes) >= LEAST_TEXT
            largest.append(max(sizes))
        assert largest[2] > 1.2 * largest[1], size
