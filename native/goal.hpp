// Factored goals: what must be so, as ALL and ANY over single facts.
//
// A goal is a list of parts in preorder; every ALL and ANY says how many children follow. A WANT is
// a fact with the truth it should have, read BEFORE a step, AFTER it, or naming the action that was
// DONE. An ALL without children is trivial, an ANY without children is impossible.
//
// A SHARED part stands for an ALL of single wants in another goal, at the place `fact`: what is left
// of a large goal in some state need not be copied (mutability.hpp). Only enumerations read it.
//
// Goals are put together by `Join`, which does the algebra on the spot: parts of the same kind are
// opened, an impossible part makes an ALL impossible, a trivial one makes an ANY trivial, and a
// single part stands for itself.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "facts.hpp"

namespace introplan {

struct GoalPart {
    enum class Kind : std::uint8_t { WANT, ALL, ANY, SHARED };
    enum class Moment : std::uint8_t { BEFORE, DID, AFTER };

    Kind kind = Kind::ALL;
    Moment moment = Moment::AFTER;
    bool truth = true;
    std::uint32_t children = 0;
    Fact fact = NO_FACT;
};

using Goal = std::vector<GoalPart>;

inline GoalPart trivial_part() { return {}; }
inline GoalPart impossible_part() { return {GoalPart::Kind::ANY}; }
inline Goal trivial() { return {trivial_part()}; }
inline Goal impossible() { return {impossible_part()}; }

inline bool is_trivial(const Goal& goal) {
    return goal[0].kind == GoalPart::Kind::ALL && goal[0].children == 0;
}
inline bool is_impossible(const Goal& goal) {
    return goal[0].kind == GoalPart::Kind::ANY && goal[0].children == 0;
}

// Move `next` past the goal that begins there.
inline void skip(const Goal& goal, std::size_t& next) {
    for (std::size_t left = 1; left > 0; ++next) left = left + goal[next].children - 1;
}

// An ALL or ANY under construction at the end of a goal.
class Join {
   public:
    Join(Goal& goal, GoalPart::Kind kind) : goal_(goal), kind_(kind), start_(goal.size()) {
        goal_.push_back({kind});
    }

    // Take in the part that was written from place `child` on; false: it decides the whole.
    bool take(std::size_t child) {
        const GoalPart part = goal_[child];
        if (part.kind == kind_) {
            goal_.erase(goal_.begin() + std::ptrdiff_t(child));
            count_ += part.children;
        } else if (part.kind != GoalPart::Kind::WANT && part.children == 0) {
            goal_.resize(start_);
            goal_.push_back(part);
            is_decided_ = true;
        } else {
            ++count_;
        }
        return !is_decided_;
    }

    void finish() {
        if (is_decided_) return;
        goal_[start_].children = count_;
        if (count_ == 1) goal_.erase(goal_.begin() + std::ptrdiff_t(start_));
    }

   private:
    Goal& goal_;
    GoalPart::Kind kind_;
    std::size_t start_;
    std::uint32_t count_ = 0;
    bool is_decided_ = false;
};

}  // namespace introplan
