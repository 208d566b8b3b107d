// What all searches have in common: judging children, knowing states again, remembering the best.
//
// Every transition is judged: failure is avoided, success ends the search, and so does meeting the
// target on a transition. A new state is handed to `take_up`, which is up to the kind of search.

#pragma once

#include <optional>
#include <vector>

#include "circuit.hpp"
#include "visited.hpp"
#include "world.hpp"

namespace introplan {

struct SearchOptions {
    std::optional<std::int32_t> max_depth;
    std::optional<std::int64_t> patience;  // expansions in a row without a better key
    std::vector<Identity> avoid;           // states that do not count as met targets
    bool uses_all_moves = false;           // only the horizon, or being stuck, is a place to rest
    std::optional<std::int64_t> blind_after;  // expansions in a row after which counting is blind
};

struct SearchResult {
    NodeNumber node = NO_NODE;  // the goal
    NodeNumber best = NO_NODE;  // the best place to rest
    Status status = Status::CONTINUE;
    Reason reason = Reason::EXHAUSTED;
    bool was_cut = false;  // did the horizon keep nodes from being expanded?
};

class Search {
   public:
    Search(World& world, Circuit& aim, Listener* promise, NodeNumber start, const Goal* target,
           const Goal* guide, const SearchOptions& options);
    virtual ~Search();
    Search(const Search&) = delete;
    Search& operator=(const Search&) = delete;

    // A limit is a result, too: it has the best place seen so far.
    SearchResult run();

   protected:
    virtual SearchResult loop() = 0;

    // `child_` is a new state and not the end; `distance` is what the guide lacks there.
    virtual void take_up(Cost distance) = 0;

    // Judge `child_`: a goal is stored as found, a new state is taken up.
    bool is_goal(NodeNumber parent);

    // Start from the start again; what the guide lacks there comes back.
    Cost begin();

    // Is a node at the horizon? Then it is not to be expanded.
    bool is_cut(NodeNumber number);

    NodeNumber store();
    void rest_at(NodeNumber number);
    SearchResult result(Reason reason) const;

    World& world_;
    Circuit& aim_;
    NodeNumber start_;
    SearchOptions options_;
    NodeNumber best_;
    Candidate child_;

   private:
    bool was_judged() const;
    bool is_avoided(const Identity& identity) const;

    bool needs_states_only_ = false;
    Visited visited_;
    std::vector<Identity> cut_;
    NodeNumber furthest_;  // the highest score, whether a place to rest or not
    NodeNumber found_ = NO_NODE;
    Status status_ = Status::CONTINUE;
    std::vector<Cost> costs_;
};

}  // namespace introplan
