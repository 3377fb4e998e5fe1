"""What the commands of a table do, when they can be used, and which deal lies on it.

The rest of a command stands in its row of `Command`; `DEEDS` is the other half of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

import pygame

from game.core import deals
from game.core.level_packs import number_of, pack_named
from game.core.translatable_texts import Translate, Wording, capitalised
from game.desktop.commands import Command, Menu
from game.desktop.key_and_pad_button_names import key_name
from game.desktop.touch import Device
from game.play.session import Outcome, Session
from game.record.pack_files import packs_of
from game.rules import Rules, rules_for
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
    OpenTable,
    Pop,
    Push,
    Quit,
    Replace,
    Scene,
)
from game.scenes.common.copy_and_paste import copy_deal, pasted_table
from game.scenes.common.deal_sources import new_number, read_one_slice
from game.scenes.common.tips_and_first_games import Tip, note_used
from game.scenes.table.answers_to_show import TableAnswers
from game.scenes.table.played_table import PlayedTable
from game.system.folders import levels_folder
from game.table.side_bar import Tool, knows, side_bar_buttons, tool_of
from game.widgets.number_entry import NumberEntry

MENU_WIDTH, WIDE_MENU = 264, 470
MENU_GAP = 8
"""Between the side bar and its menu, in pixels."""


class TableCommands:
    """The commands of one table; some open other scenes. Those that change the stack return how."""

    def __init__(self, table: PlayedTable) -> None:
        self.table, self.services = table, table.services
        self._ = table.services.language
        self.answers = TableAnswers(table)

    def do(self, command: Command) -> Change | None:
        """Do a command; one that the table or its game does not know is ignored."""
        if command is not Command.SPACE:
            self.session.missed = None
        deed = DEEDS.get(command)
        return None if deed is None or not knows(self.session.rules, command) else deed.do(self)

    def why_off(self) -> dict[Command, str]:
        """Why a command cannot be used now, for those that have a condition; empty: it can."""
        told = {each: deed.why_not(self.session) for each, deed in DEEDS.items() if deed.why_not}
        return {each: why.translated(self._) if why else "" for each, why in told.items()}

    def lit(self) -> set[Command]:
        """The commands whose buttons are lit."""
        return {command for command, deed in DEEDS.items() if deed.is_lit(self.table)}

    @property
    def session(self) -> Session:
        """The session of the deal that lies on the table now."""
        return self.table.session

    @property
    def game(self) -> str:
        """The game's name."""
        return self.session.rules.name

    # Which deal

    def new(self) -> Change | None:
        """Put a new deal on the table."""
        return self._put(new_number(self.services, self.table.rules_of_next, self.session.number))

    def _put(self, number: int, *, typed: bool = False) -> Change | None:
        """Put another deal on the table; under another policy it needs a table of its own."""
        rules = self.table.rules_of_next
        asked = OpenTable(rules, deals.deck_of(number), number, typed=typed)
        if rules.policy != self.session.rules.policy:
            return Replace(asked)
        self.table.start(asked)
        return None

    def step(self, by: int) -> Change | None:
        """Put the next deal on the table (`by` 1) or the one before it (-1): along the list that
        the present one came from, else by number.
        """
        session = self.session
        number = None if session.number is None else session.number + by
        found = self._listed(by)
        if found is not None:
            self.table.start(found)
            return None
        if number is not None and not session.pack and 0 <= number <= deals.HIGHEST_NUMBER:
            return self._put(number)
        first, last = self._("This is the first deal"), self._("This is the last deal")
        self.services.tell(last if by > 0 else first)
        return None

    def _listed(self, by: int) -> OpenTable | None:
        """The deal so many places further on in the list that the present one came from."""
        session, named = self.session, pack_named(self.session.pack)
        if not named:
            return None
        packs = packs_of(session.rules, levels_folder(), read_one_slice(self.services))
        found = [
            (pack, place + by)
            for pack in packs
            if pack.name == named
            for place, level in enumerate(pack.levels)
            if level.deck == session.deck and 0 <= place + by < len(pack.levels)
        ]
        if not found:
            return None
        pack, place = found[0]
        level = pack.levels[place]
        par = None if level.par is None else (level.par, pack.proved)
        number = number_of(level.id, level.deck)
        return OpenTable(session.rules, level.deck, number, par=par, pack=pack.place_of(level))

    def start_again(self) -> None:
        """Restart the present deal and say so: the number field was confirmed while empty, or with
        this deal's own number.
        """
        if self.session.history.can_undo:
            self.restart()
        self.services.tell(self._("Deal restarted"))

    def start_number(self, number: int) -> Change | None:
        """Put the deal of a number on the table from its start, with its history. Under another
        policy it opens as it was left.
        """
        before = self.session
        change = self._put(number, typed=True)
        if change is not None:
            return change
        if (number, self.session.rules) == (before.number, before.rules):
            self.start_again()
        elif self.session.history.can_undo:
            self.restart()
        return None

    def restart(self) -> None:
        """Back to the deal, for another attempt."""
        self.services.game_store.begin_again(self.session)
        self.table.show(self.session.to_start())

    def switch_policy(self) -> Change | None:
        """Put the same deal on the table under the next policy, unless it is being played."""
        session = self.session
        if session.in_progress:
            told = self._("You can change the rule only before the first move or after a win")
            self.services.tell(told)
            return None
        option = session.rules.facts.policies[0]
        words = [choice.word for choice in option.choices]
        word = words[(words.index(session.rules.chosen[0].word) + 1) % len(words)]
        self.services.change(**{option.setting: word})
        changed = rules_for(self.game, [word])
        return Replace(OpenTable(changed, session.deck, session.number, pack=session.pack))

    def copy(self) -> None:
        """Put the deal, with the best answer known, into the clipboard as one line."""
        copy_deal(self.services, self.session.rules, self.session.deck, self.session.number)

    def paste(self) -> Change | None:
        """Open the deal that a line in the clipboard holds."""
        table, session = pasted_table(self.services), self.session
        if table is None:
            return None
        same = (table.rules, table.deck) == (session.rules, session.deck)
        return Replace(table._replace(pack=session.pack) if same else table)

    def find_card(self) -> None:
        """Ask for a card, whose place then lights up."""
        self.table.table_picture.focus.focus(None)
        self.table.finder.begin()
        self.table.show_session()

    # The line

    def go_to(self, key: int, source: int | None = None) -> None:
        """Go to the position that map or review has chosen (`History.goto`)."""
        history = self.session.history
        line, place = history.line_through(key, source)
        if line is not history.line or place != history.at:
            self.table.show(self.session.goto(key, source))

    def go_to_place(self, place: int) -> None:
        """Go to a place of the present line, which redo makes longer."""
        history = self.session.history
        if place < history.at:
            self.table.show(self.session.undo(history.at - place))
        elif place > history.at:
            self.table.show(self.session.redo(place - history.at))

    def follow_best(self) -> None:
        """Go to the deal, with the best answer ahead."""
        outcome = self.session.follow_best()
        self.table.show(outcome)
        if outcome.refusal is None:
            self.services.tell(self._("Redo follows your best solution from the start"))

    def improve(self) -> None:
        """Back to where the costliest detour of the line began."""
        found = self.table.line_worth.costliest
        if found is None:
            return
        place, moves = found
        self.go_to_place(place)
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
        self.services.tell(self.services.worded(by_keys, by_finger).format(n=moves))

    def undo_to_win(self) -> None:
        """Undo to the last position that can be won, if it is known."""
        undos = self.services.advisor.undos_to_win
        if undos is not None:
            self.table.show(self.session.undo(undos))

    def back(self) -> Change | None:
        """Drop the held card, the selection or the hint, else leave; with a pad, undo first."""
        if self._let_go():
            return None
        by_pad = self.services.devices.last is Device.PAD
        if by_pad and self.session.history.can_undo and not self.session.is_won:
            self.table.show(self.session.undo())
            return None
        return Pop()

    def _let_go(self) -> bool:
        """Drop the held card, the selection or the hint; False if there was none."""
        table = self.table
        if table.mouse.dragging:
            table.mouse.let_go()
        elif not (table.finder.end() or table.session.cancel() or table.advice.drop_hint()):
            return False
        table.spoken.heard(Outcome())
        table.settle()
        return True

    # Advice

    def press_hint(self) -> None:
        """Ask for the hint or play it. Held or selected cards hide a hint: they are let go first,
        and a hint that they hid is shown.
        """
        table = self.table
        hid = table.mouse.dragging or self.session.selection is not None
        if table.mouse.dragging:
            table.mouse.let_go()
        self.session.cancel()
        shows = hid and table.advice.hint is not None
        note_used(table.services, Tip.HINT)
        table.show(Outcome() if shows else table.advice.press_hint())

    def switch_light(self) -> None:
        """Show verdicts from now on, or hide them."""
        self.table.advice.switch_light()
        self.table.settle()

    def play_on(self) -> None:
        """Let the warning go."""
        self.table.advice.ignore_loss()
        self.table.settle()

    def begin_first_game(self) -> Change:
        """Open the first game that was offered."""
        self.decline_first_game()
        return Push(OpenFirstGame(self.game, over_table=True))

    def decline_first_game(self) -> None:
        """Take the offer away."""
        self.table.sign_and_bar.offer.end()
        self.table.settle()

    # Other scenes

    def open_list(self) -> Change:
        """Open the list of deals of this game and policy; a deal chosen there replaces this table.
        The list shows the stored time of each deal, so this deal's time is stored first.
        """
        session = self.session
        self.services.game_store.keep_time(session)
        deck = deals.deck_text(session.deck)
        return Push(OpenDeals(session.rules, deck, over_table=1, place=session.pack))

    def open_map(self) -> Change:
        """Open the map of the deal."""
        par = self.services.advisor.par(self.session)
        shortest = par.moves if par is not None and par.proved else None
        tree = OpenMap(
            self.session,
            self.go_to,
            par=shortest,
            on_show=lambda: self.table.do(Command.SHOW_ME),
            on_bookmark=lambda: self.table.show(self.session.bookmark()),
            before_today=self.services.game_store.today.before,
            own_light=self.table.advice.own_light,
        )
        return Push(tree)

    # Menus

    def open_menu(self, first: Command | None = None) -> Change:
        """The commands that the side bar has no room for; `first` has the focus."""
        all_tools = side_bar_buttons(self.session.rules, self._)
        *groups, last = self.table.table_picture.hidden_tools or [all_tools[0], all_tools[-1]]
        more = [Command.REVIEW, Command.STATISTICS]
        if self.services.card_cursor or self.services.devices.touched:
            # The player may have no keyboard: the menu must lead to every command.
            more.append(Command.MORE)
        rest = [*last, *(tool_of(command, self._) for command in more)]
        return Push(self._popup([*groups, rest], first=first))

    def open_all_actions(self) -> Change:
        """Open the menu of the commands that have no button."""
        heard = self.services.devices.screen_reader
        groups = command_menu(self.session.rules, self._, heard=heard)
        return Push(self._popup(groups, width=WIDE_MENU))

    def open_bookmarks(self) -> Change | None:
        """Open the menu for the last bookmark."""
        marks, _ = self.session.history.bookmarks, self._
        if not marks:
            self.table.show(self.session.drop_bookmark())
            return None
        rows = [
            tool_of(Command.RETURN, _, n=marks[-1].step.moves),
            tool_of(Command.SWAP, _), tool_of(Command.DROP, _),
        ]  # fmt: skip
        edge = self.table.table_picture.cards.frame.edge
        spot = self.table.table_picture.focus.named("figure-bookmarks").rect
        upright = edge.w < edge.h
        at = (edge.x - MENU_GAP, spot.y) if upright else (spot.right, 0)
        at = at if edge.x or not upright else (edge.right + MENU_GAP, spot.y)
        return Push(
            self._popup([rows], at=(at, bool(edge.x) or not upright), from_below=not upright)
        )

    def type_number(self) -> Change | None:
        """Put the focus into the number field: the bar's or, where that has none, the menu's. For
        a finger a larger field opens beside the bar.
        """
        if self.services.devices.last is Device.TOUCH:
            from game.scenes.common.popup_menu import open_number_field

            at, from_right = self._beside_bar
            return open_number_field(self.services, self.start_number, at=at, from_right=from_right)
        focus = self.table.table_picture.focus
        field = next((each for each in focus.widgets if isinstance(each, NumberEntry)), None)
        if field is None:
            return self.open_menu(Command.NUMBER)
        focus.focus(field, ring=True)
        self.table.stale = True
        return None

    def _popup(
        self,
        groups: Sequence[Sequence[Tool]],
        width: int = MENU_WIDTH,
        first: Command | None = None,
        at: tuple[tuple[int, int], bool] | None = None,
        *,
        from_below: bool = False,
    ) -> Scene:
        """Commands in a column; `at` as for `_beside_bar`, which is the usual place."""
        # Imported late, so that a table opens sooner.
        from game.scenes.common.popup_menu import PopupScene

        corner, from_right = at or self._beside_bar
        return PopupScene(
            self.services,
            groups,
            is_enabled=lambda c: c is not Command.POLICY or not self.session.in_progress,
            do=self.table.do,
            start=self.start_number,
            start_again=self.start_again,
            first=first,
            at=corner,
            from_right=from_right,
            from_below=from_below,
            width=width,
        )

    @property
    def _beside_bar(self) -> tuple[tuple[int, int], bool]:
        """Where a popup opens, and whether that is its right corner."""
        bar = self.table.table_picture.cards.frame.side
        return (bar.x - MENU_GAP if bar.x else bar.right + MENU_GAP, MENU_GAP), bar.x > 0


