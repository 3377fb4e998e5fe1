"""The stack of scenes, and how what a scene returns changes it."""

from __future__ import annotations

from collections.abc import Callable

from game.app.panning_of_large_scenes import follow_keyboard
from game.scenes.common.base import Change, Pop, Push, Quit, Replace, Scene, SceneRequest
from game.scenes.common.services import Services


class UnmadeScene(Scene):
    """A placeholder for a scene that is made only when it comes to the top: `make` is called then,
    and its result replaces the placeholder. It never has input and is never drawn.
    """

    def __init__(self, services: Services, make: Callable[[], Scene]) -> None:
        super().__init__(services)
        self.make = make


class SceneStack(list[Scene]):
    """The scenes, the lowest first; the last has the input. Without any the program ends."""

    def __init__(
        self,
        room: Callable[[], tuple[int, int]],
        on_top: Callable[[Scene], None],
        on_left: Callable[[], None],
        make: Callable[[SceneRequest], Scene],
    ) -> None:
        """`room` says which size scenes are to fit. `on_top` is called with a scene that has come
        on top, before it resumes; `on_left` after scenes were dropped. `make` makes the scene
        that a request names.
        """
        super().__init__()
        self._room, self._on_top, self._on_left = room, on_top, on_left
        self._make = make
        self.ended = False
        """A scene wants the program to end, or there is none left."""

    @property
    def top(self) -> Scene:
        """The scene that has the input."""
        return self[-1]

    @property
    def title(self) -> str:
        """The window's title: that of the top scene, or of the scene that overlays lie over."""
        return next(scene.title for scene in reversed(self) if not scene.overlay)

    def fit(self, first: int = 0) -> bool:
        """Have the scenes from this place on fit the window, the lowest first: a scene may draw the
        one below it. What has the keyboard stays in view. Returns True if one did not fit.
        """
        unfit = [scene for scene in self[first:] if scene.window != self._room()]
        for scene in unfit:
            scene.place(self._room())
            scene.refresh()
            follow_keyboard(scene)
        return bool(unfit)

    def begin(self, scenes: list[Scene]) -> None:
        """Put the first scenes on it; only the last is opened."""
        for scene in scenes[:-1]:
            self._put(scene)
        self.enter(scenes[-1])

    def apply(self, change: Change | None) -> None:
        """Do what a scene has returned."""
        match change:
            case Push(wanted, under):
                place = next((n for n, scene in enumerate(self) if scene.serves(wanted)), None)
                if place is not None:
                    self._leave(place + 1)
                else:
                    if self:
                        self.top.covered()
                    self._put_over(wanted, under)
                    self._resume()
            case Replace(wanted, scenes, under):
                # The new ones are made first: if that fails, the old ones are still there.
                left, before = max(0, len(self) - scenes), len(self)
                self._put_over(wanted, under)
                self._drop(left, before)
                self._resume()
            case Pop(scenes):
                self._leave(max(0, len(self) - scenes))
            case Quit():
                self.ended = True

    def enter(self, scene: Scene) -> None:
        """Open a scene over the others."""
        self._put(scene)
        self._resume()

    def recover(self, left: int) -> None:
        """After a fault, drop scenes until so many are left, and more if the next one cannot
        resume. The exception of the lowest goes on.
        """
        self._drop(left)
        try:
            self._resume()
        except Exception:
            if left < 2:
                raise
            self.recover(left - 1)

    def _put_over(self, wanted: Scene | SceneRequest, under: Scene | SceneRequest | None) -> None:
        scene = self._made(wanted)
        if under is not None:
            self._put(self._made(under))
        self._put(scene)

    def _made(self, wanted: Scene | SceneRequest) -> Scene:
        return wanted if isinstance(wanted, Scene) else self._make(wanted)

    def _put(self, scene: Scene) -> None:
        self.append(scene)
        scene.place(self._room())

    def _leave(self, left: int) -> None:
        """Drop scenes until so many are left."""
        self._drop(left)
        if self:
            self._resume()
        else:
            self.ended = True

    def _drop(self, start: int, end: int | None = None) -> None:
        """Drop the scenes from one place on, up to another."""
        dropped = self[start:end]
        del self[start:end]
        for scene in dropped:
            scene.dropped()
        self._on_left()

    def _resume(self) -> None:
        if isinstance(self.top, UnmadeScene):
            self[-1] = self.top.make()
            self.top.place(self._room())
        self.fit()
        for scene in self:
            scene.refresh()
        self._on_top(self.top)
        change = self.top.resume()
        follow_keyboard(self.top)
        self.apply(change)
