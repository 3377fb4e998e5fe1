"""A won deal: the flag, the cascade of cards, the figures, and the next deal."""
