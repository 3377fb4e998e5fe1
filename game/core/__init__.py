"""The values everything else is made of: cards, positions, moves, deals, hashes, error texts.

May be used by every package; imports nothing of ours. All values are immutable and each has a
text form. Public: `cards`, `position.Position`, `position.Move`, `deals.Deck`, `deals.Pack`,
`messages.Wording`, `hashing`.
"""
