// The edges of an exploration as decisions under chance: what an action leads to, with probabilities.
//
// Each step of the machine is one outcome of an action: it has the action's label and a probability.
// The steps of an action follow each other. Those that lead from a state to the same one are one
// edge, and what they pay on average is the reward of the choice. The arrays are those of
// `introplan/graphs/decisions.py`.

#pragma once

#include <cstdint>
#include <vector>

#include "machine_exploration.hpp"

namespace introplan {

struct MachineDecisions {
    std::vector<std::int64_t> first_choice{0};
    std::vector<std::int64_t> first_edge{0};
    std::vector<std::int32_t> targets;  // below 0: the episode ends, see `END_TARGETS`
    std::vector<double> probabilities;
    std::vector<double> rewards;     // of choices, on average
    std::vector<std::uint8_t> pays;  // can a choice pay anything but 0?
    std::vector<std::int32_t> labels;
};

// By `Ending`; as in `introplan/search/decision_graph.py`.
constexpr std::int32_t END_TARGETS[] = {0, -2, -3, -1};

// Labels and probabilities are those of the machine's operators. Ends must not be numbered.
MachineDecisions decisions_of(const Exploration& exploration,
                              const std::vector<std::int32_t>& labels,
                              const std::vector<double>& probabilities);

}  // namespace introplan
