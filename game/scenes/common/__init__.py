"""Code that several scenes share.

Mainly used: `base` (Scene, the requests that change the stack), `services` (Services),
`control_scene`, `page` (bases of pages), `dialog_scene` (base of dialogs, questions),
`progress`, `popup_menu`, `steps_along_a_line`; for a
session `figures_of_session`, `which_cards_are_marked`; for lists of deals
`list_scene`, `list_columns`, `deal_detail`; `deal_sources`, `deal_and_day_words`,
`copy_and_paste`, `tips_and_first_games`, `sample_positions`. Every scene may import these modules;
none of them imports a scene.
"""
