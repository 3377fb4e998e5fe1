"""The history of Brain Jam told once more, from the rules as they are written down and with none
of the program's code: slow, plain, and what the program is compared with.
"""

from __future__ import annotations

from dataclasses import dataclass, field

RANKS = "A23456789TJQK"
SUITS = "cdhs"
PLACES = "abcdefghijkl"

Table = dict[str, list[str]]
"""The cards of each place, columns a to h and reserves i to l."""


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
    below: list[Node] = field(default_factory=list)


class Model:
    """Where one is in the tree of a deal, and all that can be done there."""

    def __init__(self, deck: list[str], *, branching: bool, autoplay: bool) -> None:
        """A deck in dealing order."""
        self.deck, self.branching, self.autoplay = deck, branching, autoplay
        self.root = Node(0)
        self.root.same, self.root.won = name_of(self.table(self.root))
        self.nodes = [self.root]
        self.leads = {self.root.same: self.root}
        self.here, self.before = self.root, None
        self.marks: list[Node] = []
        self.answer: Node | None = None
        self.made = self.visits = 0

    # The cards

    def table(self, node: Node) -> Table:
        """The cards at a node, played from the deal."""
        table: Table = {place: [] for place in PLACES}
        for count, card in enumerate(self.deck):
            table[PLACES[count % 8]].append(card)
        for step in way(node)[1:]:
            move(table, step.card, step.onto, step.place)
        return table

    def choices(self, card: str) -> list[tuple[str, str]]:
        """What a click on an end card can do, first choice first: where to, and which place."""
        table = self.table(self.here)
        source = place_of(table, card)
        found = [("done", "")] if is_next(table, card) else []
        higher = card[0] != "K" and RANKS[RANKS.index(card[0]) + 1] + card[1]
        found += [(higher, "") for p in "abcdefgh" if higher and table[p][-1:] == [higher]]
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
        node = Node(self.made + 1, self.here, card, onto, place, self.here.depth + 1)
        table = self.table(self.here)
        move(table, card, onto, place)
        node.same, node.won = name_of(table)
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

    def hold(self, line: list[tuple[str, str, str]]) -> None:
        """The stored answer is in the tree, and redo takes it last."""
        at = self.root
        for card, onto, place in line:
            node = Node(self.made + 1, at, card, onto, place, at.depth + 1)
            table = self.table(at)
            move(table, card, onto, place)
            node.same, node.won = name_of(table)
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
        if not node.won:
            self.leads.setdefault(node.same, node)

    def settle(self, node: Node) -> None:
        """The shortest way to a position takes over what was tried from it, on and on."""
        waiting = [node]
        while waiting:
            at = waiting.pop()
            if at.won:
                continue
            group = [other for other in self.nodes if not other.won and other.same == at.same]
            best = min(group, key=lambda other: (other.depth, other.id))
            if best is self.leads[at.same]:
                continue
            self.leads[at.same] = best
            for old in group:
                if old is not best:
                    waiting += self.hand_over(old, best)
        self.look_for_answer()

    def hand_over(self, old: Node, best: Node) -> list[Node]:
        moved = [c for c in old.below if not any(alike(c, other) for other in best.below)]
        old.below = [child for child in old.below if child not in moved]
        best.below += moved
        for child in moved:
            child.above = best
        branch = list(moved)
        for child in branch:
            child.depth = child.above.depth + 1  # type: ignore[union-attr]
            branch += child.below
        marks = [best if mark is old else mark for mark in self.marks]
        self.marks = [mark for n, mark in enumerate(marks) if mark not in marks[n + 1 :]]
        return branch

    def prune(self) -> None:
        """The plain history keeps the player's line, the answer's, and one to each bookmark."""
        kept = {step for end in (self.here, self.answer, *self.marks) if end for step in way(end)}
        self.nodes = [node for node in self.nodes if node in kept]
        for node in self.nodes:
            node.below = [child for child in node.below if child in kept]
        self.let_go()

    def let_go(self) -> None:
        self.leads = {}
        for node in sorted(self.nodes, key=lambda node: (node.depth, node.id)):
            if not node.won:
                self.leads.setdefault(node.same, node)
        self.marks = [mark for mark in self.marks if mark in self.nodes]
        if self.before not in self.nodes:
            self.before = None
        self.look_for_answer()

    # What is shown

    def ahead(self, node: Node) -> list[Node]:
        """What was tried from a position, on this way or the better one: visited last first."""
        lead = node if node.won else self.leads[node.same]
        tried = list(node.below)
        if lead not in way(node):
            tried += [c for c in lead.below if not any(alike(c, own) for own in node.below)]
        return sorted(tried, key=lambda child: -child.visit)

    def answers(self) -> dict[Node, int]:
        """The moves from each node to the nearest win that it leads to."""
        to_go = {node: 0 for node in self.nodes if node.won}
        ahead = {node: self.ahead(node) for node in self.nodes} if to_go else {}
        changed = bool(to_go)
        while changed:
            changed = False
            for node, tried in reversed(ahead.items()):
                ways = [1 + to_go[child] for child in tried if child in to_go]
                if ways and min(ways) < to_go.get(node, 9999):
                    to_go[node], changed = min(ways), True
        return to_go

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

        group = [node for node in self.nodes if not node.won and node.same == self.here.same]
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
        line, at = [], self.here
        while (tried := self.ahead(at)) and tried[0] is not self.here and tried[0] not in line:
            at = tried[0]
            line.append(at)
        return line

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
    columns = tuple(sorted(tuple(table[place]) for place in "abcdefgh"))
    reserves = tuple(sorted(tuple(table[place]) for place in "ijkl"))
    return (columns, reserves), not any(table.values())


def place_of(table: Table, card: str) -> str:
    return next(place for place in PLACES if card in table[place])


def is_next(table: Table, card: str) -> bool:
    lower = RANKS[: RANKS.index(card[0])]
    return not any(rank + card[1] in cards for rank in lower for cards in table.values())


def move(table: Table, card: str, onto: str, place: str) -> None:
    """Move an end card; a chosen place that is taken here stands for the first empty one."""
    table[place_of(table, card)].pop()
    if onto == "done":
        return
    if onto in ("empty", "reserve"):
        places = "abcdefgh" if onto == "empty" else "ijkl"
        free = [p for p in places if not table[p]]
        table[place if place in free else free[0]].append(card)
    else:
        table[place_of(table, onto)].append(card)
