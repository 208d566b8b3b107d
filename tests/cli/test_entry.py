"""One test for each exit code that scripts rely on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from introplan.cli import explain, main, plan
from introplan.cli.entry import COMMANDS
from introplan.cli.process import ExitCode
from introplan.limits import Meter

Run = Callable[..., Any]

ROW = """START = 0
ACTIONS = [1, -1]
def transition(s, a): return max(0, min(3, s + a))
def reward(s, a, t): return t
"""

NEVER = "def terminal(s, a, t): return 'success' if t == 'never' else None\n"

GREEDY = ("plan", "blocks-world", "--blocks", 12, "--planner", "greedy")


def test_a_plan_that_was_found_is_0(run: Run) -> None:
    """Success is zero, as everywhere."""
    assert run("plan", "blocks-world", "--blocks", 3).code == 0


def test_proof_that_there_is_no_plan_is_11(run: Run, switch: Path, unsolvable: Path) -> None:
    """The reachable space is exhausted, and the answer says so."""
    answer = run("plan", switch, unsolvable)

    assert answer.code == 11
    assert "there is no plan" in answer.out


def test_reaching_the_horizon_is_12(run: Run) -> None:
    """A best-effort plan is not what was asked for."""
    answer = run("plan", "blocks-world", "--blocks", 5, "--horizon", 1, "--json")

    assert (answer.code, answer.record["status"]) == (12, "horizon")


def test_running_out_of_nodes_is_12(run: Run) -> None:
    """Giving up proves nothing."""
    answer = run(*GREEDY, "--nodes", 10, "--json")

    assert (answer.code, answer.record["status"]) == (12, "out-of-nodes")


def test_running_out_of_memory_is_22(run: Run) -> None:
    """The limit is honoured inside the search."""
    answer = run(*GREEDY, "--memory", 1, "--json")

    assert (answer.code, answer.record["status"]) == (22, "out-of-memory")


def test_running_out_of_time_is_23(run: Run) -> None:
    """The limit is honoured inside the search."""
    answer = run(*GREEDY, "--time", 0, "--json")

    assert (answer.code, answer.record["status"]) == (23, "out-of-time")


def test_a_broken_model_is_31_with_place_line_and_caret(run: Run, tmp_path: Path) -> None:
    """One message on stderr, nothing on stdout, no traceback."""
    broken = tmp_path / "broken.pddl"
    broken.write_text("(define (domain x)\n  (:predicats (a)))\n", encoding="utf-8")

    answer = run("plan", broken, broken)

    assert (answer.code, answer.out) == (31, "")
    assert answer.err.startswith(f"{broken}:2:")
    assert answer.err.splitlines()[-1].strip() == "^"


@pytest.mark.parametrize("name", ["missing.pddl", "."])
def test_a_file_that_cannot_be_read_is_31(run: Run, tmp_path: Path, name: str) -> None:
    """A missing file and a folder are bad input."""
    answer = run("explain", tmp_path / name, tmp_path / name)

    assert answer.code == 31
    assert "cannot be read" in answer.err


@pytest.mark.parametrize(
    "words",
    [
        ("plan", "bins", "--plan-file", "\x1b[31m\n/x"),
        ("plan", "\x1b[31m\n.pddl", "\x1b[31m\n.pddl"),
        ("plan", "\x1b[31m\n.py"),
        ("\x1b[31m\n",),
    ],
)
def test_no_name_moves_the_cursor(run: Run, words: tuple[str, ...]) -> None:
    """Names with control characters are told in escapes."""
    answer = run(*words)

    assert answer.code in (31, 33)
    assert r"\x1b[31m" in answer.err
    assert "\x1b" not in answer.err


def test_an_invalid_plan_is_32(run: Run, two_bins: Path, tmp_path: Path) -> None:
    """The reason names the step."""
    wrong = tmp_path / "plan.txt"
    wrong.write_text("(pick i1 d1)\n(pick i1 d1)\n", encoding="utf-8")

    answer = run("validate", "bins", two_bins, wrong)

    assert answer.code == 32
    assert "step 2" in answer.out


@pytest.mark.parametrize(
    "words",
    [
        ("frobnicate",),
        ("--frobnicate",),
        ("plan",),
        ("plan", "blocks-world", "--frobnicate"),
        ("plan", "blocks-world", "--time", "-1"),
        ("plan", "blocks-world", "--nodes", "many"),
        ("plan", "blocks-world", "--time", "nan"),
        ("plan", "blocks-world", "--blocks", "0"),
        ("plan", "blocks-world", "--engine", "native", "--planner", "value-iteration"),
        ("plan", "blocks-world", "--engine", "steam"),
        ("plan", "blocks-world", "--planner", "oracle"),
        ("plan", "blocks-world", "--plan-file", "/no/such/folder/plan"),
        ("plan", "bins", "problem.pddl", "--bins", "2"),
        ("plan", "a", "b", "c"),
        ("plan", "only-a-domain.pddl"),
        ("validate", "plan.txt"),
        ("generate",),
        ("domains", "one", "two"),
        ("explain", "bins", "--value", "7"),
    ],
)
def test_bad_usage_is_33_and_says_so_on_stderr(run: Run, words: tuple[str, ...]) -> None:
    """What argparse would leave with 2, and every option that makes no sense."""
    answer = run(*words)

    assert (answer.code, answer.out) == (33, "")
    assert answer.err.startswith("introplan: ")


def _raising(error: BaseException) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


def test_an_unexpected_exception_is_1_and_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bug of ours asks for a report and shows no traceback."""
    monkeypatch.setattr(plan, "plan", _raising(ZeroDivisionError("oops")))

    answer = run("plan", "bins")

    assert answer.code == 1
    assert answer.err.startswith("introplan: internal error: ZeroDivisionError: oops; please")
    assert len(answer.err.splitlines()) == 1


