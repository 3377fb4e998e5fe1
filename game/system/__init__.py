"""The program's environment: settings, folders, language, trace, console, fault reports, the
desktop's settings.

It knows no game and no window, and needs no pygame but for the dialog of `fault_report`.
DESIGN.md's table says which packages may use it. Mainly used: `settings.Settings`,
`settings.SettingsFile`, `folders.Folders`, `folders.asset_folder`,
`language.Language`, `console.Tracer`.
"""
