"""Sets up the scenes that `tools/pictures.py` draws."""
