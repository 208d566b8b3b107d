"""Where tests are: the test of `src/introplan/a/b.py` is `tests/a/test_b.py`.

A package `a` with functions of its own in `a/__init__.py` has `tests/test_a.py`. Where one file
would be too long, others say which side of the module they look at: `tests/a/test_b_limits.py`.
What belongs to no single module is in one of the folders of `WHOLE_FEATURES`.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

import introplan

SOURCE = Path(introplan.__file__).parent
TESTS = Path(__file__).parent
SLOW = TESTS / "slow.txt"
ROOT = TESTS.parent
PAGES = [ROOT / "Makefile", *ROOT.glob("*.md"), *sorted((ROOT / "docs").glob("*.md"))]

WHOLE_FEATURES = {
    "benchmarks": "the comparison with other planners, in benchmarks/",
    "browser": "the page in Chromium",
    "determinism": "the same output in every run",
    "docs": "pages, notebooks and the site",
    "examples": "the worlds in examples/",
    "models": "model files, valid and not, read by all of pddl/",
    "paper": "numbers of the paper",
    "reliability": "the harness behind docs/reliability.md",
    "worlds": "worlds people know, in Python and in PDDL, and their best scores",
}

OWN = {"test_mirror.py": "this file", "test_conftest.py": "what the quick loop leaves out"}

WITHOUT_A_TEST = {
    "__main__.py": "calls cli.main; tests/cli/test_process.py runs it as a process",
}
"""Modules without a test of their name, and why."""

FILE_NAME = re.compile(r"(?<![\w*{}<./-])((?:[\w.-]+/)*[\w-]+\.(?:py|hpp|cpp))\b")
"""A file of ours in prose, perhaps with folders; not a pattern, and not the end of a path."""

INVENTED = {"WORLD.py", "helper.py", "jugs.py", "mill.py", "my_maze.py", "my_world.py"}
"""Files of users, in examples."""


def modules() -> list[str]:
    """Every module but packages, as a path in the package."""
    files = SOURCE.rglob("*.py")
    return sorted(str(f.relative_to(SOURCE)) for f in files if f.name != "__init__.py")


def mirrored(module: str) -> str:
    """Where the test of a module is, as a path in the folder of tests."""
    path = Path(module)
    return str(path.with_name(f"test_{path.name}"))


def named_by(test: str) -> set[str]:
    """The modules or packages that a file of tests may belong to by its name."""
    path = Path(test)
    words = path.stem.removeprefix("test_").split("_")
    stems = ("_".join(words[:count]) for count in range(1, len(words) + 1))
    return {str(path.with_name(stem)) for stem in stems}


def test_every_module_has_a_test_of_its_name() -> None:
    """The exceptions have reasons, and are exceptions."""
    missing = {module for module in modules() if not (TESTS / mirrored(module)).exists()}

    assert not [
        f"tests/{mirrored(module)} is missing"
        for module in sorted(missing - WITHOUT_A_TEST.keys())
    ]
    assert not [f"{module} has a test" for module in sorted(WITHOUT_A_TEST.keys() - missing)]


def test_every_file_of_tests_names_what_it_tests() -> None:
    """A module, a package, or a folder for whole features."""
    packages = {str(f.parent.relative_to(SOURCE)) for f in SOURCE.rglob("__init__.py")}
    known = {module.removesuffix(".py") for module in modules()} | packages | {SOURCE.name}
    files = sorted(str(f.relative_to(TESTS)) for f in TESTS.rglob("test_*.py"))
    mirroring = [f for f in files if Path(f).parts[0] not in WHOLE_FEATURES and f not in OWN]

    assert not [f"tests/{f} mirrors no module" for f in mirroring if not named_by(f) & known]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_tests_that_pages_name_exist(page: Path) -> None:
    """In documentation and in the Makefile."""
    named = re.findall(r"tests/(?:[\w-]+/)*[\w-]+\.(?:py|txt)", page.read_text(encoding="utf-8"))

    assert not [name for name in named if not (ROOT / name).exists()]


def described() -> list[Path]:
    """Sources with comments, and pages; not what is installed or made beside them."""
    native = (p for p in (ROOT / "native").rglob("*") if p.suffix in (".hpp", ".cpp"))
    pages = (p for p in PAGES if p.suffix == ".md")
    return sorted({*SOURCE.rglob("*.py"), *native, *pages})


def prose_of(file: Path) -> str:
    """The comments and strings that stand alone in a source; all of a page."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".md":
        return text
    if file.suffix != ".py":
        return "\n".join(re.findall(r"//.*", text))
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
    alone = [n.value for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Expr)]
    strings = [str(x.value) for x in alone if isinstance(x, ast.Constant)]
    return "\n".join([*comments, *strings])


def test_files_that_comments_and_pages_name_exist() -> None:
    """A renamed module leaves no trace of its old name; folders before a name must be right."""
    folders = ("src", "native", "tests", "benchmarks", "examples", "docs")
    paths = (path for folder in folders for path in (ROOT / folder).rglob("*.*pp"))
    sources = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    known = {f"/{path.relative_to(ROOT)}" for path in (*paths, *sources)}
    endings = {path[i:] for path in known for i, sign in enumerate(path) if sign == "/"}

    assert not [
        f"{file.relative_to(ROOT)} names {name}"
        for file in described()
        for name in sorted(set(FILE_NAME.findall(prose_of(file))))
        if f"/{name}" not in endings and name not in INVENTED
    ]


def test_the_list_of_slow_tests_is_up_to_date() -> None:
    """Every entry is a test that exists; `make slow-list` measures anew, TESTS=... only some."""
    entries = SLOW.read_text(encoding="utf-8").splitlines()
    gone = [entry for entry in entries if entry.startswith("tests/") and not _is_test(entry)]

    assert not gone, f"remove them from tests/slow.txt: {gone}"


def _is_test(entry: str) -> bool:
    """Is this `file::function` there, whatever its parameters?"""
    name, _, function = entry.partition("[")[0].partition("::")
    file = TESTS.parent / name
    if not file.exists():
        return False
    body = ast.parse(file.read_text(encoding="utf-8")).body
    return any(isinstance(node, ast.FunctionDef) and node.name == function for node in body)
