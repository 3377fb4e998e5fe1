"""The command line: its words, its commands, its error texts.

Imports no pygame. `commands.main` asks `app` for a window only if one is wanted.
"""
