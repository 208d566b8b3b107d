// Best-first search: one loop; what to stop at and what comes first are arguments.
//
// Nodes wait in a queue ordered by key, ties in order of discovery. With a guide the key is the
// number of its facts that are unmet; without one it is the score, highest first, and the search is
// the exhaustive greedy search. Every transition is judged: failure is avoided, success ends the
// search, and so does meeting the target on a transition.
//
// Children are produced lazily, promising ones first (promise.hpp). As soon as a child is better
// than its parent, the parent goes back into the queue with the rest of its children unborn. A
// guided search that makes no progress takes 1, 2, 4, ... children of a node at a time and puts the
// node back behind its equals in between. All nodes are expanded in the end, so an empty queue is a
// proof.
//
// The specification is search/best_first.py of the Python package: the same nodes in the same order,
// the same counts.

#pragma once

#include <optional>
#include <vector>

#include "circuit.hpp"
#include "frontier.hpp"
#include "promise.hpp"
#include "visited.hpp"
#include "world.hpp"

namespace introplan {

struct SearchOptions {
    std::optional<std::int32_t> max_depth;
    std::optional<std::int64_t> patience;  // expansions in a row without a better key
    std::vector<Identity> avoid;           // states that do not count as met targets
    bool uses_all_moves = false;           // only the horizon, or being stuck, is a place to rest
};

struct SearchResult {
    NodeNumber node = NO_NODE;  // the goal
    NodeNumber best = NO_NODE;  // the best place to rest
    Status status = Status::CONTINUE;
    Reason reason = Reason::EXHAUSTED;
    bool was_cut = false;  // did the horizon keep nodes from being expanded?
};

// What searches share and take in turns: counters and unmet rows.
struct Workspace {
    explicit Workspace(World& world) : promise(world) {}

    Circuit aim;
    Promise promise;
};

// Search from `start`; leaves the world at `start` or at the goal, and keeps no other nodes.
SearchResult best_first_search(World& world, Workspace& workspace, NodeNumber start,
                               const Goal* target, const Goal* guide,
                               const SearchOptions& options);

}  // namespace introplan
