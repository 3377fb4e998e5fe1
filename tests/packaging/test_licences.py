"""The licences that travel with the binaries."""

from __future__ import annotations

from importlib.metadata import distribution
from pathlib import Path

import fetch_licence_texts
import licences
import pytest
from bare import ROOT

BINARIES = (
    "pygame_ce.libs/libFLAC-e7027ec5.so.14.0.0",
    "pygame_ce.libs/libSDL2_ttf-2-e69aa315.0.so.0.2400.0",
    "pygame_ce.libs/libogg-15db22d2.so.0.8.6",
    "libz.so.1",
    "libsqlite3.so.0",
    "libpython3.11.so.1.0",
    "python3.11/lib-dynload/zlib.cpython-311-x86_64-linux-gnu.so",
)
NAMES = (
    "libFLAC",
    "SDL_image, SDL_ttf, SDL_mixer",
    "libogg, libvorbis",
    "zlib",
    "SQLite",
    "Python",
)
HELD = ("FreeType", "HarfBuzz", "Expat", "mimalloc")
"""What is linked into SDL_ttf and Python themselves."""
PATHS = {
    "linux": b"/root/.cargo/registry/src/an-index-1949cf8c6b5b557f/%b/src/lib.rs",
    "win32": rb"C:\Users\me\.cargo\registry\src\an-index-6f17d22bba15001f\%b\src\lib.rs",
}
"""How a module tells of a crate, by system."""


