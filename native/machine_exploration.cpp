#include "machine_exploration.hpp"

namespace introplan {

Exploration::Exploration(const Machine& machine, const Words& start, ExploreRequest request)
    : machine(machine), states_(machine.layout().words()), request_(request), expander_(machine) {
    bool is_new;
    states_.add(machine.packed(start).data(), is_new);
    depths.push_back(0);
}

bool Exploration::run(Meter& meter, std::int64_t until_states) {
    while (!is_done()) {
        if (std::int64_t(size()) > until_states) return false;
        const std::uint32_t number = expanded();
        const bool is_open = machine.layout().status(states_.at(number)) == 0;
        const bool is_near = !request_.max_depth || depths[number] < *request_.max_depth;
        if (is_open && is_near) {
            expand(number, meter);
        } else if (is_open) {
            partial.push_back(number);
        }
        first_.push_back(targets.size());
    }
    return true;
}

void Exploration::expand(std::uint32_t number, Meter& meter) {
    meter.expand();
    // A copy: the table moves while it grows.
    present_.assign(states_.at(number), states_.at(number) + machine.layout().words());
    const std::size_t edges = targets.size();
    bool is_partial = false;
    const auto visit = [&](std::int32_t step, const std::uint64_t* child, double reward,
                           Ending ending) {
        meter.generate();
        std::int32_t target;
        if (ending != Ending::CONTINUE && !request_.numbers_ends) {
            if (ending == Ending::FAILURE && !request_.keeps_failures) return true;
            target = ENDED - std::int32_t(ending);
        } else if (request_.max_states && std::int64_t(size()) >= *request_.max_states) {
            const std::uint32_t known = states_.find(child);
            was_cut = was_cut || known == StateTable::NONE;
            is_partial = is_partial || known == StateTable::NONE;
            if (known == StateTable::NONE) return true;
            target = std::int32_t(known);
        } else {
            bool is_new;
            target = std::int32_t(states_.add(child, is_new));
            if (is_new) depths.push_back(depths[number] + 1);
        }
        if (request_.keeps_edges) {
            targets.push_back(target);
            steps.push_back(step);
            rewards.push_back(reward);
        }
        return true;
    };
    try {
        expander_.expand(present_.data(), visit);
    } catch (...) {
        targets.resize(edges);
        steps.resize(edges);
        rewards.resize(edges);
        throw;
    }
    if (is_partial) partial.push_back(number);
}

std::vector<std::int32_t> Exploration::distances(std::int32_t goal) const {
    const std::size_t count = size();
    std::vector<std::uint32_t> before(count + 1);
    for (const std::int32_t target : targets) {
        if (target >= 0) ++before[target + 1];
    }
    for (std::size_t i = 0; i < count; ++i) before[i + 1] += before[i];
    std::vector<std::uint32_t> sources(before[count]), filled(before.begin(), before.end() - 1);
    for (std::uint32_t state = 0; state < expanded(); ++state) {
        for (std::uint64_t edge = first_[state]; edge < first_[state + 1]; ++edge) {
            if (targets[edge] >= 0) sources[filled[targets[edge]]++] = state;
        }
    }
    std::vector<std::int32_t> found(count, UNREACHABLE);
    std::vector<std::uint32_t> waiting;
    Expander expander(machine);
    for (std::uint32_t state = 0; state < count; ++state) {
        if (expander.load(states_.at(state)).value(goal) == 0) continue;
        found[state] = 0;
        waiting.push_back(state);
    }
    for (std::size_t i = 0; i < waiting.size(); ++i) {
        const std::uint32_t state = waiting[i];
        for (std::uint32_t k = before[state]; k < before[state + 1]; ++k) {
            if (found[sources[k]] != UNREACHABLE) continue;
            found[sources[k]] = found[state] + 1;
            waiting.push_back(sources[k]);
        }
    }
    return found;
}

std::vector<std::uint8_t> Exploration::lowering(const std::vector<std::int32_t>& distances,
                                                int labels) const {
    std::vector<std::uint8_t> found(labels);
    for (std::uint32_t state = 0; state < expanded(); ++state) {
        if (distances[state] == UNREACHABLE) continue;
        for (std::uint64_t edge = first_[state]; edge < first_[state + 1]; ++edge) {
            const std::int32_t target = targets[edge];
            if (target < 0 || distances[target] == UNREACHABLE) continue;
            if (distances[target] < distances[state]) {
                found[machine.operators()[steps[edge]].label] = 1;
            }
        }
    }
    return found;
}

Words Exploration::values(std::uint32_t number) const {
    Words found(machine.layout().variables());
    machine.layout().unpack(states_.at(number), found.data());
    return found;
}

std::uint32_t Exploration::find(const Words& values) const {
    return states_.find(machine.packed(values).data());
}

std::vector<std::uint8_t> Exploration::statuses() const {
    std::vector<std::uint8_t> found;
    for (std::uint32_t i = 0; i < size(); ++i) {
        found.push_back(std::uint8_t(machine.layout().status(states_.at(i))));
    }
    return found;
}

}  // namespace introplan
