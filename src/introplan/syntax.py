"""From Python text to its syntax tree, whatever other threads do meanwhile.

While Python builds a tree it counts how deep it is, in one place for all threads. If another one
parses before it is done (collecting garbage may let that happen, even within one thread), the
count is wrong, and Python raises an error about itself although nothing is wrong with the text.
"""

from __future__ import annotations

import ast

TRIES = 5
"""A text that cannot be parsed so often cannot be parsed."""


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
    for _ in range(TRIES - 1):
        try:
            return ast.parse(text, mode=mode)
        except (SystemError, RecursionError):
            continue
    return ast.parse(text, mode=mode)
