"""Facts in words."""

from __future__ import annotations

from introplan.introspection.facts import EndPath, MaximalReward, MilestoneKind, RewardPath


def test_facts_are_sentences() -> None:
    """Whole numbers in full; paths name the action, the condition and what is paid."""
    assert str(MaximalReward(2**53 + 1, "exact")) == "9007199254740993"
    assert str(MaximalReward(0.5, "upper bound")) == "0.5 (upper bound)"
    assert str(MaximalReward(None, "unknown")) == "unknown"
    assert str(RewardPath("up", "x > 1", "5", 7)) == "5 for 'up' if x > 1 (line 7)"
    assert EndPath(None, "x' == 3", "-50", "over").sentence([]) == "over, paying -50 if x' == 3"
    assert EndPath("up", "True", "1", "success").sentence(["up"]) == "success, paying 1 for 'up'"
    assert MilestoneKind("reward").value is None
