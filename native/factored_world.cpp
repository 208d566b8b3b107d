#include "factored_world.hpp"

#include <algorithm>

namespace introplan {

Simulator::Simulator(const FactoredWorld& world)
    : world_(world), step_(world.step), conditions_(world.conditions), slots_(world.slots()) {}

const double* Simulator::filled(const double* state, const Joint& action) {
    const std::size_t states = world_.states();
    std::copy(state, state + states, slots_.begin());
    std::copy(world_.defaults.begin(), world_.defaults.end(), slots_.begin() + states);
    for (const std::int32_t choice : action) {
        slots_[states + world_.choices[choice].place] = world_.choices[choice].value;
    }
    return slots_.data();
}

int Simulator::unmet(const double* state, const Joint& action) {
    if (world_.allowed.empty()) return 0;
    const double* values = conditions_.expect(filled(state, action));
    return int(std::count_if(world_.allowed.begin(), world_.allowed.end(),
                             [&](std::int32_t node) { return values[node] < 0.5; }));
}

bool Simulator::is_over(const double* state) {
    if (world_.ends.empty()) return false;
    const double* values = conditions_.expect(filled(state, {}));
    return std::any_of(world_.ends.begin(), world_.ends.end(),
                       [&](std::int32_t node) { return values[node] >= 0.5; });
}

double Simulator::draw(const double* state, const Joint& action, Random& random, double* after) {
    const double* values = step_.draw(filled(state, action), random);
    for (std::size_t i = 0; i < world_.states(); ++i) after[i] = values[world_.next[i]];
    double sum = 0;
    for (const std::int32_t node : world_.paid) sum += values[node];
    return sum;
}

void Simulator::expect(const double* state, const Joint& action, double* after, double* terms) {
    const double* values = step_.expect(filled(state, action));
    for (std::size_t i = 0; i < world_.states(); ++i) after[i] = values[world_.next[i]];
    for (std::size_t i = 0; i < world_.paid.size(); ++i) terms[i] = values[world_.paid[i]];
}

Joint with_choice(const FactoredWorld& world, const Joint& action, std::int32_t choice) {
    for (const std::int32_t one : action) {
        if (world.choices[one].place == world.choices[choice].place) return {};
    }
    Joint made = action;
    made.insert(std::upper_bound(made.begin(), made.end(), choice), choice);
    return made;
}

JointActions::JointActions(const FactoredWorld& world, std::size_t limit) {
    const std::int32_t choices = std::int32_t(world.choices.size());
    listed.push_back({});
    for (std::int32_t choice = 0; choice < choices; ++choice) listed.push_back({choice});
    const std::size_t singles = listed.size();
    std::size_t begin = 1;
    for (int size = 2; size <= world.concurrency; ++size) {
        const std::size_t end = listed.size();
        for (std::size_t i = begin; i < end; ++i) {
            for (std::int32_t choice = listed[i].back() + 1; choice < choices; ++choice) {
                Joint made = with_choice(world, listed[i], choice);
                if (!made.empty()) listed.push_back(std::move(made));
                if (listed.size() > limit) {
                    listed.resize(singles);
                    is_complete = false;
                    return;
                }
            }
        }
        if (listed.size() == end) return;
        begin = end;
    }
}

}  // namespace introplan
