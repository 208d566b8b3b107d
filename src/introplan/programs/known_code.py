"""Code that name and version say all of: Python's own, numpy's, and that of this package.

A user's module may have any name, also one of Python's, so files decide.
"""

from __future__ import annotations

import os
import sys
import types

_OWN = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_SHIPPED = os.path.join(_OWN, "domains") + os.sep
_PYTHON = os.path.dirname(os.path.abspath(os.__file__)) + os.sep
_HEAP_TYPE = 1 << 9
"""The flag of classes that are made while a program runs (Py_TPFLAGS_HEAPTYPE)."""

_IMMUTABLE_TYPE = 1 << 8
"""The flag of compiled classes that are made so as well (Py_TPFLAGS_IMMUTABLETYPE)."""


def is_library(file: str) -> bool:
    """Is this a file of Python's own, of numpy, or of this package, shipped worlds aside?"""
    if file.startswith(("<frozen", _folder_of("numpy"))):
        return True
    if file.startswith(_PYTHON):
        return "-packages" not in file
    return file.startswith(_OWN) and not file.startswith(_SHIPPED)


def _folder_of(package: str) -> str:
    file = getattr(sys.modules.get(package), "__file__", None)
    return os.path.dirname(file) + os.sep if file else "<none>"


def is_known(name: str | None) -> bool:
    """Is this a module that name and version say all of? A user's may have any name."""
    module = sys.modules.get(name or "")
    file = getattr(module, "__file__", None)
    return name in sys.builtin_module_names if file is None else is_library(file)


def hides_content(kind: type) -> bool:
    """Is this a class of compiled code, which may keep more than its attributes?"""
    if kind is object or kind is types.SimpleNamespace:
        return False
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    is_compiled = (
        kind.__module__ in sys.builtin_module_names if file is None else not file.endswith(".py")
    )
    is_made = kind.__flags__ & _HEAP_TYPE and not kind.__flags__ & _IMMUTABLE_TYPE
    return is_compiled or not is_made


def is_known_class(kind: type) -> bool:
    """The same of a class: one that is found where it says it is, or one of compiled code."""
    if not kind.__flags__ & _HEAP_TYPE:
        return True
    outer = getattr(sys.modules.get(kind.__module__), kind.__qualname__.partition(".")[0], None)
    is_there = outer is kind or "." in kind.__qualname__
    return is_there and is_known(kind.__module__)


def version_of(module: str) -> str:
    """The version of a package; Python's own is part of every fingerprint already."""
    package = sys.modules.get(module.partition(".")[0])
    return str(getattr(package, "__version__", ""))
