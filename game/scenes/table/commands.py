"""What the commands of a table do, when they can be used, and which deal lies on it.

The rest of a command stands in its row of `Command`; `DEEDS` is the other half of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

import pygame

from game.core import deals
from game.core.translatable_texts import Translate, Wording, capitalised
from game.desktop.commands import Command, Menu
from game.desktop.key_and_pad_button_names import key_name
from game.desktop.touch import Device
from game.play.level_packs import pack_named
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
)
from game.scenes.common.copy_and_paste import copy_deal, pasted_table
from game.scenes.common.deal_sources import new_number, read_one_slice, table_of
from game.scenes.common.tips_and_first_games import Tip, note_used
from game.scenes.table.played_table import PlayedTable
from game.system.folders import levels_folder
from game.table.side_bar import Tool, knows, side_bar_buttons, tool_of
from game.widgets.number_entry import NumberEntry

MENU_WIDTH, WIDE_MENU = 264, 470
MENU_GAP = 8
"""Between the side bar and its menu, in pixels."""

# Which deal


def new(table: PlayedTable) -> Change | None:
    """Put a new deal on the table."""
    return _put(table, new_number(table.services, table.rules_of_next, table.session.number))


def _put(table: PlayedTable, number: int, *, named: bool = False) -> Change | None:
    """Put another deal on the table; under another policy it needs a table of its own."""
    rules = table.rules_of_next
    asked = OpenTable(rules, deals.deck_of(number), number, named=named)
    if rules.policy != table.session.rules.policy:
        return Replace(asked)
    table.start(asked)
    return None


def step(table: PlayedTable, by: int) -> Change | None:
    """Put the next deal on the table (`by` 1) or the one before it (-1): along the list that the
    present one came from, else by number.
    """
    session, _ = table.session, table.services.language
    if session.pack:
        found = _listed(table, by)
        if found is not None:
            table.start(found)
            return None
    elif session.number is not None and 0 <= session.number + by <= deals.HIGHEST_NUMBER:
        return _put(table, session.number + by, named=True)
    first, last = _("This is the first deal"), _("This is the last deal")
    table.services.tell(last if by > 0 else first)
    return None


def _listed(table: PlayedTable, by: int) -> OpenTable | None:
    """The deal so many places further on in the list that the present one came from."""
    session, named = table.session, pack_named(table.session.pack)
    for pack in packs_of(session.rules, levels_folder(), read_one_slice(table.services)):
        decks = [level.deck for level in pack.levels]
        if pack.name != named or session.deck not in decks:
            continue
        place = decks.index(session.deck) + by
        if 0 <= place < len(decks):
            level = pack.levels[place]
            par = None if level.par is None else (level.par, pack.proved)
            return table_of(session.rules, pack, level, par)
    return None


def start_again(table: PlayedTable) -> None:
    """Restart the present deal and say so: the number field was confirmed while empty, or with this
    deal's own number.
    """
    if table.session.history.can_undo:
        restart(table)
    table.services.tell(table.services.language("Deal restarted"))


def start_number(table: PlayedTable, number: int) -> Change | None:
    """Put the deal of a number on the table from its start, with its history. Under another policy
    it opens as it was left.
    """
    before = table.session
    change = _put(table, number, named=True)
    if change is not None:
        return change
    if (number, table.session.rules) == (before.number, before.rules):
        start_again(table)
    elif table.session.history.can_undo:
        restart(table)
    return None


def restart(table: PlayedTable) -> None:
    """Back to the deal, for another attempt."""
    table.services.game_store.begin_again(table.session)
    table.show(table.session.to_start())


def switch_policy(table: PlayedTable) -> Change | None:
    """Put the same deal on the table under the next policy, unless it is being played."""
    session, services = table.session, table.services
    if session.in_progress:
        _ = services.language
        services.tell(_("You can change the rule only before the first move or after a win"))
        return None
    option = session.rules.facts.policies[0]
    words = [choice.word for choice in option.choices]
    word = words[(words.index(session.rules.chosen[0].word) + 1) % len(words)]
    services.change(**{option.setting: word})
    changed = rules_for(session.rules.name, [word])
    return Replace(OpenTable(changed, session.deck, session.number, named=True, pack=session.pack))


def copy(table: PlayedTable) -> None:
    """Put the deal, with the best answer known, into the clipboard as one line."""
    session = table.session
    copy_deal(table.services, session.rules, session.deck, session.number)


def paste(table: PlayedTable) -> Change | None:
    """Open the deal that a line in the clipboard holds."""
    pasted, session = pasted_table(table.services), table.session
    if pasted is None:
        return None
    same = (pasted.rules, pasted.deck) == (session.rules, session.deck)
    return Replace(pasted._replace(pack=session.pack) if same else pasted)


# The line


def go_to(table: PlayedTable, key: int, source: int | None = None) -> None:
    """Go to the position that map or review has chosen (`History.goto`)."""
    history = table.session.history
    line, place = history.line_through(key, source)
    if line is not history.line or place != history.at:
        table.show(table.session.goto(key, source))


def go_to_place(table: PlayedTable, place: int) -> None:
    """Go to a place of the present line, which redo makes longer."""
    session, at = table.session, table.session.history.at
    if place != at:
        table.show(session.undo(at - place) if place < at else session.redo(place - at))


def follow_best(table: PlayedTable) -> None:
    """Go to the deal, with the best answer ahead."""
    outcome = table.session.follow_best()
    table.show(outcome)
    if outcome.refusal is None:
        _ = table.services.language
        table.services.tell(_("Redo follows your best solution from the start"))


def improve(table: PlayedTable) -> None:
    """Back to where the costliest detour of the line began."""
    found, _ = table.line_worth.costliest, table.services.language
    if found is None:
        return
    place, moves = found
    go_to_place(table, place)
    by_keys = _.plural(
        "You can save one move from here: press {key}",
        "You can save {n} moves from here: press {key}",
        moves,
    ).replace("{key}", key_name(Command.HINT, _))
    by_finger = _.plural(
        "You can save one move from here: press Hint",
        "You can save {n} moves from here: press Hint",
        moves,
    )
    table.services.tell(table.services.worded(by_keys, by_finger).format(n=moves))


def undo_to_win(table: PlayedTable) -> None:
    """Undo to the last position that can be won, if it is known."""
    undos = table.services.advisor.undos_to_win
    if undos is not None:
        table.show(table.session.undo(undos))


def back(table: PlayedTable) -> Change | None:
    """End the search for a card, drop the held one, the selection or the hint, else leave; with a
    pad, undo first.
    """
    session = table.session
    if table.mouse.dragging:
        table.mouse.let_go()
    elif not (table.finder.end() or session.cancel() or table.advice.drop_hint()):
        by_pad = table.services.devices.last is Device.PAD
        if not by_pad or not session.history.can_undo or session.is_won:
            return Pop()
        table.show(session.undo())
        return None
    table.show(Outcome())
    return None


def find_card(table: PlayedTable) -> None:
    """Ask for a card, whose place then lights up."""
    table.focus.focus(None)
    table.finder.begin()
    table.show_session()


# Advice


def press_hint(table: PlayedTable) -> None:
    """Ask for the hint or play it. Held or selected cards hide a hint: they are let go first, and a
    hint that they hid is shown.
    """
    hid = table.mouse.dragging or table.session.selection is not None
    if table.mouse.dragging:
        table.mouse.let_go()
    table.session.cancel()
    shows = hid and table.advice.hint is not None
    note_used(table.services, Tip.HINT)
    table.show(Outcome() if shows else table.advice.press_hint())


# Other scenes


def decline_first_game(table: PlayedTable) -> None:
    """Take the offer away."""
    table.offer.shown = False
    table.settle()


def begin_first_game(table: PlayedTable) -> Change:
    """Open the first game that was offered."""
    decline_first_game(table)
    return Push(OpenFirstGame(table.session.rules.name, over_table=True))


def open_list(table: PlayedTable) -> Change:
    """Open the list of deals of this game and policy; a deal chosen there replaces this table. The
    list shows the stored time of each deal, so this deal's time is stored first.
    """
    session = table.session
    table.services.game_store.keep_time(session)
    deck = deals.deck_text(session.deck)
    return Push(OpenDeals(session.rules, deck, over_table=1, place=session.pack))


def open_map(table: PlayedTable) -> Change:
    """Open the map of the deal."""
    par = table.services.advisor.par(table.session)
    return Push(
        OpenMap(
            table.session,
            partial(go_to, table),
            par=par.moves if par is not None and par.proved else None,
            on_show=lambda: table.do(Command.SHOW_ME),
            on_bookmark=lambda: table.show(table.session.bookmark()),
            before_today=table.services.game_store.today.before,
            own_light=table.advice.own_light,
        )
    )


# Menus


def open_menu(table: PlayedTable, first: Command | None = None) -> Change:
    """The commands that the side bar has no room for; `first` has the focus."""
    _ = table.services.language
    all_tools = side_bar_buttons(table.session.rules, _)
    *groups, last = table.table_picture.hidden_tools or [all_tools[0], all_tools[-1]]
    more = [Command.REVIEW, Command.STATISTICS]
    if table.services.card_cursor or table.services.devices.touched:
        # The player may have no keyboard: the menu must lead to every command.
        more.append(Command.MORE)
    rest = [*last, *(tool_of(command, _) for command in more)]
    return _popup(table, [*groups, rest], first=first)


def open_all_actions(table: PlayedTable) -> Change:
    """Open the menu of the commands that have no button."""
    heard, _ = table.services.devices.screen_reader, table.services.language
    return _popup(table, command_menu(table.session.rules, _, heard=heard), width=WIDE_MENU)


def open_bookmarks(table: PlayedTable) -> Change | None:
    """Open the menu for the last bookmark."""
    marks, _ = table.session.history.bookmarks, table.services.language
    if not marks:
        table.show(table.session.drop_bookmark())
        return None
    rows = [
        tool_of(Command.RETURN, _, n=marks[-1].step.moves),
        tool_of(Command.SWAP, _), tool_of(Command.DROP, _),
    ]  # fmt: skip
    edge = table.table_picture.cards.frame.edge
    spot = table.focus.named("figure-bookmarks").rect
    upright = edge.w < edge.h
    at = (edge.x - MENU_GAP, spot.y) if upright else (spot.right, 0)
    at = at if edge.x or not upright else (edge.right + MENU_GAP, spot.y)
    return _popup(table, [rows], at=(at, bool(edge.x) or not upright), from_below=not upright)


def type_number(table: PlayedTable) -> Change | None:
    """Put the focus into the number field: the bar's or, where that has none, the menu's. For a
    finger a larger field opens beside the bar.
    """
    if table.services.devices.last is Device.TOUCH:
        from game.scenes.common.popup_menu import open_number_field

        at, from_right = _beside_bar(table)
        start = partial(start_number, table)
        return open_number_field(table.services, start, at=at, from_right=from_right)
    field = next((each for each in table.focus.widgets if isinstance(each, NumberEntry)), None)
    if field is None:
        return open_menu(table, Command.NUMBER)
    table.focus.focus(field, ring=True)
    table.stale = True
    return None


def _popup(
    table: PlayedTable,
    groups: Sequence[Sequence[Tool]],
    width: int = MENU_WIDTH,
    first: Command | None = None,
    at: tuple[tuple[int, int], bool] | None = None,
    *,
    from_below: bool = False,
) -> Change:
    """Commands in a column; `at` as for `_beside_bar`, which is the usual place."""
    # Imported late, so that a table opens sooner.
    from game.scenes.common.popup_menu import PopupScene

    corner, from_right = at or _beside_bar(table)
    return Push(
        PopupScene(
            table.services,
            groups,
            is_enabled=lambda c: c is not Command.POLICY or not table.session.in_progress,
            do=table.do,
            start=partial(start_number, table),
            start_again=partial(start_again, table),
            first=first,
            at=corner,
            from_right=from_right,
            from_below=from_below,
            width=width,
        )
    )


def _beside_bar(table: PlayedTable) -> tuple[tuple[int, int], bool]:
    """Where a popup opens, and whether that is its right corner."""
    bar = table.table_picture.cards.frame.side
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


def _press_screenshot(table: PlayedTable) -> None:
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
    return None if sends else Wording("no card can safely go home now")


def _no_redeal(session: Session) -> Wording | None:
    if session.needs_redeal:
        return None
    if session.turns_left:
        return Wording("only when no card can move")
    return Wording("no redeals left")


class Deed(NamedTuple):
    """What a command does at a table, when, and how its button shows it."""

    do: Callable[[PlayedTable], Change | None]
    """Does it; returns the change of the stack that it asks for."""
    why_not: Callable[[Session], Wording | None] = lambda session: None
    """The reason that its button gives while it cannot be used; None while it can."""
    is_lit: Callable[[PlayedTable], bool] = lambda table: False
    """Whether its button is lit."""


def _shown(act: Callable[[Session], Outcome]) -> Callable[[PlayedTable], None]:
    """Have the session act, and show what it did."""
    return lambda table: table.show(act(table.session))


def _settled(act: Callable[[PlayedTable], object]) -> Callable[[PlayedTable], None]:
    """Do something, then show how the table stands."""

    def done(table: PlayedTable) -> None:
        act(table)
        table.settle()

    return done


DEEDS: Final[Mapping[Command, Deed]] = {
    Command.NEW: Deed(new),
    Command.NUMBER: Deed(type_number),
    Command.NEXT_DEAL: Deed(lambda t: step(t, 1)),
    Command.PREVIOUS_DEAL: Deed(lambda t: step(t, -1)),
    Command.POLICY: Deed(switch_policy, _played),
    Command.RESTART: Deed(restart, _at_start),
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
    Command.FOLLOW_BEST: Deed(follow_best),
    Command.BOOKMARK: Deed(_shown(Session.bookmark)),
    Command.RETURN: Deed(_shown(Session.return_to_bookmark)),
    Command.SWAP: Deed(_shown(Session.swap_bookmark)),
    Command.DROP: Deed(_shown(Session.drop_bookmark)),
    Command.PURGE: Deed(_shown(Session.purge), _none_goes_home),
    Command.REDEAL: Deed(_shown(Session.redeal), _no_redeal, lambda t: t.session.needs_redeal),
    Command.SPACE: Deed(_shown(Session.space)),
    Command.SECOND: Deed(lambda t: t.show(t.arrow_keys.press(t.session, second=True))),
    Command.FIND: Deed(find_card),
    Command.FULLSCREEN: Deed(lambda t: t.services.switch_fullscreen()),
    Command.SCREENSHOT: Deed(_press_screenshot),
    Command.OPTIONS: Deed(lambda t: Push(OpenOptions(t.game))),
    Command.HELP: Deed(lambda t: Push(OpenHelp(t.game))),
    Command.STATISTICS: Deed(lambda t: Push(OpenStatistics(t.game))),
    Command.BACK: Deed(back),
    Command.EXIT: Deed(lambda t: Push(OpenMenu())),
    Command.QUIT: Deed(lambda t: Quit()),
    Command.MENU: Deed(open_menu),
    Command.MORE: Deed(open_all_actions),
    Command.BOOKMARKS: Deed(open_bookmarks),
    Command.HINT: Deed(press_hint, _over, lambda t: t.advice.hint is not None),
    Command.VERDICT: Deed(
        _settled(lambda t: t.advice.switch_light()), _won, lambda t: t.advice.lit
    ),
    Command.SHOW_ME: Deed(lambda t: t.answers.show_me()),
    Command.SHOW_SHORTEST: Deed(lambda t: t.answers.show_shortest()),
    Command.SPEAK_PILE: Deed(lambda t: t.spoken.say_pile(t.arrow_keys.show())),
    Command.SPEAK_TABLE: Deed(lambda t: t.spoken.say_table()),
    Command.SPEAK_ENDS: Deed(lambda t: t.spoken.say_ends()),
    Command.SPEAK_MOVES: Deed(lambda t: t.spoken.say_moves()),
    Command.FIRST_GAME: Deed(begin_first_game),
    Command.DECLINE: Deed(decline_first_game),
    Command.REVIEW: Deed(lambda t: Push(OpenReview(t.session, partial(go_to, t)))),
    Command.MAP: Deed(open_map),
    Command.LIST: Deed(open_list),
    Command.PLAY_ON: Deed(_settled(lambda t: t.advice.ignore_loss())),
    Command.IMPROVE: Deed(improve),
    Command.UNDO_TO_WIN: Deed(undo_to_win),
    Command.COPY: Deed(
        lambda t: copy_deal(t.services, t.session.rules, t.session.deck, t.session.number)
    ),
    Command.PASTE: Deed(paste),
}
