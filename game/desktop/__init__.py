"""What the desktop offers a program: SDL calls, sound, clipboard, screenshots, keys.

The lowest package that needs pygame. It knows `core` and `system`. Mainly used: `sdl.Sdl`,
`sound.Sound`, `clipboard`, `screens`, `screen_density`, `game_pad`, `touch`, `keys.Command` and the
one table of keys.
"""
