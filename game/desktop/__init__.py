"""What the desktop offers a program: SDL calls, sound, clipboard, screens, keys.

The lowest package that needs pygame. It knows `core`. Mainly used: `sdl.Sdl`,
`sound_effects.Sound`, `paste_and_drop`, `screens`, `game_pad`, `touch` with
`InputDevices`, `key_events`, `commands` with `Command`, and `key_and_pad_button_names` with
`key_name`.
"""
