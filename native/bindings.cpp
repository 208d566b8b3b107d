// The one file that knows Python: it converts and nothing more.
//
// Searches run with the GIL released. Every now and then the meter polls: then the GIL is taken for
// a moment, pending signals get their turn, and the caller is told the counts and may ask for a
// stop. An exception raised there ends the search and comes out of it.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <utility>

#include "kernel.hpp"

namespace nb = nanobind;
using namespace introplan;

namespace {

using IdentityPair = std::pair<std::uint64_t, std::uint64_t>;

Poll poll_through(nb::callable poll) {
    return [poll = std::move(poll)](std::int64_t expanded, std::int64_t generated) {
        nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        return nb::cast<bool>(poll(expanded, generated));
    };
}

// Run something with the GIL released; the reason comes back if a limit stopped it. The kernel does
// not keep `poll`, which would hold on to whoever holds the kernel.
template <class Work>
std::optional<Reason> without_gil(Kernel& kernel, nb::callable poll, Work&& work) {
    struct Polling {
        Meter& meter;
        ~Polling() { meter.set_poll({}); }
    } polling{kernel.world().meter};
    polling.meter.set_poll(poll_through(std::move(poll)));
    nb::gil_scoped_release released;
    try {
        work();
        return std::nullopt;
    } catch (const Stopped& stopped) {
        return stopped.reason;
    }
}

std::optional<int> number_of(std::optional<Reason> reason) {
    return reason ? std::optional<int>(int(*reason)) : std::nullopt;
}

void set_limits(Kernel& kernel, std::optional<double> seconds, std::optional<std::int64_t> nodes,
                std::optional<double> memory_mb, std::int64_t expanded, std::int64_t generated) {
    kernel.world().meter.start({seconds, nodes, memory_mb}, expanded, generated);
}

std::optional<int> begin(Kernel& kernel, nb::callable poll) {
    return number_of(without_gil(kernel, std::move(poll), [&] { kernel.begin(); }));
}

std::pair<bool, std::optional<int>> holds(Kernel& kernel, const Integers& query,
                                          nb::callable poll) {
    bool is_true = false;
    const auto stopped =
        without_gil(kernel, std::move(poll), [&] { is_true = kernel.holds(query); });
    return {is_true, number_of(stopped)};
}

std::optional<NodeNumber> number_or_none(NodeNumber number) {
    return number == NO_NODE ? std::nullopt : std::optional<NodeNumber>(number);
}

using Found = std::tuple<std::optional<NodeNumber>, std::optional<NodeNumber>, int, int, bool>;

// A goal that Python holds on to without looking into it.
struct OwnGoal {
    Goal goal;
};

const Goal* goal_or_null(const OwnGoal* own) { return own == nullptr ? nullptr : &own->goal; }

OwnGoal goal(Kernel& kernel, const Integers& integers) { return {kernel.goal(integers)}; }

std::vector<OwnGoal> stages(const Kernel& kernel, const OwnGoal& own) {
    std::vector<OwnGoal> found;
    for (Goal& stage : kernel.stages(own.goal)) found.push_back({std::move(stage)});
    return found;
}

bool is_met(Kernel& kernel, NodeNumber number, const OwnGoal& own) {
    return kernel.is_met(number, own.goal);
}

// In one piece, which costs Python nothing to keep.
nb::bytes wants(const Kernel& kernel, const OwnGoal& own) {
    const Integers found = kernel.wants(own.goal);
    return nb::bytes(found.data(), found.size() * sizeof(found[0]));
}

std::optional<int> add_judge(Kernel& kernel, const std::vector<Integers>& conditions,
                             const std::vector<double>& rewards, const std::vector<int>& statuses,
                             nb::callable poll) {
    return number_of(without_gil(kernel, std::move(poll), [&] {
        kernel.add_judge(conditions, rewards, statuses);
    }));
}

// An outlook and the kernel whose world it looks at.
struct OwnOutlook {
    Kernel& kernel;
    std::optional<Outlook> outlook;
};

std::pair<OwnOutlook, std::optional<int>> introspected(Kernel& kernel, const Integers& reward,
                                                       const Integers& success,
                                                       nb::callable poll) {
    OwnOutlook own{kernel, std::nullopt};
    const auto stopped = without_gil(kernel, std::move(poll), [&] {
        own.outlook.emplace(kernel.introspected(reward, success));
    });
    return {std::move(own), number_of(stopped)};
}

OwnGoal success_of(const OwnOutlook& own) { return {own.outlook->success()}; }

bool is_hopeless(const OwnOutlook& own) { return is_impossible(own.outlook->success()); }

struct OwnWays {
    Kernel& kernel;
    Ways ways;
};

OwnWays ways_on(const OwnOutlook& own, NodeNumber node) {
    return {own.kernel, Ways(*own.outlook, node)};
}

std::pair<std::optional<OwnGoal>, std::optional<int>> next_way(OwnWays& own, nb::callable poll) {
    std::optional<OwnGoal> found;
    const auto stopped = without_gil(own.kernel, std::move(poll), [&] {
        if (auto goal = own.ways.next()) found = OwnGoal{std::move(*goal)};
    });
    return {std::move(found), number_of(stopped)};
}

Found found(const SearchResult& result, std::optional<Reason> stopped) {
    return {number_or_none(result.node), number_or_none(result.best), int(result.status),
            int(stopped.value_or(result.reason)), result.was_cut};
}

Found search(Kernel& kernel, NodeNumber start, const OwnGoal* target, const OwnGoal* guide,
             std::optional<std::int32_t> max_depth,
             std::optional<std::int64_t> patience, const std::vector<IdentityPair>& avoid,
             bool uses_all_moves, std::optional<std::int64_t> blind_after, nb::callable poll) {
    SearchOptions options{max_depth, patience, {}, uses_all_moves, blind_after};
    for (const auto& [high, low] : avoid) options.avoid.push_back({high, low});
    SearchResult result;
    const auto stopped = without_gil(kernel, std::move(poll), [&] {
        result = kernel.search(start, goal_or_null(target), goal_or_null(guide), options);
    });
    return found(result, stopped);
}

Found cheapest_way(Kernel& kernel, NodeNumber start, const OwnGoal* guide,
               std::optional<NodeNumber> target, std::optional<std::int32_t> max_depth,
               std::optional<double> below, std::optional<std::int64_t> patience,
               nb::callable poll) {
    const Errand errand{goal_or_null(guide), target.value_or(NO_NODE), max_depth, below, patience};
    SearchResult result;
    const auto stopped = without_gil(kernel, std::move(poll), [&] {
        result = kernel.cheapest(start, errand);
    });
    return found(result, stopped);
}

void set_prices(Kernel& kernel, const std::vector<double>& least, bool is_whole) {
    kernel.prices().set(kernel.world().schemas.size(), least, is_whole);
}

void add_price(Kernel& kernel, std::size_t schema, double value) {
    kernel.prices().add_constant(schema, value);
}

void add_price_table(Kernel& kernel, std::size_t schema, const Integers& which,
                     const Integers& rows, const std::vector<double>& values) {
    kernel.prices().add_table(schema, which, rows, values);
}

std::tuple<NodeNumber, int, std::optional<int>> follow(Kernel& kernel, NodeNumber start,
                                                       const Integers& operators,
                                                       nb::callable poll) {
    std::pair<NodeNumber, Status> end{start, Status::CONTINUE};
    const auto stopped =
        without_gil(kernel, std::move(poll), [&] { end = kernel.follow(start, operators); });
    return {end.first, int(end.second), number_of(stopped)};
}

std::pair<NodeNumber, std::optional<int>> shortened(Kernel& kernel, NodeNumber end,
                                                    nb::callable poll) {
    const auto stopped = without_gil(kernel, std::move(poll), [&] { end = kernel.shortened(end); });
    return {end, number_of(stopped)};
}

bool meets(Kernel& kernel, NodeNumber number, const OwnGoal& wanted) {
    return kernel.meets(number, wanted.goal);
}

auto node(Kernel& kernel, NodeNumber number) {
    const Node& node = kernel.world().node(number);
    return std::make_tuple(node.identity.high, node.identity.low, node.depth, node.score,
                           node.reward);
}

auto operator_at(Kernel& kernel, NodeNumber number) {
    const auto arguments = kernel.world().arguments(number);
    return std::make_pair(kernel.world().node(number).schema,
                          Integers(arguments.begin(), arguments.end()));
}

std::pair<std::int64_t, std::int64_t> counts(Kernel& kernel) {
    return {kernel.world().meter.expanded(), kernel.world().meter.generated()};
}

}  // namespace

