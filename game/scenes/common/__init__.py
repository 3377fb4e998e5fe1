"""What scenes share.

Public: `base` (Scene, the Services it is handed, the requests that change the stack), `page_panel`
and `scrolling_page` (bases of pages), `question`, `progress`, `report`, `popup_menu`,
`global_commands`; of a session `table_figures`, `table_marks`, `redo_pills`, `plate_words`,
`table_sounds`; `clock_and_day_words`, `sample_positions`, `new_deal_number`. Scenes may use all of
it; it knows no single scene.
"""
