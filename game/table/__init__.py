"""The table on the screen: the places of piles, the pictures of cards, and their motion.

Draws positions and tells which card lies at a pixel; decides no move and saves nothing. Knows a
session's positions and marks, no scene. Mainly used: `table_picture.TablePicture`,
`card_sprites.CardSprites`, `window_layout`, `layout`, `figures`, `drag_and_click`, `side_bar`,
`title_plate`, `miniature`.
"""
