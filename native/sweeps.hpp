// Values of decisions under chance, by sweeps over flat arrays.
//
// The twin of `introplan/graphs/decisions.py`, which says what the arrays and the functions mean:
// the same sums in the same order, so the same numbers.

#pragma once

#include <cstdint>
#include <utility>

namespace introplan {

struct Decisions {
    const std::int64_t* first_choice;
    const std::int64_t* first_edge;
    const std::int32_t* targets;
    const double* probabilities;
    const double* rewards;
    std::int64_t states;
};

// One move more than `later`; returns whether a value has changed.
bool sweep(const Decisions& graph, std::int64_t count, double discount, const double* later,
           double* now, std::int32_t* chosen);

// Gauss-Seidel sweeps over the states of `order`; how many, or -1 if `max_sweeps` were not enough.
std::int64_t settle(const Decisions& graph, const std::int64_t* order, std::int64_t length,
                    double discount, double extra, double* values, double tolerance,
                    std::int64_t max_sweeps);

// The least and the largest of what one step more adds to the value of a state.
std::pair<double, double> excess(const Decisions& graph, double discount, const double* values,
                                 std::int32_t* chosen);

}  // namespace introplan
