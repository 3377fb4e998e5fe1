"""Code that several scenes share.

Mainly used: `base` (Scene, the requests that change the stack), `services` (Services),
`control_scene`, `page_panel` and `scrolling_page` (bases of pages), `question`,
`quit_with_unsaved_moves`, `progress`, `popup_menu`, `global_commands`, `steps_along_a_line`; for a
session `figures_of_session`, `which_cards_are_marked`, `deal_words`, `move_worth_signs`,
`table_sounds`; for lists of deals `list_scene`, `list_controls`, `deal_detail`,
`reading_own_packs`; `copy_and_paste`, `first_game_progress`, `first_use_tips`,
`clock_and_day_words`, `sample_positions`, `new_deal_number`. Every scene may import these modules;
none of them imports a scene.
"""
