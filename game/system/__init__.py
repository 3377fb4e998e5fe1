"""The program's environment, without pygame: settings, folders, language, trace, memory.

Any package above `core` may use it; it knows no game and no window. Public: `settings.Settings`,
`settings.SettingsFile`, `folders.Folders`, `folders.asset_folder`, `language.Language`,
`trace.Tracer`, `malloc_trim.give_back`.
"""
