"""Worlds in files: a Python module that defines ACTIONS, transition, reward and START.

One function `step` may take the place of transition and reward (`stepping`), and `outcomes` that
of transition where there is chance (`chance`). A module that has an environment or a problem
instead defines a task: `TASK = ip.from_env(Environment())`.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import CodeType, ModuleType

from introplan.errors import ModelError, did_you_mean
from introplan.programs.doors import door_for, is_for_doors
from introplan.programs.imports import Neighbours, neighbours_of
from introplan.programs.places import place_of_error
from introplan.programs.program import Origin, Program, ProgramTask, program
from introplan.programs.user_code import WrongPartError, report, shown

NEEDED = ("ACTIONS", "transition", "reward", "START")
STEP_NEEDED = ("ACTIONS", "step", "START")
OUTCOMES_NEEDED = ("ACTIONS", "outcomes", "START")
TASK = "TASK"


def read_program(path: str | Path) -> ProgramTask:
    """The task that a Python file describes.

    `ACTIONS` is a list or a function of a state (which may also be called `actions`); `terminal`,
    `HORIZON`, `DISCOUNT` and `draw` may be missing. `TASK`, a task made by `from_env`,
    `from_problem` or `program`, takes the place of all. Modules beside the file can be imported
    (`imports`).
    """
    path = Path(path)
    return _read(path, _source(path), neighbours_of(path))


def _read(path: Path, source: bytes, neighbours: Neighbours) -> ProgramTask:
    code = _compiled(path, source)
    module = _executed(code, path, name=_module_name(path, source), neighbours=neighbours)
    make = partial(_read_again, path, source, neighbours.plain())
    return program_in(module, path, make=make)


def _read_again(path: Path, source: bytes, plain: tuple[str, ...]) -> ProgramTask:
    """The same task in another process, which gets the text of its file.

    Its module is run once: states and actions of its own types stay of the same types.
    """
    module = sys.modules.get(_module_name(path, source))
    if module is None:
        return _read(path, source, neighbours_of(path, plain))
    return program_in(module, path, make=partial(_read_again, path, source, plain))


def _module_name(path: Path, source: bytes) -> str:
    """The same for the same text: that is how pickled values find their types again."""
    text = hashlib.sha256(b"%s\0%s" % (str(path).encode(errors="replace"), source)).hexdigest()
    return f"_world_{text[:16]}_{path.stem}"


def program_from(
    code: CodeType, path: Path, *, name: str, make: Callable[[], ProgramTask]
) -> ProgramTask:
    """The task that a compiled module describes; `path` is where its text is."""
    return program_in(_executed(code, path, name=name), path, make=make)


def program_in(module: ModuleType, path: Path, *, make: Callable[[], ProgramTask]) -> ProgramTask:
    """The task that a module describes; `make` makes it again elsewhere."""
    names = vars(module)
    if TASK in names:
        return _given(names[TASK], path, make)
    actions = names.get("ACTIONS", names.get("actions"))
    has_step = "step" in names and "transition" not in names
    has_outcomes = "outcomes" in names and not {"transition", "step"} & names.keys()
    needed = STEP_NEEDED if has_step else OUTCOMES_NEEDED if has_outcomes else NEEDED
    missing = [n for n in needed if n not in names and not (n == "ACTIONS" and actions)]
    if missing:
        raise ModelError(_complaint(missing[0], module), file=str(path))
    try:
        world = program(
            actions=actions,  # type: ignore[arg-type] # `program` checks
            transition=names.get("transition"),
            reward=names.get("reward"),
            step=names["step"] if has_step else None,
            outcomes=names["outcomes"] if has_outcomes else None,
            terminal=names.get("terminal"),
            name=path.stem,
            draw=names.get("draw"),
        )
        if isinstance(world, Program):  # one with chance runs in this process alone
            world = replace(world, origin=Origin(make, names["START"]))
        discount = names.get("DISCOUNT", 1.0)
        return world.task(names["START"], names.get("HORIZON"), discount=discount)
    except WrongPartError as error:
        line = _line_of(error.part, path)
        raise ModelError(str(error), file=str(path), line=line) from None


def _given(task: object, path: Path, make: Callable[[], ProgramTask]) -> ProgramTask:
    """The task that a module has made itself, under the name of its file."""
    if not isinstance(task, ProgramTask):
        advice = door_for(task) or "ip.from_env(…) and ip.from_problem(…) make one"
        message = f"{TASK} must be a task of a world in Python, got {shown(task)}; {advice}"
        raise ModelError(message, file=str(path), line=_line_of(TASK, path))
    world = replace(task.program, name=path.stem, origin=Origin(make, task.start))
    world.analyses.update(task.program.analyses)  # such as a copy of an environment to step on
    return replace(task, program=world, name=path.stem)


def _line_of(part: str, path: Path) -> int | None:
    """Where a module says what this part of it is, if it does so plainly."""
    names = (part, part.upper(), part.lower())
    own = re.compile(rf"(?:def |async def |class )?(?:{'|'.join(names)})\b")
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return None
    return next((number for number, line in enumerate(lines, 1) if own.match(line)), None)


def _source(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        raise ModelError(f"cannot read it: {reason}", file=str(path)) from None


def _compiled(path: Path, source: bytes) -> CodeType:
    try:
        return compile(source, str(path), "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        raise _no_python(error, path) from None
    except (RecursionError, MemoryError):  # what Python says of text that is nested too deeply
        raise ModelError("not Python: nested too deeply", file=str(path)) from None


def _executed(
    code: CodeType, path: Path, *, name: str, neighbours: Neighbours | None = None
) -> ModuleType:
    """The module, run under a name of its own."""
    module = ModuleType(name)
    module.__file__ = str(path)
    if neighbours is not None:
        module.__dict__["__builtins__"] = neighbours.builtins()
    sys.modules[module.__name__] = module  # dataclasses look their module up
    try:
        exec(code, module.__dict__)
    except SystemExit as error:
        hint = 'put what is to be run under `if __name__ == "__main__":`'
        place = place_of_error(error)
        line = None if place is None else place.line
        message = f"the module calls for exit; {hint}"
        raise ModelError(message, file=str(path), line=line) from None
    except BaseException as error:
        report("the module", None, error, file=str(path))
    return module


def _no_python(error: Exception, path: Path) -> ModelError:
    if not isinstance(error, SyntaxError):
        return ModelError(f"not a Python file: {error}", file=str(path))
    line = error.text.rstrip("\n") if error.text else None
    return ModelError(
        f"not Python: {error.msg}",
        file=str(path),
        line=error.lineno or None,
        column=error.offset if error.lineno and (error.offset or 0) > 0 else None,
        source_line=line,
    )


def _complaint(missing: str, module: ModuleType) -> str:
    names = vars(module)
    own = [n for n in names if not n.startswith("_")]
    near = [n for n in own if n.lower() == missing.lower()]
    hint = f"; did you mean {near[0]!r}?" if near else did_you_mean(missing, own[:100])
    hint = hint if "did you mean" in hint else f"; a world defines {', '.join(NEEDED)}"
    return f"{missing} is not defined{hint}{_door_of_classes(module)}"


def _door_of_classes(module: ModuleType) -> str:
    """How to make a task of a class that is an environment or a problem, if there is one."""
    doors = {
        name: "from_env" if callable(getattr(kind, "step", None)) else "from_problem"
        for name, kind in vars(module).items()
        if isinstance(kind, type) and kind.__module__ == module.__name__ and is_for_doors(kind)
    }
    if not doors:
        return ""
    name, door = [*doors.items()][-1]  # what comes before are its bases more often than not
    return f"; for the class {name} write {TASK} = introplan.{door}({name}())"
