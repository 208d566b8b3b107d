// Where to go: what pays and what ends with success, and the mutations that lead there.
//
// Both conditions are grounded once, and what is out of reach from the start is dropped for good.
// From a later state the same is done again with what can still change there, and the mutations are
// listed lazily, nearest first: those of the reward, then those of success. A reward that asks for
// nothing says nothing about where to go and is left out; what both ask for is tried once. The
// specification is introspection/relational/goals.py.

#pragma once

#include <optional>
#include <set>

#include "enumeration.hpp"
#include "mutability.hpp"

namespace introplan {

// The goals to meet before a plain conjunction over one state, each part of the next, so that
// nothing has to be undone; none if there is no order. The specification is introspection/relational/stages.py.
std::vector<Goal> stages_of(const Goal& goal, const Rules& rules, const Facts& facts);

class Outlook {
   public:
    // The world must be at the start.
    Outlook(const Rules& rules, World& world, const ClosedSentence& reward,
            const ClosedSentence& success);

    const Goal& reward() const { return reward_; }
    const Goal& success() const { return success_; }

   private:
    friend class Ways;

    const Rules& rules_;
    World& world_;
    std::shared_ptr<const Reach> reach_;
    Goal reward_;
    Goal success_;
    bool is_one_ = false;  // do both ask for the same?
    Occurrences occurrences_;
};

// The mutations worth trying from one node.
class Ways {
   public:
    Ways(const Outlook& outlook, NodeNumber node) : outlook_(outlook), node_(node) {}

    std::optional<Goal> next();

   private:
    void look_around();
    void begin(const Goal& goal);
    std::optional<WantCodes> next_of_all();

    const Outlook& outlook_;
    NodeNumber node_;
    bool has_looked_ = false;
    bool is_succeeding_ = false;
    std::shared_ptr<const Reach> reach_;
    std::optional<Enumeration> listing_;
    std::set<WantCodes> tried_;
};

}  // namespace introplan
