"""Imports of a world file: modules that lie beside it are its own.

Two worlds in different folders may each have a `helper.py`. Python keeps one module per name in
`sys.modules`, so with the folders on `sys.path` the second world would silently get the helper of
the first. Therefore a folder is not put on `sys.path`. It becomes a synthetic package with a name
of its own, and `import helper` in a world means `import <package>.helper`:

    world file ─▶ its `__builtins__["__import__"]` ─▶ `_beside_<digest>.helper` in `sys.modules`

Python looks `__import__` up in the globals of the importing function, whenever it runs, so imports
inside functions and imports of helpers by helpers resolve in the same way. The digest covers the
path of the folder and the text of all helpers that a world can import statically: an edited helper
is another module, and every process gives one helper the same name, which pickle relies on.

The standard library comes first, then the folder, then everything else. A helper that the program
itself has imported under its plain name before (the same file) stays that module: its classes are
then the same on both sides.
"""

from __future__ import annotations

import ast
import builtins
import hashlib
import importlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any


def files_beside(path: Path) -> tuple[Path, ...]:
    """The files beside a world that it imports, directly or through each other, in order.

    Found in the text of the world. Of a package, all files count. A world that is no Python has
    none.
    """
    folder = path.resolve().parent
    found: dict[Path, None] = {}
    _collect(path.resolve(), folder, found)
    return tuple(sorted(file for file in found if file != path.resolve()))


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The modules beside a world, under the name of their synthetic package."""

    folder: Path
    package: str
    _beside: dict[str, bool] = field(default_factory=dict, compare=False)
    """By the first part of a name; a function may import something in every step."""

    def builtins(self) -> dict[str, Any]:
        """Python's builtins, with an `__import__` that knows these modules."""
        return {**vars(builtins), "__import__": self._import}

    def plain(self) -> tuple[str, ...]:
        """Modules of the folder that this process has imported under their plain names."""
        return tuple(sorted(name for name in [*sys.modules] if self._is_plain(name)))

    def full_name(self, name: str) -> str:
        """The name in `sys.modules` of what a world imports by this name."""
        top = name.partition(".")[0]
        is_own = self._is_beside(top) and not self._is_plain(top)
        return f"{self.package}.{name}" if is_own else name

    def _import(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        """What `__import__` gives; its parameters have the names that Python documents."""
        own = self.full_name(name)
        if level or own == name:
            return builtins.__import__(name, globals, locals, fromlist or (), level)
        self._register()
        try:
            found = builtins.__import__(own, globals, locals, fromlist or ())
        except ModuleNotFoundError as error:
            if not (error.name or "").startswith(self.package):
                raise
            missing = (error.name or "").removeprefix(f"{self.package}.")
            raise ModuleNotFoundError(f"No module named {missing!r}", name=missing) from None
        # Without a `from` Python binds the first part of a dotted name.
        top = name.partition(".")[0]
        return found if fromlist else sys.modules[f"{self.package}.{top}"]

    def _is_beside(self, top: str) -> bool:
        if top in sys.stdlib_module_names:
            return False
        if top not in self._beside:
            self._beside[top] = _spec(top, self.folder) is not None
        return self._beside[top]

    def _is_plain(self, top: str) -> bool:
        """Is the module of this name in `sys.modules` the one in the folder?"""
        origin = getattr(getattr(sys.modules.get(top), "__spec__", None), "origin", None)
        if origin is None or "." in top:
            return False
        file = Path(origin)
        home = file.parent.parent if file.name == "__init__.py" else file.parent
        return file.is_absolute() and home.resolve() == self.folder and self._is_beside(top)

    def _register(self) -> None:
        """Put the synthetic package in place, and what gives its modules our builtins."""
        if self.package not in sys.modules:
            package = ModuleType(self.package)
            package.__path__ = [str(self.folder)]
            sys.modules[self.package] = package
            sys.meta_path.insert(0, _Finder(f"{self.package}.", self.builtins))


def neighbours_of(path: Path, plain: Sequence[str] = ()) -> Neighbours:
    """The modules beside the world in `path`.

    `plain` are those that another process, which the world comes from, had imported under their
    plain names (`Neighbours.plain`): they are imported so here as well.
    """
    importlib.invalidate_caches()  # a folder may have changed since it was last looked at
    folder = path.resolve().parent
    digest = hashlib.sha256(str(folder).encode(errors="replace"))
    for file in files_beside(path):
        digest.update(b"\0%s\0%s" % (str(file).encode(errors="replace"), _content(file)))
    for name in plain:
        try:
            importlib.import_module(name)
        except ImportError:
            continue  # then they are imported as neighbours
    return Neighbours(folder, f"_beside_{digest.hexdigest()[:16]}")


@dataclass(frozen=True, slots=True)
class _Finder:
    """Finds the modules of one synthetic package, as Python does, but with other builtins."""

    prefix: str
    make_builtins: Callable[[], dict[str, Any]]

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith(self.prefix):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = _Loader(name, spec.loader.path)
            spec.loader.make_builtins = self.make_builtins
        return spec


class _Loader(SourceFileLoader):
    """Python's own loader of source files; a module has our builtins before it is run."""

    make_builtins: Callable[[], dict[str, Any]]

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__["__builtins__"] = self.make_builtins()
        super().exec_module(module)


def _spec(top: str, folder: Path) -> ModuleSpec | None:
    """The module or package of this name in a folder.

    A folder without `__init__.py` is a package only where Python finds no other: a folder of
    drawings called `numpy` must not hide numpy.
    """
    spec = PathFinder.find_spec(top, [str(folder)])
    if spec is None or spec.loader is not None:
        return spec
    other = PathFinder.find_spec(top)
    return spec if other is None or other.loader is None else None


def _collect(file: Path, folder: Path, found: dict[Path, None]) -> None:
    """Enter `file` and all that it imports from `folder`."""
    if file in found:
        return
    found[file] = None
    for top in _imported(file):
        spec = None if top in sys.stdlib_module_names else _spec(top, folder)
        for inner in () if spec is None else _files_of(spec):
            _collect(inner.resolve(), folder, found)


def _files_of(spec: ModuleSpec) -> Iterator[Path]:
    """The files of a module or of a whole package."""
    for folder in spec.submodule_search_locations or ():
        yield from Path(folder).rglob("*.py")
    if spec.submodule_search_locations is None and spec.origin is not None:
        yield Path(spec.origin)


def _imported(file: Path) -> Iterator[str]:
    """The first parts of the names of all modules that a file imports."""
    try:
        tree = ast.parse(_content(file))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""
