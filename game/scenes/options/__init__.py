"""The options page: every choice of the player's that has an effect."""
