"""The commands by name; one is loaded when it is asked for, because most runs need only one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from introplan.cli.arguments import Command

_HOMES = {
    "plan": ("plan", "COMMAND"),
    "explain": ("explain", "COMMAND"),
    "states": ("states", "COMMAND"),
    "view": ("view", "COMMAND"),
    "validate": ("validate", "COMMAND"),
    "generate": ("generate", "COMMAND"),
    "experiment": ("experiment", "COMMAND"),
    "figures": ("figures", "COMMAND"),
    "export": ("export", "COMMAND"),
    "domains": ("listings", "DOMAINS"),
    "planners": ("listings", "PLANNERS_COMMAND"),
}
"""Where each command is, in the order in which help lists them."""


class _Commands(Mapping[str, Command]):
    """The commands, each from its module."""

    def __getitem__(self, name: str) -> Command:
        module, variable = _HOMES[name]
        command: Command = getattr(import_module(f"introplan.cli.{module}"), variable)
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(_HOMES)

    def __len__(self) -> int:
        return len(_HOMES)


COMMANDS: Mapping[str, Command] = _Commands()
