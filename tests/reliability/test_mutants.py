"""The list of planted faults is in order, so that it cannot rot while the code moves on."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from reliability.mutants import planting, quick
from reliability.mutants.catalogue import FAULTS
from reliability.mutants.checking import Caught, checks_for, failure
from reliability.mutants.fault import Fault, Kind
from reliability.mutants.planting import TREE, Copy, MisplantedError


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.about)
def test_a_fault_has_one_place_in_the_tree(fault: Fault) -> None:
    """Its text stands in its file exactly once, and would be another one afterwards."""
    text = (TREE / fault.file).read_text(encoding="utf-8")

    assert text.count(fault.old) == 1
    assert fault.new != fault.old


def test_there_are_enough_faults_of_every_kind() -> None:
    """At least forty, a dozen of them in C++, each told in words of its own."""
    kinds = Counter(fault.kind for fault in FAULTS)

    assert len(FAULTS) >= 40
    assert sum(fault.is_native for fault in FAULTS) >= 12
    assert all(kinds[kind] >= 8 for kind in Kind)
    assert len({fault.about for fault in FAULTS}) == len(FAULTS)


def test_every_check_that_is_named_exists() -> None:
    """A check that is not there would notice nothing."""
    for check in {check for kind in Kind for check in checks_for(kind)}:
        for part in check.split():
            assert not part.startswith("tests/") or (TREE / part).exists()
    assert quick.main(2) == 0


@pytest.mark.process
def test_a_fault_is_planted_in_the_copy_alone_and_taken_out_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tree stays as it is; a test in the copy notices, and then there is nothing to notice."""
    tree = tmp_path / "tree"
    _made_up(tree)
    monkeypatch.setattr(planting, "TREE", tree)
    monkeypatch.setattr(planting, "_files", lambda: ["src/two.py", "tests/test_two.py"])
    fault = Fault(Kind.EVALUATION, "two is three", "src/two.py", "TWO = 2", "TWO = 3")
    copy = Copy(tmp_path / "copy")

    with copy.planted(fault):
        assert failure(copy, "tests/test_two.py", timeout=60) == Caught(
            "tests/test_two.py", "tests/test_two.py::test_two"
        )
        assert (tree / "src/two.py").read_text(encoding="utf-8") == "TWO = 2\n"
    assert failure(copy, "tests/test_two.py", timeout=60) is None
    with (
        pytest.raises(MisplantedError),
        copy.planted(Fault(fault.kind, "", "src/two.py", "4", "")),
    ):
        pass


def _made_up(tree: Path) -> None:
    for name, text in {
        "src/two.py": "TWO = 2\n",
        "tests/test_two.py": "from two import TWO\ndef test_two(): assert TWO == 2\n",
    }.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text, encoding="utf-8")
