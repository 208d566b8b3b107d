#include "machine_decisions.hpp"

namespace introplan {

namespace {

// Add an edge of the choice that is being made, or to the one that leads there.
void add_edge(MachineDecisions& found, std::int32_t target, double probability) {
    const std::size_t end = found.targets.size();
    for (std::size_t edge = found.first_edge.back(); edge < end; ++edge) {
        if (found.targets[edge] == target) {
            found.probabilities[edge] += probability;
            return;
        }
    }
    found.targets.push_back(target);
    found.probabilities.push_back(probability);
}

}  // namespace

MachineDecisions decisions_of(const Exploration& exploration,
                              const std::vector<std::int32_t>& labels,
                              const std::vector<double>& probabilities) {
    MachineDecisions found;
    for (std::uint32_t state = 0; state < exploration.expanded(); ++state) {
        std::uint64_t edge = exploration.first_[state];
        const std::uint64_t end = exploration.first_[state + 1];
        while (edge < end) {
            const std::int32_t label = labels[exploration.steps[edge]];
            double reward = 0;
            bool pays = false;
            for (; edge < end && labels[exploration.steps[edge]] == label; ++edge) {
                const double probability = probabilities[exploration.steps[edge]];
                const std::int32_t target = exploration.targets[edge];
                const bool is_end = target <= Exploration::ENDED;
                add_edge(found, is_end ? END_TARGETS[Exploration::ENDED - target] : target,
                         probability);
                reward += probability * exploration.rewards[edge];
                pays = pays || exploration.rewards[edge] != 0;
            }
            found.first_edge.push_back(std::int64_t(found.targets.size()));
            found.rewards.push_back(reward);
            found.pays.push_back(pays);
            found.labels.push_back(label);
        }
        found.first_choice.push_back(std::int64_t(found.rewards.size()));
    }
    return found;
}

}  // namespace introplan
