"""Pixels: colours, scales, shapes, shadows, felt, card art, pictures and fonts.

It knows no game, no scene and no control. A thread rasterises card art. Mainly used: `colours`,
`fonts`, `text_rendering`, `scale`, `paint.Painter`, `assets.Assets`,
`card_art`, `surface_cache`.
"""
