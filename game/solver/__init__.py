"""The solver: can this position still be won, what next, how short an answer can be.

The searches know `rules` only and may be compiled by mypyc; every answer is replayed by the rules
before it leaves. `worker` runs in a process of its own, `client` is the game's end of it, `batch`
is that of the command line. Public: `registry.start`, `client.SolverClient`, `answer.Answer`,
`batch.solve_all`.
"""

import sys

from game.solver import compiled

compiled.use_when_needed(sys.modules[__name__])
