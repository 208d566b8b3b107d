"""A copy of the tree in which faults are planted; the tree itself is never touched.

The copy and what is built of it stay in one folder from run to run: files that have not changed
keep their times, so that only what a fault changes is compiled again.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import cache_from_source
from pathlib import Path

from reliability.mutants.fault import Fault

TREE = Path(__file__).parents[3]
FLAGS = "-O1 -DNDEBUG"
"""Quick to compile and quick enough to run; asserts are left out as in what users get."""


class MisplantedError(Exception):
    """The text of a fault does not stand in its file exactly once."""


class Copy:
    """The tracked and the new files of the tree, in a folder of their own.

    `settings` are told to CMake when the extension is built.
    """

    def __init__(self, folder: Path, *settings: str, flags: str = FLAGS) -> None:
        self.settings = [*settings, f"-DCMAKE_CXX_FLAGS={flags}", "-DCMAKE_BUILD_TYPE=None"]
        self.tree = folder / "tree"
        self.build = folder / "build"
        for name in _files():
            _brought_up_to_date(TREE / name, self.tree / name)

    @contextmanager
    def planted(self, fault: Fault) -> Iterator[None]:
        """The copy with this fault in it, for as long as the block lasts."""
        file = self.tree / fault.file
        text = file.read_text(encoding="utf-8")
        if text.count(fault.old) != 1:
            raise MisplantedError(f"{fault.file} has {fault.old!r} {text.count(fault.old)} times")
        _write(file, text.replace(fault.old, fault.new))
        try:
            if fault.is_native:
                self.compile()
            yield
        finally:
            _write(file, text)

    def compile(self) -> None:
        """Build the extension of the copy, as far as it is not up to date."""
        nanobind = [sys.executable, "-m", "nanobind", "--cmake_dir"]
        place = subprocess.run(nanobind, capture_output=True, text=True, check=True).stdout.strip()
        settings = [f"-Dnanobind_DIR={place}", f"-DPython_EXECUTABLE={sys.executable}"]
        command = ["cmake", "-S", str(self.tree), "-B", str(self.build)]
        _run(*command, *settings, *self.settings)
        _run("cmake", "--build", str(self.build))
        (module,) = self.build.glob("_kernel*.so")
        self.use(module)

    def use(self, module: Path) -> None:
        """Take an extension that was built already."""
        _brought_up_to_date(module, self.tree / "src/introplan" / module.name)

    def environment(self) -> dict[str, str]:
        """Variables under which Python finds the package of the copy and no other.

        The tree under test may be installed in place, by a hook that comes before every path;
        `python -S` leaves out such hooks, and the other packages with them, so these are named.
        """
        folders = [self.tree / name for name in ("src", "tests", "benchmarks")]
        packages = sysconfig.get_path("purelib")
        path = os.pathsep.join([*map(str, folders), packages])
        return {**os.environ, "PYTHONPATH": path}


def _files() -> list[str]:
    """What belongs to the tree, whether it is committed or not."""
    listing = ["git", "-C", str(TREE), "ls-files", "-co", "--exclude-standard"]
    found = subprocess.run(listing, capture_output=True, text=True, check=True).stdout
    return [name for name in found.splitlines() if (TREE / name).is_file()]


def _write(file: Path, text: str) -> None:
    """Change a file; bytecode of the same second would pass for that of the new text."""
    file.write_text(text, encoding="utf-8")
    if file.suffix == ".py":
        Path(cache_from_source(str(file))).unlink(missing_ok=True)


def _brought_up_to_date(source: Path, target: Path) -> None:
    content = source.read_bytes()
    if target.exists() and target.read_bytes() == content:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
