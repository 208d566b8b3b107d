#include "sweeps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace introplan {

namespace {

constexpr double ALWAYS = 1 - 1e-15;
constexpr double INF = std::numeric_limits<double>::infinity();

struct Best {
    double value = 0;
    std::int32_t place = -1;
};

inline double worth(const Decisions& graph, std::int64_t choice, double discount,
                    const double* values) {
    double more = 0;
    const std::int64_t last = graph.first_edge[choice + 1];
    for (std::int64_t edge = graph.first_edge[choice]; edge < last; ++edge) {
        const std::int32_t target = graph.targets[edge];
        if (target >= 0) more += graph.probabilities[edge] * values[target];
    }
    return graph.rewards[choice] + discount * more;
}

inline Best best_of(const Decisions& graph, std::int64_t state, double discount,
                    const double* values) {
    Best best;
    const std::int64_t begin = graph.first_choice[state], end = graph.first_choice[state + 1];
    for (std::int64_t choice = begin; choice < end; ++choice) {
        const double value = worth(graph, choice, discount, values);
        if (best.place < 0 || value > best.value) best = {value, std::int32_t(choice - begin)};
    }
    return best;
}

// What a choice is worth after all its returns to its own state.
inline double settled(const Decisions& graph, std::int64_t state, std::int64_t choice,
                      double discount, double extra, const double* values) {
    double more = 0, back = 0;
    const std::int64_t last = graph.first_edge[choice + 1];
    for (std::int64_t edge = graph.first_edge[choice]; edge < last; ++edge) {
        const std::int32_t target = graph.targets[edge];
        if (target == state) {
            back += graph.probabilities[edge];
        } else if (target >= 0) {
            more += graph.probabilities[edge] * values[target];
        }
    }
    const double paid = graph.rewards[choice] + extra + discount * more;
    back *= discount;
    return back < ALWAYS ? paid / (1.0 - back) : -INF;
}

double settle_state(const Decisions& graph, std::int64_t state, double discount, double extra,
                    double* values) {
    double best = 0;
    bool has_choice = false;
    const std::int64_t end = graph.first_choice[state + 1];
    for (std::int64_t choice = graph.first_choice[state]; choice < end; ++choice) {
        const double value = settled(graph, state, choice, discount, extra, values);
        if (!has_choice || value > best) {
            best = value;
            has_choice = true;
        }
    }
    const double change = std::abs(best - values[state]);
    values[state] = best;
    return change;
}

}  // namespace

bool sweep(const Decisions& graph, std::int64_t count, double discount, const double* later,
           double* now, std::int32_t* chosen) {
    bool has_changed = false;
    for (std::int64_t state = 0; state < count; ++state) {
        const Best best = best_of(graph, state, discount, later);
        has_changed = has_changed || best.value != later[state];
        now[state] = best.value;
        chosen[state] = best.place;
    }
    return has_changed;
}

std::int64_t settle(const Decisions& graph, const std::int64_t* order, std::int64_t length,
                    double discount, double extra, double* values, double tolerance,
                    std::int64_t max_sweeps) {
    for (std::int64_t number = 0; number < max_sweeps; ++number) {
        double largest = 0;
        for (std::int64_t i = 0; i < length; ++i) {
            const std::int64_t state = order[number % 2 == 0 ? i : length - 1 - i];
            const double change = settle_state(graph, state, discount, extra, values);
            if (!(change <= largest)) largest = change;
        }
        if (largest <= tolerance) return number + 1;
    }
    return -1;
}

std::pair<double, double> excess(const Decisions& graph, double discount, const double* values,
                                 std::int32_t* chosen) {
    double least = INF, largest = -INF;
    for (std::int64_t state = 0; state < graph.states; ++state) {
        const Best best = best_of(graph, state, discount, values);
        chosen[state] = best.place;
        if (best.place < 0) continue;
        const double more = best.value - values[state];
        least = std::min(least, more);
        largest = std::max(largest, more);
    }
    return {least, largest};
}

}  // namespace introplan
