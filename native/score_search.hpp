// The plan with the largest score, then the least cost: A* on score so far plus an upper bound.
//
// This is A* (Hart, Nilsson and Raphael 1968) for a maximum, with branch and bound: the open list is
// ordered by f = g + u, largest first, where g is the score so far and u the bound on what can still
// be had (score_estimate.hpp); ties by the least cost so far plus an admissible rest, then by the
// larger g, then in order of discovery. The best plan found so far prunes what can neither score more
// nor score as much at less cost. An empty open list is the proof.
//
// Labels of a state (depth, score, cost) are corrected when it is reached in a better way. Without a
// horizon a label that is improved through its own state closes a loop that pays; if success can
// still be reached from there, no score is the largest.
//
// The specification is search/score_search.py of the Python package: the same nodes in the same
// order, the same counts.

#pragma once

#include <vector>

#include "costs.hpp"
#include "score_estimate.hpp"
#include "world.hpp"

namespace introplan {

struct ScoreResult {
    NodeNumber node = NO_NODE;  // the best end
    Status status = Status::CONTINUE;
    Reason reason = Reason::EXHAUSTED;
    double bound = 0;
    NodeNumber loop_first = NO_NODE;  // where a loop that pays begins,
    NodeNumber loop_last = NO_NODE;   // and where it comes back to the same state
    bool was_cut = false;

    std::vector<NodeNumber*> nodes() { return {&node, &loop_first, &loop_last}; }
};

// Search from `start`; leaves the world there, and keeps no nodes but the ways to its results.
ScoreResult score_search(World& world, const ActionCosts& costs, NodeNumber start,
                         const ScoreRequest& request);

}  // namespace introplan
