"""What the data of a page say, in a form that tests compare."""

from __future__ import annotations

from introplan.view.page_data import PageData


def satisfied_conditions(data: PageData) -> list[list[str]]:
    """The conditions that are met in each frame, as a reader of the page finds out."""
    found: list[list[str]] = []
    now: set[int] = set()
    progress = data.progress
    for frame, (number, toggles) in enumerate(
        zip(progress.segment_of, progress.toggles, strict=True)
    ):
        if frame and number != progress.segment_of[frame - 1]:
            now = set()
        now ^= set(toggles)
        found.append([progress.segments[number]["conditions"][i] for i in sorted(now)])
    return found
