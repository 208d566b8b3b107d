"""The commands by name."""

from __future__ import annotations

from introplan.cli import explain, export, generate, listings, plan, states, validate
from introplan.cli.arguments import Command

COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        plan.COMMAND,
        explain.COMMAND,
        states.COMMAND,
        validate.COMMAND,
        generate.COMMAND,
        export.COMMAND,
        listings.DOMAINS,
        listings.PLANNERS_COMMAND,
    )
}
