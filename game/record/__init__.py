"""The player's games: a session kept on disk, attempts, statistics, daily deals, lists of deals.

The package joins `play`, `solver` and `storage`; it knows no pygame. Mainly used:
`game_store.GameStore`, `solver_gateway.SolverGateway`, `advisor.Advisor`, `pack_files`,
`deal_list`, `library_filter_and_sort`, `daily_deals.DailyDeals`, `reviewer.Reviewer`,
`reviewed_lines`, `known_positions`, `statistics`, `dropped_content`,
`legacy_answers_import`, `legacy_answers_export`, `full_export_and_import`, `validation`.
"""