@pytest.fixture(autouse=True)
def release(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is built is for others."""
    monkeypatch.setenv("CI", "true")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of texts as `fetch_licence_texts.py` fills it, each telling what it is of."""
    folder = tmp_path / "texts"
    (folder / "common").mkdir(parents=True)
    of_libraries = {name for one in licences.libraries() for name in one.debian}
    for name in {licences.COMPILER, *of_libraries, *(one.text for one in licences.known_crates())}:
        licences.text_file(folder, name).write_text(f"the terms of {name}")
    flac = licences.text_file(folder, "libflac-dev")
    flac.write_text("the terms of libflac-dev, and /usr/share/common-licenses/GPL-2.")
    (folder / "common" / "GPL-2.txt").write_text("the general public licence")
    monkeypatch.setattr(licences, "PACKAGES", {"pygame-ce": "LGPL-2.1-or-later"})
    return folder


def made(folder: Path) -> str:
    found, target = licences.inside(BINARIES), folder.parent / "made" / "LICENCES.txt"
    return licences.write(target, found, compiled(folder), folder).read_text()


def module(folder: Path, *crates: bytes, system: str = "linux") -> Path:
    """A file that tells of some crates, as a module does."""
    file = folder / "reader.abi3.so"
    paths = (PATHS[system] % name for name in crates)
    file.write_bytes(b"\x7fELF\0".join((b"", *paths, b"/rust/deps/hashbrown-0.15.4/src/lib.rs\0")))
    return file


def compiled(folder: Path) -> licences.Compiled:
    """The crates of a module of AccessKit's for Linux."""
    return licences.crates_inside(
        [module(folder.parent, b"zbus-5.11.0", b"event-listener-5.3.1")], "linux"
    )


def needed(folder: Path) -> list[Path]:
    """The texts that a program with BINARIES needs."""
    names = {name for one in licences.inside(BINARIES) for name in one.debian}
    names |= {one.text for one in compiled(folder)}
    files = [licences.text_file(folder, name) for name in {*names, licences.COMPILER}]
    return [*sorted(files), folder / "common" / "GPL-2.txt"]


def test_every_library_is_named_and_its_whole_text_is_there(kept: Path) -> None:
    page = made(kept)
    named = {line[2:].split(": ")[0] for line in page.splitlines() if line.startswith("* ")}
    assert named == {*NAMES, *HELD}
    for file in needed(kept):
        assert file.read_text() in page, file.name
    for name in ("zbus 5.11.0, zbus_names", "event-listener 5.3.1", "hashbrown 0.15.4"):
        assert name in page.replace("\n", " "), "of a crate whose code tells of itself, and not"
    for words in ("GNU LESSER GENERAL PUBLIC", "PYTHON SOFTWARE FOUNDATION"):
        assert words in page.upper()
    assert (ROOT / "LICENSE").read_text().strip() in page


def test_a_text_that_is_missing_stops_the_build_whichever_it_is(kept: Path) -> None:
    files = needed(kept)
    assert len(files) > len(NAMES)
    for file in files:
        text = file.read_text()
        for gone in (lambda file: file.unlink(), lambda file: file.write_text(" \n")):
            gone(file)
            with pytest.raises(SystemExit, match="no text of the licence"):
                made(kept)
            file.write_text(text)
    made(kept)


def test_a_package_without_its_text_stops_the_build(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(licences, "of_package", lambda package: [])
    with pytest.raises(SystemExit, match="pygame-ce"):
        made(kept)


def test_a_library_that_nobody_knows_stops_a_release_and_warns_whoever_builds_by_hand(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    binaries = ["libz.so.1", "libstrange-1.so.0"]
    with pytest.raises(SystemExit, match="libstrange"):
        licences.inside(binaries)
    monkeypatch.delenv("CI")
    assert [library.name for library in licences.inside(binaries)] == ["zlib"]
    assert "libstrange" in capsys.readouterr().err


def test_whoever_builds_by_hand_gets_the_texts_that_are_there(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CI")
    licences.text_file(kept, "zlib1g-dev").unlink()
    page = made(kept)
    assert "zlib: " in page and "the terms of libflac-dev" in page
    assert "zlib1g-dev.txt" in capsys.readouterr().err


@pytest.mark.parametrize("system", PATHS)
def test_a_crate_that_nobody_knows_stops_the_build(tmp_path: Path, system: str) -> None:
    file = module(tmp_path, b"hashbrown-0.15.2", b"strange_thing-0.1.0-rc.1", system=system)
    with pytest.raises(SystemExit, match="strange_thing"):
        licences.crates_inside([file], system)


def test_a_crate_of_another_system_is_not_known_here(tmp_path: Path) -> None:
    file = module(tmp_path, b"zbus-5.11.0", system="win32")
    assert licences.crates_inside([file], "linux")
    with pytest.raises(SystemExit, match="zbus"):
        licences.crates_inside([file], "win32")


def test_the_versions_that_a_module_tells_are_told_and_where_nothing_is_rust_nothing_is(
    tmp_path: Path,
) -> None:
    file = module(tmp_path, b"hashbrown-0.15.2", b"zbus-5.11.0", b"once_cell-1.19.0")
    assert licences.versions_of_crates([file]) == {
        "hashbrown": "0.15.2 and 0.15.4",
        "once_cell": "1.19.0",
        "zbus": "5.11.0",
    }
    file.write_bytes(b"\x7fELF: a module that is written in C")
    assert licences.crates_inside([file]) == {}


def test_every_crate_in_accesskits_own_module_is_known() -> None:
    package = distribution("accesskit")
    files = [Path(str(package.locate_file(file))) for file in package.files or ()]
    told = licences.versions_of_crates(file for file in files if file.suffix in (".so", ".pyd"))
    assert told["accesskit"], "its modules tell of nothing: they need another look"
    assert licences.crates_inside(files)


def test_each_crate_is_known_once_on_each_system() -> None:
    for system in ("linux", "win32", "darwin"):
        here = [one for one in licences.known_crates() if not one.systems or system in one.systems]
        names = [name for one in here for name in one.names]
        assert len(set(names)) == len(names), system


def test_each_file_is_known_as_one_library() -> None:
    known = licences.libraries()
    for file in ("libsdl2-2-50d1.so.0", "sdl2.dll", "libsdl2_image-2-d6.so.0", "zlib1.dll"):
        assert len([library for library in known if library.files.fullmatch(file)]) == 1, file


def test_every_library_in_pygames_own_package_is_known() -> None:
    files = distribution("pygame-ce").files or ()
    assert licences.inside(str(file) for file in files)


def test_every_known_library_has_a_text_and_what_it_holds_is_known() -> None:
    known = {library.name: library for library in licences.libraries()}
    without = {name for name, library in known.items() if not library.debian}
    assert without == {"Microsoft Visual C++ runtime"}
    assert {name for library in known.values() for name in library.holds} <= known.keys()


def test_texts_that_cannot_be_had_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refers = f"see {fetch_licence_texts.COMMON}/Nowhere-1.0"
    monkeypatch.setattr(fetch_licence_texts, "_of_mypy", lambda target: None)
    monkeypatch.setattr(
        fetch_licence_texts,
        "_of_debian",
        lambda name: None if "ogg" in name or "nom" in name else refers,
    )
    missing = fetch_licence_texts.collect(tmp_path / "texts")
    assert "libogg-dev" in missing
    assert "Nowhere-1.0" in missing
    assert "librust-nom-dev" in missing
    assert "libflac-dev" not in missing
