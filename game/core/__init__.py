"""Values that everything else is made of: cards, positions, moves, deals, hashes, error texts.

Any package may use it; it imports none of ours. All values are immutable, and each has a text form.
Public: `cards`, `position.Position`, `position.Move`, `deals.Deck`, `deals.Pack`,
`messages.Wording`, `hashing`, `outside` (the check of all input), `named_tuple`.
"""
