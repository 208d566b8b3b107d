// Value tables in a context that changes: layer by layer from one state, then backward induction.

#include <algorithm>
#include <limits>

#include "factored_table.hpp"

namespace introplan {

namespace {

constexpr double NEVER = -std::numeric_limits<double>::infinity();

}  // namespace

bool FactoredTable::look_ahead(const Numbers& state, const std::vector<Numbers>& contexts, int steps,
                               double discount, const TableLimits& limits) {
    is_timed_ = true;
    rows_ = 0;
    steps_ = steps;
    discount_ = discount;
    states_.clear();
    index_.clear();
    first_.assign(1, 0);
    targets_.clear();
    probabilities_.clear();
    rewards_.clear();
    places_.assign(std::size_t(steps) + 1, {});
    Registers registers(model_.code);
    const std::size_t count = state.size();
    slots_.assign(2 * count + model_.defaults.size(), 0.0);
    Numbers local;
    for (const std::int32_t variable : model_.variables) local.push_back(state[variable]);
    Places layer{number(local)}, following;
    std::int32_t expanded = 0;
    for (int step = 0; step < steps; ++step) {
        std::copy(contexts[step].begin(), contexts[step].end(), slots_.begin());
        std::copy(contexts[step + 1].begin(), contexts[step + 1].end(), slots_.end() - count);
        const std::int64_t begin = std::int64_t(targets_.size());
        places_[step].assign(rows_, -1);
        for (const std::int32_t row : layer) {
            places_[step][row] = expanded++;
            for (const Joint& action : model_.classes) {
                if (!expand(row, action, registers)) return false;
            }
        }
        if (expanded > limits.states || std::int64_t(targets_.size()) > limits.edges) return false;
        std::vector<char> is_met(rows_, 0);
        following.clear();
        for (std::size_t edge = std::size_t(begin); edge < targets_.size(); ++edge) {
            const std::int32_t target = targets_[edge];
            if (target < 0 || is_met[target]) continue;
            is_met[target] = 1;
            following.push_back(target);
        }
        layer = following;
    }
    places_[steps].assign(rows_, 0);
    values_.assign(std::size_t(steps + 1) * rows_, 0.0);
    for (int left = 1; left <= steps; ++left) {
        const Places& places = places_[steps - left];
        for (std::size_t row = 0; row < places.size(); ++row) {
            if (places[row] < 0) continue;
            double best = NEVER;
            for (std::size_t i = 0; i < model_.classes.size(); ++i) {
                best = std::max(best, q(std::int32_t(row), std::int32_t(i), left));
            }
            values_[std::size_t(left) * rows_ + row] = best == NEVER ? 0 : best;
        }
    }
    return true;
}

bool FactoredTable::knows(std::int32_t row, int steps) const {
    if (row < 0) return false;
    if (!is_timed_) return true;
    if (steps < 1 || steps > steps_ || values_.empty()) return false;
    const Places& places = places_[steps_ - steps];
    return std::size_t(row) < places.size() && places[row] >= 0;
}

}  // namespace introplan
