"""A folder of results from its records alone: tables, figures, and a README.md that reads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from introplan.experiments.claims import Claim, Finding, all_claims
from introplan.experiments.figures import Figure, all_figures
from introplan.experiments.outputs import MADE_FROM, README, check_are_ours, write_outputs
from introplan.experiments.plotting import figure_files, names_of
from introplan.experiments.records import Record, check_links, read_records
from introplan.experiments.series import Measurements, measured
from introplan.experiments.tables import NAMES, Table, all_tables

SHOWN = ("scores", "slopes", "reach", "policies")
"""Tables that stand in the README; the others are files only."""

FIGURE_OF = {
    "figure-2": ("figure 2",),
    "figure-5": ("figure 5",),
    "appendix-a": ("appendix A",),
    "appendix-b": ("appendix B",),
}
"""The figures of the paper by which claims stand; those of appendix F go by their title."""

INTRODUCTION = f"""\
# Results

{MADE_FROM}; `introplan figures` makes everything here anew.

Lines are means over the episodes, bands their 95 % confidence intervals (Student's t). Times are
processor times of the planner, from a task in memory to a plan. A cross is a size at which a limit
cut runs short: a lower bound, left out of every fit. Scores are normalised: 0 is the worst episode
possible, 1 the best.
"""


@dataclass(frozen=True, slots=True)
class Report:
    """What was found and what was written."""

    claims: tuple[Claim, ...]
    tables: tuple[Table, ...]
    files: tuple[Path, ...]


Pictures = Callable[[], Iterable[tuple[str, bytes]]]
"""Gives pictures of what is no measurement (states, state spaces): names of files, contents."""


def write_report(
    folder: Path,
    *,
    has_matplotlib: bool,
    pictures: Sequence[Pictures] = (),
) -> Report:
    """Write tables, figures (with `has_matplotlib`) and the README into a folder of records.

    `pictures` are added where the records are those of the paper. Raises UsageError before it
    writes anything, if a file of the same name is not introplan's (`outputs`).
    """
    check_links(folder)
    data = measured(read_records(folder))
    tables, claims, figures = all_tables(data), all_claims(data), all_figures(data)
    files = {name: text for table in tables for name, text in _table_files(table)}
    drawable = figures if has_matplotlib else []
    # Drawing takes seconds, so what must not be written over is looked for before.
    check_are_ours(folder, (README, *files, *(n for f in drawable for n in names_of(f))))
    for figure in drawable:
        files |= figure_files(figure)
    is_paper = {"figure-2", "figure-5"} <= {figure.name for figure in figures}
    drawn = dict(picture for make in pictures for picture in make()) if is_paper else {}
    text = readme(data, claims, figures=figures, tables=tables, drawn=[*drawn])
    # The README names all others, so it is written last: what it shows is there.
    written = write_outputs(folder, {**files, **drawn, README: text.encode()})
    return Report(tuple(claims), tuple(tables), tuple(written))


def check_report(folder: Path) -> None:
    """Raise UsageError if a report could not be written: to be asked before the runs are made."""
    check_links(folder)
    check_are_ours(folder, (README, *(f"{name}.{end}" for name in NAMES for end in ("csv", "md"))))


def readme(
    data: Measurements,
    claims: Sequence[Claim],
    *,
    figures: Sequence[Figure],
    tables: Sequence[Table] = (),
    drawn: Sequence[str] = (),
) -> str:
    """Every figure beside the paper's claims about it, then the tables."""
    parts = [INTRODUCTION, _about(data.records), _verdicts(claims)]
    parts += [_figure_part(figure, claims) for figure in figures]
    parts += _drawn_part(drawn)
    parts += [f"## {t.title}\n\n{t.as_markdown()}" for t in tables if t.name in SHOWN]
    names = ", ".join(f"[{t.name}.csv]({t.name}.csv)" for t in tables)
    return "\n".join([*parts, f"Tables as files: {names or 'none'}.\n"])


def claims_table(claims: Sequence[Claim]) -> Table:
    """The claims with what was found."""
    rows = tuple(
        (c.figure, c.text, f"{c.finding.mark} {c.finding.value}", c.number) for c in claims
    )
    head = ("where", "the paper's claim", "our data", "the number that decides")
    return Table("claims", "The paper's claims", head, rows)


def _table_files(table: Table) -> list[tuple[str, bytes]]:
    texts = (("csv", table.as_csv()), ("md", table.as_markdown()))
    return [(f"{table.name}.{end}", text.encode()) for end, text in texts]


def _about(records: Sequence[Record]) -> str:
    """What the records are, and whether their times can be trusted."""
    statuses = Counter(record.status for record in records)
    shared = sum(bool(record.measured.get("shared_core")) for record in records)
    machines = sorted({_machine(record) for record in records})
    counts = ", ".join(f"{count} {status}" for status, count in sorted(statuses.items()))
    lines = [
        f"{len(records)} runs: {counts}.",
        f"{shared} of them shared a core with others, so that their times may be a little long.",
        f"Made on {'; '.join(machines)}.",
    ]
    return "\n".join(lines) + "\n"


def _machine(record: Record) -> str:
    machine, versions = record.machine, record.versions
    return (
        f"{machine['processor']}, {machine['cores']} cores, {machine['system']}, "
        f"Python {versions['python']}, introplan {_code(versions)} ({versions['engine']})"
    )


def _code(versions: Mapping[str, Any]) -> str:
    """The version and the revision; records of early versions name none."""
    revision = versions.get("revision")
    return f"{versions['introplan']}, revision {revision}" if revision else versions["introplan"]


def _verdicts(claims: Sequence[Claim]) -> str:
    counts = Counter(claim.finding for claim in claims)
    counted = ", ".join(f"{counts[f]} {f.value}" for f in Finding)
    known = [claim for claim in claims if claim.finding is not Finding.UNDECIDED]
    table = f"\n{claims_table(known).as_markdown()}" if known else ""
    return f"## The paper's claims\n\nOf {len(claims)} claims: {counted}.\n{table}"


def _figure_part(figure: Figure, claims: Sequence[Claim]) -> str:
    lines = [f"## {figure.title}\n", f"![{figure.title}]({figure.name}.png)\n", figure.caption]
    about = [claim for claim in claims if _is_about(claim, figure)]
    lines += [""] if about else []
    lines += [f"- {c.finding.mark} {c.text}: **{c.finding.value}** ({c.number})" for c in about]
    return "\n".join(lines) + "\n"


def _is_about(claim: Claim, figure: Figure) -> bool:
    if figure.name in FIGURE_OF:
        return claim.figure in FIGURE_OF[figure.name]
    study = figure.title.partition(": ")[2]
    return bool(study) and claim.text.startswith(f"{study}: ")


def _drawn_part(drawn: Sequence[str]) -> list[str]:
    """The drawings of states, if there are any."""
    shown = [name for name in drawn if name.endswith(".svg")]
    if not shown:
        return []
    pictures = [f"![{name.removesuffix('.svg')}]({name})\n" for name in shown]
    return ["## Drawings: figures 1 and 4, appendix D\n", *pictures]
