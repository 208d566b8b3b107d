// A row of lamps that can be switched on and off; success once all of them are on.

#pragma once

#include "kernel.hpp"

namespace introplan {

constexpr std::int32_t ON = 0, OFF = 1;

struct Switches {
    explicit Switches(int count) : kernel(count) {
        Integers lamps;
        for (int i = 0; i < count; ++i) lamps.push_back(i);
        kernel.add_range(lamps);
        kernel.add_predicate(1);
        kernel.add_schema({1, UNBOUND, 1, 0,        // frame, parameters
                           1, 0, 0, 0,              // own variable, no patterns
                           1, 1, 0, 2, 0, 0, 1, 0,  // check: not (on ?x)
                           1, 1, 0, 1, 0, 0, 0, 0});  // effect: add (on ?x)
        kernel.add_schema({1, UNBOUND, 1, 0,        // frame, parameters
                           1, 0, 0, 1, 0, 1, 0,     // own variable, pattern (on ?x)
                           0,                       // no checks
                           1, 0, 1, 0, 1, 0, 0, 0});  // effect: delete (on ?x)
        kernel.begin();
        const Integers all_on{1, UNBOUND, 4, 1, 0, 0, 0, 0, 1, 0, 2, 0, 1, 0};
        kernel.add_outcomes({all_on, all_on}, {1.0, 0.0}, {1, 0});
        Integers wanted{1, count};
        for (int lamp = 0; lamp < count; ++lamp) wanted.insert(wanted.end(), {0, 2, 1, 0, 1, lamp});
        goal = kernel.goal(wanted);
    }

    Kernel kernel;
    Goal goal;
};

}  // namespace introplan
