// The module as Python sees it: converts and nothing more. What knows Python besides this file is
// `machine_bindings.cpp`, for the register machine, and `gil.hpp`, for searches without the GIL.

#include <pthread.h>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <utility>

#include "gil.hpp"
#include "kernel.hpp"
#include "factored_bindings.hpp"
#include "machine_bindings.hpp"
#include "sweeps_bindings.hpp"

namespace nb = nanobind;
using namespace introplan;

namespace {

using IdentityPair = std::pair<std::uint64_t, std::uint64_t>;

// Run something with the GIL released; the reason comes back if a limit stopped it. The kernel does
// not keep `poll`: that would be a reference cycle between the kernel and its owner.
template <class Work>
std::optional<Reason> without_gil(Kernel& kernel, nb::callable poll, Work&& work) {
    struct Polling {
        Meter& meter;
        ~Polling() { meter.set_poll({}); }
    } polling{kernel.world().meter};
    polling.meter.set_poll(poll_through(std::move(poll)));
    ReleasedGil released;
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

std::optional<int> add_outcomes(Kernel& kernel, const std::vector<Integers>& conditions,
                             const std::vector<double>& rewards, const std::vector<int>& statuses,
                             nb::callable poll) {
    return number_of(without_gil(kernel, std::move(poll), [&] {
        kernel.add_outcomes(conditions, rewards, statuses);
    }));
}

std::optional<int> add_sum(Kernel& kernel, const Integers& sentence, double value,
                           nb::callable poll) {
    return number_of(without_gil(kernel, std::move(poll), [&] { kernel.add_sum(sentence, value); }));
}

void set_success_value(Kernel& kernel, double value) { kernel.world().success_value = value; }

void set_discount(Kernel& kernel, double discount) { kernel.world().discount = discount; }

// A goal generator and the kernel whose world it reads.
struct OwnGenerator {
    Kernel& kernel;
    std::optional<GoalGenerator> generator;
};

std::pair<OwnGenerator, std::optional<int>> goal_generator(Kernel& kernel, const Integers& reward,
                                                       const Integers& success,
                                                       nb::callable poll) {
    OwnGenerator own{kernel, std::nullopt};
    const auto stopped = without_gil(kernel, std::move(poll), [&] {
        own.generator.emplace(kernel.goal_generator(reward, success));
    });
    return {std::move(own), number_of(stopped)};
}

OwnGoal success_of(const OwnGenerator& own) { return {own.generator->success()}; }

bool is_unsolvable(const OwnGenerator& own) { return is_impossible(own.generator->success()); }

struct OwnMutationGoals {
    Kernel& kernel;
    MutationGoals goals;
};

OwnMutationGoals mutation_goals_from(const OwnGenerator& own, NodeNumber node) {
    return {own.kernel, MutationGoals(*own.generator, node)};
}

std::pair<std::optional<OwnGoal>, std::optional<int>> next_mutation_goal(OwnMutationGoals& own,
                                                                         nb::callable poll) {
    std::optional<OwnGoal> found;
    const auto stopped = without_gil(own.kernel, std::move(poll), [&] {
        if (auto goal = own.goals.next()) found = OwnGoal{std::move(*goal)};
    });
    return {std::move(found), number_of(stopped)};
}

Found found(const SearchResult& result, std::optional<Reason> stopped) {
    return {number_or_none(result.node), number_or_none(result.best), int(result.status),
            int(stopped.value_or(result.reason)), result.was_cut};
}

Found search(Kernel& kernel, NodeNumber start, const OwnGoal* target, const OwnGoal* guide,
             std::optional<std::int32_t> max_depth, std::optional<std::int64_t> max_stalled_nodes,
             const std::vector<IdentityPair>& avoid, bool uses_all_moves,
             std::optional<std::int64_t> ff_after_stalled_nodes, nb::callable poll) {
    SearchRequest request{goal_or_null(target), goal_or_null(guide), max_depth, max_stalled_nodes,
                          {},                   uses_all_moves,      ff_after_stalled_nodes};
    for (const auto& [high, low] : avoid) request.avoid.push_back({high, low});
    SearchResult result;
    const auto stopped =
        without_gil(kernel, std::move(poll), [&] { result = kernel.search(start, request); });
    return found(result, stopped);
}

Found cheapest_path(Kernel& kernel, NodeNumber start, const OwnGoal* guide,
                    std::optional<NodeNumber> target, std::optional<std::int32_t> max_depth,
                    std::optional<double> below, std::optional<std::int64_t> max_generated,
                    nb::callable poll) {
    const CheapestPathRequest request{goal_or_null(guide), target.value_or(NO_NODE), max_depth,
                                      below, max_generated};
    SearchResult result;
    const auto stopped = without_gil(kernel, std::move(poll), [&] {
        result = kernel.cheapest_path(start, request);
    });
    return found(result, stopped);
}

using FoundScore = std::tuple<std::optional<NodeNumber>, int, int, double,
                              std::optional<NodeNumber>, std::optional<NodeNumber>, bool>;

// Rows with weights: the predicate and the objects of one after the other.
ScoreBound score_bound(Kernel& kernel, const std::vector<double>& parts, const Integers& rows,
                       const std::vector<double>& weights, bool never_stuck, bool is_nonnegative) {
    ScoreBound bound{parts.at(0), parts.at(1), parts.at(2), parts.at(3), {}, weights,
                     never_stuck, is_nonnegative, parts.at(4), parts.at(5)};
    for (std::size_t i = 0; i < rows.size(); i += 2 + std::size_t(rows.at(i + 1))) {
        bound.facts.push_back(kernel.fact(std::size_t(rows[i]), rows.data() + i + 2));
    }
    return bound;
}

FoundScore best_score(Kernel& kernel, NodeNumber start, const ScoreBound& bound,
                      bool needs_success, const OwnGoal* guide,
                      std::optional<std::int32_t> max_depth, std::optional<double> above,
                      std::optional<double> below, std::optional<std::int64_t> max_generated,
                      double greed, bool counts_cost, bool pays_once, nb::callable poll) {
    const ScoreRequest request{bound, needs_success, goal_or_null(guide), max_depth, above,
                               below, max_generated, greed, counts_cost, pays_once};
    ScoreResult result;
    const auto stopped = without_gil(kernel, std::move(poll), [&] {
        result = kernel.best_score(start, request);
    });
    return {number_or_none(result.node), int(result.status), int(stopped.value_or(result.reason)),
            result.bound, number_or_none(result.loop_first), number_or_none(result.loop_last),
            result.was_cut};
}

void set_costs(Kernel& kernel, const std::vector<double>& least, bool is_whole) {
    kernel.costs().set(kernel.world().schemas.size(), least, is_whole);
}

void add_cost(Kernel& kernel, std::size_t schema, double value) {
    kernel.costs().add_constant(schema, value);
}

void add_cost_table(Kernel& kernel, std::size_t schema, const Integers& which,
                    const Integers& rows, const std::vector<double>& values) {
    kernel.costs().add_table(schema, which, rows, values);
}

std::tuple<NodeNumber, int, std::optional<int>> follow(Kernel& kernel, NodeNumber start,
                                                       const Integers& operators,
                                                       nb::callable poll) {
    std::pair<NodeNumber, Status> end{start, Status::CONTINUE};
    const auto stopped =
        without_gil(kernel, std::move(poll), [&] { end = kernel.follow(start, operators); });
    return {end.first, int(end.second), number_of(stopped)};
}

std::pair<NodeNumber, std::optional<int>> eliminate_actions(Kernel& kernel, NodeNumber end,
                                                            nb::callable poll) {
    const auto stopped =
        without_gil(kernel, std::move(poll), [&] { end = kernel.eliminate_actions(end); });
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
    pthread_atfork(nullptr, nullptr, [] { running = 0; });  // a child has none of these threads
    nb::module_::import_("atexit").attr("register")(nb::cpp_function(&wait_for_searches));
    bind_factored(module);
    bind_machine(module);
    bind_sweeps(module);
    nb::class_<OwnGoal>(module, "Goal");
    nb::class_<ScoreBound>(module, "ScoreBound");
    nb::class_<OwnMutationGoals>(module, "MutationGoals")
        .def("next", &next_mutation_goal, nb::arg("poll"));
    nb::class_<OwnGenerator>(module, "GoalGenerator")
        .def_prop_ro("success", &success_of)
        .def_prop_ro("is_unsolvable", &is_unsolvable)
        .def("mutation_goals_from", &mutation_goals_from, nb::arg("node"), nb::keep_alive<0, 1>());
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
        .def("add_comparison", &Kernel::add_comparison, nb::arg("predicate"), nb::arg("comparison"))
        .def("add_value", &Kernel::add_value, nb::arg("predicate"), nb::arg("objects"),
             nb::arg("value"))
        .def("values_at", &Kernel::values_at, nb::arg("number"))
        .def("add_rules", &Kernel::add_rules, nb::arg("steps"), nb::arg("preconditions"),
             nb::arg("addable"), nb::arg("deletable"), nb::arg("precedences"))
        .def("add_outcomes", &add_outcomes, nb::arg("conditions"), nb::arg("rewards"),
             nb::arg("statuses"), nb::arg("poll"))
        .def("add_sum", &add_sum, nb::arg("sentence"), nb::arg("value"), nb::arg("poll"))
        .def("set_success_value", &set_success_value, nb::arg("value"))
        .def("set_discount", &set_discount, nb::arg("discount"))
        .def("goal_generator", &goal_generator, nb::arg("reward"), nb::arg("success"),
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
             nb::arg("guide").none(), nb::arg("max_depth").none(),
             nb::arg("max_stalled_nodes").none(), nb::arg("avoid"), nb::arg("uses_all_moves"),
             nb::arg("ff_after_stalled_nodes").none(), nb::arg("poll"))
        .def("set_costs", &set_costs, nb::arg("least"), nb::arg("is_whole"))
        .def("add_cost", &add_cost, nb::arg("schema"), nb::arg("value"))
        .def("add_cost_table", &add_cost_table, nb::arg("schema"), nb::arg("which"),
             nb::arg("rows"), nb::arg("values"))
        .def("cheapest_path", &cheapest_path, nb::arg("start"), nb::kw_only(),
             nb::arg("guide").none(), nb::arg("target").none(), nb::arg("max_depth").none(),
             nb::arg("below").none(), nb::arg("max_generated").none(), nb::arg("poll"))
        .def("score_bound", &score_bound, nb::arg("parts"), nb::arg("rows"), nb::arg("weights"),
             nb::arg("never_stuck"), nb::arg("is_nonnegative"))
        .def("best_score", &best_score, nb::arg("start"), nb::kw_only(), nb::arg("bound"),
             nb::arg("needs_success"), nb::arg("guide").none(), nb::arg("max_depth").none(),
             nb::arg("above").none(), nb::arg("below").none(), nb::arg("max_generated").none(),
             nb::arg("greed"), nb::arg("counts_cost"), nb::arg("pays_once"),
             nb::arg("poll"))
        .def("follow", &follow, nb::arg("start"), nb::arg("operators"), nb::arg("poll"))
        .def("eliminate_actions", &eliminate_actions, nb::arg("end"), nb::arg("poll"))
        .def("meets", &meets, nb::arg("number"), nb::arg("wanted"))
        .def("holds", &holds, nb::arg("query"), nb::arg("poll"))
        .def("counts", &counts)
        .def("node", &node, nb::arg("number"))
        .def("operator_at", &operator_at, nb::arg("number"))
        .def("path", &Kernel::path, nb::arg("number"))
        .def("facts_at", &Kernel::facts_at, nb::arg("number"))
        .def("row", &Kernel::row, nb::arg("fact"));
}
