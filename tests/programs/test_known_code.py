"""What is told by name and version, and what is not."""

from __future__ import annotations

import collections
import copy
import json
import random
import threading
import types

from introplan.domains import grid
from introplan.programs import copying
from introplan.programs.known_code import hides_content, is_known, is_known_class, is_library


class Own:
    """A class of a user."""


def test_files_of_python_and_of_this_package_are_known_and_shipped_worlds_are_not() -> None:
    """The constants of a shipped world are what it is made of."""
    for function in (copy.deepcopy, json.loads, copying.copied):
        assert is_library(function.__code__.co_filename)
    assert not is_library(str(grid.__file__))
    assert not is_library("/home/somebody/calendar.py")
    assert not is_library("<string>")


def test_modules_and_classes_are_known_by_their_files() -> None:
    """A class that only says it is of a module of Python's is not."""
    assert is_known("json")
    assert is_known("sys")
    assert not is_known("nowhere")
    assert not is_known(None)
    assert is_known_class(collections.OrderedDict)
    assert is_known_class(dict)
    assert not is_known_class(Own)
    pretender = types.new_class("Fraction")
    pretender.__module__ = "fractions"
    assert not is_known_class(pretender)


def test_classes_of_compiled_code_may_hide_what_they_hold() -> None:
    """Locks and files do, instances of ordinary classes do not."""
    assert hides_content(type(threading.Lock()))
    assert hides_content(dict)
    assert not hides_content(Own)
    assert not hides_content(random.Random)
    assert not hides_content(object)
