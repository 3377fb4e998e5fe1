"""The list of a game's deals: how each stands, the selected one in detail, import and export."""
