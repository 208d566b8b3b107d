// Bindings of the register machine: values go in as lists, large results come out as bytes.
//
// Every call that searches takes what is left of the limits and gives back why it stopped: the number
// of a `Reason`, nothing if it came to its end, or `LEFT_RANGE` if a value did not fit.

#include "machine_bindings.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "gil.hpp"
#include "machine_decisions.hpp"
#include "machine_exploration.hpp"
#include "machine_search.hpp"

namespace introplan {

namespace {

constexpr int LEFT_RANGE = 100;

template <class T>
nb::bytes bytes_of(const std::vector<T>& found) {
    return nb::bytes(reinterpret_cast<const char*>(found.data()), found.size() * sizeof(T));
}

// What is left of the limits, the counts so far, and whom to ask whether to stop.
struct MachineLimits {
    Limits limits;
    std::int64_t expanded, generated;
    nb::callable poll;
};

using Stop = std::tuple<std::optional<int>, std::int64_t, std::int64_t>;

template <class Work>
Stop limited(const MachineLimits& own, Work&& work) {
    Meter meter;
    meter.start(own.limits, own.expanded, own.generated);
    meter.set_poll(poll_through(own.poll));
    std::optional<int> reason;
    {
        ReleasedGil released;
        try {
            work(meter);
        } catch (const Stopped& stopped) {
            reason = int(stopped.reason);
        } catch (const LeftRange&) {
            reason = LEFT_RANGE;
        }
    }
    return {reason, meter.expanded(), meter.generated()};
}

void add_dense(Machine& machine, Words lows, Words sizes, Words values, Word fallback) {
    machine.code().add_dense({std::move(lows), std::move(sizes), std::move(values), fallback});
}

void add_sparse(Machine& machine, int arity, const Words& keys, const Words& values, Word fallback) {
    machine.code().add_sparse(SparseTable(arity, keys, values, fallback));
}

// The values of nodes in a state; nothing where one does not fit.
std::optional<Words> evaluate(const Machine& machine, const Words& values,
                              const std::vector<std::int32_t>& nodes) {
    try {
        Expander expander(machine);
        Evaluator& evaluator = expander.load(machine.packed(values).data());
        Words found;
        for (const std::int32_t node : nodes) found.push_back(evaluator.value(node));
        return found;
    } catch (const LeftRange&) {
        return std::nullopt;
    }
}

using Successor = std::tuple<std::int32_t, Words, double, int>;

std::optional<std::vector<Successor>> successors(const Machine& machine, const Words& values) {
    try {
        Expander expander(machine);
        const Packed packed = machine.packed(values);
        std::vector<Successor> found;
        expander.expand(packed.data(), [&](std::int32_t step, const std::uint64_t* child,
                                           double reward, Ending ending) {
            Words after(values.size());
            machine.layout().unpack(child, after.data());
            found.emplace_back(step, std::move(after), reward, int(ending));
            return true;
        });
        return found;
    } catch (const LeftRange&) {
        return std::nullopt;
    }
}

Stop run(Exploration& exploration, const MachineLimits& limits, std::int64_t until_states) {
    return limited(limits, [&](Meter& meter) { exploration.run(meter, until_states); });
}

// The values of all states from a number on, one state after the other.
nb::bytes values_of(const Exploration& exploration, std::uint32_t first, std::uint32_t last) {
    const std::size_t width = exploration.machine.layout().variables();
    Words found(width * (last - first));
    for (std::uint32_t i = first; i < last; ++i) {
        exploration.machine.layout().unpack(exploration.states_.at(i),
                                            found.data() + width * (i - first));
    }
    return bytes_of(found);
}

// The number of a state; nothing where it was not found, or no state has such values.
std::optional<std::uint32_t> found_number(const Exploration& exploration, const Words& values) {
    try {
        const std::uint32_t found = exploration.find(values);
        return found == StateTable::NONE ? std::nullopt : std::optional(found);
    } catch (const LeftRange&) {
        return std::nullopt;
    }
}

// The arrays of `MachineDecisions`, in their order.
using DecisionArrays =
    std::tuple<nb::bytes, nb::bytes, nb::bytes, nb::bytes, nb::bytes, nb::bytes, nb::bytes>;

DecisionArrays decisions(const Exploration& exploration, const std::vector<std::int32_t>& labels,
                         const std::vector<double>& probabilities) {
    MachineDecisions found;
    {
        ReleasedGil released;
        found = decisions_of(exploration, labels, probabilities);
    }
    return {bytes_of(found.first_choice), bytes_of(found.first_edge), bytes_of(found.targets),
            bytes_of(found.probabilities), bytes_of(found.rewards), bytes_of(found.pays),
            bytes_of(found.labels)};
}

std::tuple<nb::bytes, nb::bytes> goal_distances(const Exploration& exploration, std::int32_t goal,
                                                int labels) {
    const auto found = exploration.distances(goal);
    return {bytes_of(found), bytes_of(exploration.lowering(found, labels))};
}

// Whether it was found, exhausted, pruned; the steps; the steps to the best reward; why it stopped.
using SearchFound = std::tuple<bool, bool, bool, nb::bytes, nb::bytes, Stop>;

MachineSearchRequest request_of(std::uint32_t endings, std::optional<double> least_reward,
                                std::optional<std::int64_t> max_depth,
                                std::optional<std::int64_t> max_nodes, Word unreachable) {
    return {{endings, least_reward}, max_depth, max_nodes, unreachable};
}

template <class Work>
SearchFound searched(const Machine& machine, const Words& start,
                     const MachineSearchRequest& request, const MachineLimits& limits,
                     Work&& work) {
    MachineFound found;
    std::vector<std::int32_t> best;
    const Stop stop = limited(limits, [&](Meter& meter) {
        MachineSearch search(machine, start, request, meter);
        try {
            found = work(search);
        } catch (const Stopped&) {
            best = search.best();
            throw;
        }
        best = search.best();
    });
    return {found.is_found, found.is_exhausted, found.was_pruned, bytes_of(found.steps),
            bytes_of(best), stop};
}

SearchFound breadth_first(const Machine& machine, const Words& start,
                          const MachineSearchRequest& request, const MachineLimits& limits) {
    return searched(machine, start, request, limits,
                    [](MachineSearch& search) { return search.breadth_first(); });
}

SearchFound a_star(const Machine& machine, const Words& start, const MachineSearchRequest& request,
                   std::int32_t distance, std::optional<std::int64_t> max_bound,
                   const MachineLimits& limits) {
    return searched(machine, start, request, limits, [&](MachineSearch& search) {
        return search.a_star(distance, max_bound);
    });
}

SearchFound alternating(const Machine& machine, const Words& start,
                        const MachineSearchRequest& request,
                        const std::vector<std::int32_t>& distances, Word weight,
                        const MachineLimits& limits) {
    return searched(machine, start, request, limits, [&](MachineSearch& search) {
        return search.alternating(distances, weight);
    });
}

SearchFound descend(const Machine& machine, const Words& start, const MachineSearchRequest& request,
                    std::int32_t distance, bool repeats, const MachineLimits& limits) {
    return searched(machine, start, request, limits, [&](MachineSearch& search) {
        return search.descend(distance, repeats);
    });
}

}  // namespace

void bind_machine(nb::module_& module) {
    nb::class_<MachineLimits>(module, "MachineLimits")
        .def("__init__",
             [](MachineLimits* own, std::optional<double> seconds,
                std::optional<std::int64_t> nodes, std::optional<double> memory_mb,
                std::int64_t expanded, std::int64_t generated, nb::callable poll) {
                 new (own) MachineLimits{{seconds, nodes, memory_mb}, expanded, generated, poll};
             },
             nb::kw_only(), nb::arg("seconds").none(), nb::arg("nodes").none(),
             nb::arg("memory_mb").none(), nb::arg("expanded"), nb::arg("generated"),
             nb::arg("poll"));
    nb::class_<MachineSearchRequest>(module, "MachineSearchRequest")
        .def("__init__",
             [](MachineSearchRequest* own, std::uint32_t endings,
                std::optional<double> least_reward, std::optional<std::int64_t> max_depth,
                std::optional<std::int64_t> max_nodes, Word unreachable) {
                 new (own) MachineSearchRequest(
                     request_of(endings, least_reward, max_depth, max_nodes, unreachable));
             },
             nb::kw_only(), nb::arg("endings"), nb::arg("least_reward").none(),
             nb::arg("max_depth").none(), nb::arg("max_nodes").none(), nb::arg("unreachable"));
    nb::class_<Machine>(module, "Machine")
        .def(nb::init<const Words&, const Words&>(), nb::arg("layout"), nb::arg("code"))
        .def("add_dense", &add_dense, nb::arg("lows"), nb::arg("sizes"), nb::arg("values"),
             nb::arg("fallback"))
        .def("add_sparse", &add_sparse, nb::arg("arity"), nb::arg("keys"), nb::arg("values"),
             nb::arg("fallback"))
        .def("extend", [](Machine& own, const Words& code) { own.code().extend(code); },
             nb::arg("code"))
        .def("add_operator", &Machine::add_operator, nb::arg("encoded"))
        .def("finish", &Machine::finish)
        .def_prop_ro("words", [](const Machine& own) { return own.layout().words(); })
        .def("evaluate", &evaluate, nb::arg("values"), nb::arg("nodes"))
        .def("successors", &successors, nb::arg("values"))
        .def("breadth_first", &breadth_first, nb::arg("start"), nb::arg("request"),
             nb::arg("limits"))
        .def("a_star", &a_star, nb::arg("start"), nb::arg("request"), nb::arg("distance"),
             nb::arg("max_bound").none(), nb::arg("limits"))
        .def("alternating", &alternating, nb::arg("start"), nb::arg("request"),
             nb::arg("distances"), nb::arg("weight"), nb::arg("limits"))
        .def("descend", &descend, nb::arg("start"), nb::arg("request"), nb::arg("distance"),
             nb::arg("repeats"), nb::arg("limits"));
    nb::class_<Exploration>(module, "Exploration")
        .def("__init__",
             [](Exploration* own, const Machine& machine, const Words& start, bool keeps_edges,
                bool numbers_ends, bool keeps_failures, std::optional<std::int64_t> max_states,
                bool stops_at_limit, std::optional<std::int64_t> max_depth) {
                 new (own) Exploration(machine, start, {keeps_edges, numbers_ends, max_states,
                                                        stops_at_limit, max_depth,
                                                        keeps_failures});
             },
             nb::arg("machine"), nb::arg("start"), nb::kw_only(), nb::arg("keeps_edges"),
             nb::arg("numbers_ends"), nb::arg("keeps_failures") = false,
             nb::arg("max_states").none(), nb::arg("stops_at_limit"), nb::arg("max_depth").none(),
             nb::keep_alive<1, 2>())
        .def("run", &run, nb::arg("limits"), nb::arg("until_states"))
        .def("goal_distances", &goal_distances, nb::arg("goal"), nb::arg("labels"))
        .def("values", &values_of, nb::arg("first"), nb::arg("last"))
        .def("find", &found_number, nb::arg("values"))
        .def("decisions", &decisions, nb::arg("labels"), nb::arg("probabilities"))
        .def_prop_ro("edges", [](const Exploration& own) { return own.targets.size(); })
        .def_prop_ro("size", &Exploration::size)
        .def_prop_ro("expanded", &Exploration::expanded)
        .def_prop_ro("is_done", &Exploration::is_done)
        .def_prop_ro("was_cut", [](const Exploration& own) { return own.was_cut; })
        .def("first", [](const Exploration& own) { return bytes_of(own.first_); })
        .def("targets", [](const Exploration& own) { return bytes_of(own.targets); })
        .def("steps", [](const Exploration& own) { return bytes_of(own.steps); })
        .def("rewards", [](const Exploration& own) { return bytes_of(own.rewards); })
        .def("depths", [](const Exploration& own) { return bytes_of(own.depths); })
        .def("partial", [](const Exploration& own) { return bytes_of(own.partial); })
        .def("statuses", [](const Exploration& own) { return bytes_of(own.statuses()); });
}

}  // namespace introplan
