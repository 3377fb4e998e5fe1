"""What the desktop offers a program: SDL calls, sound, clipboard, screenshots, keys.

The lowest package that imports pygame. It knows `core` and `system`. Public: `sdl.Sdl`,
`sound.Sound`, `clipboard`, `screenshot`, `keys.Command` and the one table of keys.
"""
