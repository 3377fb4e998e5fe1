"""What the commands of a table do."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.core import deals
from game.desktop.key_and_pad_button_names import key_name
from game.desktop.key_bindings import Command
from game.desktop.touch import Device
from game.play.session import Outcome, Session
from game.scenes.common.base import (
    Change,
    OpenDeals,
    OpenFirstGame,
    OpenHelp,
    OpenMap,
    OpenMenu,
    OpenOptions,
    OpenReview,
    OpenStatistics,
    Pop,
    Push,
    Quit,
    Replace,
)
from game.scenes.common.copy_and_paste import copy_deal, pasted_table
from game.scenes.table.answers_to_show import TableAnswers
from game.scenes.table.new_deal import NewDeal
from game.scenes.table.side_bar_menus import TableMenus
from game.scenes.table.table_protocol import TableProtocol


def _press_screenshot() -> None:
    """Post the screenshot key, so that the loop takes the picture once the menu has closed."""
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        key = {"key": pygame.K_F12, "mod": 0, "unicode": "", "scancode": 0}
        pygame.event.post(pygame.event.Event(kind, key))


class TableCommands:
    """The commands of one table; some open other scenes."""

    def __init__(self, table: TableProtocol) -> None:
        self._table, self._services = table, table.services
        self._ = table.services.language
        self.answers = TableAnswers(table)
        self.new_deal = NewDeal(table)
        self._menus = TableMenus(table, self.new_deal)
        rules, facts = table.session.rules, table.session.rules.facts
        self._commands: dict[Command, Callable[[], Change | None]] = {
            Command.NEW: self.new_deal.new,
            Command.NUMBER: self._menus.type_number,
            Command.POLICY: self.new_deal.switch_policy,
            Command.RESTART: self.new_deal.restart,
            Command.UNDO: lambda: self._table.show(self._session.undo()),
            Command.REDO: lambda: self._table.show(self._session.redo()),
            Command.START: lambda: self._table.show(self._session.to_start()),
            Command.END: lambda: self._table.show(self._session.to_end()),
            Command.VIEW_BEFORE: lambda: self._table.show(self._session.view_before()),
            Command.FORGET: lambda: self._table.show(self._session.forget()),
            Command.UNDO_TEN: lambda: self._table.show(self._session.undo(10)),
            Command.REDO_TEN: lambda: self._table.show(self._session.redo(10)),
            Command.BRANCH_BEFORE: lambda: self._table.show(self._session.to_branch_before()),
            Command.BRANCH_AHEAD: lambda: self._table.show(self._session.to_branch_ahead()),
            Command.SWITCH_PATH: lambda: self._table.show(self._session.switch_path()),
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
            Command.EXIT: lambda: Push(OpenMenu()),
            Command.MENU: self._menus.open_menu,
            Command.MORE: self._menus.open_all_actions,
            Command.SECOND: lambda: table.show(table.arrow_keys.press(self._session, second=True)),
            Command.SCREENSHOT: _press_screenshot,
            Command.HINT: self._press_hint,
            Command.SPEAK_PILE: lambda: table.spoken.say_pile(table.arrow_keys.show()),
            Command.SPEAK_TABLE: lambda: self._table.spoken.say_table(),
            Command.SPEAK_MOVES: lambda: self._table.spoken.say_moves(),
            Command.VERDICT: self._switch_light,
            Command.SHOW_ME: self.answers.show_me,
            Command.SHOW_SHORTEST: self.answers.show_shortest,
            Command.BOOKMARKS: self._menus.open_bookmarks,
            Command.FIRST_GAME: self._begin_first_game,
            Command.DECLINE: self._decline_first_game,
            Command.REVIEW: lambda: Push(OpenReview(self._session, self.go_to)),
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
        if command is not Command.SPACE:
            self._session.missed = None
        act = self._commands.get(command)
        return None if act is None else act()

    @property
    def _session(self) -> Session:
        return self._table.session

    def _show_if(self, known: bool, act: Callable[[], Outcome]) -> None:
        """Do what only some games know."""
        if known:
            self._table.show(act())

    def _press_hint(self) -> None:
        """Ask for the hint or play it. Held or selected cards hide a hint: they are let go first,
        and a hint that they hid is shown.
        """
        table = self._table
        hid = table.mouse.dragging or self._session.selection is not None
        if table.mouse.dragging:
            table.mouse.let_go()
        self._session.cancel()
        shows = hid and table.advice.hint is not None
        table.show(Outcome() if shows else table.advice.press_hint())

    def _switch_light(self) -> None:
        self._table.advice.switch_light()
        self._table.settle()

    def _copy(self) -> None:
        """Put the deal, with the best answer known, into the clipboard as one line."""
        session = self._session
        copy_deal(self._services, session.rules, session.deck, session.number)

    def _paste(self) -> Change | None:
        """Open the deal that a line in the clipboard holds."""
        table, session = pasted_table(self._services), self._session
        if table is None:
            return None
        same = (table.rules, table.deck) == (session.rules, session.deck)
        return Replace(table._replace(pack=session.pack) if same else table)

    def _follow_best(self) -> None:
        """Go to the deal, with the best answer ahead."""
        outcome = self._session.follow_best()
        self._table.show(outcome)
        if outcome.refusal is None:
            self._services.tell(self._("Redo follows your best solution from the start"))

    def _open_list(self) -> Change:
        """Open the list of deals of this game and policy; a deal chosen there replaces this table.
        The list shows the stored time of each deal, so this deal's time is stored first.
        """
        session = self._session
        self._services.game_store.keep_time(session)
        deck = deals.deck_text(session.deck)
        return Push(OpenDeals(session.rules, deck, over_table=True, place=session.pack))

    def _open_map(self) -> Change:
        par = self._services.advisor.par(self._session)
        shortest = par.moves if par is not None and par.proved else None
        tree = OpenMap(
            self._session,
            self.go_to,
            par=shortest,
            on_show=lambda: self._table.do(Command.SHOW_ME),
            on_bookmark=lambda: self._table.show(self._session.bookmark()),
            before_today=self._services.game_store.today.before,
            own_light=self._table.advice.own_light,
        )
        return Push(tree)

    def go_to(self, key: int, source: int | None = None) -> None:
        """Go to the position that map or review has chosen (`History.goto`)."""
        history = self._session.history
        line, place = history.line_through(key, source)
        if line is not history.line or place != history.at:
            self._table.show(self._session.goto(key, source))

    def go_to_place(self, place: int) -> None:
        """Go to a place of the present line, which redo makes longer."""
        history = self._session.history
        if place < history.at:
            self._table.show(self._session.undo(history.at - place))
        elif place > history.at:
            self._table.show(self._session.redo(place - history.at))

    def _begin_first_game(self) -> Change:
        self._decline_first_game()
        return Push(OpenFirstGame(self._session.rules.name, over_table=True))

    def _decline_first_game(self) -> None:
        self._table.sign_and_bar.offer.end()
        self._table.settle()

    def _play_on(self) -> None:
        self._table.advice.ignore_loss()
        self._table.settle()

    def _improve(self) -> None:
        """Back to where the costliest detour of the line began."""
        found = self._table.line_worth.costliest
        if found is None:
            return
        self.go_to_place(found[0])
        self._tell_saving(found[1])

    def _tell_saving(self, moves: int) -> None:
        plural = self._.plural
        by_keys = plural(
            "You can save one move from here: press {key}",
            "You can save {n} moves from here: press {key}",
            moves,
        ).replace("{key}", key_name(Command.HINT, self._))
        by_finger = plural(
            "You can save one move from here: press Hint",
            "You can save {n} moves from here: press Hint",
            moves,
        )
        self._services.tell(self._services.worded(by_keys, by_finger).format(n=moves))

    def _undo_to_win(self) -> None:
        undos = self._services.advisor.undos_to_win
        if undos is not None:
            self._table.show(self._session.undo(undos))

    def _back(self) -> Change | None:
        if self._let_go():
            return None
        by_pad = self._services.devices.last is Device.PAD
        if by_pad and self._session.history.can_undo and not self._session.is_won:
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
