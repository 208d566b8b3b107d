// The search for when counting is blind: relaxed plans and counting take turns.
//
// A node is looked at when it is taken from a queue: its relaxed plan (relaxed_plan.hpp) gives a
// distance and preferred actions, and all its children are produced. Working out a relaxed plan for
// every child would be dear, so children wait under the distance of their parent (deferred
// evaluation), while what they lack of the guide is known for each. There are four queues: all
// children and those by preferred actions, once by distance, once by what they lack. They are
// asked in turn; whenever a distance or count is the least so far, the two queues of preferred
// children get a thousand turns ahead (as in LAMA, Richter and Westphal 2010).
//
// A node from which the guide cannot be reached even by a relaxed plan is dropped where meeting the
// guide is the only way to end; elsewhere it waits for its turn like any other. So an empty queue is
// a proof here, too.

#pragma once

#include "frontier.hpp"
#include "relaxed_plan.hpp"
#include "search.hpp"

namespace introplan {

class InformedSearch : public Search {
   public:
    InformedSearch(World& world, Circuit& aim, RelaxedPlan& plan, RelaxedTask& relaxed_task,
                   NodeNumber start, const Goal* target, const Goal& guide,
                   const SearchOptions& options)
        : Search(world, aim, nullptr, start, target, &guide, options),
          plan_(plan),
          task_(relaxed_task),
          is_only_way_(target == nullptr) {
        plan.begin(guide);
    }

    void consider(NodeNumber best) { rest_at(best); }

   private:
    static constexpr std::int64_t BOOST = 1000;
    enum Queue { DISTANCE, PREFERRED_DISTANCE, COUNT, PREFERRED_COUNT, QUEUES };

    SearchResult loop() override;
    void take_up(Cost distance) override;
    NodeNumber next();
    bool grow(NodeNumber number);
    bool is_preferred(std::int32_t schema, std::span<const Object> arguments,
                      std::size_t& place) const;
    void make_progress();

    RelaxedPlan& plan_;
    RelaxedTask& task_;
    bool is_only_way_;
    Frontier queues_[QUEUES];
    std::int64_t turns_[QUEUES] = {};
    Cost least_distance_ = NEVER + 1;
    Cost least_count_ = NEVER + 1;
    Cost distance_ = 0;  // of the node whose children are produced
    bool by_preferred_ = false;
    std::int64_t stalled_ = 0;
    ArgumentLists list_;
};

}  // namespace introplan
