"""My games: every deal that was ever touched."""
