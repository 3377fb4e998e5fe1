"""The Debian package in a clean system: installed, played, taken out again."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import identity
import pytest
from bare import laid_out
from build_paths import cache
from harness.desktop import wayland
from harness.screen import Screen
from harness.trace import Trace
from linux import PACKAGE

from game import __version__

pytestmark = pytest.mark.built
SUITE = "bookworm"
SOURCES = Path("/etc/apt/sources.list.d/debian.sources")
QUIET = {
    "DEBIAN_FRONTEND": "noninteractive",
    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
}
INSTALL = ("apt-get", "install", "-qy", "--no-install-recommends")
NOT_OURS = (
    "var/lib/apt",
    "var/lib/dpkg",
    "var/cache",
    "var/log",
    "dev",
    "proc",
    "sys",
    "tmp",
    "run",
)


class Root:
    """A system in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, *words: str, **environment: str) -> str:
        done = subprocess.run(
            self.command(*words),
            env={**QUIET, **environment},
            capture_output=True,
            text=True,
            timeout=500,
        )
        assert done.returncode == 0, f"{words}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
        return done.stdout

    def command(self, *words: str) -> list[str]:
        return ["chroot", str(self.folder), *words]

    def files(self) -> set[str]:
        """All that is there but what belongs to the system's own book-keeping."""
        found = set()
        for place, folders, files in os.walk(self.folder):
            here = Path(place).relative_to(self.folder)
            folders[:] = [name for name in folders if str(here / name) not in NOT_OURS]
            found |= {str(here / name) for name in (*files, *folders)}
        return found


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Root]:
    """A Debian with nothing but what is essential, and apt."""
    if shutil.which("mmdebstrap") is None or os.geteuid() != 0 or not SOURCES.exists():
        pytest.skip("needs mmdebstrap, root's rights and Debian's sources")
    packed = cache() / f"{SUITE}.tar"
    if not packed.exists():
        fresh = packed.with_suffix(".new.tar")
        make = ["mmdebstrap", "--variant=minbase", SUITE, str(fresh), str(SOURCES)]
        subprocess.run(make, check=True, capture_output=True)
        fresh.rename(packed)
    folder = tmp_path_factory.mktemp("root")
    subprocess.run(["tar", "-C", folder, "-xf", packed], check=True)
    for settings in Path("/etc/apt/apt.conf.d").glob("99*"):
        shutil.copy(settings, folder / "etc/apt/apt.conf.d")
    shutil.copy("/etc/resolv.conf", folder / "etc")
    system = Root(folder)
    system.run("apt-get", "update", "-q")
    yield system
    shutil.rmtree(folder)


def test_it_installs_plays_and_leaves_nothing_but_the_players_data(
    root: Root, screen: Screen
) -> None:
    assert PACKAGE.exists(), "run packaging/linux.py"
    shutil.copy(PACKAGE, root.folder / "fourfold.deb")
    # What it depends on stays when it goes, so that comes first; and it has to do.
    wanted = root.run("dpkg-deb", "-f", "/fourfold.deb", "Depends")
    names = [part.split()[0] for part in wanted.split(", ")]
    root.run(*INSTALL, *names)
    before = root.files()

    root.run(*INSTALL, "./fourfold.deb")
    assert root.run("fourfold", "--version") == f"fourfold {__version__} (solver: compiled)\n"
    entry = root.folder / "usr/share/applications" / f"{identity.APP_ID}.desktop"
    assert "Exec=fourfold" in entry.read_text()
    installed = root.files() - before
    assert not any(name.startswith(("usr/local", "opt", "root", "home")) for name in installed)
    display = {"DISPLAY": screen.environment["DISPLAY"]}
    with wayland(screen, (1300, 820)) as environment:
        for found in (display, reached(root, environment)):
            assert played(root, found).named("error") == []

    root.run("apt-get", "purge", "-qy", "fourfold")
    left = {name for name in root.files() - before if not name.startswith("root/")}
    assert left == set()
    assert (root.folder / "root/.local/share/fourfold").is_dir()


def reached(root: Root, environment: Mapping[str, str]) -> dict[str, str]:
    """How programs in there find a compositor out here."""
    name = environment["WAYLAND_DISPLAY"]
    os.link(Path(environment["XDG_RUNTIME_DIR"]) / name, root.folder / "run" / name)
    return {"WAYLAND_DISPLAY": name, "XDG_RUNTIME_DIR": "/run"}


def played(root: Root, display: Mapping[str, str]) -> Trace:
    """Start the program in a window out here until all cards lie there."""
    trace = root.folder / "root" / "trace.jsonl"
    trace.unlink(missing_ok=True)
    words = root.command("fourfold", "brainjam", "617", "--trace", "/root/trace.jsonl")
    environment = {**QUIET, **display, "SDL_AUDIODRIVER": "dummy"}
    with subprocess.Popen(words, env=environment) as program:
        try:
            return laid_out(trace, program)
        finally:
            program.terminate()
