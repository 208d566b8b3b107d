"""The page about the command line names every command and every option."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from introplan.cli.entry import COMMANDS, command_named

PAGE = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")
PREFACE, *SECTIONS = re.split(r"^## ", PAGE, flags=re.MULTILINE)
SECTION_OF = {section.partition("\n")[0]: section for section in SECTIONS}


def options_in(text: str) -> set[str]:
    """The options that a text names."""
    return set(re.findall(r"--[a-z-]+", text))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_and_its_options_are_on_the_page(name: str) -> None:
    """The page lists every option that `--help` lists."""
    known = set(command_named(name).parser(name, COMMANDS[name])._option_string_actions)
    options = {option for option in known if option.startswith("--")}
    assert options <= options_in(SECTION_OF[name]) | options_in(PREFACE)


def test_no_command_is_made_up() -> None:
    """Each section is about a command that there is."""
    assert set(SECTION_OF) == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_no_option_is_made_up(name: str) -> None:
    """The tables of a section have no option that the command would refuse."""
    rows = [line for line in SECTION_OF[name].splitlines() if line.startswith("| `--")]
    assert options_in("\n".join(rows)) <= set(
        command_named(name).parser(name, COMMANDS[name])._option_string_actions
    )
