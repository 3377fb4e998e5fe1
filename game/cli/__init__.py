"""The command line: its words, its commands, and what it says of nonsense.

Imports no pygame: `commands.main` asks `app` for a window only where one is wanted.
"""
