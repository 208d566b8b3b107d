"""The command `introplan`."""

from introplan.cli.entry import main

__all__ = ["main"]
