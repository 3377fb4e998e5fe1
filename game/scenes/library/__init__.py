"""My games: every deal that was touched, found, named, opened, deleted and brought back."""
