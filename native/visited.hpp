// The states that a search has met, and whether it is any use to reach one again.
//
// Without a horizon a state is worth visiting once. With one, reaching it sooner or with more score
// may lead further, so the visits of a state form a Pareto front of (depth, score); and if all moves
// have to be used, reaching it later as well: what comes sooner has more moves to fill. Identities lie
// in one open-addressing table of 16 bytes an entry; visits are chained in an array of their own,
// which stays empty without a horizon.

#pragma once

#include <cstdint>
#include <vector>

#include "world.hpp"

namespace introplan {

class Visited {
   public:
    Visited(bool has_horizon, bool uses_all_moves)
        : has_horizon_(has_horizon), uses_all_moves_(uses_all_moves), table_(64) {
        if (has_horizon_) last_visit_.resize(64, -1);
    }

    bool has(const Identity& identity) const { return table_[place(identity)] == identity; }

    // Is there no earlier visit at least as good? If so, remember this one.
    bool admits(const Identity& identity, std::int32_t depth, double score) {
        const std::size_t own = place(identity);
        if (table_[own] == identity) {
            if (!has_horizon_ || is_beaten(last_visit_[own], depth, score)) return false;
            remember(own, depth, score);
            return true;
        }
        table_[own] = identity;
        if (has_horizon_) remember(own, depth, score);
        if (++count_ * 2 > table_.size()) grow();
        return true;
    }

    // The least number of moves that led to a state (horizons only).
    std::int32_t soonest(const Identity& identity) const {
        std::int32_t i = last_visit_[place(identity)];
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

    std::size_t place(const Identity& identity) const {
        const std::size_t mask = table_.size() - 1;
        std::size_t i = identity.low & mask;
        while (table_[i] != Identity{} && !(table_[i] == identity)) i = (i + 1) & mask;
        return i;
    }

    bool is_beaten(std::int32_t i, std::int32_t depth, double score) const {
        for (; i >= 0; i = visits_[i].earlier) {
            const std::int32_t earlier = visits_[i].depth;
            const bool is_in_time = uses_all_moves_ ? earlier == depth : earlier <= depth;
            if (is_in_time && visits_[i].score >= score) return true;
        }
        return false;
    }

    void remember(std::size_t own, std::int32_t depth, double score) {
        visits_.push_back({score, depth, last_visit_[own]});
        last_visit_[own] = std::int32_t(visits_.size()) - 1;
    }

    void grow() {
        std::vector<Identity> table(table_.size() * 2);
        std::vector<std::int32_t> last_visit(has_horizon_ ? table.size() : 0, -1);
        table.swap(table_);
        last_visit.swap(last_visit_);
        for (std::size_t i = 0; i < table.size(); ++i) {
            if (table[i] == Identity{}) continue;
            const std::size_t own = place(table[i]);
            table_[own] = table[i];
            if (has_horizon_) last_visit_[own] = last_visit[i];
        }
    }

    bool has_horizon_;
    bool uses_all_moves_;
    std::size_t count_ = 0;
    std::vector<Identity> table_;  // an identity of nothing but zeros is an empty entry
    std::vector<std::int32_t> last_visit_;
    std::vector<Visit> visits_;
};

}  // namespace introplan
