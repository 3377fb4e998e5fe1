"""README, docs/ and the changelog: short, complete, and in our present words."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from game.cli.arguments import COMMANDS, UsageError, help_text, read_arguments
from game.cli.commands import main
from game.play.level_packs import parse_pack
from game.play.sharing_lines import read_shared
from tools.winnability import wilson

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PAGES = sorted((ROOT / "docs").glob("*.md"))
TEXTS = [README, *PAGES, ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", ROOT / "DESIGN.md"]
STORE = [*(ROOT / "packaging" / "linux").glob("*.xml"), ROOT / "packaging" / "linux" / "fourfold.6"]
BLOCK = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OUTSIDE_OF_PROSE = re.compile(
    r"^```\n.*?^```$|^    [^\n]*$|`[^`\n]+`|\]\([^)]+\)|\\-\\-[a-z]+", re.MULTILINE | re.DOTALL
)


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def commands_of_readme() -> list[str]:
    """The command lines of README, one of which goes over `&&`."""
    return [line for block in BLOCK.findall(text_of(README)) for line in block.splitlines()]


def anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


# README


def test_readme_has_at_most_a_thousand_words() -> None:
    assert len(text_of(README).split()) <= 1000


def test_readme_shows_the_game_before_it_installs_it() -> None:
    text = text_of(README)
    moving, downloads = text.index("fourfold.gif"), text.index("/releases)")
    assert moving < downloads < text.index("## From source") < text.index("git clone")


def test_readme_gives_one_line_to_play_and_one_to_test() -> None:
    lines = [line for line in commands_of_readme() if line.startswith("python3 -m venv")]
    play, check = lines
    assert play.endswith(" main.py")
    assert check.endswith(" tools/check.py")
    assert "sudo" not in play + check


def test_what_the_commands_of_readme_name_is_there() -> None:
    extras = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]["optional-dependencies"]
    lines = " ".join(commands_of_readme()).replace("\\", "/")
    scripts = re.findall(r"(?:[\w/]+/)?\w+\.py\b", lines)
    assert {"main.py", "tools/check.py", "tools/compile_solver.py"} == set(scripts)
    assert [name for name in scripts if not (ROOT / name).is_file()] == []
    named = re.findall(r"\.\[(\w+)\]", lines)
    assert {"fast", "test"} == set(named) & extras.keys()


def test_the_check_of_continuous_integration_does_what_readme_says() -> None:
    (check,) = (line for line in commands_of_readme() if line.endswith("check.py"))
    steps = [step.strip() for step in text_of(ROOT / ".ci" / "run").splitlines()]
    for step in check.split(" && "):
        assert any(done == step or done == f'{step} "$@"' for done in steps), step


def test_readme_names_every_page_of_docs() -> None:
    pages = [page.name for page in PAGES if page.name != "export.md"]
    assert pages
    assert [name for name in pages if f"](docs/{name})" not in text_of(README)] == []


# Links


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", text_of(path)):
        if re.match(r"https?:", target):
            continue
        name, _, anchor = target.partition("#")
        file = path.parent / name if name else path
        assert file.exists(), target
        assert not anchor or anchor in anchors(text_of(file)), target


# The command line

EVERY_HELP = "".join(map(help_text, COMMANDS))


def test_the_page_of_the_command_line_has_every_command_and_option() -> None:
    page = text_of(ROOT / "docs" / "command-line.md")
    options = set(re.findall(r"--[a-z-]+", EVERY_HELP))
    commands = set(re.findall(r"^  fourfold ([a-z]+)", EVERY_HELP, re.MULTILINE))
    assert {"--deck", "--version"} <= options
    assert {"deal", "import"} <= commands
    assert [word for word in options if not re.search(rf"`{word}[ `]", page)] == []
    assert [word for word in commands if f"`fourfold {word} " not in page] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_no_page_has_an_option_that_the_program_does_not_know(path: Path) -> None:
    elsewhere = {"--if-possible", "--deals", "--redeals", "--time-limit", "--scene", "--out"}
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text_of(path)))
    assert named <= set(re.findall(r"--[a-z-]+", EVERY_HELP)) | elsewhere


EXAMPLES = [
    line
    for page in PAGES
    for block in BLOCK.findall(text_of(page))
    for line in block.splitlines()
    if line.startswith("fourfold ")
]


@pytest.mark.parametrize("line", EXAMPLES)
def test_every_example_is_understood(line: str) -> None:
    words = shlex.split(line)[1:]
    read_arguments(words)
    for word in words:
        assert "/" not in word or (ROOT / word).is_file()


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 8
    with pytest.raises(UsageError):
        read_arguments(["--no-such-option"])


@pytest.mark.parametrize("game", ["brainjam", "gaps", "klondike"])
def test_every_word_of_playing_in_words_is_known(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = text_of(ROOT / "docs" / "playing-in-words.md")
    cells = re.findall(r"^\| ([^|]+) \|", page, re.MULTILINE)
    words = re.findall(r"`([a-z]{3,}(?: \d+)?)`", " ".join(cells))
    assert {"undo 5", "hint", "redeal", "quit"} <= set(words)

    def told(line: str) -> str:
        typed = tmp_path / "typed"
        typed.write_text(f"{line}\n", encoding="utf-8")
        with typed.open(encoding="utf-8") as lines:
            monkeypatch.setattr("sys.stdin", lines)
            main(["play", game, "617", "--text", "--data-dir", str(tmp_path), "--read-only"])
        return capsys.readouterr().out

    unknown = told("nonsense").splitlines()[-1]
    assert "nonsense" in unknown
    for word in words:
        assert unknown.replace("nonsense", word) not in told(word), word


def test_the_sharing_line_of_the_packs_page_wins() -> None:
    page = text_of(ROOT / "docs" / "packs.md")
    (line,) = re.findall(r"^    (fourfold .+)$", page, re.MULTILINE)
    shared = read_shared(line)
    end = shared.rules.replay(shared.rules.deal(shared.deck), shared.moves)
    assert shared.rules.is_won(end)


def test_the_pack_of_the_packs_page_can_be_read() -> None:
    page = text_of(ROOT / "docs" / "packs.md")
    lines = re.findall(r"^    ((?:# game|\w+ +\w{52}).*)$", page, re.MULTILINE)
    pack = parse_pack("\n".join(lines), "mine.txt")
    assert (pack.game, len(pack.levels), pack.problems) == ("lapeau", 2, ())


# The trace


def test_the_page_of_the_trace_has_every_event() -> None:
    written = set()
    for path in (ROOT / "game").rglob("*.py"):
        written |= set(re.findall(r'(?:\.event|_trace)\(\s*"(\w+)"', text_of(path)))
    page = text_of(ROOT / "docs" / "trace.md")
    named = set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
    assert named - {"unsaved"} == written


# Figures


def figures() -> list[list[str]]:
    rows = re.findall(r"^\| (.+ `tools/winnability\.py .+`) \|$",
                      text_of(ROOT / "docs" / "figures.md"), re.MULTILINE)  # fmt: skip
    return [row.split(" | ") for row in rows]


@pytest.mark.parametrize("row", figures(), ids=lambda row: row[-1])
def test_the_figures_add_up(row: list[str]) -> None:
    deals, won, lost, undecided = (int(cell.replace(",", "")) for cell in row[1:5])
    assert won + lost + undecided == deals
    assert f"--deals {deals}" in row[-1]
    low, high = wilson(won, deals)[0], wilson(won + undecided, deals)[1]
    assert f"({100 * low:.2f} to {100 * high:.2f})" in row[5]
    share = f"{100 * won / deals:.2f}"
    assert row[5].startswith(f"{share} ")
    # README repeats the share.
    assert f"| {share} " in text_of(README)


def test_there_are_figures_of_every_game() -> None:
    told = json.dumps(figures())
    assert all(name in told for name in ("brainjam", "lapeau", "gaps", "klondike"))


# Words


GONE = {
    r"\banswers?\b": "solution",
    r"\bpull stack\b": "waste",
    r"\bturn-?overs?\b": "pass",
    r"\bpurges?\b": "send home",
    r"\bpolic(?:y|ies)\b": "building rule",
    r"\bshorter way": "better move",
    r"\bas short as can be\b": "shortest possible",
    r"\bfound alone\b": "unaided",
    r"\btakes? (?:it |them )?over\b": "import, open",
    r"\btaken (?:in|over)\b": "import, open",
    r"\bso many redeals at most\b": "at most so many redeals",
}
"""Words that a card player would not use, and what we say."""


@pytest.mark.parametrize(
    "path", [*TEXTS[:-2], *STORE, ROOT / "packaging" / "signing.md"], ids=lambda path: path.name
)
def test_a_text_has_no_word_that_we_gave_up(path: Path) -> None:
    prose = OUTSIDE_OF_PROSE.sub(" ", text_of(path))
    found = [gone for gone in GONE if re.search(gone, prose, re.IGNORECASE)]
    assert found == []
