"""The help: its pages' markup, its figures and its lists of keys."""
