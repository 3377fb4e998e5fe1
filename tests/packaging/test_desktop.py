"""What a Linux desktop is told of the program: checked by the tools that software centres use."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import desktop
import identity
import pytest
import yaml
from bare import ROOT

from game.cli.arguments import help_text


def checked(tool: str, *words: str) -> None:
    """Run a tool that finds fault; where it is missing the test is skipped, in CI it fails."""
    if shutil.which(tool) is None:
        if os.environ.get("CI"):
            pytest.fail(f"{tool} is missing")
        pytest.skip(f"needs {tool}")
    done = subprocess.run([tool, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """The files that lie beside the program."""
    for name, text in desktop.integration().items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_the_menu_entry_is_valid(files: Path) -> None:
    checked("desktop-file-validate", str(files / f"{identity.APP_ID}.desktop"))


def test_what_software_centres_show_is_valid(files: Path) -> None:
    told = files / f"{identity.APP_ID}.metainfo.xml"
    checked("appstreamcli", "validate", "--no-net", str(told))


def test_a_pack_opens_with_the_program(files: Path) -> None:
    entry = (files / f"{identity.APP_ID}.desktop").read_text(encoding="utf-8")
    assert f"MimeType={identity.MIME};" in entry
    types = ElementTree.parse(files / f"{identity.APP_ID}.xml").getroot()
    globs = [glob.get("pattern") for glob in types.iter() if glob.tag.endswith("glob")]
    assert globs == [f"*{identity.SUFFIX}"]


def test_nothing_is_left_to_be_filled_in(files: Path) -> None:
    for file in files.iterdir():
        assert "@" not in file.read_text(encoding="utf-8"), file.name


def test_the_manual_has_every_command_that_the_help_has() -> None:
    commands = re.findall(r"^  fourfold ([a-z]+)", help_text(), re.MULTILINE)
    assert len(commands) > 5
    manual = desktop.filled("fourfold.6")
    assert [word for word in commands if f".B fourfold {word}\n" not in manual] == []


def test_the_pictures_that_are_named_are_in_the_repository(files: Path) -> None:
    told = ElementTree.parse(files / f"{identity.APP_ID}.metainfo.xml").getroot()
    pictures = [str(image.text).rpartition("/")[2] for image in told.iter("image")]
    assert len(pictures) >= 3
    for name in pictures:
        assert (ROOT / "docs" / "pictures" / name).is_file(), name


def test_the_manifest_for_flatpak_can_be_read_and_asks_for_no_network() -> None:
    text = desktop.filled("flatpak.yaml", ARCHIVE="packed.tar.xz", SHA256="0" * 64)
    manifest = yaml.safe_load(text)
    assert manifest["id"] == identity.APP_ID
    assert not any("network" in word or "filesystem" in word for word in manifest["finish-args"])
    (module,) = manifest["modules"]
    assert all(isinstance(command, str) for command in module["build-commands"])
