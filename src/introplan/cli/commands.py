"""The commands by name."""

from __future__ import annotations

from introplan.cli import (
    experiment,
    explain,
    export,
    figures,
    generate,
    listings,
    plan,
    states,
    validate,
    view,
)
from introplan.cli.arguments import Command

COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        plan.COMMAND,
        explain.COMMAND,
        states.COMMAND,
        view.COMMAND,
        validate.COMMAND,
        generate.COMMAND,
        experiment.COMMAND,
        figures.COMMAND,
        export.COMMAND,
        listings.DOMAINS,
        listings.PLANNERS_COMMAND,
    )
}
