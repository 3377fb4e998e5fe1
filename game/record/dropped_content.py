"""What a player hands over: a file or a text is a pack of deals, an answers file, or the line of
a deal that somebody has sent.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from game.core import level_packs, untrusted_input
from game.core.deals import DealError
from game.core.level_packs import Pack
from game.core.messages import WordedError, Wording, why
from game.core.named_tuple import NamedTuple
from game.core.untrusted_input import pasted_line
from game.play.answers_file import HEADING
from game.play.notation import Shared, read_shared
from game.record.catalogue import PACK_ENDINGS
from game.rules import RULES, rules_for
from game.system.folders import write_new


class AnswersFile(NamedTuple):
    """A file of answers, to be taken over."""

    path: Path


DroppedContent = Pack | Shared | AnswersFile


def read_file(path: Path) -> DroppedContent:
    """What a file holds. WordedError, naming the file, where it is nothing of that."""
    try:
        text = untrusted_input.read_text(path, untrusted_input.MOST_ANSWERS, "utf-8-sig")
    except (OSError, UnicodeDecodeError, WordedError) as error:
        raise DealError(Wording("{file}: {reason}", file=path.name, reason=why(error))) from error
    if text.lstrip().partition("\n")[0].strip() == HEADING:
        return AnswersFile(path)
    if _sharing_line(text) is not None:
        return read_line(text)
    return _pack(text, path.name)


def read_line(text: str) -> Shared:
    """The deal of a sharing line, which may have others around it. WordedError where there is
    none, or it makes no sense.
    """
    return read_shared(pasted_line(_sharing_line(text) or text[: untrusted_input.MOST_LINE]))


def _sharing_line(text: str) -> str | None:
    """The first line that begins as one does."""
    for line in text.splitlines():
        words = line.split(maxsplit=1)
        if words and (words[0] == "fourfold" or words[0] in RULES):
            return line
    return None


def _pack(text: str, name: str) -> Pack:
    if len(text) > untrusted_input.MOST_PACK:
        raise DealError(Wording("{file}: it is too large to be a pack", file=name))
    pack = level_packs.parse_pack(text, name)
    try:
        rules_for(pack.game, pack.options)
    except WordedError as error:
        raise DealError(level_packs.in_line(name, 1, error)) from error
    if not pack.levels:
        raise DealError(Wording("{file}: there is no deal in it, and no answer", file=name))
    return pack


def keep(path: Path, folder: Path) -> None:
    """Put a pack into the folder of the player's own, where no file has the same content. OSError
    where nothing can be written.
    """
    content = untrusted_input.read_bytes(path, untrusted_input.MOST_PACK)
    for ending in PACK_ENDINGS:
        for other in folder.glob(f"*{ending}"):
            with suppress(OSError, WordedError):
                if untrusted_input.read_bytes(other, untrusted_input.MOST_PACK) == content:
                    return
    name = path.name if path.suffix in PACK_ENDINGS else f"{path.name}.txt"
    write_new(folder, name, content)
