"""Worlds people know, and their best scores."""
