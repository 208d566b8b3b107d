"""Every block of code in the README and on the pages of the site runs, and prints what it says.

A page is gone through from top to bottom in a folder of its own, which has the examples in it:

```console           lines after `$ ` are run by a shell; what follows is what they print
```sh                every line is run
```python            is run; all blocks of a page share their names (`>>>` is left to doctest)
```lisp, ```toml     are read as a domain, as TOML
```any title="F"     is written to the file F, for the commands that follow

In what is printed, `...` stands for anything. A comment `<!-- not run: why -->` right above a
block leaves it out.
"""

from __future__ import annotations

import doctest
import linecache
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import introplan as ip

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^\s*```\s*(?P<language>[\w-]*)(?P<rest>.*)$")
TITLE = re.compile(r'title="(?P<file>[^"]+)"')
EXCUSE = re.compile(r"^<!-- not run: (?P<why>\S.*\S) -->$")
SILENT = {"", "text"}
SECONDS = 60


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: where it begins, in which language, for which file, what is in it."""

    line: int
    language: str
    file: str | None
    lines: tuple[str, ...]
    is_excused: bool = False

    @property
    def text(self) -> str:
        """What is between the fences."""
        return "\n".join(self.lines) + "\n"


def blocks_of(page: str) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    lines = page.splitlines()
    at = 0
    while at < len(lines):
        opening = FENCE.match(lines[at])
        if opening:
            end = next(i for i in range(at + 1, len(lines)) if lines[i].strip() == "```")
            title = TITLE.search(opening["rest"])
            yield Block(
                line=at + 1,
                language=opening["language"],
                file=title["file"] if title else None,
                lines=tuple(lines[at + 1 : end]),
                is_excused=at > 0 and EXCUSE.match(lines[at - 1]) is not None,
            )
            at = end
        at += 1


def commands_of(block: Block) -> Iterator[tuple[str, str | None]]:
    """The commands of a block, each with what it prints, or None where that is not shown."""
    if block.language != "console":
        yield from ((line, None) for line in block.lines if line.strip())
        return
    assert block.lines[0].startswith("$ "), "a console block begins with a command"
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, printed = part.partition("\n")
        yield command, printed.rstrip("\n") + "\n" if printed.strip() else None


def is_as_shown(wanted: str, got: str) -> bool:
    """Whether the output is the one on the page, where `...` stands for anything."""
    plain = "".join(f"{line.rstrip()}\n" for line in got.rstrip().splitlines())
    return doctest.OutputChecker().check_output(wanted, plain, doctest.ELLIPSIS)


def run_shell(command: str, folder: Path) -> str:
    """What a command prints; it has to end well."""
    here = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": here, "COLUMNS": "120", "NO_COLOR": "1"}
    with subprocess.Popen(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as running:
        try:
            printed, _ = running.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            raise
    assert running.returncode == 0, f"$ {command}\nexit code {running.returncode}\n{printed}"
    return printed


def check_shell(block: Block, folder: Path) -> None:
    """Run the commands and compare what they print."""
    for command, wanted in commands_of(block):
        got = run_shell(command, folder)
        if wanted is not None:
            assert is_as_shown(wanted, got), f"$ {command}\nshown:\n{wanted}\nprinted:\n{got}"


def check_python(block: Block, names: dict[str, Any], where: str) -> None:
    """Run the code; its source is kept, because worlds in Python are read."""
    if ">>> " not in block.text:
        text = block.text
        linecache.cache[where] = (len(text), None, text.splitlines(keepends=True), where)
        exec(compile(text, where, "exec"), names)


def check(block: Block, folder: Path, names: dict[str, Any], where: str) -> None:
    """Do with a block what its language asks for."""
    if block.file is not None:
        (folder / block.file).write_text(block.text, encoding="utf-8")
        return
    match block.language:
        case "console" | "sh":
            check_shell(block, folder)
        case "python":
            check_python(block, names, where)
        case "lisp":
            ip.parse_domain(block.text)
        case "toml":
            tomllib.loads(block.text)
        case language:
            assert language in SILENT, f"no way is known to run {language!r}"


@pytest.mark.process
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_block_of_a_page_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the documentation shows is what happens."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "page"}
    for block in blocks_of(page.read_text(encoding="utf-8")):
        where = f"{page.name}:{block.line}"
        if not block.is_excused:
            try:
                check(block, tmp_path, names, where)
            except Exception as error:
                raise AssertionError(f"{where}: {error}") from error


def page_of(*blocks: tuple[str, str]) -> list[Block]:
    """A page of fenced blocks, each with its first line and what is in it."""
    return list(blocks_of("\n".join(f"```{head}\n{text}\n```\n" for head, text in blocks)))


@pytest.mark.process
def test_a_wrong_output_is_noticed(tmp_path: Path) -> None:
    """The comparison is one: other words fail, `...` and trailing blanks do not."""
    right, wrong = page_of(("console", "$ echo a b\na ..."), ("console", "$ echo a b\na c"))
    check_shell(right, tmp_path)
    with pytest.raises(AssertionError, match="printed"):
        check_shell(wrong, tmp_path)


@pytest.mark.process
def test_a_command_that_fails_is_noticed(tmp_path: Path) -> None:
    """Also where no output is shown, and in the middle of a block."""
    (block,) = page_of(("sh", "true\nfalse\ntrue"))
    with pytest.raises(AssertionError, match="exit code 1"):
        check_shell(block, tmp_path)


def test_python_blocks_share_their_names(tmp_path: Path) -> None:
    """A block can use what an earlier one made, and an error in it is noticed."""
    first, second, third = page_of(("python", "a = 1"), ("python", "b = a"), ("python", "c"))
    names: dict[str, Any] = {}
    check(first, tmp_path, names, "1")
    check(second, tmp_path, names, "2")
    assert names["b"] == 1
    with pytest.raises(NameError):
        check(third, tmp_path, names, "3")


@pytest.mark.process
def test_a_block_with_a_title_becomes_a_file(tmp_path: Path) -> None:
    """Commands below it find what the page shows."""
    file, command = page_of(
        ('lisp title="a.pddl"', "(define)"), ("console", "$ cat a.pddl\n(define)")
    )
    check(file, tmp_path, {}, "1")
    check(command, tmp_path, {}, "2")


def test_a_block_is_left_out_only_with_a_reason() -> None:
    """A marker without a reason, or further up, is none."""
    fence = "```sh\ntrue\n```\n"
    page = f"<!-- not run: installs -->\n{fence}<!-- not run: -->\n{fence}{fence}"
    assert [block.is_excused for block in blocks_of(page)] == [True, False, False]


def test_an_unknown_language_is_noticed(tmp_path: Path) -> None:
    """A block that does not run would go stale."""
    (block,) = page_of(("perl", "1"))
    with pytest.raises(AssertionError, match="perl"):
        check(block, tmp_path, {}, "1")
