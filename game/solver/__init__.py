"""The solver: can this position still be won, what next, how short an answer can be."""

import sys

from game.solver import compiled

compiled.use_when_needed(sys.modules[__name__])
