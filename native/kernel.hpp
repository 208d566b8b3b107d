// The engine as one object: a task in integers goes in, searches are run, integers come out.
//
// This is all that the bindings see. A task is given once (reader.hpp has the format); `begin` makes
// its facts the start. Nodes are numbers that stay valid as long as the kernel lives; a search adds
// the way to its results and nothing else.

#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "best_first.hpp"
#include "reader.hpp"
#include "world.hpp"

namespace introplan {

class Kernel {
   public:
    Kernel(int objects, const std::vector<Integers>& ranges);
    Kernel(const Kernel&) = delete;
    Kernel& operator=(const Kernel&) = delete;

    World& world() { return world_; }

    // Predicates are numbered in the order in which they are added; so are schemas.
    void add_predicate(int arity);
    void add_schema(const Integers& schema);
    void add_stratum(const std::vector<Integers>& rules);
    void add_premise(std::size_t predicate);

    // Rows of one predicate that are true at the start, one after the other.
    void add_facts(std::size_t predicate, const Integers& objects);

    void begin();

    // The rows of both decision lists and their values, the defaults last.
    void add_judge(const Integers& goals, std::vector<double> rewards,
                   const std::vector<int>& statuses);

    SearchResult search(NodeNumber start, const std::optional<Integers>& target,
                        const std::optional<Integers>& guide, const SearchOptions& options);

    // The nodes from the start (left out) to this one.
    std::vector<NodeNumber> path(NodeNumber number) const;

    // Has a frame with a query behind it an answer at the present node?
    bool holds(const Integers& query);

    // The facts that hold at a node, derived ones included.
    std::vector<Fact> facts_at(NodeNumber number);

    // The predicate and the objects of a fact.
    Integers row(Fact fact) const;

   private:
    Goal goal(const Integers& integers);

    std::deque<Range> ranges_;
    std::vector<Relation> predicates_;
    World world_;
    Workspace workspace_;
};

}  // namespace introplan
