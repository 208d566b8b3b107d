"""The introspector on ordinary Python: from milestone to milestone, along a derived distance."""