NB_MODULE(_kernel, module) {
    module.doc() = "The native search engine; introplan.search.native.engine is the door to it.";
    nb::class_<OwnGoal>(module, "Goal");
    nb::class_<OwnWays>(module, "Ways").def("next", &next_way, nb::arg("poll"));
    nb::class_<OwnOutlook>(module, "Outlook")
        .def_prop_ro("success", &success_of)
        .def_prop_ro("is_hopeless", &is_hopeless)
        .def("ways_on", &ways_on, nb::arg("node"), nb::keep_alive<0, 1>());
    nb::class_<Kernel>(module, "Kernel")
        .def(nb::init<int>(), nb::arg("objects"))
        .def("add_range", &Kernel::add_range, nb::arg("objects"))
        .def("add_predicate", &Kernel::add_predicate, nb::arg("arity"))
        .def("add_schema", &Kernel::add_schema, nb::arg("schema"))
        .def("add_stratum", &Kernel::add_stratum, nb::arg("rules"))
        .def("add_premise", &Kernel::add_premise, nb::arg("predicate"))
        .def("add_operator", &Kernel::add_operator, nb::arg("lifted"))
        .def("add_negated", &Kernel::add_negated, nb::arg("predicate"))
        .def("add_facts", &Kernel::add_facts, nb::arg("predicate"), nb::arg("objects"))
        .def("add_rules", &Kernel::add_rules, nb::arg("steps"), nb::arg("preconditions"),
             nb::arg("addable"), nb::arg("deletable"), nb::arg("precedences"))
        .def("add_judge", &add_judge, nb::arg("conditions"), nb::arg("rewards"),
             nb::arg("statuses"), nb::arg("poll"))
        .def("introspected", &introspected, nb::arg("reward"), nb::arg("success"),
             nb::arg("poll"))
        .def("goal", &goal, nb::arg("goal"))
        .def("stages", &stages, nb::arg("goal"))
        .def("is_met", &is_met, nb::arg("number"), nb::arg("goal"))
        .def("wants", &wants, nb::arg("goal"))
        .def("set_limits", &set_limits, nb::kw_only(), nb::arg("seconds").none(),
             nb::arg("nodes").none(), nb::arg("memory_mb").none(), nb::arg("expanded"),
             nb::arg("generated"))
        .def("begin", &begin, nb::arg("poll"))
        .def("search", &search, nb::arg("start"), nb::kw_only(), nb::arg("target").none(),
             nb::arg("guide").none(), nb::arg("max_depth").none(), nb::arg("patience").none(),
             nb::arg("avoid"), nb::arg("uses_all_moves"), nb::arg("blind_after").none(),
             nb::arg("poll"))
        .def("set_prices", &set_prices, nb::arg("least"), nb::arg("is_whole"))
        .def("add_price", &add_price, nb::arg("schema"), nb::arg("value"))
        .def("add_price_table", &add_price_table, nb::arg("schema"), nb::arg("which"),
             nb::arg("rows"), nb::arg("values"))
        .def("cheapest", &cheapest_way, nb::arg("start"), nb::kw_only(), nb::arg("guide").none(),
             nb::arg("target").none(), nb::arg("max_depth").none(), nb::arg("below").none(),
             nb::arg("patience").none(), nb::arg("poll"))
        .def("follow", &follow, nb::arg("start"), nb::arg("operators"), nb::arg("poll"))
        .def("shortened", &shortened, nb::arg("end"), nb::arg("poll"))
        .def("meets", &meets, nb::arg("number"), nb::arg("wanted"))
        .def("holds", &holds, nb::arg("query"), nb::arg("poll"))
        .def("counts", &counts)
        .def("node", &node, nb::arg("number"))
        .def("operator_at", &operator_at, nb::arg("number"))
        .def("path", &Kernel::path, nb::arg("number"))
        .def("facts_at", &Kernel::facts_at, nb::arg("number"))
        .def("row", &Kernel::row, nb::arg("fact"));
}
