// Promises about the quality of plans, checked without Python: a row of lamps that can be switched on
// and off, where the shortest plan is known.

#include <cstdio>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

#include "cheapest.hpp"
#include "expect.hpp"
#include "kernel.hpp"
#include "prices.hpp"
#include "switches.hpp"

using namespace introplan;

namespace {

void needless_steps_are_dropped() {
    Switches switches(3);
    const Integers plan{ON, 0, ON, 1, OFF, 1, ON, 2, OFF, 0, ON, 0, ON, 1};
    const auto [end, status] = switches.kernel.follow(ROOT, plan);
    EXPECT(status == Status::SUCCESS && switches.kernel.path(end).size() == 7);
    const NodeNumber shorter = switches.kernel.shortened(end);
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
        EXPECT(switches.kernel.path(switches.kernel.shortened(end)).size() == LAMPS);
    }
}

void the_cheapest_way_is_proven() {
    Switches switches(6);
    Errand errand{&switches.goal};
    SearchResult found = switches.kernel.cheapest(ROOT, errand);
    EXPECT(found.reason == Reason::FOUND && found.status == Status::SUCCESS);
    EXPECT(switches.kernel.path(found.node).size() == 6);
    errand.below = 6;
    found = switches.kernel.cheapest(ROOT, errand);
    EXPECT(found.reason == Reason::EXHAUSTED && found.node == NO_NODE && !found.was_cut);
    errand.below.reset();
    errand.patience = 3;
    EXPECT(switches.kernel.cheapest(ROOT, errand).reason == Reason::PATIENCE);
    errand.patience.reset();
    errand.max_depth = 5;
    found = switches.kernel.cheapest(ROOT, errand);
    EXPECT(found.reason == Reason::EXHAUSTED && found.was_cut);
    EXPECT(switches.kernel.world().here() == ROOT);
}

void a_way_to_a_state_is_found_as_well() {
    Switches switches(5);
    const auto [target, status] = switches.kernel.follow(ROOT, {ON, 0, ON, 3, OFF, 0, ON, 2});
    EXPECT(status == Status::CONTINUE);
    Errand errand{&switches.goal, target};
    errand.below = 4;
    const SearchResult found = switches.kernel.cheapest(ROOT, errand);
    EXPECT(found.reason == Reason::FOUND && switches.kernel.path(found.node).size() == 2);
    const World& world = switches.kernel.world();
    EXPECT(world.node(found.node).identity == world.node(target).identity);
}

void limits_give_the_cheapest_end_so_far() {
    Switches switches(12);
    switches.kernel.world().meter.start({std::nullopt, 20, std::nullopt}, 0, 0);
    const SearchResult found = switches.kernel.cheapest(ROOT, {&switches.goal});
    EXPECT(found.reason == Reason::NODES || found.reason == Reason::FOUND);
    EXPECT(switches.kernel.world().meter.expanded() <= 20);
    EXPECT(switches.kernel.facts_at(ROOT).empty());
}

void prices_are_sums_of_constants_and_tables() {
    Prices prices;
    EXPECT(prices.is_unit() && prices.of(7, nullptr) == 1);
    prices.set(2, {2.5, 0}, false);
    prices.add_constant(0, 2.5);
    prices.add_table(0, {1, -1 - 4}, {3, 4, 5, 4}, {10, 20});
    const Object row[] = {9, 5}, other[] = {9, 6};
    EXPECT(prices.of(0, row) == 22.5 && prices.of(0, other) == 2.5 && prices.of(1, row) == 0);
    EXPECT(!prices.is_unit() && !prices.is_whole() && prices.least(0) == 2.5);
}

}  // namespace

int main() {
    const std::vector<std::pair<const char*, void (*)()>> tests{
        {"needless steps are dropped", needless_steps_are_dropped},
        {"long random plans get as short as they can", long_random_plans_get_as_short_as_they_can},
        {"the cheapest way is proven", the_cheapest_way_is_proven},
        {"a way to a state is found as well", a_way_to_a_state_is_found_as_well},
        {"limits give the cheapest end so far", limits_give_the_cheapest_end_so_far},
        {"prices are sums of constants and tables", prices_are_sums_of_constants_and_tables},
    };
    for (const auto& [name, test] : tests) {
        test();
        std::printf("ok: %s\n", name);
    }
}
