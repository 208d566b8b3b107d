"""Verdicts as a Markdown table with a summary."""

from __future__ import annotations

from collections.abc import Sequence

from wild.judging import Verdict

SLACK_SECONDS = 0.1
"""So much slower than plain search may planning be."""

HEADS = (
    "world",
    "read",
    "right",
    "operators",
    "r_max",
    "h / steps",
    "score / best",
    "status",
    "states",
    "plan s",
    "read s",
    "plain s",
    "engine, method",
    "why",
)
MAX_WHY = 230


def row(verdict: Verdict) -> str:
    """One line of the table."""
    cells = (
        verdict.name,
        _mark(verdict.is_read),
        "?" if verdict.is_right is None else _mark(verdict.is_right),
        str(verdict.operators),
        verdict.r_max,
        f"{_number(verdict.distance)} / {_number(verdict.fewest)}",
        f"{_number(verdict.score)} / {_number(verdict.best)}",
        verdict.status,
        _number(verdict.states),
        _seconds(verdict.plan_seconds),
        _seconds(verdict.read_seconds),
        _seconds(verdict.plain_seconds),
        f"{verdict.engine}, {verdict.method}" if verdict.engine else "",
        verdict.why[:MAX_WHY].replace("|", "\\|").replace("\n", " "),
    )
    return "| " + " | ".join(cells) + " |"


def heading() -> str:
    """The two lines above the rows."""
    return "| " + " | ".join(HEADS) + " |\n|" + " --- |" * len(HEADS)


def summary(verdicts: Sequence[Verdict]) -> str:
    """How many are read, right and slow."""
    count = len(verdicts)
    read = sum(verdict.is_read for verdict in verdicts)
    judged = [verdict for verdict in verdicts if verdict.is_right is not None]
    right = sum(bool(verdict.is_right) for verdict in judged)
    timed = [v for v in verdicts if v.plan_seconds is not None and v.plain_seconds is not None]
    slow = [v.name for v in timed if is_slow(v)]
    return (
        f"{count} worlds: {sum(v.is_task for v in verdicts)} tasks, {read} read,"
        f" {right} of {len(judged)} judged right;"
        f" {len(slow)} of {len(timed)} slower than plain search by more than {SLACK_SECONDS} s"
        f"{': ' + ', '.join(slow) if slow else ''}"
    )


def is_slow(verdict: Verdict) -> bool:
    """Did planning take much longer than plain search?"""
    ours, plain = verdict.plan_seconds, verdict.plain_seconds
    return ours is not None and plain is not None and ours > plain + SLACK_SECONDS


def _mark(is_so: bool) -> str:
    return "yes" if is_so else "no"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


def _seconds(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