def command_menu(rules: Rules, _: Translate, *, heard: bool = False) -> list[list[Tool]]:
    """The menu of all actions in groups. `heard`: a screen reader is on."""
    return [
        [
            Tool(each, "", capitalised(each.meaning(_)), "")
            for each in Command
            if each.row.menu is group and knows(rules, each)
        ]
        for group in Menu
        if heard or group is not Menu.SPEECH
    ]


def _press_screenshot(commands: TableCommands) -> None:
    """Post the screenshot key, so that the loop takes the picture once the menu has closed."""
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        key = {"key": pygame.K_F12, "mod": 0, "unicode": "", "scancode": 0}
        pygame.event.post(pygame.event.Event(kind, key))


# When a command cannot be used


def _at_start(session: Session) -> Wording | None:
    return None if session.history.can_undo else Wording("already at the start")


def _at_end(session: Session) -> Wording | None:
    return None if session.history.can_redo else Wording("nothing to redo")


def _played(session: Session) -> Wording | None:
    return Wording("only before the first move") if session.in_progress else None


def _won(session: Session) -> Wording | None:
    return Wording("the game is won") if session.is_won else None


def _over(session: Session) -> Wording | None:
    return _won(session) or (Wording("you can only undo") if session.is_stuck else None)


def _none_goes_home(session: Session) -> Wording | None:
    sends = bool(session.rules.purge(session.position))
    return None if sends else Wording("no card can go home now")


