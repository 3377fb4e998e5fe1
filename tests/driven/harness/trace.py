"""The trace file as it grows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Event = dict[str, Any]


class Trace:
    """All events written so far, in their order."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read = 0
        self.events: list[Event] = []
        self.actions: list[Event] = []
        """The `action` events alone."""
        self.scene = ""
        """The name of the last scene that has told its layout."""
        self._entered = ""
        self.layout: Event = {}
        """The last `layout`, of whatever scene."""
        self.size: list[int] = []
        """The window's size as the last `size` has told it; scenes may not fit it yet."""

    def poll(self) -> None:
        """Read what has been added; half a line waits until its rest is there."""
        if not self._path.exists():
            return
        with self._path.open("rb") as file:
            file.seek(self._read)
            lines = file.read()
        whole = lines.rfind(b"\n") + 1
        self._read += whole
        for line in lines[:whole].splitlines():
            self._take(json.loads(line))

    def _take(self, event: Event) -> None:
        self.events.append(event)
        match event["event"]:
            case "action" | "unsaved":
                self.actions.append(event)
            case "size":
                self.size = event["window"]
            case "scene":
                self.scene, self._entered = "", event["name"]
            case "layout":
                self.scene, self.layout = self._entered, event

    def named(self, name: str) -> list[Event]:
        """All events of a name."""
        return [event for event in self.events if event["event"] == name]

    def frames_before_layout(self) -> int:
        """Frames drawn between the last `layout` and what happened before it. That the solver has
        answered meanwhile is nothing that the player did.
        """
        frames = 0
        for event in reversed(self.events[: self.events.index(self.layout)]):
            if event["event"] == "frame":
                frames += 1
            elif event["event"] != "solver":
                break
        return frames
