"""Lays a deal's graph out as a map: its tree, chains, folds, bundles, lanes, the viewport.

Pure numbers without pygame; knows only `core` and `history`, and no cards. `scenes/map` draws the
result. Lengths are dp, depths are counted moves, and lanes are whole numbers: 0 is the best
answer's lane, lanes above it are negative. Long work is a generator, run in slices (`SlicedJob`).
"""
