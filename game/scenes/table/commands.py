"""What the commands of a table do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import pygame

from game.core import deals
from game.core.messages import WordedError
from game.core.position import Position
from game.core.untrusted_input import pasted_line
from game.desktop.clipboard import clipboard_line
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
    WonTable,
)
from game.scenes.common.copy_and_paste import copy_deal, pasted_words
from game.scenes.common.new_deal_number import new_number
from game.scenes.common.services import Services
from game.scenes.table.advice import TableAdvice, solver_knows
from game.scenes.table.answers import ShownAnswer, TableAnswers
from game.scenes.table.course import TableCourse
from game.scenes.table.cursor_keys import CursorKeys
from game.scenes.table.mouse import TableMouse
from game.scenes.table.sign_and_bar import SignAndBar
from game.scenes.table.spoken_table import SpokenTable
from game.table.side_bar import Tool, tools
from game.widgets.number_entry import NumberEntry


class PlayedTable(WonTable, Protocol):
    """The table as its events and commands see it, which is more than what the win scene sees;
    `TableScene` tells what each part is.
    """

    services: Services
    advice: TableAdvice
    course: TableCourse
    mouse: TableMouse
    cursor_keys: CursorKeys
    sign_and_bar: SignAndBar
    spoken: SpokenTable
    stale: bool

    @property
    def counts(self) -> bool:
        """True if what is played is in the statistics."""
        ...

    def show(self, outcome: Outcome) -> None:
        """Let the picture follow what the session did."""
        ...

    def settle(self) -> None:
        """Let everything shown follow the session."""
        ...

    def show_session(self) -> None:
        """Bring all that is shown around the cards in line with the session."""
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

    def __init__(self, table: PlayedTable) -> None:
        self._table, self._services = table, table.services
        self._ = table.services.language
        self._answers = TableAnswers(table.services)
        self._awaited: tuple[Position, FindAnswer] | None = None
        """The position at which an answer is awaited, and the function that finds it; or None."""
        self._found: ShownAnswer | None = None
        rules, facts = table.session.rules, table.session.rules.facts
        self._commands: dict[Command, Callable[[], Change | None]] = {
            Command.NEW: self._new,
            Command.NUMBER: self._type_number,
            Command.POLICY: self._switch_policy,
            Command.RESTART: self.restart,
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
            Command.PURGE: lambda: self._show_if(facts.purges, self._session.purge),
            Command.REDEAL: lambda: self._show_if(facts.redeals, self._session.redeal),
            Command.SPACE: lambda: self._show_if(facts.purges, self._session.space),
            Command.FULLSCREEN: table.services.switch_fullscreen,
            Command.OPTIONS: lambda: Push(OpenOptions(rules.name)),
            Command.HELP: lambda: Push(OpenHelp(rules.name)),
            Command.STATISTICS: lambda: Push(OpenStatistics(rules.name)),
            Command.BACK: self._back,
            Command.EXIT: Pop,
            Command.MENU: self._open_menu,
            Command.MORE: self._open_all_actions,
            Command.SECOND: lambda: table.show(table.cursor_keys.press(self._session, second=True)),
            Command.SCREENSHOT: _press_screenshot,
            Command.HINT: lambda: self._table.show(self._table.advice.press_hint(self._session)),
            Command.SPEAK_PILE: lambda: table.spoken.say_pile(table.cursor_keys.show()),
            Command.SPEAK_TABLE: lambda: self._table.spoken.say_table(),
            Command.SPEAK_MOVES: lambda: self._table.spoken.say_moves(),
            Command.VERDICT: lambda: self._table.advice.switch_light(self._session),
            Command.SHOW_ME: self._show_me,
            Command.SHOW_SHORTEST: self._show_shortest,
            Command.BOOKMARKS: self._open_bookmarks,
            Command.FIRST_GAME: self._begin_first_game,
            Command.DECLINE: self._decline_first_game,
            Command.REVIEW: lambda: Push(OpenReview(self._session, self._go_to)),
            Command.MAP: self._open_map,
            Command.LIST: self._open_list,
            Command.PLAY_ON: self._play_on,
            Command.IMPROVE: self._improve,
            Command.UNDO_TO_WIN: self._undo_to_win,
            Command.COPY: self._copy,
            Command.PASTE: self._paste,
            Command.QUIT: Quit,
        }

    def do(self, command: Command) -> Change | None:
        """Do a command; one that the table does not know is ignored. Returns the change of the
        stack that it asks for.
        """
        act = self._commands.get(command)
        return None if act is None else act()

    @property
    def _session(self) -> Session:
        return self._table.session

    def _show_if(self, known: bool, act: Callable[[], Outcome]) -> None:
        """Do what only some games know."""
        if known:
            self._table.show(act())

    def _branching(self, go: Callable[[], Outcome]) -> None:
        """Call `go` if the branching history is on, else tell the player that it is off."""
        if self._services.settings.branching:
            self._table.show(go())
        else:
            self._services.tell(self._("This needs the branching history: see the options"))

    def _copy(self) -> None:
        """Put the deal, with the best answer known, into the clipboard as one line."""
        session = self._session
        copy_deal(self._services, session.rules, session.deck, session.number)

    def _paste(self) -> Change | None:
        """Open the deal that a line in the clipboard holds."""
        try:
            shared = sharing_line.read_shared(pasted_line(clipboard_line()))
        except WordedError as error:
            self._services.tell(error.translated(self._))
            return None
        self._services.tell(pasted_words(shared, self._))
        return Replace(OpenTable(shared.rules, shared.deck, shared.number, shared.moves))

    def _show_me(self) -> Change | None:
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
        return self._show_or_await(found, self._answers.at_hand)

    def _show_shortest(self) -> Change | None:
        """Play the shortest answer of the deal."""
        return self._show_or_await(self._answers.shortest(self._session), self._answers.shortest)

    def _show_or_await(self, found: ShownAnswer | None, find: FindAnswer) -> Change | None:
        self._awaited = None
        if found is not None:
            return self._push_answer(found)
        if self._is_hopeless():
            self._services.tell(self._("No answer is known from here"))
        else:
            self._awaited = self._session.position, find
            self._services.tell(self._("The solver is looking for an answer: it will be shown"))
        return None

    def _is_hopeless(self) -> bool:
        if not solver_knows(self._session.rules):
            return True
        return self._services.advisor.light in (VerdictLight.NEVER, VerdictLight.UNKNOWN)

    def _push_answer(self, found: ShownAnswer) -> Change:
        session, services = self._session, self._services
        start = session.tree.position_of(found.node)
        services.game_store.mark_shown(session, start, found.moves)
        made = session.tree.node(found.node).depth

        def play(count: int) -> None:
            self._table.show(session.play_line(found.node, found.moves[:count]))

        return Push(
            OpenShowMe(
                session.rules, start, found.moves, services.looks, self._table.title,
                session.number, made, found.whose, play,
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

    def _open_bookmarks(self) -> Change | None:
        """Open the menu for the last bookmark."""
        from game.scenes.common.popup_menu import PopupScene

        _, tree, edge = self._, self._session.tree, self._table.table_picture.view.frame.edge
        if not tree.bookmarks:
            self._table.show(self._session.drop_bookmark())
            return None
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
        return Push(popup)

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

    def _open_list(self) -> Change:
        """Open the list of this game's and policy's deals; one chosen there replaces this table."""
        session = self._session
        deck = deals.deck_text(session.deck)
        return Push(OpenDeals(session.rules, deck, over_table=True))

    def _open_map(self) -> Change:
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
        return Push(tree)

    def _go_to(self, node: int) -> None:
        """Map or review has chosen a position."""
        if node != self._session.tree.here:
            self._table.show(self._session.goto(node))

    def _begin_first_game(self) -> Change:
        self._decline_first_game()
        return Push(OpenFirstGame(self._session.rules.name, over_table=True))

    def _decline_first_game(self) -> None:
        self._table.sign_and_bar.end_offer()
        self._table.settle()

    def _play_on(self) -> None:
        self._table.advice.ignore_loss()
        self._table.settle()

    def _improve(self) -> None:
        """Back to where the dearest detour of the line began."""
        found = self._table.course.dearest
        node = None if found is None else self._table.course.node(found[0])
        if found is None or node is None:
            return
        self._go_to(node)
        told = self._.plural(
            "From here one move can be saved: F2 shows it",
            "From here {n} moves can be saved: F2 shows it",
            found[1],
        )
        self._services.tell(told.format(n=found[1]))

    def _undo_to_win(self) -> None:
        undos = self._services.advisor.undos_to_win
        if undos is not None:
            self._table.show(self._session.undo(undos))

    def _open_menu(self, first: Command | None = None) -> Change:
        """The commands that the side bar has no room for; `first` has the focus."""
        _, all_tools = self._, tools(self._session.rules, self._)
        *groups, last = self._table.table_picture.hidden_tools or [all_tools[0], all_tools[-1]]
        more = Tool(Command.MORE, "menu", _("All actions"), "")
        rest = [
            *last,
            Tool(Command.REVIEW, "eye", _("Review"), _("What each move cost")),
            Tool(Command.STATISTICS, "statistics", _("Statistics"), _("How games went")),
            *([more] if self._needs_all_actions else []),
        ]
        return Push(self._popup([*groups, rest], first=first))

    @property
    def _needs_all_actions(self) -> bool:
        """Whether the menu must lead to every command, because the player may have no keyboard."""
        return self._services.card_cursor or self._services.devices.touched

    def _open_all_actions(self) -> Change:
        """Open the menu of the commands that have no button."""
        from game.scenes.table.command_menu import command_menu

        heard = self._services.devices.screen_reader
        groups = command_menu(self._session.rules, self._, heard=heard)
        return Push(self._popup(groups, width=WIDE_MENU))

    def _popup(
        self,
        groups: Sequence[Sequence[Tool]],
        width: int = MENU_WIDTH,
        first: Command | None = None,
    ) -> Scene:
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
            refuse_number=self.refuse_number,
            first=first,
            at=(bar.x - MENU_GAP if bar.x else bar.right + MENU_GAP, MENU_GAP),
            from_right=bar.x > 0,
            width=width,
        )

    def _new(self) -> None:
        number = new_number(self._services, self._session.rules)
        self._table.start(deals.deck_of(number), number)

    def _type_number(self) -> Change | None:
        """Put the focus into the number field: the bar's or, where that has none, the menu's."""
        focus = self._table.table_picture.focus
        field = next((each for each in focus.widgets if isinstance(each, NumberEntry)), None)
        if field is None:
            return self._open_menu(Command.NUMBER)
        focus.focus(field, ring=True)
        self._table.stale = True
        return None

    def refuse_number(self) -> None:
        """Restart the present deal: the number field was confirmed without a deal number."""
        self._services.tell(self._("That is no deal number: this game starts again"))
        if self._session.tree.can_undo:
            self.restart()

    def start_number(self, number: int) -> None:
        """The deal of a number from its start; its history is kept."""
        self._table.start(deals.deck_of(number), number, typed=True)
        if self._session.tree.can_undo:
            self.restart()

    def restart(self) -> None:
        """Back to the deal, for another attempt."""
        self._services.game_store.begin_again(self._session)
        self._table.show(self._session.to_start())

    def _switch_policy(self) -> Change | None:
        rules = self._session.rules
        option = next((option for option in rules.facts.options if option.is_policy), None)
        if option is None:
            return None
        if self._session.in_progress:
            self._services.tell(self._("The policy can only be changed at the deal"))
            return None
        value = option.words[False] == rules.policy
        self._services.change(**{option.setting: value})
        session = self._session
        changed = rules_for(rules.name, [option.words[value]])
        return Replace(OpenTable(changed, session.deck, session.number))

    def _back(self) -> Change | None:
        if self._let_go():
            return None
        by_pad = self._services.devices.last is Device.PAD
        if by_pad and self._session.tree.can_undo and not self._session.is_won:
            self._table.show(self._session.undo())
            return None
        return Pop()

    def _let_go(self) -> bool:
        """Drop the held card, the selection or the hint; False if there was none."""
        table = self._table
        if table.mouse.dragging:
            table.mouse.let_go()
        elif not (table.session.cancel() or table.advice.drop_hint()):
            return False
        table.spoken.heard(Outcome())
        table.settle()
        return True
