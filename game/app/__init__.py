"""The program with a window: its loop, scene stack and frames, and the services of the scenes.

Only `cli` imports this package. `loop.run` opens the window; `launch_options` is all that the
command line needs before that.
"""
