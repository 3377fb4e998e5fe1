"""The menu: a card for each game, the game that was left, the deals of the day."""
