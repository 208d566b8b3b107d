"""Is there a native engine? To ask that loads none of what hands tasks to it."""

from __future__ import annotations

try:
    from introplan import _kernel as _kernel
except ImportError:
    _kernel = None  # type: ignore[assignment]


def is_available() -> bool:
    """Was the package built with the native engine?"""
    return _kernel is not None
