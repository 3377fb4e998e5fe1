"""What the commands of a table do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import pygame

from game.core import deals
from game.core.deals import Deck
from game.core.messages import WordedError
from game.core.position import Position
from game.core.untrusted_input import pasted_line
from game.desktop.clipboard import clipboard_line, put_clipboard
from game.desktop.input_devices import Device
from game.desktop.keys import Command
from game.play import sharing_line
from game.play.session import Outcome, Session
from game.play.verdict import VerdictLight
from game.rules import rules_for
from game.scenes.common.base import (
    Change,
    OpenDeals,
    OpenFirstGame,
    OpenHelp,
    OpenMap,
    OpenOptions,
    OpenReview,
    OpenShowMe,
    OpenStatistics,
    OpenTable,
    Pop,
    Push,
    Quit,
    Replace,
    Scene,
)
from game.scenes.common.new_deal_number import new_number
from game.scenes.common.services import Services
from game.scenes.common.shared_words import copied_words, pasted_words
from game.scenes.table.advice import TableAdvice, solver_knows
from game.scenes.table.answers import ShownAnswer, TableAnswers
from game.scenes.table.course import TableCourse
from game.scenes.table.spoken_table import SpokenTable
from game.system.language import Language
from game.table.side_bar import Tool, tools
from game.table.table_picture import TablePicture
from game.widgets.number_entry import NumberEntry


class CommandedTable(Protocol):
    """The table as its commands see it; `TableScene` tells what each part is."""

    services: Services
    session: Session
    table_picture: TablePicture
    advice: TableAdvice
    course: TableCourse
    spoken: SpokenTable
    stale: bool

    @property
    def title(self) -> str:
        """The deal's title."""
        ...

    def ask(self, change: Change) -> None:
        """Change the stack once the event is dealt with."""
        ...

    def say_pile(self) -> None:
        """Speak the pile under the cursor."""
        ...

    def cancel(self) -> bool:
        """Drop the held card, the selection or the hint; False if there was none."""
        ...

    def do(self, command: Command) -> Change | None:
        """Do a command that an overlay was given."""
        ...

    def second_choice(self) -> Outcome:
        """Take the second choice of the card that the card cursor is on."""
        ...

    def show(self, outcome: Outcome) -> None:
        """Let the picture follow what the session did."""
        ...

    def settle(self) -> None:
        """Let everything shown follow the session."""
        ...

    def start(self, deck: Deck, number: int | None, *, typed: bool = False) -> None:
        """Put another deal on the table."""
        ...

    def restart(self) -> None:
        """Back to the deal, for another attempt."""
        ...


FindAnswer = Callable[[Session], ShownAnswer | None]

MENU_WIDTH, WIDE_MENU = 264, 470
MENU_GAP = 8
"""Between the side bar and its menu, in pixels."""


def _press_screenshot() -> None:
    """Post the screenshot key, so that the loop takes the picture once the menu has closed."""
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        key = {"key": pygame.K_F12, "mod": 0, "unicode": "", "scancode": 0}
        pygame.event.post(pygame.event.Event(kind, key))


