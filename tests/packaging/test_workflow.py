"""The release workflow, read as the machine reads it. Nothing of it runs here."""

from __future__ import annotations

import fnmatch
import re
import tomllib
from pathlib import Path
from typing import Any

import changelog
import identity
import linux
import pytest
import windows
import yaml
from bare import ROOT
from changelog import debian_version, windows_version
from harness import screen

from game import __version__

FILE = ROOT / ".github" / "workflows" / "fourfold.yml"
WORKFLOW: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
JOBS: dict[str, dict[str, Any]] = WORKFLOW["jobs"]
TRIGGERS = WORKFLOW[True]
"""YAML's `on`."""
TESTING = {"linux", "elsewhere"}
"""The jobs that run on each push."""


def uses(action: str) -> list[tuple[str, dict[str, Any]]]:
    """Each step of an action, with its job's name."""
    return [
        (name, step)
        for name, job in JOBS.items()
        for step in job["steps"]
        if step.get("uses", "").partition("@")[0] == action
    ]


def names_of(job: str, name: str) -> list[str]:
    """What a name with a place of the matrix in it becomes."""
    matrix = JOBS[job].get("strategy", {}).get("matrix", {})
    field = re.search(r"\$\{\{ matrix\.(\w+) \}\}", name)
    if field is None:
        return [name] * len(next(iter(matrix.values()), [None]))
    return [name.replace(field[0], str(value)) for value in matrix[field[1]]]


def before(job: str) -> set[str]:
    """All jobs that must have succeeded before one starts."""
    needs = JOBS[job].get("needs", [])
    direct = {needs} if isinstance(needs, str) else set(needs)
    return direct.union(*(before(other) for other in direct))


def test_each_action_is_used_in_one_version() -> None:
    used: dict[str, set[str]] = {}
    for job in JOBS.values():
        for step in job["steps"]:
            if "uses" in step:
                action, _, version = step["uses"].partition("@")
                used.setdefault(action, set()).add(version)
    assert all(len(versions) == 1 for versions in used.values()), used


def test_no_two_jobs_leave_artefacts_of_one_name() -> None:
    found = [
        name
        for job, step in uses("actions/upload-artifact")
        for name in names_of(job, step["with"]["name"])
    ]
    assert len(found) == len(set(found)), found


def test_no_two_jobs_make_the_same_file() -> None:
    """Only one makes the pure wheel and the source package; cibuildwheel makes neither."""
    sources = [name for name, job in JOBS.items() if "--sdist" in str(job)]
    assert sources == ["sources"]
    files = [
        pattern
        for _, step in uses("actions/upload-artifact")
        for pattern in step["with"]["path"].split()
    ]
    assert len(files) == len(set(files)), files


def test_what_is_fetched_was_left_by_a_job_before() -> None:
    left = {step["with"]["name"]: job for job, step in uses("actions/upload-artifact")}
    for job, step in uses("actions/download-artifact"):
        wanted = step["with"].get("name")
        if wanted:
            assert left[wanted] in before(job)


def test_only_the_tests_run_on_a_push() -> None:
    assert TRIGGERS["push"] == {"branches": ["main"], "tags": ["v*"]}
    assert "workflow_dispatch" in TRIGGERS
    for name in JOBS.keys() - TESTING:
        gated = {name, *before(name)}
        assert "version" in gated or "tag" in JOBS[name].get("if", ""), name
    assert "tag" in JOBS["version"]["if"]


def test_a_tag_publishes_everything_with_checksums_once_all_is_tested() -> None:
    publish = JOBS["publish"]
    assert publish["if"] == "github.ref_type == 'tag'"
    assert publish["permissions"] == {"contents": "write"}
    assert before("publish") == JOBS.keys() - {"publish"}
    script = str(publish["steps"][-1]["run"])
    assert "sha256sum" in script
    assert "gh release create" in script
    assert "--notes-file" in script


def test_what_is_published_keeps_its_name() -> None:
    """GitHub makes a dot of any other sign; SHA256SUMS would name files that are not there."""
    made = [linux.PACKAGE, linux.ARCHIVE, linux.FLATPAK, linux.APPIMAGE]
    for file in [*made, windows.INSTALLER, windows.ARCHIVE, windows.PORTABLE]:
        assert re.fullmatch(r"[A-Za-z0-9._-]+", file.name), file.name


def test_nothing_but_the_publishing_may_write() -> None:
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert [name for name, job in JOBS.items() if "permissions" in job] == ["publish"]


def test_wheels_are_built_for_every_python_that_is_named() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheels = project["tool"]["cibuildwheel"]["build"].split()
    named = re.findall(r"Python :: 3\.(\d+)", " ".join(project["project"]["classifiers"]))
    assert named
    for minor in named:
        assert any(fnmatch.fnmatch(f"cp3{minor}-manylinux_x86_64", wheel) for wheel in wheels)
    assert len(wheels) == len(named)


def test_every_script_that_is_called_is_there() -> None:
    called = re.findall(r"(?:packaging|tools|\.ci)/[\w/]+(?:\.py|\.sh|\.md)?", FILE.read_text())
    assert called
    for name in called:
        assert (ROOT / name).exists(), name


def test_the_program_for_linux_is_tested_with_all_that_its_tests_need() -> None:
    """In CI a test fails whose tool is missing, and nothing would be published."""
    steps = [str(step.get("run", "")) for step in JOBS["program-linux"]["steps"]]
    (tools,) = (run for run in steps if "xvfb" in run)
    needed = {*screen.NEEDED.values(), "desktop-file-utils", "appstream", "squashfs-tools"}
    assert needed <= set(tools.split())


def test_the_version_is_said_in_one_place_and_the_changelog_tells_of_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in project["project"]
    assert changelog.release(__version__).items
    assert changelog.releases()[0].version == __version__


def test_a_version_that_the_changelog_does_not_know_stops_the_release() -> None:
    with pytest.raises(SystemExit, match=r"9\.9\.9"):
        changelog.release("9.9.9")


def test_entries_that_are_still_unreleased_stop_the_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = changelog.FILE.read_text(encoding="utf-8")
    before, head, after = text.partition(f"## [{__version__}]")
    monkeypatch.setattr(changelog, "FILE", tmp_path / "CHANGELOG.md")
    for unreleased in ("", "## [Unreleased]\n\n"):
        changelog.FILE.write_text(before + unreleased + head + after, encoding="utf-8")
        assert changelog.notes(__version__) == changelog.release(__version__).text
    forgotten = "## [Unreleased]\n\n### Added\n\n- A thing.\n\n"
    changelog.FILE.write_text(before + forgotten + head + after, encoding="utf-8")
    with pytest.raises(SystemExit, match="Unreleased"):
        changelog.notes(__version__)


def test_the_publisher_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["urls"]["Homepage"] == identity.HOMEPAGE
    assert all(url.startswith(identity.HOMEPAGE) for url in project["urls"].values())
    assert [author["name"] for author in project["authors"]] == [identity.AUTHORS]


@pytest.mark.parametrize(
    ("version", "windows", "debian"),
    [
        ("1.0.0rc1", (1, 0, 0, 401), "1.0.0~rc1"),
        ("1.0.0", (1, 0, 0, 1000), "1.0.0"),
        ("1.2.3a4", (1, 2, 3, 4), "1.2.3~a4"),
        ("1.2.3b4", (1, 2, 3, 204), "1.2.3~b4"),
    ],
)
def test_versions_are_in_order_for_everybody(
    version: str, windows: tuple[int, ...], debian: str
) -> None:
    assert windows_version(version) == windows
    assert debian_version(version) == debian
