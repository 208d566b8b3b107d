// The closed list: the states that a search has met, and whether reaching one again is of use.
//
// Without a horizon a state is visited once. With one, reaching it sooner or with more score may lead
// further, so the visits of a state form a Pareto front of (depth, score). If all moves have to be
// used, reaching it later counts as well: what comes sooner has more moves to fill. Visits are
// chained in an array of their own, which stays empty without a horizon.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "identity_table.hpp"

namespace introplan {

class ClosedList {
   public:
    ClosedList(bool has_horizon, bool uses_all_moves)
        : has_horizon_(has_horizon), uses_all_moves_(uses_all_moves), last_visit_(has_horizon) {}

    bool has(const Identity& identity) const { return last_visit_.has(identity); }

    // Is there no earlier visit at least as good? If so, remember this one.
    bool admits(const Identity& identity, std::int32_t depth, double score) {
        if (!has_horizon_) return last_visit_.add(identity);
        std::int32_t& last = last_visit_.number_of_new(identity);
        if (is_beaten(last, depth, score)) return false;
        visits_.push_back({score, depth, last});
        last = std::int32_t(visits_.size()) - 1;
        return true;
    }

    // The least number of moves that led to a state (horizons only).
    std::int32_t soonest(const Identity& identity) const {
        std::int32_t i = last_visit_.number(identity);
        std::int32_t least = visits_[i].depth;
        for (; i >= 0; i = visits_[i].earlier) least = std::min(least, visits_[i].depth);
        return least;
    }

   private:
    struct Visit {
        double score;
        std::int32_t depth;
        std::int32_t earlier;
    };

    bool is_beaten(std::int32_t i, std::int32_t depth, double score) const {
        for (; i >= 0; i = visits_[i].earlier) {
            const std::int32_t earlier = visits_[i].depth;
            const bool is_in_time = uses_all_moves_ ? earlier == depth : earlier <= depth;
            if (is_in_time && visits_[i].score >= score) return true;
        }
        return false;
    }

    bool has_horizon_;
    bool uses_all_moves_;
    IdentityTable last_visit_;
    std::vector<Visit> visits_;
};

}  // namespace introplan
