"""The drawings of the paper: figure 1, figure 4 and appendix D, from the same tasks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from introplan.domains.catalogue import domain, sample
from introplan.introspection.relational.goals import mutations
from introplan.pddl import parse_problem
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import Literal
from introplan.relational.state import State
from introplan.reporting.words import mutation_in_words
from introplan.search.state_space import reachable
from introplan.view.draw import draw, relational_scene
from introplan.view.drawing import Drawing, Sprite, Words, fitted
from introplan.view.png import is_available, png
from introplan.view.situation import situation_of
from introplan.view.state_graph import state_graph
from introplan.view.svg import svg

MAZE = {"width": 11, "height": 9, "goals": 3, "seed": 185}
"""A maze like the paper's: one player, three destinations."""

FIGURE_4 = """(define (problem figure-4) (:domain blocks-world)
  (:objects a b c d - block)
  (:init (on a d) (on-table b) (on-table c) (on-table d)
         (clear a) (clear b) (clear c) (hand-empty)))"""

APPENDIX_D = """(define (problem two-bins) (:domain bins)
  (:objects i1 i2 - item d1 d2 - bin)
  (:init (in-bin i1 d1) (in-bin i2 d2) (open d1) (open d2)))"""

DRAWN_STATES = (1, 5, 12, 18, 24)
"""The states of appendix D along the plan that it follows."""


def paper_pictures() -> Iterator[tuple[str, bytes]]:
    """Every drawing of the paper as a file: its name, and what is in it.

    SVG with a comment that names its maker, and PNG where matplotlib is.
    """
    for name, drawing in paper_drawings():
        yield f"{name}.svg", f"<!-- introplan -->\n{svg(drawing)}".encode()
        if is_available():
            yield f"{name}.png", png(drawing)


def write_paper_drawings(folder: Path) -> list[Path]:
    """Write every drawing of the paper into `folder`; their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = dict(paper_pictures())
    for name, content in pictures.items():
        (folder / name).write_bytes(content)
    return [folder / name for name in pictures]


def paper_drawings() -> Iterator[tuple[str, Drawing]]:
    """The drawings with the names of their files."""
    maze = sample("maze", **MAZE)
    start = draw(maze)
    assert isinstance(start, Drawing)
    yield "figure-1-maze", _captioned(start, "a maze: the player and three destinations")
    yield "figure-1-states", state_graph(reachable(maze), current=1)
    yield "figure-4-blocks-world", _figure_4()
    bins = _task("bins", APPENDIX_D)
    space = reachable(bins)
    for number in DRAWN_STATES:
        yield f"appendix-d-state-{number:02}", _numbered(bins, space.states[number - 1], number)
    yield "appendix-d-states", state_graph(space)


def _figure_4() -> Drawing:
    """The example state and, beside it, its milestone: all blocks on the table."""
    task = _task("blocks-world", FIGURE_4)
    mutation = next(iter(mutations(task)))
    names = frozenset(x for x in mutation.make_true if isinstance(x, Literal))
    end = State(task.start.objects, names)
    situations = [situation_of(task.start), situation_of(end)]
    scene = relational_scene(situations)
    left, right = map(scene, situations)
    condition = mutation_in_words(mutation, task.start.facts)
    both = beside(_captioned(left, "the state"), _captioned(right, "its milestone"))
    return _captioned(both, condition)


def _numbered(task: RelationalTask, state: State, number: int) -> Drawing:
    drawing = draw(state, task)
    assert isinstance(drawing, Drawing)
    return _captioned(drawing, f"state {number}")


def _task(name: str, problem: str) -> RelationalTask:
    return parse_problem(domain(name), problem)


def beside(left: Drawing, right: Drawing) -> Drawing:
    """Two drawings side by side."""
    moved = tuple(
        Sprite(f"right {s.key}", s.x + left.width, s.y, s.shapes, s.title, s.kind)
        for s in right.sprites
    )
    title = f"{left.title}; {right.title}"
    height = max(left.height, right.height)
    return Drawing(left.width + right.width, height, (*left.sprites, *moved), title)


def _captioned(drawing: Drawing, caption: str) -> Drawing:
    """The drawing with a line of words below it."""
    shown, size = fitted(caption, drawing.width - 16, size=14)
    words = Words(drawing.width / 2, drawing.height + 14, shown, "text", size)
    line = Sprite(f"caption {caption}", 0, 0, (words,), caption)
    return Drawing(
        drawing.width, drawing.height + 28, (*drawing.sprites, line), f"{caption}: {drawing.title}"
    )
