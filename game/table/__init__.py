"""The table on the screen: where piles are, what the cards show, how they travel."""
