"""What all tests share: thousands of tests that stay are not looked at by the collector again."""

from __future__ import annotations

import gc


def pytest_collection_finish() -> None:
    """Put aside whatever is there before the first test: garbage is looked for in the rest."""
    gc.collect()
    gc.freeze()
