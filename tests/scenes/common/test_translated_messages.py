"""What is wrong with pasted lines, packs and files is told in French, each in its scene."""

from __future__ import annotations

import errno
import os
import re
from itertools import chain
from pathlib import Path
from typing import NoReturn

import pygame
import pytest
from input_events import CTRL, key
from made_deals import easy_deck
from recording_services import ART, RecordingServices, recording_services
from scene_driver import SceneDriver
from table_driver import TableDriver

from game.core import deals
from game.core.moves import Move, parse_action
from game.core.translatable_texts import Wording
from game.desktop.paste_and_drop import put_clipboard
from game.history import HistoryChanges
from game.play import notation
from game.play.legacy_answers_file import HEADING, answer_line
from game.play.level_packs import Level, Pack
from game.record.pack_files import find_packs
from game.rules import RULES, BrainJam
from game.scenes.common.base import Change, Push
from game.scenes.common.progress import ResultPage
from game.scenes.deals.copy_import_export_and_clear import export_answers, import_found
from game.scenes.deals.scene import DealsScene
from game.scenes.library.import_and_export import export_games
from game.storage import DealChanges, DealKey, DealState, StorageError
from game.storage.errors import StorageTrouble
from game.storage.export_file import Export
from game.system.folders import Folders
from game.system.language import Language
from game.system.settings import SettingsFile
from tools import i18n

JAM = BrainJam()
FRENCH = Language("fr", ART.folder / "locale")
FIRST, SECOND = (deals.deck_text(deals.deck_of(number)) for number in (1, 2))
EASY = deals.deck_text(easy_deck(JAM))

PASTED = {
    "": "il n’y a rien à coller",
    " \n": "il n’y a rien à coller",
    "fourfold": "un code de partage commence par le nom d’un jeu",
    "chess 1": "il n’y a pas de code de partage dans ce texte",
    "fourfold chess 1": f"jeu inconnu « chess » (jeux : {', '.join(RULES)})",
    "lapeau random-gaps 1": "lapeau n’a pas d’option « random-gaps »",
    "brainjam": "il manque la donne au code de partage (un numéro, ou les 52 lettres d’un paquet)",
    "brainjam 12x": "« 12x » n’est pas un numéro de donne (de 0 à 999999)",
    f"brainjam ?{FIRST[1:]}": "la lettre 1 du paquet, « ? », n’est pas une carte",
    f"brainjam AA{FIRST[2:]}": "la lettre 2 du paquet, « A », apparaît deux fois",
    "brainjam 1 z": "coup 1, « z » : ce n’est ni un coup (7h>8s) ni une lettre (a à l, A à L, a3)",
    "brainjam 1 i": "coup 1, « i » : aucune carte à déplacer en i",
    "brainjam 1 a9": "coup 1, « a9 » : le 6 de pique n’a pas autant de coups possibles",
    "lapeau 1 x": "coup 1, « x » : « x » n’est pas un coup (écrivez 7h>8s, 7h>done ou pull)",
    "lapeau 1 pull": "coup 1, « pull » : « pull » n’est pas un coup de La Peau",
    "lapeau 1 x>8s": "coup 1, « x>8s » : « x » n’est pas une carte (écrivez 7h, Tc ou As)",
    "lapeau 1 7h>8s": "coup 1, « 7h>8s » : Cette carte est couverte par d’autres,"
    " qui ne peuvent pas la suivre",
}
"""Lines, and what is said of them."""

PACKS = {
    b"only two": "mine.txt, ligne 1 : une donne a un identifiant, un paquet et un minimum,"
    " mais cette ligne n’en a que 2",
    b"1 ABC 80": "mine.txt, ligne 1 : un paquet a 52 lettres, mais celui-ci en a 3",
    f"1 {FIRST} 80\n1 {SECOND} 80".encode(): (
        "mine.txt : 1 donne de Brain Jam ; 1 ligne ignorée ; "
        "ligne 2 : l’identifiant « 1 » est utilisé deux fois"
    ),
    f"1 {FIRST} many".encode(): "mine.txt, ligne 1 : « many » n’est pas un minimum"
    " (un nombre de coups, ou -)",
    f"1 {FIRST} {'9' * 5000}".encode(): f"mine.txt, ligne 1 : « {'9' * 5000} » n’est pas un minimum"
    " (un nombre de coups, ou -)",
    f"{'7' * 50} {FIRST} 80".encode(): f"mine.txt, ligne 1 : l’identifiant « {'7' * 40}… »"
    " est trop long (40 caractères au plus)",
    b"# game: gaps same": "mine.txt, ligne 1 : gaps n’a pas d’option « same »",
    b"# game: lapeau same alternate": (
        "mine.txt, ligne 1 : lapeau : « alternate » est incompatible avec une autre option"
    ),
    b"\xff": "mine.txt : ce n’est pas un fichier texte",
}
"""What a pack holds, and what is said of it."""

