"""Worlds as people write them: how many are read, planned right, and how fast."""
