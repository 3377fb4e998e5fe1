"""Values that everything else is made of: cards, positions, moves, deals, hashes, error texts.

Also the functions through which every file and text from outside is read, and through which whole
files are replaced. Any package may import it; it imports no other package of the game. All values
are immutable; cards, moves, actions and decks have a text form.
Public: `cards`, `position.Position`, `moves.Move`, `deals.Deck`,
`translatable_texts.Wording`, `untrusted_input`, `whole_files`, `threads_and_memory`.
"""
