"""The few controls that the scenes are built from."""
