#include "factored_relaxed.hpp"

#include <algorithm>
#include <cmath>

namespace introplan {

namespace {

constexpr double SETTLED = 1e-4;  // marginals that change by less stay as they are
constexpr int MIN_LAYERS = 3;     // before that they may be about to change

// What `reward` in each of so many steps comes to.
double repeated(double reward, int steps, double discount) {
    if (discount == 1) return steps * reward;
    return reward * (1 - std::pow(discount, steps)) / (1 - discount);
}

}  // namespace

RelaxedReturn::RelaxedReturn(const RelaxedLayer& layer)
    : layer_(layer), intervals_(layer.code), marginals_(layer.next.size()) {}

void RelaxedReturn::budgets(double* found) const {
    double wishes[LANES] = {};
    for (std::size_t i = 0; i < marginals_.size(); ++i) {
        if (!layer_.is_boolean[i] || layer_.polarity[i] == 0) continue;
        for (int l = 0; l < LANES; ++l) {
            wishes[l] += layer_.polarity[i] > 0 ? 1 - marginals_[i].high[l] : marginals_[i].low[l];
        }
    }
    for (int l = 0; l < LANES; ++l) {
        found[l] = std::min(1.0, layer_.concurrency / std::max(1.0, wishes[l]));
    }
}

void RelaxedReturn::move(const Lanes* values, double* changed) {
    std::fill(changed, changed + LANES, 0.0);
    for (std::size_t i = 0; i < marginals_.size(); ++i) {
        const Lanes& now = values[layer_.next[i]];
        for (int l = 0; l < LANES; ++l) {
            const double low = std::abs(now.low[l] - marginals_[i].low[l]);
            const double high = std::abs(now.high[l] - marginals_[i].high[l]);
            changed[l] = std::max(changed[l], std::max(low, high));
        }
        marginals_[i] = now;
    }
}

void RelaxedReturn::run(const std::vector<Numbers>& marginals, int steps,
                        const std::vector<char>& counts, double* found) {
    const int cases = int(marginals.size());
    for (std::size_t i = 0; i < marginals_.size(); ++i) {
        for (int l = 0; l < LANES; ++l) {
            marginals_[i].low[l] = marginals_[i].high[l] = marginals[std::min(l, cases - 1)][i];
        }
    }
    std::vector<char> is_done(LANES, 0);
    std::fill(found, found + cases, 0.0);
    double worth = 1;
    for (int layer = 0; layer < steps; ++layer) {
        double budget[LANES], changed[LANES];
        budgets(budget);
        const Lanes* values = intervals_.run(marginals_.data(), budget);
        Lanes paid = {};
        for (std::size_t k = 0; k < layer_.paid.size(); ++k) {
            if (!counts[k]) continue;
            for (int l = 0; l < LANES; ++l) paid.high[l] += values[layer_.paid[k]].high[l];
        }
        move(values, changed);
        const int left = steps - layer;
        bool all_done = true;
        for (int l = 0; l < cases; ++l) {
            if (is_done[l]) continue;
            const bool is_settled = layer + 1 >= MIN_LAYERS && changed[l] < SETTLED;
            is_done[l] = is_settled || layer + 1 >= layer_.layers;
            found[l] += worth * (is_done[l] ? repeated(paid.high[l], left, layer_.discount) : paid.high[l]);
            all_done = all_done && is_done[l];
        }
        if (all_done) return;
        worth *= layer_.discount;
    }
}

}  // namespace introplan
