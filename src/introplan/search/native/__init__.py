"""The one door to the C++ engine (`native/` of the repository): integers in, integers out.

`encoding.py` writes formulas as integers, `loading.py` gives a task to a kernel, `handles.py` has
what comes out, and `engine.py` is the engine that planners use.
"""

from __future__ import annotations

try:
    from introplan import _kernel as _kernel
except ImportError:
    _kernel = None  # type: ignore[assignment]


def is_available() -> bool:
    """Was the package built with it? To ask loads nothing of what hands tasks over."""
    return _kernel is not None