ANSWERS = {
    b"no heading": "mine.sol : ce n’est pas un fichier de solutions : sa première ligne n’est pas"
    f" {HEADING}",
    b"\xff": "mine.sol : ce n’est pas un fichier texte",
    b"?": "mine.sol, ligne 2 : ce n’est pas une solution"
    " (NNNN=000, des lettres, le nombre de coups entre parenthèses)",
    b"9999=000a(1)": "mine.sol, ligne 2 : two : il n’y a pas de donne « 9999 » dans cette liste",
    b"0001=000i(1)": "mine.sol, ligne 2 : donne 0001 : coup 1, « i » :"
    " aucune carte à déplacer en i",
    b"0001=000a(1)": "mine.sol, ligne 2 : donne 0001 : pas gagnée à la fin (coups joués : 1)",
    b"EASY(7)": "mine.sol, ligne 2 : donne 0002 : 52 coups joués, mais 7 annoncés dans le fichier",
}
"""What an answers file holds below its heading, and what is said of it."""

SETTINGS = {
    "[]": "il ne contient aucun réglage",
    '{\n"speed" 2}': "la ligne 2 n’est pas valable",
    "[" * 100_000: "la ligne 1 n’est pas valable",
}
"""What the file of settings holds, and why it cannot be read."""

REASONS = {
    errno.ENOENT: "aucun fichier ni dossier de ce nom",
    errno.EACCES: "permission refusée",
    errno.EPERM: "permission refusée",
    errno.EISDIR: "c’est un dossier",
    errno.ENOTDIR: "une partie du chemin n’est pas un dossier",
    errno.ENOSPC: "le disque est plein",
    errno.EROFS: "le disque est en lecture seule",
    errno.EIO: "le disque a signalé une erreur",
}
"""Errors of the system, and why an export cannot be saved then."""

LEFT_OUT = (
    "easy : ce fichier n’accepte que des identifiants de quatre chiffres au plus",
    "0001 : un de ses coups était impossible dans les anciens programmes",
    "0001 : la solution compte 520 coups, mais les anciens programmes en lisent 500 au plus",
)


def french(folder: Path) -> RecordingServices:
    held = recording_services(folder)
    held.services.language = FRENCH
    held.services.game_store.troubles.words = held.services.daily.words = FRENCH
    return held


def plain(text: str) -> str:
    """A text as it is written here, with blanks in place of those that do not break."""
    return text.replace("\u202f", " ").replace("\u00a0", " ")


@pytest.mark.parametrize("line", PASTED)
def test_a_pasted_line(tmp_path: Path, line: str) -> None:
    driver = TableDriver(JAM, held=french(tmp_path))
    put_clipboard(line)
    driver.send(key(pygame.K_v, CTRL))
    assert [plain(told) for told in driver.recording.told] == [PASTED[line]]


@pytest.mark.parametrize("content", PACKS, ids=range(len(PACKS)))
def test_a_broken_pack(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "mine.txt").write_bytes(content)
    held = french(tmp_path)
    SceneDriver(DealsScene(held.services, find_packs([tmp_path])), held)
    (told,) = held.told
    assert plain(told).replace(str(tmp_path / "mine.txt"), "mine.txt") == PACKS[content]


def two() -> Pack:
    """Deal 1, and one that is won by sending cards home."""
    levels = (Level("0001", deals.deck_of(1), None), Level("0002", deals.parse_deck(EASY), None))
    return Pack("two", JAM.name, (), levels, ())


def easy_answer() -> str:
    start = JAM.deal(deals.parse_deck(EASY))
    return notation.write_answer(JAM, start, JAM.purge(start))


def report(change: Change | None, held: RecordingServices) -> list[str]:
    """The lines of the report that a command opens."""
    assert isinstance(change, Push) and isinstance(change.scene, ResultPage)
    written = SceneDriver(change.scene, held, (3840, 2160)).written()
    return [plain(line.text) for line in written]


