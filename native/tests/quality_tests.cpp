// Promises about the quality of plans, checked without Python: a row of lamps that can be switched on
// and off, where the shortest plan is known.

#include <cstdio>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

#include "astar.hpp"
#include "expect.hpp"
#include "kernel.hpp"
#include "costs.hpp"
#include "switches.hpp"

using namespace introplan;

namespace {

void needless_steps_are_dropped() {
    Switches switches(3);
    const Integers plan{ON, 0, ON, 1, OFF, 1, ON, 2, OFF, 0, ON, 0, ON, 1};
    const auto [end, status] = switches.kernel.follow(ROOT, plan);
    EXPECT(status == Status::SUCCESS && switches.kernel.path(end).size() == 7);
    const NodeNumber shorter = switches.kernel.eliminate_actions(end);
    const auto path = switches.kernel.path(shorter);
    EXPECT(path.size() == 3);
    for (const NodeNumber step : path) EXPECT(switches.kernel.world().node(step).schema == ON);
    EXPECT(switches.kernel.facts_at(shorter).size() == 3);
    EXPECT(switches.kernel.world().node(shorter).score == 1);
    EXPECT(switches.kernel.meets(shorter, switches.goal));
    EXPECT(!switches.kernel.meets(path[0], switches.goal));
}

void long_random_plans_get_as_short_as_they_can() {
    for (unsigned seed = 0; seed < 30; ++seed) {
        constexpr int LAMPS = 40;
        Switches switches(LAMPS);
        std::mt19937 rng(seed);
        Integers plan;
        std::vector<bool> is_on(LAMPS, false);
        const auto flip = [&](int lamp) {
            plan.insert(plan.end(), {is_on[lamp] ? OFF : ON, lamp});
            is_on[lamp] = !is_on[lamp];
        };
        for (int step = 0; step < 500; ++step) flip(int(rng() % (LAMPS - 1)));  // one stays off
        for (int lamp = 0; lamp < LAMPS; ++lamp) {
            if (!is_on[lamp]) flip(lamp);
        }
        const auto [end, status] = switches.kernel.follow(ROOT, plan);
        EXPECT(status == Status::SUCCESS);
        EXPECT(switches.kernel.path(switches.kernel.eliminate_actions(end)).size() == LAMPS);
    }
}

void the_cheapest_way_is_proven() {
    Switches switches(6);
    CheapestPathRequest request{&switches.goal};
    SearchResult found = switches.kernel.cheapest_path(ROOT, request);
    EXPECT(found.reason == Reason::FOUND && found.status == Status::SUCCESS);
    EXPECT(switches.kernel.path(found.node).size() == 6);
    request.below = 6;
    found = switches.kernel.cheapest_path(ROOT, request);
    EXPECT(found.reason == Reason::EXHAUSTED && found.node == NO_NODE && !found.was_cut);
    request.below.reset();
    request.max_generated = 3;
    EXPECT(switches.kernel.cheapest_path(ROOT, request).reason == Reason::EFFORT);
    request.max_generated.reset();
    request.max_depth = 5;
    found = switches.kernel.cheapest_path(ROOT, request);
    EXPECT(found.reason == Reason::EXHAUSTED && found.was_cut);
    EXPECT(switches.kernel.world().here() == ROOT);
}

void a_way_to_a_state_is_found_as_well() {
    Switches switches(5);
    const auto [target, status] = switches.kernel.follow(ROOT, {ON, 0, ON, 3, OFF, 0, ON, 2});
    EXPECT(status == Status::CONTINUE);
    CheapestPathRequest request{&switches.goal, target};
    request.below = 4;
    const SearchResult found = switches.kernel.cheapest_path(ROOT, request);
    EXPECT(found.reason == Reason::FOUND && switches.kernel.path(found.node).size() == 2);
    const World& world = switches.kernel.world();
    EXPECT(world.node(found.node).identity == world.node(target).identity);
}

void limits_give_the_cheapest_end_so_far() {
    Switches switches(12);
    switches.kernel.world().meter.start({std::nullopt, 20, std::nullopt}, 0, 0);
    const SearchResult found = switches.kernel.cheapest_path(ROOT, {&switches.goal});
    EXPECT(found.reason == Reason::NODES || found.reason == Reason::FOUND);
    EXPECT(switches.kernel.world().meter.expanded() <= 20);
    EXPECT(switches.kernel.facts_at(ROOT).empty());
}

void prices_are_sums_of_constants_and_tables() {
    ActionCosts costs;
    EXPECT(costs.is_unit() && costs.of(7, nullptr) == 1);
    costs.set(2, {2.5, 0}, false);
    costs.add_constant(0, 2.5);
    costs.add_table(0, {1, -1 - 4}, {3, 4, 5, 4}, {10, 20});
    const Object row[] = {9, 5}, other[] = {9, 6};
    EXPECT(costs.of(0, row) == 22.5 && costs.of(0, other) == 2.5 && costs.of(1, row) == 0);
    EXPECT(!costs.is_unit() && !costs.is_whole() && costs.least(0) == 2.5);
}

}  // namespace

int main() {
    const std::vector<std::pair<const char*, void (*)()>> tests{
        {"needless steps are dropped", needless_steps_are_dropped},
        {"long random plans get as short as they can", long_random_plans_get_as_short_as_they_can},
        {"the cheapest way is proven", the_cheapest_way_is_proven},
        {"a way to a state is found as well", a_way_to_a_state_is_found_as_well},
        {"limits give the cheapest end so far", limits_give_the_cheapest_end_so_far},
        {"costs are sums of constants and tables", prices_are_sums_of_constants_and_tables},
    };
    for (const auto& [name, test] : tests) {
        test();
        std::printf("ok: %s\n", name);
    }
}
