// Promises of the kernel, checked without Python: each part against the plain meaning of what it
// does, and a small world from integers to a plan.

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "best_first.hpp"
#include "goal_counters.hpp"
#include "expect.hpp"
#include "facts.hpp"
#include "open_list.hpp"
#include "kernel.hpp"
#include "limits.hpp"
#include "query.hpp"
#include "closed_list.hpp"

using namespace introplan;

namespace {

// Facts agree with a set of rows after any walk, small tables and large ones.
void facts_follow_every_change() {
    for (const int objects : {3, 700}) {  // 700 * 700 rows are hashed
        Rng rng(1);
        Facts facts(objects);
        const Relation pair = facts.add_relation(2);
        const Relation flag = facts.add_relation(0);
        std::set<std::pair<Object, Object>> rows;
        for (int step = 0; step < 5000; ++step) {
            const Object row[] = {below(rng, std::min(objects, 40)), below(rng, objects)};
            const Fact fact = facts.intern(pair, row);
            EXPECT(facts.find(pair, row) == fact);
            EXPECT(facts.holds(fact) == (rows.count({row[0], row[1]}) > 0));
            if (below(rng, 2) == 0) {
                facts.add(fact);
                rows.insert({row[0], row[1]});
            } else {
                facts.remove(fact);
                rows.erase({row[0], row[1]});
            }
            EXPECT(facts.rows(pair).size() == rows.size());
            const auto same_first = std::count_if(
                rows.begin(), rows.end(), [&](const auto& r) { return r.first == row[0]; });
            EXPECT(std::ptrdiff_t(facts.rows_with(pair, 0, row[0]).size()) == same_first);
            for (const Fact other : facts.rows_with(pair, 1, row[1])) {
                EXPECT(facts.arguments(other)[1] == row[1]);
            }
        }
        EXPECT(facts.find(flag, nullptr) == NO_FACT);
        const Fact raised = facts.intern(flag, nullptr);
        facts.add(raised);
        EXPECT(facts.rows(flag).size() == 1);
    }
}

// edge(x, y), edge(y, z), not x = z: the same answers as three nested loops.
void a_join_finds_what_loops_find() {
    Rng rng(2);
    Meter meter;
    Range range;
    for (Object object = 0; object < 6; ++object) range.objects.push_back(object);
    range.has = {1, 1, 1, 1, 1, 1};
    for (int round = 0; round < 200; ++round) {
        Facts facts(6);
        const Relation edge = facts.add_relation(2);
        bool holds[6][6] = {};
        for (int i = 0; i < 12; ++i) {
            const Object row[] = {below(rng, 6), below(rng, 6)};
            facts.add(facts.intern(edge, row));
            holds[row[0]][row[1]] = true;
        }
        Check same, different;
        same.kind = Check::Kind::EQUALS;
        same.pattern.slots = {0, 2};
        different.kind = Check::Kind::NOT;
        different.parts = {same};
        different.needs = {0, 2};
        const Query query({{0, &range}, {1, &range}, {2, &range}},
                          {{edge, {0, 1}}, {edge, {1, 2}}}, {different});
        std::vector<Object> values(3, UNBOUND);
        std::set<std::vector<Object>> found, expected;
        query.for_each(facts, values.data(), meter, [&] {
            EXPECT(found.insert(values).second);
            return true;
        });
        EXPECT(values == std::vector<Object>(3, UNBOUND));
        for (Object x = 0; x < 6; ++x) {
            for (Object y = 0; y < 6; ++y) {
                for (Object z = 0; z < 6; ++z) {
                    if (holds[x][y] && holds[y][z] && x != z) expected.insert({x, y, z});
                }
            }
        }
        EXPECT(found == expected);
        EXPECT(query.has_answer(facts, values.data(), meter) == !expected.empty());
    }
}

void arguments_are_sorted_whatever_their_length() {
    Rng rng(3);
    for (const std::size_t arity : {1, 2, 5}) {
        for (const int largest : {3, 1'000'000}) {  // five large numbers do not fit into 64 bits
            ArgumentLists lists;
            lists.clear(arity);
            std::vector<std::vector<Object>> expected;
            for (int i = 0; i < 50; ++i) {
                expected.emplace_back();
                for (std::size_t k = 0; k < arity; ++k) {
                    expected.back().push_back(below(rng, largest + 1));
                }
                const auto& last = expected.back();
                lists.objects.insert(lists.objects.end(), last.begin(), last.end());
                ++lists.count;
            }
            std::sort(expected.begin(), expected.end());
            lists.sort();
            for (std::size_t i = 0; i < expected.size(); ++i) {
                EXPECT(std::equal(expected[i].begin(), expected[i].end(), lists.at(i)));
            }
        }
    }
}

void add_random_goal(Rng& rng, int depth, Goal& goal) {
    GoalPart part;
    if (depth == 0 || below(rng, 3) == 0) {
        part.kind = GoalPart::Kind::WANT;
        part.fact = Fact(below(rng, 6));
        part.moment = GoalPart::Moment(below(rng, 3));
        part.truth = below(rng, 2) == 0;
        goal.push_back(part);
        return;
    }
    part.kind = below(rng, 2) == 0 ? GoalPart::Kind::ALL : GoalPart::Kind::ANY;
    part.children = std::size_t(below(rng, 4));
    goal.push_back(part);
    for (std::size_t i = 0; i < part.children; ++i) add_random_goal(rng, depth - 1, goal);
}

using Truths = std::vector<bool>;

// The number of unmet wants by definition.
Cost cost_of(const Goal& goal, std::size_t& next, const Truths& before, Fact did,
             const Truths& after) {
    const GoalPart& part = goal[next++];
    if (part.kind == GoalPart::Kind::WANT) {
        bool is_true = after[part.fact];
        if (part.moment == GoalPart::Moment::BEFORE) is_true = before[part.fact];
        if (part.moment == GoalPart::Moment::DID) is_true = part.fact == did;
        return is_true == part.truth ? 0 : 1;
    }
    Cost sum = 0, least = DEAD_END;
    for (std::size_t i = 0; i < part.children; ++i) {
        const Cost cost = cost_of(goal, next, before, did, after);
        sum += cost;
        least = i == 0 ? cost : std::min(least, cost);
    }
    return part.kind == GoalPart::Kind::ALL ? sum : least;
}

Cost cost_of(const Goal& goal, const Truths& before, Fact did, const Truths& after) {
    std::size_t next = 0;
    return cost_of(goal, next, before, did, after);
}

void costs_follow_every_change() {
    Rng rng(4);
    GoalCounters counters;
    for (int round = 0; round < 500; ++round) {
        Facts facts(1);
        Truths now(6);
        for (Fact fact = 0; fact < 6; ++fact) {
            facts.intern(facts.add_relation(0), nullptr);
            now[fact] = below(rng, 2) == 0;
            if (now[fact]) facts.add(fact);
        }
        Goal goal;
        add_random_goal(rng, 3, goal);
        counters.clear();
        counters.add_transition_root(goal, facts);
        counters.add_distance_root(goal, facts);
        for (int step = 0; step < 8; ++step) {
            Truths later = now;
            Delta delta;
            for (Fact fact = 0; fact < 6; ++fact) {
                if (below(rng, 3) > 0) continue;
                later[fact] = !now[fact];
                (later[fact] ? delta.added : delta.deleted).push_back(fact);
            }
            const Fact did = Fact(below(rng, 6));
            std::vector<Cost> costs;
            counters.trial(delta.added, delta.deleted, did, costs);
            EXPECT(costs[0] == cost_of(goal, now, did, later));
            EXPECT(costs[1] == cost_of(goal, later, NO_FACT, later));
            for (const Fact fact : delta.added) counters.change(fact, true);
            for (const Fact fact : delta.deleted) counters.change(fact, false);
            now = later;
            EXPECT(counters.cost(1) == cost_of(goal, now, NO_FACT, now));
        }
    }
}

void visits_are_kept_as_long_as_they_are_of_use() {
    ClosedList once(false, false);
    EXPECT(once.admits({1, 2}, 5, 0) && !once.admits({1, 2}, 4, 9));
    ClosedList sooner(true, false);
    EXPECT(sooner.admits({1, 2}, 5, 1) && !sooner.admits({1, 2}, 6, 1));
    EXPECT(sooner.admits({1, 2}, 4, 0) && sooner.admits({1, 2}, 6, 2));
    EXPECT(sooner.soonest({1, 2}) == 4);
    ClosedList later(true, true);
    EXPECT(later.admits({1, 2}, 5, 1) && later.admits({1, 2}, 6, 1) && !later.admits({1, 2}, 6, 0));
    for (std::uint64_t i = 1; i < 10'000; ++i) EXPECT(sooner.admits({i, i * 7}, 3, 0));
    for (std::uint64_t i = 1; i < 10'000; ++i) EXPECT(sooner.has({i, i * 7}));
    EXPECT(!sooner.has({0, 7}));
}

void ties_are_served_in_order_of_arrival() {
    OpenList queue;
    queue.push(1, 10);
    queue.push(0, 20);
    queue.push(0, 30);
    EXPECT(queue.pop() == std::make_pair(0.0, NodeNumber(20)));
    queue.push(0, 40);
    queue.put_back(0, 20);
    EXPECT(queue.pop().second == 20 && queue.pop().second == 30 && queue.pop().second == 40);
    EXPECT(queue.least_key() == 1 && queue.pop().second == 10 && queue.empty());
}

// A row of lamps: (on ?x) can be switched on where it is off; success once all are on.
struct Lamps {
    explicit Lamps(int count) : kernel(count) {
        kernel.add_range(all(count));
        kernel.add_predicate(1);
        const Integers schema{1, UNBOUND, 1, 0,              // frame, parameters
                              1, 0, 0, 0,                    // own variable, no patterns
                              1, 1, 0, 2, 0, 0, 1, 0,        // check: not (on ?x)
                              1, 1, 0, 1, 0, 0, 0, 0};       // effect: add (on ?x)
        kernel.add_schema(schema);
        kernel.begin();
        const Integers all_on{1, UNBOUND, 4, 1, 0, 0, 0, 0, 1, 0, 2, 0, 1, 0};  // forall ?x (on ?x)
        kernel.add_outcomes({all_on, all_on}, {1.0, 0.0}, {1, 0});
        const Integers step{0, 1, UNBOUND, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0,
                            2, 1, 0, 0, 0, 2, 0, 1, 0};
        kernel.add_rules({step}, {{1, UNBOUND, 0, 0, 0, 2, 0, 1, 0}}, {0}, {}, {});
        Integers wanted{1, count};
        for (int lamp = 0; lamp < count; ++lamp) wanted.insert(wanted.end(), {0, 2, 1, 0, 1, lamp});
        goal = kernel.goal(wanted);
    }

    static Integers all(int count) {
        Integers objects;
        for (int i = 0; i < count; ++i) objects.push_back(i);
        return objects;
    }

    Kernel kernel;
    Goal goal;
};

void a_guided_search_walks_straight_to_the_goal() {
    Lamps lamps(50);
    const SearchResult found = lamps.kernel.search(ROOT, {&lamps.goal, &lamps.goal});
    EXPECT(found.status == Status::SUCCESS && found.reason == Reason::FOUND);
    const auto path = lamps.kernel.path(found.node);
    EXPECT(path.size() == 50);
    for (std::size_t i = 0; i < path.size(); ++i) {
        EXPECT(lamps.kernel.world().arguments(path[i])[0] == Object(i));
    }
    EXPECT(lamps.kernel.world().meter.expanded() == 50);
    EXPECT(lamps.kernel.world().meter.generated() == 50);
    EXPECT(lamps.kernel.facts_at(found.node).size() == 50);
    EXPECT(lamps.kernel.facts_at(ROOT).empty());
    EXPECT(lamps.kernel.world().size() == 51);  // nothing but the way there is kept
}

void an_exhausted_search_has_seen_every_state() {
    Lamps lamps(6);
    SearchRequest request;
    request.max_depth = 5;
    const SearchResult found = lamps.kernel.search(ROOT, request);
    EXPECT(found.reason == Reason::EXHAUSTED && found.was_cut && found.node == NO_NODE);
    EXPECT(lamps.kernel.world().meter.expanded() == 64 - 6 - 1);
    EXPECT(lamps.kernel.world().size() == 1);
}

void limits_stop_a_search_and_leave_the_world_as_it_was() {
    Lamps lamps(20);
    Meter& meter = lamps.kernel.world().meter;
    meter.start({std::nullopt, 10, std::nullopt}, 0, 0);
    SearchResult found = lamps.kernel.search(ROOT, {});
    EXPECT(found.reason == Reason::NODES && meter.expanded() == 10 && found.best == ROOT);
    meter.start({0.05, std::nullopt, std::nullopt}, 0, 0);
    found = lamps.kernel.search(ROOT, {});
    EXPECT(found.reason == Reason::TIME);
    meter.start({std::nullopt, std::nullopt, 1.0}, 0, 0);
    found = lamps.kernel.search(ROOT, {});
    EXPECT(found.reason == Reason::MEMORY || memory_mb() == 0);
    meter.start({}, 0, 0);
    meter.set_poll([](std::int64_t, std::int64_t) { return true; });
    found = lamps.kernel.search(ROOT, {});
    EXPECT(found.reason == Reason::INTERRUPTED);
    EXPECT(lamps.kernel.facts_at(ROOT).empty() && lamps.kernel.world().size() == 1);
}

void broken_input_is_refused() {
    Kernel kernel(1);
    kernel.add_range({0});
    kernel.add_predicate(1);
    for (const Integers& broken : {Integers{}, Integers{1}, Integers{0, 0, 1, 0, 9}, Integers{-3}}) {
        bool is_refused = false;
        try {
            kernel.add_schema(broken);
        } catch (const std::exception&) {
            is_refused = true;
        }
        EXPECT(is_refused);
    }
}

}  // namespace

int main() {
    const std::vector<std::pair<const char*, void (*)()>> tests{
        {"facts follow every change", facts_follow_every_change},
        {"a join finds what loops find", a_join_finds_what_loops_find},
        {"arguments are sorted whatever their length", arguments_are_sorted_whatever_their_length},
        {"costs follow every change", costs_follow_every_change},
        {"visits are kept as long as they are of use", visits_are_kept_as_long_as_they_are_of_use},
        {"ties are served in order of arrival", ties_are_served_in_order_of_arrival},
        {"a guided search walks straight to the goal", a_guided_search_walks_straight_to_the_goal},
        {"an exhausted search has seen every state", an_exhausted_search_has_seen_every_state},
        {"limits stop a search and leave the world as it was",
         limits_stop_a_search_and_leave_the_world_as_it_was},
        {"broken input is refused", broken_input_is_refused},
    };
    for (const auto& [name, test] : tests) {
        test();
        std::printf("ok: %s\n", name);
    }
}