class TableCommands:
    """The commands of one table; some open other scenes."""

    def __init__(self, table: CommandedTable) -> None:
        self._table = table
        self._answers = TableAnswers(table.services)
        self._awaited: tuple[Position, FindAnswer] | None = None
        """The position at which an answer is awaited, and the function that finds it; or None."""
        self._found: ShownAnswer | None = None
        self.on_done: Callable[[Command], None] = lambda command: None
        """Called with each command that was done."""
        services, rules = table.services, table.session.rules
        self._commands: dict[Command, Callable[[], None]] = {
            Command.NEW: self._new,
            Command.NUMBER: self._type_number,
            Command.POLICY: self._switch_policy,
            Command.RESTART: table.restart,
            Command.UNDO: lambda: self._table.show(self._session.undo()),
            Command.REDO: lambda: self._table.show(self._session.redo()),
            Command.START: lambda: self._table.show(self._session.to_start()),
            Command.END: lambda: self._table.show(self._session.to_end()),
            Command.VIEW_BEFORE: lambda: self._table.show(self._session.view_before()),
            Command.FORGET: lambda: self._table.show(self._session.forget()),
            Command.UNDO_TEN: lambda: self._branching(lambda: self._session.undo(10)),
            Command.REDO_TEN: lambda: self._branching(lambda: self._session.redo(10)),
            Command.BRANCH_BEFORE: lambda: self._branching(self._session.to_branch_before),
            Command.BRANCH_AHEAD: lambda: self._branching(self._session.to_branch_ahead),
            Command.SWITCH_PATH: lambda: self._branching(self._session.switch_path),
            Command.FOLLOW_ANSWER: lambda: self._table.show(self._session.follow_answer()),
            Command.FOLLOW_BEST: self._follow_best,
            Command.BOOKMARK: lambda: self._table.show(self._session.bookmark()),
            Command.RETURN: lambda: self._table.show(self._session.return_to_bookmark()),
            Command.SWAP: lambda: self._table.show(self._session.swap_bookmark()),
            Command.DROP: lambda: self._table.show(self._session.drop_bookmark()),
            Command.PURGE: self._purge,
            Command.REDEAL: self._redeal,
            Command.SPACE: self._space,
            Command.FULLSCREEN: services.switch_fullscreen,
            Command.OPTIONS: lambda: self._table.ask(Push(OpenOptions(rules.name))),
            Command.HELP: lambda: self._table.ask(Push(OpenHelp(rules.name))),
            Command.STATISTICS: self._open_statistics,
            Command.BACK: self._back,
            Command.EXIT: lambda: self._table.ask(Pop()),
            Command.MENU: self._open_menu,
            Command.MORE: self._open_all_actions,
            Command.SECOND: lambda: self._table.show(self._table.second_choice()),
            Command.SCREENSHOT: _press_screenshot,
            Command.HINT: lambda: self._table.show(self._table.advice.press_hint(self._session)),
            Command.SPEAK_PILE: lambda: self._table.say_pile(),
            Command.SPEAK_TABLE: lambda: self._table.spoken.say_table(),
            Command.SPEAK_MOVES: lambda: self._table.spoken.say_moves(),
            Command.VERDICT: lambda: self._table.advice.switch_light(self._session),
            Command.SHOW_ME: self._show_me,
            Command.SHOW_SHORTEST: self._show_shortest,
            Command.BOOKMARKS: self._open_bookmarks,
            Command.FIRST_GAME: lambda: self._table.ask(Push(OpenFirstGame(rules.name))),
            Command.REVIEW: self._open_review,
            Command.MAP: self._open_map,
            Command.LIST: self._open_list,
            Command.PLAY_ON: self._play_on,
            Command.IMPROVE: self._improve,
            Command.UNDO_TO_WIN: self._undo_to_win,
            Command.COPY: self._copy,
            Command.PASTE: self._paste,
            Command.QUIT: lambda: self._table.ask(Quit()),
        }

    def do(self, command: Command) -> None:
        """Do a command; one that the table does not know is ignored."""
        act = self._commands.get(command)
        if act is not None:
            act()
            self.on_done(command)

    @property
    def _session(self) -> Session:
        return self._table.session

    @property
    def _services(self) -> Services:
        return self._table.services

    @property
    def _(self) -> Language:
        return self._services.language

    def _branching(self, go: Callable[[], Outcome]) -> None:
        """Call `go` if the branching history is on, else tell the player that it is off."""
        if self._services.settings.branching:
            self._table.show(go())
        else:
            self._services.tell(self._("This needs the branching history: see the options"))

    def _copy(self) -> None:
        """Put the deal, with the best answer known, into the clipboard as one line."""
        session = self._session
        answer = self._services.game_store.answer_of(session.rules, session.deck)
        line = sharing_line.write_shared(session.rules, session.number, session.deck, answer)
        if put_clipboard(line):
            self._services.tell(copied_words(session.rules, session.deck, answer, self._))
        else:
            self._services.tell(self._("There is no clipboard here"))

    def _paste(self) -> None:
        """Open the deal that a line in the clipboard holds."""
        try:
            shared = sharing_line.read_shared(pasted_line(clipboard_line()))
        except WordedError as error:
            self._services.tell(error.translated(self._))
            return
        table = OpenTable(shared.rules, shared.deck, shared.number, shared.moves)
        self._table.ask(Replace(table))
        self._services.tell(pasted_words(shared, self._))

    def _show_me(self) -> None:
        """Play an answer: of a won deal the player's best, else the best known from here or from
        the last winnable position. If none is known yet, it is played once the solver has found it.
        """
        session = self._session
        found = self._answers.at_hand(session)
        if found is None and self._awaited == (session.position, self._answers.at_hand):
            # Asked for a second time: an answer of the whole deal is better than none.
            found = self._answers.of_deal(session)
        if found is None:
            self._services.advisor.want_hint()
        self._show_or_await(found, self._answers.at_hand)

    def _show_shortest(self) -> None:
        """Play the shortest answer of the deal."""
        self._show_or_await(self._answers.shortest(self._session), self._answers.shortest)

    def _show_or_await(self, found: ShownAnswer | None, find: FindAnswer) -> None:
        self._awaited = None
        if found is not None:
            self._table.ask(self._push_answer(found))
        elif self._is_hopeless():
            self._services.tell(self._("No answer is known from here"))
        else:
            self._awaited = self._session.position, find
            self._services.tell(self._("The solver is looking for an answer: it will be shown"))

    def _is_hopeless(self) -> bool:
        if not solver_knows(self._session.rules):
            return True
        return self._services.advisor.light in (VerdictLight.NEVER, VerdictLight.UNKNOWN)

    def _push_answer(self, found: ShownAnswer) -> Change:
        session, services = self._session, self._services
        start = session.tree.position_of(found.node)
        services.game_store.mark_shown(session, start, found.moves)
        looks = services.looks
        made = session.tree.node(found.node).depth

        def play(count: int) -> None:
            self._table.show(session.play_line(found.node, found.moves[:count]))

        return Push(
            OpenShowMe(
                session.rules, start, found.moves, looks, self._table.title, session.number,
                made, found.whose, play,
            )
        )  # fmt: skip

    def advised(self) -> None:
        """The solver has answered: an answer that was asked for may be there."""
        if self._awaited is None:
            return
        position, find = self._awaited
        if position != self._session.position:
            self._awaited = None
            return
        found = find(self._session)
        if found is not None:
            self._awaited, self._found = None, found
        elif self._is_hopeless():
            self._awaited = None
            self._services.tell(self._("No answer is known from here"))

    def forget_answer(self) -> None:
        """Another scene was opened, or another deal: no answer is awaited any more."""
        self._awaited = self._found = None

    @property
    def has_found(self) -> bool:
        """True if an answer that was awaited is there."""
        return self._found is not None

    def take_found(self) -> Change | None:
        """Open the answer that was awaited, if it is there."""
        found, self._found = self._found, None
        return None if found is None else self._push_answer(found)

    def _open_bookmarks(self) -> None:
        """Open the menu for the last bookmark."""
        from game.scenes.common.popup_menu import PopupScene

        _, tree, edge = self._, self._session.tree, self._table.table_picture.view.frame.edge
        if not tree.bookmarks:
            self._table.show(self._session.drop_bookmark())
            return
        depth = tree.node(tree.bookmarks[-1]).depth
        rows = [
            Tool(Command.RETURN, "bookmark-filled", _("Go to it (move {n})").format(n=depth), ""),
            Tool(Command.SWAP, "switch", _("Swap places with it"), ""),
            Tool(Command.DROP, "trash", _("Drop it"), ""),
        ]
        spot = self._table.table_picture.focus.named("figure-bookmarks").rect
        upright = edge.w < edge.h
        at = (edge.x - MENU_GAP, spot.y) if upright else (spot.right, 0)
        popup = PopupScene(
            self._services, [rows], is_enabled=lambda command: True, do=self._table.do,
            at=at if edge.x or not upright else (edge.right + MENU_GAP, spot.y),
            from_right=bool(edge.x) or not upright, from_below=not upright,
        )  # fmt: skip
        self._table.ask(Push(popup))

    def _follow_best(self) -> None:
        """Make redo follow the best answer. The line that was left is kept until a new move."""
        session = self._session
        self._table.show(session.follow_best())
        way = session.tree.best_answer_nodes()
        if way:
            told = self._("Redo follows your best answer")
            off = session.tree.node() not in way
            self._services.tell(
                self._("Redo follows your best answer from the start") if off else told
            )

    def _open_list(self) -> None:
        """Open the list of this game's and policy's deals; one chosen there replaces this table."""
        session = self._session
        deck = deals.deck_text(session.deck)
        self._table.ask(Push(OpenDeals(session.rules, deck, over_table=True)))

    def _open_map(self) -> None:
        par = self._services.advisor.par(self._session)
        shortest = par.moves if par is not None and par.proved else None
        tree = OpenMap(
            self._session,
            self._go_to,
            par=shortest,
            on_show=lambda: self._table.do(Command.SHOW_ME),
            on_bookmark=lambda: self._table.show(self._session.bookmark()),
            first_today=self._services.game_store.today.first,
        )
        self._table.ask(Push(tree))

    def _open_review(self) -> None:
        """The line through here, as far as redo goes, weighed move by move."""
        self._table.ask(Push(OpenReview(self._session, self._go_to)))

    def _go_to(self, node: int) -> None:
        """Map or review has chosen a position."""
        if node != self._session.tree.here:
            self._table.show(self._session.goto(node))

    def _play_on(self) -> None:
        self._table.advice.ignore_loss()
        self._table.settle()

    def _improve(self) -> None:
        """Back to where the dearest detour of the line began."""
        found = self._table.course.dearest
        node = None if found is None else self._table.course.node(found[0])
        if node is not None:
            self._go_to(node)

    def _undo_to_win(self) -> None:
        undos = self._table.advice.undos_to_win
        if undos is not None:
            self._table.show(self._session.undo(undos))

    def _open_menu(self) -> None:
        """The commands that the side bar has no room for."""
        all_tools = tools(self._session.rules, self._)
        *groups, last = self._table.table_picture.hidden_tools or [all_tools[0], all_tools[-1]]
        more = Tool(Command.MORE, "menu", self._("All actions"), "")
        rest = [
            *last,
            self._review(),
            self._statistics(),
            *([more] if self._needs_all_actions else []),
        ]
        self._table.ask(Push(self._popup([*groups, rest])))

    @property
    def _needs_all_actions(self) -> bool:
        """Whether the menu must lead to every command, because the player may have no keyboard."""
        return self._services.card_cursor or self._services.devices.touched

    def _open_all_actions(self) -> None:
        """Open the menu of the commands that have no button."""
        from game.scenes.table.command_menu import command_menu

        heard = self._services.devices.screen_reader
        groups = command_menu(self._session.rules, self._, heard=heard)
        self._table.ask(Push(self._popup(groups, width=WIDE_MENU)))

    def _popup(self, groups: Sequence[Sequence[Tool]], width: int = MENU_WIDTH) -> Scene:
        """Commands in a column beside the side bar."""
        # Imported late, so that a table opens sooner.
        from game.scenes.common.popup_menu import PopupScene

        bar = self._table.table_picture.view.frame.side
        return PopupScene(
            self._services,
            groups,
            is_enabled=lambda c: c is not Command.POLICY or not self._session.in_progress,
            do=self._table.do,
            start=self.start_number,
            at=(bar.x - MENU_GAP if bar.x else bar.right + MENU_GAP, MENU_GAP),
            from_right=bar.x > 0,
            width=width,
        )

    def _open_statistics(self) -> None:
        name = self._session.rules.name
        self._table.ask(Push(OpenStatistics(name)))

    def _review(self) -> Tool:
        _ = self._
        return Tool(Command.REVIEW, "eye", _("Review"), _("What each move cost"))

    def _statistics(self) -> Tool:
        _ = self._
        return Tool(Command.STATISTICS, "statistics", _("Statistics"), _("How games went"))

    def _space(self) -> None:
        if self._session.rules.facts.purges:
            self._table.show(self._session.space())

    def _purge(self) -> None:
        if self._session.rules.facts.purges:
            self._table.show(self._session.purge())

    def _redeal(self) -> None:
        if self._session.rules.facts.redeals:
            self._table.show(self._session.redeal())

    def _new(self) -> None:
        number = new_number(self._services, self._session.rules)
        self._table.start(deals.deck_of(number), number)

    def _type_number(self) -> None:
        for widget in self._table.table_picture.focus.widgets:
            if isinstance(widget, NumberEntry):
                self._table.table_picture.focus.focus(widget, ring=True)
                self._table.stale = True

    def start_number(self, number: int) -> None:
        """The deal of a number from its start; its history is kept."""
        self._table.start(deals.deck_of(number), number, typed=True)
        if self._session.tree.can_undo:
            self._table.restart()

    def _switch_policy(self) -> None:
        rules = self._session.rules
        option = next((option for option in rules.facts.options if option.is_policy), None)
        if option is None:
            return
        if self._session.in_progress:
            self._services.tell(self._("The policy can only be changed at the deal"))
            return
        value = option.words[False] == rules.policy
        self._services.change(**{option.setting: value})
        session = self._session
        changed = rules_for(rules.name, [option.words[value]])
        other = OpenTable(changed, session.deck, session.number)
        self._table.ask(Replace(other))

    def _back(self) -> None:
        if self._table.cancel():
            return
        by_pad = self._services.devices.last is Device.PAD
        if by_pad and self._session.tree.can_undo and not self._session.is_won:
            self._table.show(self._session.undo())
        else:
            self._table.ask(Pop())
