"""The table on the screen: where piles are, what the cards show, how they travel.

Draws positions and hits cards; decides nothing and stores nothing. Knows a session's positions and
marks, no scene. Public: `table_picture.TablePicture`, `cards_view.TableView`, `bars` and `layout`
with the `arrangement` that it makes, `miniature`.
"""
