"""The command `introplan`; `main` runs one command line and returns its exit code."""

from introplan.cli.entry import main

__all__ = ["main"]
