"""The table as a scene: one deal being played by mouse and keys, with the solver's advice."""
