"""What the desktop offers a program: SDL calls, sound, clipboard, screenshots, keys.

The lowest package that needs pygame. It knows `core` and `system`. Mainly used: `sdl.Sdl`,
`sound_effects.Sound`, `clipboard`, `drag_and_drop`, `screens`, `screen_density`,
`last_used_device`, `game_pad`, `touch`, `mac_and_super_keys`, `key_repeat`, `key_bindings` with
`Command`, and `key_and_pad_button_names` with `key_name`.
"""
