"""The table of ground instances."""

from __future__ import annotations

from rddl.grounding import HEAD, rows


def test_instances_are_counted_and_refusals_named() -> None:
    """One row for each instance; a domain that is refused has one row with the reason."""
    found = list(rows(["SysAdmin_MDP_ippc2011", "HVAC"]))

    assert [row.instance for row in found[:10]] == [str(n) for n in range(1, 11)]
    assert [row.state for row in found[:3]] == [10, 10, 20]
    assert "is continuous" in found[10].refused
    assert len(found) == 11
    assert {str(row).count("|") for row in found} == {HEAD.splitlines()[0].count("|")}
