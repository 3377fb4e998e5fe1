"""Screens of all kinds: small ones, dense ones, Wayland; and what belongs to the desktop."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from harness import desktop
from harness.desktop import FULL, Area, WaylandProgram
from harness.lines import recorded
from harness.player import Player
from harness.program import ROOT, Program, Start
from harness.screen import DEADLINE_S, Screen

from game.app.window import QUIET_S, WATCH_S
from game.core.moves import action_text

WIN = recorded("wins", "klondike")
MIDDLE = 2
LARGE = {"window_width": 2400, "window_height": 1300, "window_placed": True,
         "window_x": 1800, "window_y": 900}  # fmt: skip
"""What is remembered of a window on a screen of 2560x1440."""


@pytest.fixture(params=[(1366, 768), (1024, 600)], ids=["1366x768", "1024x600"])
def small(request: pytest.FixtureRequest) -> Iterator[Screen]:
    with Screen(request.param) as running:
        yield running


def begin(screen: Screen, folder: Path, **settings: object) -> Program:
    """Start as a player does: without any word about the window."""
    folder.mkdir(exist_ok=True)
    file = folder / "settings.json"
    kept = json.loads(file.read_text()) if file.exists() else {"animated": False}
    file.write_text(json.dumps({**kept, **settings}))
    return Program(screen, folder, "klondike", str(WIN.number), size=None)


def wait_inside(program: Program, size: tuple[int, ...] = ()) -> Area:
    """Until the window has its frame, all of that is on the screen, and the program has laid itself
    out for the window's size, which is `size` if that is given. All are looked at together: the
    window manager may change the size at any moment.
    """

    def found() -> Area | None:
        area = desktop.window_area(program)
        laid_out = program.trace.layout["window"] == [*area[2:]]
        framed = desktop.has_frame(program)
        inside = framed and desktop.framed_area(program).inside(program.screen.size)
        return area if laid_out and inside and size in ((), area[2:]) else None

    area = program.wait(found, f"the frame inside the screen, {size or 'of any size'}")
    assert area is not None
    return area


def hide_and_show(program: Program) -> None:
    """Minimise the window, once its place is final, and bring it back."""
    time.sleep(2 * QUIET_S)
    desktop.minimise(program)
    desktop.bring_back(program)


def test_the_window_is_inside_a_small_screen_whatever_was_before(
    small: Screen, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    with begin(small, folder) as program:
        first = wait_inside(program)
        desktop.maximise(program, wanted=True)
        wait_inside(program)
        hide_and_show(program)
        program.key("shift+q")
        assert program.wait_for_end() == 0
    with begin(small, folder) as program:
        program.wait(lambda: desktop.MAXIMISED in desktop.states(program), "maximised again")
        wait_inside(program)
        desktop.maximise(program, wanted=False)
        wait_inside(program, first[2:])
        program.key("shift+q")
        assert program.wait_for_end() == 0
    with begin(small, folder, window_maximised=False, **LARGE) as program:
        wait_inside(program)


def test_a_window_comes_back_to_where_it_was(start: Start, tmp_path: Path, screen: Screen) -> None:
    places = []
    with begin(screen, tmp_path / "data", window_width=1000, window_height=700,
               window_placed=True, window_x=300, window_y=200) as program:  # fmt: skip
        places.append(wait_inside(program))
        program.key("shift+q")
        assert program.wait_for_end() == 0
    with begin(screen, tmp_path / "data") as program:
        places.append(wait_inside(program))
    assert places[0] == places[1]
    assert places[0][2:] == (1000, 700)


def test_where_the_screen_becomes_smaller_the_window_comes_into_view(tmp_path: Path) -> None:
    with Screen((2600, 1500)) as screen:
        mode = "small 85 1366 1440 1576 1784 768 771 781 798"
        desktop.said(screen, "xrandr", "--newmode", *mode.split())
        desktop.said(screen, "xrandr", "--addmode", "screen", "small")
        with begin(screen, tmp_path / "data", window_width=900, window_height=600,
                   window_placed=True, window_x=1600, window_y=800) as program:  # fmt: skip
            wait_inside(program)
            desktop.said(screen, "xrandr", "--output", "screen", "--mode", "small")
            program.wait(
                lambda: desktop.framed_area(program).inside((1366, 768)), "the window in view"
            )
            assert desktop.window_area(program)[2:] == (900, 600)


def test_on_a_dense_screen_all_is_twice_as_large(tmp_path: Path) -> None:
    with Screen((3840, 2160)) as screen:
        subprocess.run(
            ["xrdb", "-merge"], input="Xft.dpi: 192\n", text=True, check=True,
            env=dict(screen.environment),
        )  # fmt: skip
        with begin(screen, tmp_path / "data") as program:
            assert wait_inside(program)[2:] == (2560, 1600)
            assert program.trace.named("density")[0]["density"] == 2
            player = Player(program, WIN.rules, WIN.deck)
            player.play(WIN.moves[:1], player.by_click)


@pytest.mark.parametrize("depth", [16, 30])
def test_on_a_screen_of_another_depth_it_opens_and_fills_the_screen(
    tmp_path: Path, depth: int
) -> None:
    with Screen((1366, 768), depth) as screen, begin(screen, tmp_path / "data") as program:
        program.key("F11")
        program.wait_for_size(1366, 768)
        program.key("shift+q")
        assert program.wait_for_end() == 0


def test_on_wayland_alone_a_move_is_played(screen: Screen, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "settings.json").write_text(json.dumps({"animated": False}))
    words = ("klondike", str(WIN.number))
    with (
        desktop.wayland(screen, (1280, 800)) as environment,
        WaylandProgram(screen, folder, environment, *words) as program,
    ):
        program.wait_for_pointer("help", "options")
        player = Player(program, WIN.rules, WIN.deck)
        player.play(WIN.moves[:2], player.by_click)
        program.key("shift+q")
        assert program.wait_for_end() == 0


def test_what_belongs_to_the_desktop_plays_nothing(start: Start) -> None:
    program = start("klondike", WIN.number)
    player = Player(program, WIN.rules, WIN.deck)
    for key in (*"abcdefg", "space", "Left", "Right", "Up", "Home", "F2", "z"):
        program.key(f"super+{key}")
    for box in program.trace.layout["piles"].values():
        program.click((box[0] + box[2] // 2, box[1] + box[3] // 2), MIDDLE)
    # Whatever they did would come before this.
    player.by_click(WIN.moves[0])
    player.wait_for_actions(action_text((WIN.moves[0],)))


def test_two_presses_of_f11_in_a_moment_end_in_the_window(start: Start) -> None:
    program = start("klondike", WIN.number)
    before = desktop.window_area(program)
    program.key("F11", "F11")
    program.wait(lambda: len(program.trace.named("size")) >= 2, "there and back")
    program.wait_for_size(*before[2:])
    program.wait(
        lambda: FULL not in desktop.states(program) and desktop.window_area(program) == before,
        "the window as it was",
    )


def test_a_maximised_window_is_so_again_after_it_has_filled_the_screen(
    small: Screen, tmp_path: Path
) -> None:
    with begin(small, tmp_path / "data") as program:
        first = wait_inside(program)
        desktop.maximise(program, wanted=True)
        wide = wait_inside(program)
        program.key("F11")
        program.wait_for_size(*small.size)
        program.wait(lambda: FULL in desktop.states(program), "all of the screen")
        program.key("F11")
        program.wait(lambda: desktop.MAXIMISED in desktop.states(program), "maximised again")
        # The window manager tells the state before it has given the size.
        program.wait(lambda: wait_inside(program) == wide, "the size of a maximised window")
        desktop.maximise(program, wanted=False)
        program.wait(lambda: wait_inside(program) == first, "the size from before")


def test_the_window_managers_own_key_for_full_screen_is_followed(
    start: Start, screen: Screen
) -> None:
    program = start("klondike", WIN.number)
    before = desktop.window_area(program)

    def ask(change: str) -> None:
        window = hex(int(program.window))
        desktop.said(screen, "wmctrl", "-i", "-r", window, "-b", f"{change},fullscreen")

    def noted() -> bool:
        file = program.folder / "settings.json"
        return file.exists() and json.loads(file.read_text()).get("fullscreen", False)

    ask("add")
    program.wait(noted, "full screen noticed")
    program.key("F11")
    program.wait(lambda: FULL not in desktop.states(program), "left by one key")
    program.wait(lambda: desktop.window_area(program) == before, "the window as it was")
    program.key("F11")
    program.wait(lambda: FULL in desktop.states(program), "all of the screen")
    time.sleep(WATCH_S + QUIET_S)
    ask("remove")
    program.wait(lambda: not noted(), "the window noticed")
    assert desktop.window_area(program) == before


def test_while_it_is_minimised_nothing_is_drawn(start: Start, screen: Screen) -> None:
    program = start("klondike", WIN.number)
    hide_and_show(program)
    events = program.trace.events
    first, last = (events.index(event) for event in program.trace.named("hidden")[-2:])
    assert not [event for event in events[first:last] if event["event"] == "frame"]
    program.wait(
        lambda: any(e["event"] == "frame" for e in program.trace.events[last:]), "the picture"
    )


FAULTS = {
    "before the window": "import game.app.service_setup as s; s.Storage = None",
    "in the loop": "import game.app.loop as m; m.App._trace_layout = lambda app: 1 / 0",
    "later": "import game.app.loop as m; m.App.handle_end_causes = "
    "lambda app, old=m.App.handle_end_causes: "
    "(old(app), app._first_frame.after(lambda: 1 / 0))",
    "a missing font package": "sys.modules['font_source_serif_pro'] = None",
}


def begun_unseen(screen: Screen, *words: str) -> subprocess.Popen[bytes]:
    """Start Python without a terminal."""
    return subprocess.Popen(
        [sys.executable, *words], cwd=ROOT,
        env={**screen.environment, "LANG": "C.UTF-8", "SDL_VIDEODRIVER": "x11"},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def shows_dialog(screen: Screen) -> bool:
    """A dialog has no class; xdotool does not find it by its name."""
    return '"Fourfold": ()' in desktop.said(screen, "xwininfo", "-root", "-tree")


def wait_until(look: Callable[[], bool]) -> None:
    deadline = time.monotonic() + DEADLINE_S
    while not look():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def ended_by_dialog(screen: Screen, *words: str) -> tuple[int, bytes]:
    """Start something that shows a dialog and ends once that is closed; the exit code, and what
    it has printed.
    """
    run = begun_unseen(screen, *words)
    seen = False

    def ended() -> bool:
        nonlocal seen
        if shows_dialog(screen):
            screen.xdotool("key", "Return", check=False)
            seen = True
        return run.poll() is not None

    try:
        wait_until(ended)
        assert seen
    finally:
        run.kill()
        told = run.communicate()[1]
    return run.returncode, told


def faulty(folder: Path, fault: str) -> str:
    """Python that starts the program with a fault."""
    code = f"import sys; sys.argv[1:] = ['--data-dir', {str(folder)!r}]; {fault}; "
    return code + "from game.__main__ import begin_program; raise SystemExit(begin_program())"


@pytest.mark.parametrize("fault", FAULTS.values(), ids=list(FAULTS))
def test_a_fault_is_told_in_a_dialog_where_there_is_no_terminal(
    screen: Screen, tmp_path: Path, fault: str
) -> None:
    status, told = ended_by_dialog(screen, "-c", faulty(tmp_path / "data", fault))
    assert status == 1
    (file,) = (tmp_path / "data").glob("fault-*.txt")
    assert os.fsencode(file) in told and told.count(b"\n") == 1


def test_so_is_a_missing_part_after_a_double_click(
    screen: Screen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start without arguments."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    code = "import sys; del sys.argv[1:]; sys.modules['game.app.loop'] = None; "
    code += "from game.__main__ import begin_program; raise SystemExit(begin_program())"
    status, told = ended_by_dialog(screen, "-c", code)
    (file,) = tmp_path.rglob("fault-*.txt")
    assert (status, told.count(b"\n")) == (1, 1)
    assert os.fsencode(file) in told and b"game.app.loop" in told


def test_so_is_a_file_that_cannot_be_opened(screen: Screen, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear all,\n")
    for file in (letter, tmp_path / "gone.fourfold"):
        status, told = ended_by_dialog(screen, "main.py", str(file))
        assert status == 2
        assert os.fsencode(file.name) in told and told.count(b"\n") == 1


NO_DIALOG = (
    *("--time-limit 5 solve brainjam 1 --bogus", "--jobs 2 verify gaps 1", "--redeals x solve 1"),
    *("--data-dir nowhere export", "deal brainjam x", "--text play nosuchgame"),
    *("--fullscreen review gaps 1", "--bogus --version"),
)


@pytest.mark.parametrize("words", NO_DIALOG)
def test_a_command_that_prints_waits_for_nobody(screen: Screen, words: str) -> None:
    run = begun_unseen(screen, "main.py", *words.split())
    try:
        told = run.communicate(timeout=DEADLINE_S)[1]
    finally:
        run.kill()
    assert (run.returncode, told.count(b"\n")) == (2, 1), told


ENDS = ("SIGTERM", "SIGKILL", "SIGHUP", "SIGINT")
ENDED = [("sys.argv[1:] = ['nosuchgame']", name) for name in ENDS]
ENDED += [(fault, name) for fault in FAULTS.values() for name in ENDS[:2]]


@pytest.mark.skipif(sys.platform != "linux", reason="of signals")
@pytest.mark.parametrize(("fault", "name"), ENDED)
def test_a_program_that_shows_a_dialog_can_be_ended(
    screen: Screen, tmp_path: Path, fault: str, name: str
) -> None:
    run = begun_unseen(screen, "-c", faulty(tmp_path, fault))
    try:
        wait_until(lambda: shows_dialog(screen))
        time.sleep(0.3)  # the window manager is still at work on it
        run.send_signal(getattr(signal, name))
        run.wait(DEADLINE_S)
        screen.xdotool("key", "Return", check=False)  # SDL's dialog is a process of its own
        wait_until(lambda: not shows_dialog(screen))
    finally:
        run.kill()
        run.communicate()
    assert run.returncode == -getattr(signal, name)
