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
// Counting is blind when the least key has not changed for as many nodes as the caller allows
// (`blind_after`). Then relaxed plans take over from the start (informed.hpp), unless the task is too
// large to be ground.
//
// The specification is search/best_first.py of the Python package: the same nodes in the same order,
// the same counts.

#pragma once

#include "circuit.hpp"
#include "promise.hpp"
#include "relaxed_task.hpp"
#include "relaxed_plan.hpp"
#include "search.hpp"
#include "world.hpp"

namespace introplan {

// What searches share and take in turns: counters and unmet rows.
struct Workspace {
    explicit Workspace(World& world) : promise(world), relaxed_task(world), plan(relaxed_task) {}

    Circuit aim;
    Promise promise;
    RelaxedTask relaxed_task;
    RelaxedPlan plan;
};

// Search from `start`; leaves the world at `start` or at the goal, and keeps no other nodes.
SearchResult best_first_search(World& world, Workspace& workspace, NodeNumber start,
                               const Goal* target, const Goal* guide,
                               const SearchOptions& options);

}  // namespace introplan
