"""The map as a scene: the tree of a deal's positions, to look over and to walk about in."""
