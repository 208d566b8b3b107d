"""What a story says, in a form that tests compare."""

from __future__ import annotations

from introplan.view.story import Story


def ticked(told: Story) -> list[list[str]]:
    """The wishes that are ticked in each frame, as a reader of the story finds out."""
    found: list[list[str]] = []
    now: set[int] = set()
    progress = told.progress
    for frame, (number, toggles) in enumerate(
        zip(progress.stretch_of, progress.toggles, strict=True)
    ):
        if frame and number != progress.stretch_of[frame - 1]:
            now = set()
        now ^= set(toggles)
        found.append([progress.stretches[number]["wishes"][i] for i in sorted(now)])
    return found
