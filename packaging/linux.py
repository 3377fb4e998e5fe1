"""Packs the Linux program that `build.py` has made: python packaging/linux.py.

It leaves in dist/ the folder as .tar.xz, a Debian package, the manifest for Flatpak, and an
AppImage. The AppImage needs `mksquashfs`, and the AppImage project's runtime, a small program that
no package index has: name its file in `FOURFOLD_APPIMAGE_RUNTIME` (the release workflow fetches
it by its checksum). Without it the AppImage's folder is made and can be run by its AppRun.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Final

from build_paths import DIST, FOLDER, ROOT, size_of

sys.path.insert(0, str(ROOT))

import changelog
import identity
from desktop import filled, integration, lay_shared, write

from game import __version__

WORK: Final = ROOT / "build" / "linux"
MACHINE: Final = platform.machine()
DEBIAN: Final = {"x86_64": "amd64", "aarch64": "arm64"}
"""What Debian calls a machine."""
ARCHITECTURE: Final = DEBIAN.get(MACHINE, MACHINE)
# Not by Debian's form of the version: where it is published a ~ would become a dot, and the
# checksums would name a file that is not there.
PACKAGE: Final = DIST / f"fourfold_{__version__}_{ARCHITECTURE}.deb"
NAME: Final = f"fourfold-{__version__}-linux-{MACHINE}"
ARCHIVE: Final = DIST / f"{NAME}.tar.xz"
FLATPAK: Final = DIST / f"{identity.APP_ID}.yaml"
APPDIR: Final = WORK / "Fourfold.AppDir"
APPIMAGE: Final = DIST / f"Fourfold-{__version__}-{MACHINE}.AppImage"

# SDL opens these while it runs, so nothing in the program says that it needs them.
_SCREEN: Final = (
    *("libx11-6", "libxext6", "libxcursor1", "libxi6", "libxfixes3", "libxrandr2", "libxss1"),
    *("libwayland-client0", "libwayland-cursor0", "libwayland-egl1", "libxkbcommon0"),
    *("libegl1", "libgl1"),
)
_C_PLUS_PLUS: Final = ("libgcc-s1", "libstdc++6")
_BETTER_WITH: Final = ("libpulse0", "libasound2 | libasound2t64", "libdecor-0-0")


def main() -> int:
    """Pack all that can be packed here."""
    if not FOLDER.is_dir():
        print(f"{FOLDER} is not there: run packaging/build.py", file=sys.stderr)
        return 2
    shutil.rmtree(WORK, ignore_errors=True)
    made = [pack_folder(), debian_package(), flatpak_manifest()]
    app_dir()
    runtime = os.environ.get("FOURFOLD_APPIMAGE_RUNTIME")
    if runtime:
        made.append(app_image(Path(runtime)))
    else:
        print(f"no AppImage: FOURFOLD_APPIMAGE_RUNTIME is not set; its folder is {APPDIR}")
    for file in made:
        print(f"{file}: {size_of(file) / 1e6:.1f} MB")
    return 0


# The folder


def pack_folder() -> Path:
    """The folder with install.sh, packed, so that files stay executable."""

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        return entry

    with tarfile.open(ARCHIVE, "w:xz") as packed:
        packed.add(FOLDER, NAME, filter=plain)
    return ARCHIVE


# Debian


def debian_package() -> Path:
    """A package for Debian, Ubuntu and what is made of them."""
    root = WORK / "debian"
    usr = root / "usr"
    program = usr / "lib" / "fourfold"
    shutil.copytree(FOLDER, program, symlinks=True)
    for name in ("install.sh", "uninstall.sh", "icons", *integration()):
        left_out = program / name
        shutil.rmtree(left_out) if left_out.is_dir() else left_out.unlink(missing_ok=True)
    (usr / "bin").mkdir()
    (usr / "bin" / "fourfold").symlink_to("../lib/fourfold/fourfold")
    lay_shared(usr / "share")
    told = usr / "share" / "doc" / "fourfold"
    told.mkdir(parents=True)
    (program / "LICENCES.txt").rename(told / "copyright")
    _gzip(told / "changelog.gz", changelog.FILE.read_text(encoding="utf-8"))
    _gzip(usr / "share" / "man" / "man6" / "fourfold.6.gz", filled("fourfold.6"))
    write(root / "DEBIAN" / "control", control(size_of(usr), _needed(program)))
    _plain_modes(root)
    build = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(PACKAGE)]
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
    return PACKAGE


def control(size: int, needed: str) -> str:
    """What Debian wants to know of the package."""
    return "\n".join(
        (
            "Package: fourfold",
            f"Version: {changelog.debian_version(__version__)}",
            f"Architecture: {ARCHITECTURE}",
            f"Maintainer: {identity.AUTHORS} <{identity.ADDRESS}>",
            f"Installed-Size: {size // 1024}",
            f"Depends: {', '.join((needed, *_C_PLUS_PLUS, *_SCREEN))}",
            f"Recommends: {', '.join(_BETTER_WITH)}",
            "Section: games",
            "Priority: optional",
            f"Homepage: {identity.HOMEPAGE}",
            "Description: four solitaires made to be solved",
            " Brain Jam, La Peau, Gaps and Klondike. Deals have numbers, every move is saved,",
            " undo goes back to the deal, and a solver tells whether you can still win.",
            "",
        )
    )


def _needed(program: Path) -> str:
    """The C library that the program was linked with, at least in that version."""
    found = set()
    for file in program.rglob("*"):
        if file.is_file() and not file.is_symlink() and file.read_bytes()[:4] == b"\x7fELF":
            told = subprocess.run(["objdump", "-T", str(file)], capture_output=True, text=True)
            words = told.stdout.replace("(", " ").replace(")", " ").split()
            found |= {word[6:] for word in words if word.startswith("GLIBC_2.")}
    newest = max((tuple(map(int, version.split("."))) for version in found), default=(2, 17))
    return f"libc6 (>= {'.'.join(map(str, newest))})"


def _gzip(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with gzip.GzipFile(file, "wb", mtime=0) as packed:
        packed.write(text.encode())


def _plain_modes(root: Path) -> None:
    """Readable by all, whatever the umask was."""
    for path in (root, *root.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)


# Flatpak


def flatpak_manifest() -> Path:
    """The manifest that makes a Flatpak of the packed folder."""
    digest = hashlib.sha256(ARCHIVE.read_bytes()).hexdigest()
    FLATPAK.write_text(filled("flatpak.yaml", ARCHIVE=ARCHIVE.name, SHA256=digest), "utf-8")
    return FLATPAK


# AppImage


def app_dir() -> Path:
    """The folder that an AppImage is made of."""
    lay_shared(APPDIR / "usr" / "share")
    shutil.copytree(FOLDER, APPDIR / "usr" / "lib" / "fourfold", symlinks=True)
    (APPDIR / "AppRun").symlink_to("usr/lib/fourfold/fourfold")
    entry = f"{identity.APP_ID}.desktop"
    (APPDIR / entry).symlink_to(f"usr/share/applications/{entry}")
    for name in ("fourfold.png", ".DirIcon"):
        (APPDIR / name).symlink_to("usr/share/icons/hicolor/256x256/apps/fourfold.png")
    return APPDIR


def app_image(runtime: Path) -> Path:
    """The folder behind the runtime, which finds it by its own length."""
    image = WORK / "folder.squashfs"
    image.unlink(missing_ok=True)
    pack = ["mksquashfs", str(APPDIR), str(image), "-root-owned", "-noappend", "-quiet"]
    subprocess.run([*pack, "-comp", "zstd", "-no-progress"], check=True)
    APPIMAGE.write_bytes(runtime.read_bytes() + image.read_bytes())
    APPIMAGE.chmod(0o755)
    return APPIMAGE


if __name__ == "__main__":
    raise SystemExit(main())
