// Greedy best-first search on h_FF with preferred operators and deferred evaluation, as in LAMA
// (Richter and Westphal 2010) and Fast Downward (Helmert 2006).
//
// Deferred evaluation: a node is evaluated when it is expanded. Its relaxed plan (ff_heuristic.hpp)
// gives a distance and the preferred operators, and all its children are generated; they wait under
// the distance of their parent, because a relaxed plan for every child would cost too much. How many
// facts of the guide they lack is known for each child.
//
// There are four open lists: all children, and those reached by preferred operators, each once by
// h_FF and once by goal counting. They are used in turn; whenever a distance or count is the least so
// far, the two lists of preferred children are boosted.
//
// A node with infinite h_FF is a dead end and is pruned where meeting the guide is the only way to
// end; elsewhere it waits like any other node. So an empty open list is a proof here, too.
//
// The specification is search/ff_search.py of the Python package.

#pragma once

#include "open_list.hpp"
#include "ff_heuristic.hpp"
#include "forward_search.hpp"

namespace introplan {

class FFSearch : public ForwardSearch {
   public:
    // The request must have a guide.
    FFSearch(World& world, GoalCounters& counters, FFHeuristic& heuristic,
             RelaxedTask& relaxed_task, NodeNumber start, const SearchRequest& request)
        : ForwardSearch(world, counters, nullptr, start, request),
          heuristic_(heuristic),
          task_(relaxed_task),
          is_only_way_(request.target == nullptr) {
        heuristic.begin(*request.guide);
    }

    void consider(NodeNumber best) { update_best(best); }

   private:
    // Turns that the open lists of preferred children get ahead on progress: the value of LAMA.
    static constexpr std::int64_t PREFERRED_BOOST_TURNS = 1000;
    enum Queue { DISTANCE, PREFERRED_DISTANCE, COUNT, PREFERRED_COUNT, QUEUES };

    SearchResult loop() override;
    void enqueue(Cost distance) override;
    NodeNumber next();
    bool grow(NodeNumber number);
    bool is_preferred(std::int32_t schema, std::span<const Object> arguments,
                      std::size_t& place) const;
    void make_progress();

    FFHeuristic& heuristic_;
    RelaxedTask& task_;
    bool is_only_way_;
    OpenList queues_[QUEUES];
    std::int64_t turns_[QUEUES] = {};
    Cost least_distance_ = DEAD_END + 1;
    Cost least_count_ = DEAD_END + 1;
    Cost distance_ = 0;  // of the node whose children are produced
    bool by_preferred_ = false;
    std::int64_t stalled_ = 0;
    ArgumentLists list_;
};

}  // namespace introplan
