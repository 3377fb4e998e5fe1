"""Show me: an answer that plays by itself; nothing of it is kept."""
