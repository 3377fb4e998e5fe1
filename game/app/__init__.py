"""The program with a window: loop, scene stack, resizing, and the services scenes are handed.

Above all other packages but `cli`; nothing below imports it. `startup.play` opens the window;
`launch.Launch` says with what, and is all that the command line needs before.
"""
