"""Generators of Fourfold's own art: cards, icons and logotype, as plain SVG."""
