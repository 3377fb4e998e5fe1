"""The program with a window: its loop, scene stack, resizing, and the services of the scenes.

Only `cli` imports this package. `startup.play` opens the window;
`launch_options.LaunchOptions` is all that the command line needs before that.
"""
