"""Judges what was written, from the files alone. Never imports place."""
