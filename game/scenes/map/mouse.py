"""Handles the mouse on a map: what it points at, drags, zooms and clicks."""

from __future__ import annotations

import math
from typing import NamedTuple

import pygame

from game.map.viewport import Spot, spot_at
from game.scenes.map.fold_bands import fold_bands
from game.scenes.map.mini_map import MiniMap
from game.scenes.map.window_areas import MapAreas
from game.scenes.map.zoom_and_pan import WHEEL_STEP, MapCamera
from game.system.language import Language
from game.widgets.look import Look

GLIDE_S = 0.07
"""After this many seconds the zoom has made two thirds of the change that the wheel asked for."""
ARRIVED = 0.004
"""The zoom stops changing when it differs from the wanted one by less than this share."""
PAN_SLACK = 5
"""How far the mouse may move within a click, in dp."""


class MapClick(NamedTuple):
    """A click on the map."""

    spot: Spot
    compares: bool
    """Whether it chooses a line to compare: a click of the right button."""


class MapMouse:
    """Pans and zooms the map by the mouse; tells what the mouse points at and clicks."""

    def __init__(self, camera: MapCamera, _: Language) -> None:
        self._camera, self._ = camera, _
        self.at = (-1, -1)
        """The mouse's place in the window, in pixels."""
        self.spot: Spot | None = None
        """What lies under the mouse."""
        self._press: tuple[int, int] | None = None
        self._button = 0
        """The button pressed; the wheel releases others meanwhile."""
        self._panning = self._in_mini_map = False
        self._wanted: float | None = None
        """The zoom that the wheel has asked for; None: it is reached."""
        self.glides = True
        """Whether the zoom changes gradually; if not, it changes at once."""
        self._look: Look
        self._areas: MapAreas
        self._mini_map: MiniMap

    def place(self, look: Look, areas: MapAreas, mini_map: MiniMap) -> None:
        """Fit a window."""
        self._look, self._areas, self._mini_map = look, areas, mini_map

    @property
    def is_pressed(self) -> bool:
        """True from a press on the map to its release."""
        return self._press is not None

    @property
    def is_panning(self) -> bool:
        """True while the map is dragged along."""
        return self._panning or self._in_mini_map

    def handle(self, event: pygame.event.Event) -> MapClick | None:
        """Handle a mouse event; returns the click that it ends, None if it ends none."""
        match event.type:
            case pygame.MOUSEMOTION:
                self._move(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button in (1, 2, 3):
                self._begin(event.pos, event.button)
            case pygame.MOUSEBUTTONUP if self.is_pressed and event.button == self._button:
                return self._end(event.pos)
            case pygame.MOUSEWHEEL if self._areas.body.collidepoint(self.at):
                self._wheel(event)
            case pygame.WINDOWFOCUSLOST:
                self._release()
            case pygame.WINDOWLEAVE:
                self.spot = None
        return None

    def _move(self, at: tuple[int, int]) -> None:
        before, self.at = self.at, at
        if self._press is None:
            self.spot = self._spot(at)
        elif self._in_mini_map:
            self._look_through_mini_map(at)
        elif self._panning or math.dist(at, self._press) > self._look.scale.fixed(PAN_SLACK):
            if not self._panning:
                self._panning, before = True, self._press
            dp = self._look.scale.dp
            self._camera.pan(dp(before[0] - at[0]), dp(before[1] - at[1]))
            self.spot = None

    def _begin(self, at: tuple[int, int], button: int) -> None:
        self.at, self._button = at, button
        self.stop()
        self._in_mini_map = self._is_on_mini_map(at)
        if self._in_mini_map:
            self._look_through_mini_map(at)
        if self._in_mini_map or self._areas.body.collidepoint(at):
            self._press = at

    def _end(self, at: tuple[int, int]) -> MapClick | None:
        clicked = not self.is_panning and self._button != pygame.BUTTON_MIDDLE
        self._release()
        spot = self._spot(at) if clicked else None
        return None if spot is None else MapClick(spot, self._button == pygame.BUTTON_RIGHT)

    def _release(self) -> None:
        self._press, self._panning, self._in_mini_map = None, False, False

    def _is_on_mini_map(self, at: tuple[int, int]) -> bool:
        return self._mini_map.shown and self._areas.mini_map.collidepoint(at)

    def _look_through_mini_map(self, at: tuple[int, int]) -> None:
        self._camera.centre(*self._mini_map.place_at(self._camera.view, at))

    def _wheel(self, event: pygame.event.Event) -> None:
        if event.x:
            self._camera.pan(event.x * self._camera.view.unit * 4, 0)
        if event.y:
            view = self._camera.view
            zoom = (self._wanted or view.zoom) * WHEEL_STEP**event.y
            self._wanted = max(1.0, min(view.most, zoom))
            if not self.glides:
                self.update(math.inf)
        self.spot = self._spot(self.at)

    @property
    def gliding(self) -> bool:
        """True while the zoom changes gradually."""
        return self._wanted is not None

    def stop(self) -> None:
        """Keep the zoom as it is, without reaching what the wheel asked for."""
        self._wanted = None

    def update(self, seconds: float) -> None:
        """Let the zoom approach what the wheel asked for, about the place of the mouse."""
        if self._wanted is None:
            return
        zoom, wanted = self._camera.view.zoom, self._wanted
        left = (zoom / wanted) ** math.exp(-seconds / GLIDE_S)
        if abs(left - 1) < ARRIVED:
            left, self._wanted = 1.0, None
        self._camera.zoom(wanted * left, self._in_area(self.at))
        self.spot = self._spot(self.at)

    def _in_area(self, at: tuple[int, int]) -> tuple[float, float]:
        """A place in the window as dp from the area's corner."""
        dp, area = self._look.scale.dp, self._areas.tree
        return dp(at[0] - area.x), dp(at[1] - area.y)

    def _spot(self, at: tuple[int, int]) -> Spot | None:
        """What lies at a place in the window."""
        if self._is_on_mini_map(at) or not self._areas.body.collidepoint(at):
            return None
        for band in fold_bands(self._areas, self._camera.view, self._look, self._):
            if band.pill.collidepoint(at):
                return Spot(fold=band.fold)
        return spot_at(self._camera.view, self._in_area(at))
