"""The commands by name."""

from __future__ import annotations

<<<<<<< HEAD
from introplan.cli import explain, generate, listings, plan, states, validate, view
=======
from introplan.cli import experiment, explain, figures, generate, listings, plan, states, validate
>>>>>>> f4e3e2c2ad61d65816d6de27d31d432775e77ddf
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
        listings.DOMAINS,
        listings.PLANNERS_COMMAND,
    )
}
