// The goals of a task: the condition of the maximal reward and of success, and their mutations.
//
// Both conditions are grounded once, and what cannot be reached from the start is dropped. From a
// later state the same is done again with what can still change there, and the mutations are listed
// lazily, nearest first: those of the reward, then those of success. A reward condition that is
// always true says nothing about where to go and is left out; a mutation of both is listed once.
//
// The specification is planners/goal_generators.py of the Python package.

#pragma once

#include <optional>
#include <set>

#include "enumeration.hpp"
#include "mutability.hpp"

namespace introplan {

// The goals to meet before a plain conjunction over one state, each part of the next, so that
// nothing has to be undone (goal orderings, Koehler and Hoffmann 2000); none if there is no order.
// The specification is introspection/relational/goals.py.
std::vector<Goal> stages_of(const Goal& goal, const Rules& rules, const Facts& facts);

// A condition, and its ground form if that is known.
struct Condition {
    ClosedSentence sentence;
    std::optional<Goal> ground;
};

class GoalGenerator {
   public:
    // The world must be at the start.
    GoalGenerator(const Rules& rules, World& world, Condition reward, Condition success);

    const Goal& reward() const { return reward_; }
    const Goal& success() const { return success_; }

   private:
    friend class MutationGoals;

    const Rules& rules_;
    World& world_;
    std::shared_ptr<const Reach> reach_;
    Goal reward_;
    Goal success_;
    bool is_one_ = false;  // do both ask for the same?
    Occurrences occurrences_;
    SharedParts reward_parts_, success_parts_;
};

// The mutations worth trying from one node.
class MutationGoals {
   public:
    MutationGoals(const GoalGenerator& generator, NodeNumber node)
        : generator_(generator), node_(node) {}

    std::optional<Goal> next();

   private:
    void read_state();
    void begin(const Goal& goal, const SharedParts& shared);
    std::optional<WantCodes> next_of_all();

    const GoalGenerator& generator_;
    NodeNumber node_;
    bool has_read_ = false;
    bool is_succeeding_ = false;
    std::shared_ptr<const Reach> reach_;
    std::optional<Enumeration> listing_;
    std::set<WantCodes> tried_;
};

}  // namespace introplan
