"""The program's surroundings without pygame: settings, folders, language, trace, memory.

May be used by every package above `core`; knows no game and no window. Public:
`settings.Settings`, `settings.SettingsFile`, `folders.Folders`, `language.Language`,
`trace.Tracer`, `malloc_trim.give_back`.
"""
