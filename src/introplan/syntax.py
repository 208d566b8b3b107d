"""From Python text to its syntax tree, also while other threads parse.

CPython counts the depth of the tree that it builds in one variable for all threads. If another
thread parses before it is done (collecting garbage may let that happen, even within one thread),
the count is wrong, and `ast.parse` raises an error although nothing is wrong with the text.
"""

from __future__ import annotations

import ast

MAX_TRIES = 5
"""A collision is rare (one in thousands under load); five in a row have not been seen."""


def module_tree(text: str) -> ast.Module:
    """The tree of a whole file; raises what `ast.parse` does."""
    tree = _tree(text, "exec")
    assert isinstance(tree, ast.Module)
    return tree


def expression_tree(text: str) -> ast.expr:
    """The tree of one expression; raises what `ast.parse` does.

    >>> ast.unparse(expression_tree("2*d+1"))
    '2 * d + 1'
    """
    tree = _tree(text, "eval")
    assert isinstance(tree, ast.Expression)
    return tree.body


def _tree(text: str, mode: str) -> ast.AST:
    for _ in range(MAX_TRIES - 1):
        try:
            return ast.parse(text, mode=mode)
        except (SystemError, RecursionError):
            continue
    return ast.parse(text, mode=mode)
