"""The scenes of the stack: menu, table, outcome, options, help."""
