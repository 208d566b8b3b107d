// Greedy best-first search: by goal counting, or by score where there is no guide.
//
// The open list is ordered by key, ties in order of discovery. With a guide the key is the number of
// its facts that are unmet (goal counting); without one it is the score, highest first, and the
// search is the paper's exhaustive greedy search. Every transition is evaluated: failure is pruned,
// success ends the search, and so does meeting the target on a transition.
//
// Children are produced lazily, helpful ones first (successor_order.hpp). As soon as a child is
// better than its parent, the parent goes back into the open list with the rest of its children not
// yet generated. A guided search that makes no progress takes 1, 2, 4, ... children of a node at a
// time and puts the node back behind its equals in between. All nodes are expanded in the end, so an
// empty open list is a proof.
//
// Goal counting has reached a plateau when the least key has not changed for `ff_after_stalled_nodes`
// nodes. Then the search by h_FF takes over from the start (ff_search.hpp), unless the task is too
// large to be ground.
//
// The specification is search/best_first.py of the Python package: the same nodes in the same order,
// the same counts.

#pragma once

#include "ff_heuristic.hpp"
#include "forward_search.hpp"
#include "goal_counters.hpp"
#include "relaxed_task.hpp"
#include "successor_order.hpp"
#include "world.hpp"

namespace introplan {

// What searches share and take in turns: counters and unmet rows.
struct Workspace {
    explicit Workspace(World& world)
        : successor_order(world), relaxed_task(world), heuristic(relaxed_task) {}

    GoalCounters counters;
    SuccessorOrder successor_order;
    RelaxedTask relaxed_task;
    FFHeuristic heuristic;
};

// Search from `start`; leaves the world at `start` or at the goal, and keeps no other nodes.
SearchResult best_first_search(World& world, Workspace& workspace, NodeNumber start,
                               const SearchRequest& request);

}  // namespace introplan
