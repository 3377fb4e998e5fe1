"""The statistics page: a card of figures for each game, reset and export."""
