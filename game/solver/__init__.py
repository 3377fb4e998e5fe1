"""The solver: can this position still be won, what next, how short an answer can be."""
