"""The solver: whether a position can be won, by which moves, and how short an answer can be.

The searches import only `core` and `rules`, and mypyc may compile them; the rules replay every
answer before it is returned. `worker` runs in a process of its own and has the game's side of it,
`process_pool` serves the command line. Mainly used: `registry.start`, `worker.SolverClient`,
`answer` (also the limits of searches), `line_worths` (a line, what its moves are worth),
`process_pool.solve_all`.
"""

import sys

from game.solver import compiled

compiled.use(sys.modules[__name__])
