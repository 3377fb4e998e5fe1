"""The history of Brain Jam told once more, from the rules as they are written down and with none
of the program's code: slow, plain, and what the program is compared with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

RANKS = "A23456789TJQK"
SUITS = "cdhs"
PLACES = "abcdefghijkl"

Table = dict[str, tuple[str, ...]]
"""The cards of each place, columns a to h and reserves i to l. Never changed once it is made."""
Told = tuple[str, str, str]
"""An action: the card, onto what (`done`, a card, `empty`, `reserve`), and the empty place."""


@dataclass(eq=False)
class Node:
    """A position that was reached on one way."""

    id: int
    above: Node | None = None
    card: str = ""
    onto: str = ""
    """`done`, a card, `empty` or `reserve`."""
    place: str = ""
    """The empty place that was chosen first."""
    depth: int = 0
    visit: int = 0
    same: object = None
    won: bool = False
    cards: Table | None = None
    """The table here, once it was asked for, until another way leads here."""
    below: list[Node] = field(default_factory=list)


class Model:
    """Where one is in the tree of a deal, and all that can be done there."""

    def __init__(
        self, deck: list[str], opening: Sequence[Told] = (), *, branching: bool, autoplay: bool
    ) -> None:
        """A deck in dealing order, and what is played before the history begins."""
        self.branching, self.autoplay = branching, autoplay
        dealt: Table = {place: tuple(deck[n::8]) for n, place in enumerate("abcdefgh")}
        self.dealt = dealt | dict.fromkeys("ijkl", ())
        for told in opening:
            self.dealt = moved(self.dealt, *told)
        self.root = Node(0, cards=self.dealt)
        self.root.same, self.root.won = name_of(self.dealt)
        self.nodes = [self.root]
        self.groups = {self.root.same: [self.root]}
        """The nodes of each position that is not won."""
        self.leads = {self.root.same: self.root}
        self.known_answers: dict[Node, int] | None = None
        """What `answers` gives, until the tree has changed."""
        self.here, self.before = self.root, None
        self.marks: list[Node] = []
        self.answer: Node | None = None
        self.made = self.visits = 0

    # The cards

    def table(self, node: Node) -> Table:
        """The cards at a node, played from the nearest one above where they are known."""
        steps = []
        while node.cards is None:
            steps.append(node)
            node = node.above  # type: ignore[assignment]
        table = node.cards
        for step in reversed(steps):
            table = step.cards = moved(table, step.card, step.onto, step.place)
        return table

    def choices(self, card: str) -> list[tuple[str, str]]:
        """What a click on an end card can do, first choice first: where to, and which place."""
        table = self.table(self.here)
        source = place_of(table, card)
        found = [("done", "")] if is_next(table, card) else []
        higher = card[0] != "K" and RANKS[RANKS.index(card[0]) + 1] + card[1]
        found += [(higher, "") for p in "abcdefgh" if higher and table[p][-1:] == (higher,)]
        for onto, places in (("empty", "abcdefgh"), ("reserve", "ijkl")):
            free = [place for place in places if not table[place]]
            alone = onto == "empty" and source in "abcdefgh" and len(table[source]) == 1
            if free and not alone and not (onto == "reserve" and source in "ijkl"):
                found.append((onto, free[0]))
        return found

    def homeward(self, last: str) -> str | None:
        """The card that autoplay sends: the suit last played first, then the lowest place."""
        table = self.table(self.here)
        ends = [table[place][-1] for place in PLACES if table[place]]
        ready = [card for card in ends if is_next(table, card)]
        ready.sort(key=lambda card: card[1] != last[1])
        return ready[0] if ready else None

    # Playing

    def play(self, card: str, onto: str, place: str) -> None:
        """A move by hand, then what autoplay adds to a new one."""
        new = self.make(card, onto, place, self.ahead(self.here))
        while new and self.autoplay and (home := self.homeward(card)):
            card, new = home, self.make(home, "done", "", self.here.below)

    def make(self, card: str, onto: str, place: str, known: list[Node]) -> bool:
        node = self.after(self.here, card, onto, place)
        for other in known:
            if alike(other, node):
                self.go(other)
                return False
        if not self.branching:
            self.prune()
        self.made += 1
        self.hang(node, first=True)
        self.before, self.here = self.here, node
        self.settle(node)
        return True

    def after(self, at: Node, card: str, onto: str, place: str) -> Node:
        """What an action leads to; it hangs nowhere yet."""
        node = Node(self.made + 1, at, card, onto, place, at.depth + 1)
        node.cards = moved(self.table(at), card, onto, place)
        node.same, node.won = name_of(node.cards)
        return node

    def hold(self, line: list[Told]) -> None:
        """The stored answer is in the tree, and redo takes it last."""
        at = self.root
        for card, onto, place in line:
            node = self.after(at, card, onto, place)
            known = next((other for other in at.below if alike(other, node)), None)
            if known is None:
                self.made += 1
                self.hang(node, first=False)
                self.settle(node)
            at = known or node
        if at.depth == self.best():
            self.answer = at

    def hang(self, node: Node, *, first: bool) -> None:
        assert node.above is not None
        self.visits += first
        lowest = min([0, *(other.visit - 1 for other in node.above.below)])
        node.visit = self.visits if first else lowest
        node.above.below.append(node)
        self.nodes.append(node)
        self.known_answers = None
        if not node.won:
            self.groups.setdefault(node.same, []).append(node)
            self.leads.setdefault(node.same, node)

    def settle(self, node: Node) -> None:
        """The shortest way to a position takes over what was tried from it, on and on: the
        position that is nearest to the deal first.
        """
        waiting = [node]
        while waiting:
            at = min(waiting, key=lambda other: (other.depth, other.id))
            waiting.remove(at)
            if at.won:
                continue
            group = self.groups[at.same]
            best = min(group, key=lambda other: (other.depth, other.id))
            if best is self.leads[at.same]:
                continue
            self.leads[at.same] = best
            for old in group:
                if old is not best:
                    waiting += self.hand_over(old, best)
        self.look_for_answer()

    def hand_over(self, old: Node, best: Node) -> list[Node]:
        over = [c for c in old.below if not any(alike(c, other) for other in best.below)]
        old.below = [child for child in old.below if child not in over]
        best.below += over
        for child in over:
            child.above = best
        self.known_answers = None
        branch = list(over)
        for child in branch:
            child.cards = None
            child.depth = child.above.depth + 1  # type: ignore[union-attr]
            branch += child.below
        marks = [best if mark is old else mark for mark in self.marks]
        self.marks = [mark for n, mark in enumerate(marks) if mark not in marks[n + 1 :]]
        return branch

    def prune(self) -> None:
        """The plain history keeps the player's line, the answer's, and one to each bookmark."""
        kept = {step for end in (self.here, self.answer, *self.marks) if end for step in way(end)}
        if len(kept) == len(self.nodes):
            return
        self.nodes = [node for node in self.nodes if node in kept]
        for node in self.nodes:
            node.below = [child for child in node.below if child in kept]
        self.let_go()

    def let_go(self) -> None:
        self.leads, self.groups, self.known_answers = {}, {}, None
        for node in sorted(self.nodes, key=lambda node: (node.depth, node.id)):
            if not node.won:
                self.leads.setdefault(node.same, node)
        for node in self.nodes:  # the oldest first: they hand over in this order
            if not node.won:
                self.groups.setdefault(node.same, []).append(node)
        self.marks = [mark for mark in self.marks if mark in self.nodes]
        if self.before not in self.nodes:
            self.before = None
        self.look_for_answer()

    # What is shown

    def ahead(self, node: Node) -> list[Node]:
        """What was tried from a position, on this way or on the shortest: visited last first."""
        tried = list(node.below)
        for other in self.shortest(node):
            tried += [c for c in other.below if not any(alike(c, own) for own in tried)]
        return sorted(tried, key=lambda child: -child.visit)

    def shortest(self, node: Node) -> list[Node]:
        """The other ways to a position that are the shortest, the oldest first; none where one of
        them is the beginning of this way.
        """
        if node.won:
            return []
        least = self.leads[node.same].depth
        found = [o for o in self.groups[node.same] if o.depth == least and o is not node]
        line = way(node)
        return [] if any(o in line for o in found) else sorted(found, key=lambda o: o.id)

    def answers(self) -> dict[Node, int]:
        """The moves from each node to the nearest win that it leads to: from the wins back."""
        if self.known_answers is None:
            reached = [node for node in self.nodes if node.won]
            to_go = dict.fromkeys(reached, 0)
            for node in reached:  # grows while it is read, the nearest first
                for before in self.behind(node):
                    if before not in to_go:
                        to_go[before] = to_go[node] + 1
                        reached.append(before)
            self.known_answers = to_go
        return self.known_answers

    def behind(self, node: Node) -> list[Node]:
        """The nodes that one is ahead of."""
        if node.above is None:
            return []
        group = self.groups[node.above.same]
        return [
            at for at in group if at is node.above or (len(group) > 1 and node in self.ahead(at))
        ]

    def best(self) -> int | None:
        return min((node.depth for node in self.nodes if node.won), default=None)

    def look_for_answer(self) -> None:
        wins = sorted((n for n in self.nodes if n.won), key=lambda n: (n.depth, n.id))
        if self.answer not in wins or self.answer.depth > wins[0].depth:  # type: ignore[union-attr]
            self.answer = wins[0] if wins else None

    def shown(self) -> list[tuple[str, int | None]]:
        """The cards of the actions that can be redone, each with its total."""
        to_go = self.answers()
        return [
            (c.card, self.here.depth + 1 + to_go[c] if c in to_go else None)
            for c in self.ahead(self.here)
        ]

    def other(self) -> Node | None:
        """The better way: shorter, or as long with a shorter answer."""
        if self.here.won:
            return None
        to_go = self.answers()

        def worth(node: Node) -> tuple[int, int]:
            own = [node.depth + 1 + to_go[child] for child in node.below if child in to_go]
            return node.depth, min(own, default=9999)

        group = self.groups[self.here.same]
        if len(group) == 1:
            return None
        best = min(group, key=lambda node: (*worth(node), node.id))
        return best if worth(best) < worth(self.here) else None

    # Going about

    def go(self, node: Node) -> None:
        """To a node, and redo leads to it from now on."""
        if node is not self.here:
            self.before, self.here = self.here, node
        for step in way(node)[1:]:
            self.prefer(step, step.above)

    def prefer(self, node: Node, over: Node | None) -> None:
        if over is not None and self.ahead(over)[0] is not node:
            self.visits += 1
            node.visit = self.visits

    def redo_line(self) -> list[Node]:
        line, at = list[Node](), self.here
        while (tried := self.ahead(at)) and (tried[0].above is at or not self.comes_back_to(at)):
            at = tried[0]
            line.append(at)
        return line

    def comes_back_to(self, node: Node) -> bool:
        """Whether what was visited last leads from a node to itself, by way of other ways."""
        seen, at = set[int](), node
        while (tried := self.ahead(at)) and tried[0].id not in seen:
            at = tried[0]
            seen.add(at.id)
            if at is node:
                return True
        return False

    def undo(self, count: int) -> None:
        line = way(self.here)
        if len(line) > 1:
            self.before, self.here = self.here, line[max(0, len(line) - 1 - count)]

    def redo(self, count: int) -> None:
        line = self.redo_line()[:count]
        if line:
            joined = all(b.above is a for a, b in zip([self.here, *line], line, strict=False))
            if joined:
                self.before, self.here = self.here, line[-1]
            else:
                self.go(line[-1])

    def up(self) -> None:
        steps = way(self.here)[:-1][::-1]
        fork = next((n for n, at in enumerate(steps, 1) if len(self.ahead(at)) > 1), len(steps))
        self.undo(fork) if steps else None

    def down(self) -> None:
        line = self.redo_line()
        fork = next((n for n, at in enumerate(line, 1) if len(self.ahead(at)) > 1), len(line))
        self.redo(fork)

    def back(self) -> None:
        if self.before is not None:
            self.go(self.before)

    def switch(self) -> None:
        other = self.other()
        if other is not None:
            self.go(other)

    def follow(self) -> None:
        """Redo follows the shortest answer from here."""
        to_go, at = self.answers(), self.here
        while to_go.get(at):
            near = [c for c in self.ahead(at) if to_go.get(c, 9999) + 1 == to_go[at]]
            self.prefer(near[0], at)
            at = near[0]

    def forget(self) -> None:
        if self.answer and self.here in way(self.answer):
            self.undo(1)
        elif self.here.above is not None and not self.here.below:
            gone, self.here = self.here, self.here.above
            self.here.below.remove(gone)
            self.nodes.remove(gone)
            self.let_go()

    # Bookmarks

    def push(self) -> None:
        self.marks = [mark for mark in self.marks if mark is not self.here] + [self.here]

    def swap(self) -> None:
        if self.marks:
            target = self.marks.pop()
            self.push()
            self.go(target)

    def pull(self) -> None:
        if self.marks:
            self.go(self.marks.pop())


def way(node: Node) -> list[Node]:
    """The nodes from the deal to one."""
    line = [node]
    while line[-1].above is not None:
        line.append(line[-1].above)
    return line[::-1]


def alike(one: Node, other: Node) -> bool:
    """Two actions from one position are the same where they lead to the same position."""
    if one.won or other.won:
        return (one.card, one.onto) == (other.card, other.onto)
    return one.same == other.same


def name_of(table: Table) -> tuple[object, bool]:
    """What is equal for the same positions, and whether it is won."""
    columns = tuple(sorted([table[place] for place in "abcdefgh"]))
    reserves = tuple(sorted([table[place] for place in "ijkl"]))
    return (columns, reserves), not any(table.values())


def place_of(table: Table, card: str) -> str:
    return next(place for place, cards in table.items() if card in cards)


def is_next(table: Table, card: str) -> bool:
    lower = {rank + card[1] for rank in RANKS[: RANKS.index(card[0])]}
    return all(lower.isdisjoint(cards) for cards in table.values())


def moved(table: Table, card: str, onto: str, place: str) -> Table:
    """An end card moved; a chosen place that is taken here stands for the first empty one."""
    table = dict(table)
    source = place_of(table, card)
    assert table[source][-1] == card
    table[source] = table[source][:-1]
    if onto in ("empty", "reserve"):
        free = [p for p in ("abcdefgh" if onto == "empty" else "ijkl") if not table[p]]
        table[place if place in free else free[0]] += (card,)
    elif onto != "done":
        table[place_of(table, onto)] += (card,)
    return table
