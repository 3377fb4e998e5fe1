"""What `tools/pictures.py` makes its pictures with."""
