"""Doctests in docstrings are shown as code: Markdown would take `>>>` for a quotation."""

from __future__ import annotations

from typing import Any

import griffe


class FencedDoctests(griffe.Extension):
    """Puts a fence around every doctest of every docstring on the reference page."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of an object as it is loaded."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(docstring: str) -> str:
    """The docstring with a fence around each paragraph that begins with a prompt."""
    paragraphs = docstring.split("\n\n")
    shown = (f"```pycon\n{p}\n```" if p.lstrip().startswith(">>>") else p for p in paragraphs)
    return "\n\n".join(shown)
