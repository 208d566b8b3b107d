"""Figures: what is in them (`contents.py`, plain values), and how it is drawn (`drawing.py`)."""
