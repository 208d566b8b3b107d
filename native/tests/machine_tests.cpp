// Promises about the register machine, checked without Python: the 8-puzzle, whose numbers are known.

#include <cstdio>

#include "expect.hpp"
#include "machine_decisions.hpp"
#include "machine_exploration.hpp"
#include "machine_search.hpp"

using namespace introplan;

namespace {

constexpr int SIDE = 3, CELLS = SIDE * SIDE;
constexpr int ZERO = CELLS, ONE = CELLS + 1, GOAL = 2 * CELLS + 2 + CELLS;

// Nodes: the cells, 0, a double 1, the tiles 0..8, "cell i has tile i", all of them.
Words puzzle_code() {
    Words code;
    for (int i = 0; i < CELLS; ++i) code.insert(code.end(), {Word(CodeKind::VARIABLE), i, 0});
    code.insert(code.end(), {Word(CodeKind::CONSTANT), 0, 0});
    code.insert(code.end(), {Word(CodeKind::CONSTANT), std::bit_cast<Word>(1.0), 0});
    for (int i = 0; i < CELLS; ++i) code.insert(code.end(), {Word(CodeKind::CONSTANT), i, 0});
    for (int i = 0; i < CELLS; ++i) {
        code.insert(code.end(), {Word(CodeKind::EQUAL), 0, 2, i, CELLS + 2 + i});
    }
    code.insert(code.end(), {Word(CodeKind::AND), 0, CELLS});
    for (int i = 0; i < CELLS; ++i) code.push_back(2 * CELLS + 2 + i);
    return code;
}

Machine puzzle() {
    Words layout;
    for (int i = 0; i < CELLS; ++i) layout.insert(layout.end(), {0, 0, CELLS - 1});
    Machine machine(layout, puzzle_code());
    for (int from = 0; from < CELLS; ++from) {
        for (int to = 0; to < CELLS; ++to) {
            const int rows = std::abs(from / SIDE - to / SIDE);
            const int columns = std::abs(from % SIDE - to % SIDE);
            if (rows + columns != 1) continue;
            machine.add_operator({to, 1, from, 0, 2, from, to, to, ZERO, 1, ALWAYS, ONE, 0});
        }
    }
    machine.finish();
    return machine;
}

const Words SOLVED{0, 1, 2, 3, 4, 5, 6, 7, 8};

void the_puzzle_has_half_of_all_arrangements() {
    const Machine machine = puzzle();
    Exploration exploration(machine, SOLVED, {});
    Meter meter;
    EXPECT(exploration.run(meter, 1'000'000'000));
    EXPECT(exploration.size() == 181440);
    EXPECT(exploration.targets.size() == 483840);
    const auto distances = exploration.distances(GOAL);
    EXPECT(*std::max_element(distances.begin(), distances.end()) == 31);
    for (std::uint32_t i = 0; i < exploration.size(); ++i) EXPECT(distances[i] == exploration.depths[i]);
}

void a_limit_on_states_cuts() {
    const Machine machine = puzzle();
    Exploration exploration(machine, SOLVED, {true, true, 100, true, std::nullopt});
    Meter meter;
    exploration.run(meter, 1'000'000'000);
    EXPECT(exploration.size() == 100 && exploration.was_cut);
}

void values_outside_a_domain_are_refused() {
    const Machine machine = puzzle();
    bool was_refused = false;
    try {
        machine.packed({9, 1, 2, 3, 4, 5, 6, 7, 8});
    } catch (const LeftRange&) {
        was_refused = true;
    }
    EXPECT(was_refused);
}

void outcomes_of_an_action_are_one_decision() {
    // One variable and one action: to 1 for a reward of 1, to nowhere, or to the end.
    Words code{Word(CodeKind::VARIABLE), 0, 0};
    code.insert(code.end(), {Word(CodeKind::CONSTANT), 0, 0});
    code.insert(code.end(), {Word(CodeKind::CONSTANT), 1, 0});
    code.insert(code.end(), {Word(CodeKind::CONSTANT), std::bit_cast<Word>(1.0), 0});
    Machine machine({0, 0, 1}, code);
    machine.add_operator({0, 0, 1, 0, 2, 1, ALWAYS, 3, 0});
    machine.add_operator({0, 0, 0, 0, 0});
    machine.add_operator({0, 0, 1, 0, 1, 0, 1, ALWAYS, int(Ending::FAILURE)});
    machine.finish();
    ExploreRequest request;
    request.numbers_ends = false;
    request.keeps_failures = true;
    Exploration exploration(machine, {0}, request);
    Meter meter;
    EXPECT(exploration.run(meter, 1'000));
    const MachineDecisions found = decisions_of(exploration, {0, 0, 0}, {0.5, 0.25, 0.25});
    EXPECT((found.first_choice == std::vector<std::int64_t>{0, 1, 2}));
    EXPECT((found.first_edge == std::vector<std::int64_t>{0, 3, 5}));
    EXPECT((found.targets == std::vector<std::int32_t>{1, 0, -3, 1, -3}));
    EXPECT((found.probabilities == std::vector<double>{0.5, 0.25, 0.25, 0.75, 0.25}));
    EXPECT((found.rewards == std::vector<double>{0.5, 0.5}));
    EXPECT((found.pays == std::vector<std::uint8_t>{1, 1}));
    EXPECT(exploration.find({1}) == 1);
}

}  // namespace

int main() {
    the_puzzle_has_half_of_all_arrangements();
    a_limit_on_states_cuts();
    values_outside_a_domain_are_refused();
    outcomes_of_an_action_are_one_decision();
    std::puts("machine: all promises kept");
}