@pytest.mark.parametrize("content", ANSWERS, ids=range(len(ANSWERS)))
def test_a_broken_answers_file(tmp_path: Path, content: bytes) -> None:
    held = french(tmp_path)
    held.services.folders.levels.mkdir(parents=True, exist_ok=True)
    line = content.replace(b"EASY", f"0002=000{easy_answer()}".encode())
    heading = b"" if content in (b"no heading", b"\xff") else f"{HEADING}\n".encode()
    (held.services.folders.levels / "mine.sol").write_bytes(heading + line)
    lines = report(import_found(held.services, two()), held)
    assert ANSWERS[content] in " ".join(lines)


def test_answers_that_the_older_programs_cannot_have() -> None:
    easy = Level("easy", deals.parse_deck(EASY), None)
    for level, moves, text in (
        (easy, JAM.purge(JAM.deal(easy.deck)), LEFT_OUT[0]),
        (two().levels[0], (Move.parse("6s>reserve-3"),), LEFT_OUT[1]),
        (two().levels[0], (Move.parse("6s>reserve-3"),) * 520, LEFT_OUT[2]),
    ):
        told = answer_line(level, moves)
        assert isinstance(told, Wording) and plain(told.translated(FRENCH)) == text


def test_an_export_without_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = french(tmp_path)

    def broken(game: str, options: str) -> None:
        raise StorageError(StorageTrouble.UNREACHABLE, "unable to open database file")

    monkeypatch.setattr(held.services.game_store.storage.answers, "all", broken)
    assert export_answers(held.services, JAM, two()) is None
    assert held.told == [StorageError(StorageTrouble.UNREACHABLE, "").sentence(FRENCH)]


@pytest.mark.parametrize("number", REASONS, ids=errno.errorcode.get)
def test_a_file_that_the_system_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refuse(*what: object) -> NoReturn:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Folders, "documents", property(lambda folders: tmp_path))
    held = french(tmp_path / "data")
    monkeypatch.setattr(Export, "_copy", refuse)
    change = export_games(held.services)
    if change is not None:  # where the thread takes longer than a moment
        driver = SceneDriver(change.scene, held)
        while not held.told:
            driver.wait(0.1)
    (told,) = held.told
    assert plain(told).endswith(f"n’a pas pu être enregistré : {REASONS[number]}")


@pytest.mark.parametrize("content", SETTINGS, ids=range(len(SETTINGS)))
def test_broken_settings(tmp_path: Path, content: str) -> None:
    (tmp_path / "settings.json").write_text(content)
    (notice,) = SettingsFile(tmp_path / "settings.json").notices
    assert f"({SETTINGS[content]})" in plain(notice.translated(FRENCH))


def test_a_history_that_the_rules_no_longer_take(tmp_path: Path) -> None:
    held = french(tmp_path)
    game_store = held.services.game_store
    session = game_store.open(JAM, deals.deck_of(1), 1)
    session.key("a")
    deal = DealKey(JAM.name, "", FIRST)
    wrong = HistoryChanges(actions=(parse_action("As>Kh"),), place=1)
    game_store.storage.save(deal, DealChanges(wrong, DealState(), number=1), lambda: wrong)
    TableDriver(JAM, held=held)
    (told,) = held.told
    assert plain(told) == (
        "Une partie de l’historique enregistré de Brain Jam enfreint les règles :"
        " elle a été ignorée"
    )


def test_a_daily_deal_that_cannot_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = french(tmp_path)
    daily = held.services.daily

    def broken(name: str, value: str) -> None:
        raise StorageError(StorageTrouble.FULL, "database or disk is full")

    monkeypatch.setattr(held.services.game_store.storage, "set_fact", broken)
    daily._keep("name", "value")
    assert held.told == [StorageError(StorageTrouble.FULL, "").sentence(FRENCH)]


READ = {
    "game/play/legacy_answers_file.py",
    "game/core/cards.py",
    "game/core/deals.py",
    "game/play/notation.py",
    "game/core/position.py",
    "game/rules/__init__.py",
}
"""Where what the player hands in is read."""
NOT_HERE = {"deal number {number} is out of range (0 to {most})"}
"""What only the command line can be given."""
TEXTS = [
    i18n.forms(message.id)[0]
    for message in i18n.collect(i18n.ROOT / "game").messages
    if READ & {file for file, _ in message.locations} and message.id not in NOT_HERE
]


@pytest.mark.parametrize("text", TEXTS)
def test_each_of_these_texts_is_told_above(text: str) -> None:
    pattern = re.sub(r"\\{\w+\\}", ".+", re.escape(plain(FRENCH(text))))
    everything = chain(PASTED.values(), PACKS.values(), ANSWERS.values(), LEFT_OUT)
    assert FRENCH(text) != text and any(re.search(pattern, told) for told in everything)
