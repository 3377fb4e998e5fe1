"""Run by the frozen Linux program before its own code: modules that are imported late come from the
program that runs.

PyInstaller looks for them in the file of the program's name. An upgrade that is installed meanwhile
replaces that file: the import finds another version's bytes there, or, once the package is gone,
ends the program.
"""

from pathlib import Path

from pyimod02_importers import pyz_archive  # PyInstaller's, in every frozen program

RUNNING = "/proc/self/exe"

if Path(RUNNING).exists():  # not in every chroot
    pyz_archive._filename = RUNNING
