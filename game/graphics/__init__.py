"""Pixels: design tokens, shapes, shadows, felt, card art, pictures and fonts.

Knows `system` only: no game, no scene, no control. Card art is made in a thread of its own.
Public: `theme`, `paint.Painter`, `assets.Assets`, `card_art`, `surface_cache`, `surface_pool`.
"""