def _no_redeal(session: Session) -> Wording | None:
    if session.needs_redeal:
        return None
    if session.turns_left:
        return Wording("only when no card can move")
    return Wording("no redeals left")


class Deed(NamedTuple):
    """What a command does at a table, when, and how its button shows it."""

    do: Callable[[TableCommands], Change | None]
    """Does it; returns the change of the stack that it asks for."""
    why_not: Callable[[Session], Wording | None] | None = None
    """The reason that its button gives while it cannot be used; None while it can."""
    is_lit: Callable[[PlayedTable], bool] = lambda table: False
    """Whether its button is lit."""


def _shown(act: Callable[[Session], Outcome]) -> Callable[[TableCommands], None]:
    """Have the session act, and show what it did."""
    return lambda commands: commands.table.show(act(commands.session))


_T = TableCommands
DEEDS: Final[Mapping[Command, Deed]] = {
    Command.NEW: Deed(_T.new),
    Command.NUMBER: Deed(_T.type_number),
    Command.NEXT_DEAL: Deed(lambda c: c.step(1)),
    Command.PREVIOUS_DEAL: Deed(lambda c: c.step(-1)),
    Command.POLICY: Deed(_T.switch_policy, _played),
    Command.RESTART: Deed(_T.restart, _at_start),
    Command.UNDO: Deed(_shown(Session.undo), _at_start),
    Command.REDO: Deed(_shown(Session.redo), _at_end),
    Command.START: Deed(_shown(Session.to_start)),
    Command.END: Deed(_shown(Session.to_end)),
    Command.VIEW_BEFORE: Deed(_shown(Session.view_before)),
    Command.FORGET: Deed(_shown(Session.forget)),
    Command.UNDO_TEN: Deed(_shown(lambda session: session.undo(10))),
    Command.REDO_TEN: Deed(_shown(lambda session: session.redo(10))),
    Command.BRANCH_BEFORE: Deed(_shown(Session.to_branch_before)),
    Command.BRANCH_AHEAD: Deed(_shown(Session.to_branch_ahead)),
    Command.SWITCH_PATH: Deed(_shown(Session.switch_path)),
    Command.FOLLOW_ANSWER: Deed(_shown(Session.follow_answer)),
    Command.FOLLOW_BEST: Deed(_T.follow_best),
    Command.BOOKMARK: Deed(_shown(Session.bookmark)),
    Command.RETURN: Deed(_shown(Session.return_to_bookmark)),
    Command.SWAP: Deed(_shown(Session.swap_bookmark)),
    Command.DROP: Deed(_shown(Session.drop_bookmark)),
    Command.PURGE: Deed(_shown(Session.purge), _none_goes_home),
    Command.REDEAL: Deed(_shown(Session.redeal), _no_redeal, lambda t: t.session.needs_redeal),
    Command.SPACE: Deed(_shown(Session.space)),
    Command.SECOND: Deed(lambda c: c.table.show(c.table.arrow_keys.press(c.session, second=True))),
    Command.FIND: Deed(_T.find_card),
    Command.FULLSCREEN: Deed(lambda c: c.services.switch_fullscreen()),
    Command.SCREENSHOT: Deed(_press_screenshot),
    Command.OPTIONS: Deed(lambda c: Push(OpenOptions(c.game))),
    Command.HELP: Deed(lambda c: Push(OpenHelp(c.game))),
    Command.STATISTICS: Deed(lambda c: Push(OpenStatistics(c.game))),
    Command.BACK: Deed(_T.back),
    Command.EXIT: Deed(lambda c: Push(OpenMenu())),
    Command.QUIT: Deed(lambda c: Quit()),
    Command.MENU: Deed(_T.open_menu),
    Command.MORE: Deed(_T.open_all_actions),
    Command.BOOKMARKS: Deed(_T.open_bookmarks),
    Command.HINT: Deed(_T.press_hint, _over, lambda t: t.advice.hint is not None),
    Command.VERDICT: Deed(_T.switch_light, _won, lambda t: t.advice.lights),
    Command.SHOW_ME: Deed(lambda c: c.answers.show_me()),
    Command.SHOW_SHORTEST: Deed(lambda c: c.answers.show_shortest()),
    Command.SPEAK_PILE: Deed(lambda c: c.table.spoken.say_pile(c.table.arrow_keys.show())),
    Command.SPEAK_TABLE: Deed(lambda c: c.table.spoken.say_table()),
    Command.SPEAK_ENDS: Deed(lambda c: c.table.spoken.say_ends()),
    Command.SPEAK_MOVES: Deed(lambda c: c.table.spoken.say_moves()),
    Command.FIRST_GAME: Deed(_T.begin_first_game),
    Command.DECLINE: Deed(_T.decline_first_game),
    Command.REVIEW: Deed(lambda c: Push(OpenReview(c.session, c.go_to))),
    Command.MAP: Deed(_T.open_map),
    Command.LIST: Deed(_T.open_list),
    Command.PLAY_ON: Deed(_T.play_on),
    Command.IMPROVE: Deed(_T.improve),
    Command.UNDO_TO_WIN: Deed(_T.undo_to_win),
    Command.COPY: Deed(_T.copy),
    Command.PASTE: Deed(_T.paste),
}