def test_debug_lets_an_unexpected_exception_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """For those who look for the bug."""
    monkeypatch.setattr(plan, "plan", _raising(ZeroDivisionError()))

    with pytest.raises(ZeroDivisionError):
        main(["plan", "bins", "--debug"])


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (RecursionError(), 31, "nested too deeply"),
        (MemoryError(), 22, "out of memory"),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
)
def test_exhaustion_and_interruption_have_codes_of_their_own(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, message: str
) -> None:
    """None of them is an internal error."""
    monkeypatch.setattr(explain, "mutate_true", _raising(error))

    answer = run("explain", "bins")

    assert answer.code == code
    assert message in answer.err


def test_an_interrupted_planner_is_12(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C asks the planner to stop; what it answers is printed."""
    monkeypatch.setattr(plan, "Meter", lambda limits: Meter(limits, interrupted=True))

    answer = run(*GREEDY, "--json")

    assert (answer.code, answer.record["status"]) == (12, "incomplete")
    assert answer.record["reason"] == "interrupted"


@pytest.mark.parametrize("code", list(ExitCode), ids=lambda code: code.name)
def test_every_exit_code_can_be_had(
    code: ExitCode,
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    record_property: Callable[[str, object], None],
) -> None:
    """One command for each; a code that is added needs one, too."""
    record_property("codes", 1)
    world = tmp_path / "w.py"
    world.write_text(ROW, encoding="utf-8")
    wrong = tmp_path / "x.plan"
    wrong.write_text("nowhere\n", encoding="utf-8")
    if code is ExitCode.INTERNAL_ERROR:
        monkeypatch.setattr(plan, "plan", _raising(ZeroDivisionError()))
    commands: dict[ExitCode, tuple[object, ...]] = {
        ExitCode.DONE: ("plan", world),
        ExitCode.INTERNAL_ERROR: ("plan", "bins"),
        ExitCode.UNSOLVABLE: ("plan", _changed(world, ROW + NEVER)),
        ExitCode.GAVE_UP: (*GREEDY, "--nodes", 1),
        ExitCode.OUT_OF_MEMORY: (*GREEDY, "--memory", 1),
        ExitCode.OUT_OF_TIME: (*GREEDY, "--time", 0),
        ExitCode.BAD_INPUT: ("plan", tmp_path / "missing.py"),
        ExitCode.INVALID_PLAN: ("validate", world, wrong),
        ExitCode.BAD_USAGE: ("plan", world, "--planner", "oracle"),
        ExitCode.INTERRUPTED: ("plan", _changed(world, "raise KeyboardInterrupt")),
    }

    answer = run(*commands[code])

    assert answer.code == code
    assert "Traceback" not in answer.err


def _changed(world: Path, text: str) -> Path:
    """Another world beside it."""
    changed = world.with_name(f"w{len(text)}.py")
    changed.write_text(text, encoding="utf-8")
    return changed


@pytest.mark.parametrize("words", [(), ("--help",), ("-h",), ("help",)])
@pytest.mark.parametrize("columns", [60, 80, 120])
def test_the_overview_lists_every_command_and_wraps(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], columns: int
) -> None:
    """Grouped, with examples, at the width of the terminal; nothing on standard error."""
    monkeypatch.setenv("COLUMNS", str(columns))
    answer = run(*words)

    assert (answer.code, answer.err) == (0, "")
    assert max(map(len, answer.out.splitlines())) <= columns
    for name, summary in COMMANDS.items():
        line = f"  {name:10}  {summary}"
        assert line in answer.out or columns < 80, "a command is one line of 80 columns"
    assert "examples:" in answer.out


def test_an_unknown_command_points_to_the_list(run: Run) -> None:
    """And to the nearest name."""
    answer = run("pln")

    assert answer.code == 33
    assert "did you mean 'plan'?" in answer.err
    assert "`introplan` alone lists the commands" in answer.err


def test_an_option_without_a_command_is_asked_for_its_command(run: Run) -> None:
    """`--json` alone is no slip for `--version`."""
    answer = run("--json")

    assert answer.code == 33
    assert answer.err.startswith("introplan: which command? there is plan, policy, validate, ")
    assert "did you mean" not in answer.err
    assert "'--json'" in answer.err
