// Forward search in the state space: what the searches with open and closed lists share.
//
// Every transition is evaluated: failure is pruned, success ends the search, and so does meeting the
// target on a transition. A new state goes to `enqueue`, which is up to the kind of search.
//
// The specification is search/forward_search.py of the Python package.

#pragma once

#include <optional>
#include <vector>

#include "closed_list.hpp"
#include "goal_counters.hpp"
#include "kept_results.hpp"
#include "world.hpp"

namespace introplan {

// What a search looks for and when it gives up (`SearchRequest` in search/requests.py).
struct SearchRequest {
    const Goal* target = nullptr;  // ends the search when met on a transition; null: success only
    const Goal* guide = nullptr;   // orders the open list by goal counting; null: by score
    std::optional<std::int32_t> max_depth;
    // Expansions in a row without a better key: after so many the search gives up, or hands over to
    // the search by h_FF.
    std::optional<std::int64_t> max_stalled_nodes;
    std::vector<Identity> avoid;  // states that do not count as met targets
    bool uses_all_moves = false;  // `best` is at the horizon, or where no action is applicable
    std::optional<std::int64_t> ff_after_stalled_nodes;
};

struct SearchResult {
    NodeNumber node = NO_NODE;  // the goal
    NodeNumber best = NO_NODE;  // the node with the best score
    Status status = Status::CONTINUE;
    Reason reason = Reason::EXHAUSTED;
    bool was_cut = false;  // did the horizon keep nodes from being expanded?

    std::vector<NodeNumber*> nodes() { return {&node, &best}; }
};

class ForwardSearch {
   public:
    ForwardSearch(World& world, GoalCounters& counters, Listener* successor_order,
                  NodeNumber start, const SearchRequest& request);
    virtual ~ForwardSearch();
    ForwardSearch(const ForwardSearch&) = delete;
    ForwardSearch& operator=(const ForwardSearch&) = delete;

    // A limit is a result, too: it has the best node seen so far.
    SearchResult run();

   protected:
    virtual SearchResult loop() = 0;

    // `child_` is a new state and not the end; `distance` is what the guide lacks there.
    virtual void enqueue(Cost distance) = 0;

    // Evaluate `child_`; true for a goal, which is stored as found. A new state is enqueued.
    bool evaluate(NodeNumber parent);

    // Start from the start again; what the guide lacks there comes back.
    Cost begin();

    // Is a node at the horizon? Then it is not to be expanded.
    bool is_cut(NodeNumber number);

    NodeNumber store();
    void update_best(NodeNumber number);
    SearchResult result(Reason reason) const;

    World& world_;
    GoalCounters& counters_;
    NodeNumber start_;
    SearchRequest request_;
    NodeNumber best_;
    Candidate child_;

   private:
    bool was_judged() const;
    bool is_avoided(const Identity& identity) const;

    bool needs_states_only_ = false;
    ClosedList closed_;
    std::vector<Identity> cut_;
    NodeNumber furthest_;  // the highest score, whether a place to rest or not
    NodeNumber found_ = NO_NODE;
    Status status_ = Status::CONTINUE;
    std::vector<Cost> costs_;
};

}  // namespace introplan
