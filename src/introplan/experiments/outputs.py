"""Files of a folder of results: written only over files that introplan made itself.

A folder may hold a README.md or a summary.csv of its owner. Before anything is written, every file
that would be replaced is looked at, and a single one that introplan did not make stops it all.
What introplan makes is recognised by its content, so that no list of files has to be kept up to
date: a file that a killed process left half-written still begins as ours do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from introplan.errors import UsageError

README = "README.md"

MAKER = "introplan"
"""Entry `Software` of PNG files, and a comment in SVG files."""

MADE_FROM = "Made from `records.jsonl` alone"
"""A sentence near the beginning of each README.md."""

SIGNS = {
    ".md": rf"# Results\n\n{MADE_FROM}"
    r"|\| (study \| planner|world \| policy|d( \| [A-Z][^|]*)*) \|",
    ".csv": r"study,planner,|world,policy,|d(,[A-Z][^,\n]*)*\n",
    ".png": rf"\x89PNG[\s\S]*\0{MAKER}",
    ".svg": rf"[\s\S]*<!-- {MAKER} -->",
}
"""How files of introplan's begin, by suffix: tables by their head, pictures by their maker."""

HEAD_BYTES = 2048
"""As much of a file is looked at; signs stand well within."""


def write_outputs(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write files into a folder, by name; their paths.

    Raises UsageError before the first one is written, if any would replace a file that is not
    introplan's.
    """
    check_are_ours(folder, files)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return [folder / name for name in files]


def check_are_ours(folder: Path, names: Iterable[str]) -> None:
    """Raise UsageError for the first file under these names that is not introplan's."""
    for path in (folder / name for name in names):
        if (path.exists() or path.is_symlink()) and not is_ours(path):
            raise UsageError(
                f"{path} was not made by introplan and is not written over; "
                "move it away, or take another folder"
            )


def is_ours(path: Path) -> bool:
    """Does the file begin as those that introplan makes? An empty one has nothing to lose."""
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES).decode("latin-1")
    return not head or re.match(SIGNS[path.suffix], head) is not None


def signed_svg(text: str) -> bytes:
    """An SVG document with the sign of introplan near its beginning."""
    declaration, end, rest = text.partition("?>\n") if text.startswith("<?xml") else ("", "", text)
    return f"{declaration}{end}<!-- {MAKER} -->\n{rest}".encode()
