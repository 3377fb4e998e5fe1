"""A review in words: the result of a line, and what each costly action of it cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from game.core import cards
from game.core.cards import Card
from game.core.moves import DONE, EMPTY, PULL, RESERVE, TURN, Action, Move
from game.play.verdict import within_redeals
from game.solver.line_worths import Cost, LineWorths, Mistake, mistakes
from game.system.language import Language


class ReviewText:
    """The words of a review, in the player's language."""

    def __init__(
        self,
        language: Language,
        worths: LineWorths,
        named: Callable[[Card], str] = cards.name,
        weighs: Callable[[], bool] = lambda: False,
    ) -> None:
        """`named` names the cards; `weighs`: whether more may become known."""
        self._ = language
        self._worths, self._named, self._weighs = worths, named, weighs

    def headline(self) -> str:
        """The result of the line: solved, lost, or unfinished."""
        line, worths = self._worths.line, self._worths
        if line.rules.is_won(line.positions[-1]):
            return self._solved()
        if worths.first_lost is not None:
            return self._lost(worths.first_lost)
        return self._unfinished()

    def _solved(self) -> str:
        _, worth, moves = self._, self._worths.worth(0), self._worths.line.depths[-1]
        if worth.total is None or worth.total > moves:  # Gaps: won by redeals of another kind
            return _("Solved in {moves}").format(moves=moves)
        if not worth.proved:
            said = _("Solved in {moves}, best known {best}").format(moves=moves, best=worth.total)
            return self._with_redeals(said)
        over = moves - worth.least
        if over == 0:
            return _("Solved in {moves}, the shortest possible").format(moves=moves)
        said = _("Solved in {moves}, shortest possible {shortest}").format(
            moves=moves, shortest=worth.least
        )
        spent = _.plural("{n} move", "{n} moves", over).format(n=over)
        detours = len(mistakes(self._worths))
        if not all(one.proved for one in self._worths.worths()):
            return _("{said}: {moves} over").format(said=said, moves=spent)
        ways = _.plural("{n} detour", "{n} detours", detours).format(n=detours)
        return _("{said}: {moves} over, in {detours}").format(said=said, moves=spent, detours=ways)

    def _with_redeals(self, said: str) -> str:
        """The words for the best answer known, with the redeals that it takes (Gaps)."""
        _, redeals = self._, self._worths.redeals(0)
        if redeals is None:
            return said
        taken = _.plural("{n} redeal", "{n} redeals", redeals) if redeals else _("no redeal")
        return _("{said} ({redeals})").format(said=said, redeals=taken.format(n=redeals))

    def _lost(self, first: int) -> str:
        _, line, last = self._, self._worths.line, self._worths.last_won
        moves = line.depths[-1]
        if first == 0:
            return _("This deal cannot be won")
        if first != last + 1:
            return _("Lost by move {at} of {moves}").format(at=line.depths[first], moves=moves)
        undos = len(line.positions) - 1 - last
        said = _.plural(
            "Lost at move {at} of {moves}: undo {n} step and you can still win",
            "Lost at move {at} of {moves}: undo {n} steps and you can still win",
            undos,
        )
        return said.format(at=line.depths[last] + 1, moves=moves, n=undos)

    def _unfinished(self) -> str:
        _, last = self._, len(self._worths.line.positions) - 1
        worth, moves = self._worths.worth(last), self._worths.line.depths[-1]
        redeals = self._worths.fewest_redeals(last)
        if worth.total is None and self._weighs():
            said = _.plural(
                "After {n} move: outcome not known yet",
                "After {n} moves: outcome not known yet",
                moves,
            )
            return said.format(n=moves)
        if worth.total is None:
            said = _.plural(
                "After {n} move: outcome unknown", "After {n} moves: outcome unknown", moves
            )
            return said.format(n=moves)
        if redeals is not None:
            said = _.plural(
                "Still winnable {redeals} after {n} move, best known {total}",
                "Still winnable {redeals} after {n} moves, best known {total}",
                moves,
            )
            return said.format(n=moves, redeals=within_redeals(redeals, _), total=worth.total)
        if worth.proved:
            said = _.plural(
                "Still winnable after {n} move, shortest possible {total}",
                "Still winnable after {n} moves, shortest possible {total}",
                moves,
            )
        else:
            said = _.plural(
                "Still winnable after {n} move, best known {total}",
                "Still winnable after {n} moves, best known {total}",
                moves,
            )
        return said.format(n=moves, total=worth.total)

    def one(self, found: Mistake) -> str:
        """One costly action as a line: 'Move 17: 6c to reserve, +3. Shorter: 7h to 8h.'"""
        said, instead = f"{self.played(found)}, {self.price(found.cost)}.", self.instead(found)
        return f"{said} {instead}." if instead else said

    def played(self, found: Mistake) -> str:
        """What was played: 'Move 17: 6c to reserve'."""
        line = self._worths.line
        return self._("Move {number}: {action}").format(
            number=line.depths[found.place - 1] + 1, action=self.action(line.actions[found.place])
        )

    def instead(self, found: Mistake) -> str:
        """What would have been better: 'Shorter: 7h to 8h'; empty if nothing is known."""
        _ = self._
        if found.better is None:
            return ""
        words = _("Better: {move}") if found.cost is None else _("Shorter: {move}")
        return words.format(move=self.move(found.better))

    def price(self, price: Cost | None) -> str:
        """What something cost: '+3', '+1 to +2', or that it lost the win."""
        if price is None:
            return self._("throws away the win")
        if price.exact is not None:
            return f"+{price.exact}"
        return self._("+{least} to +{most}").format(least=price.least, most=price.most)

    def action(self, action: Action) -> str:
        """An action in words: its first move, and the number of its other moves."""
        said = self.move(action[0])
        more = len(action) - 1
        if not more:
            return said
        rest = self._.plural("and {n} more", "and {n} more", more).format(n=more)
        return f"{said} {rest}"

    def move(self, move: Move) -> str:
        """A move: '6c to reserve'."""
        _ = self._
        if move.card is None:
            return {PULL: _("draw"), TURN: _("new pass")}.get(str(move.onto), _("redeal"))
        card, in_rows = self._named(move.card), self._worths.line.rules.facts.in_sequence
        if isinstance(move.onto, int):
            said = _("{card} right of {onto}") if in_rows else _("{card} to {onto}")
            return said.format(card=card, onto=self._named(move.onto))
        places = {
            DONE: _("{card} home"),
            RESERVE: _("{card} to a reserve"),
            EMPTY: _("{card} to the left end") if in_rows else _("{card} to an empty place"),
        }
        return places[move.onto].format(card=card)

    def lines(self) -> Iterator[str]:
        """The review for a forum: the headline, then a line for each costly action, in the order
        of play.
        """
        yield self.headline()
        for found in sorted(mistakes(self._worths), key=lambda one: one.place):
            yield self.one(found)
