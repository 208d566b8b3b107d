// Relaxed plans and the search that they guide, against everything that small random worlds allow.
//
// A world here has six lamps and actions that need some lamps on or off and switch others. There
// are 64 states, so what can be reached is found by trying.

#include <algorithm>
#include <cstdio>
#include <set>
#include <vector>

#include "best_first.hpp"
#include "expect.hpp"

using namespace introplan;

namespace {

constexpr int LAMPS = 6;
constexpr int ACTIONS = 5;
using State = unsigned;  // a bit per lamp

struct Switch {
    State on = 0, off = 0, turned_on = 0, turned_off = 0;

    bool applies(State state) const { return (state & on) == on && (state & off) == 0; }
    State after(State state) const { return (state & ~turned_off) | turned_on; }
};

// A set of lamps with at most so many of them.
State some_lamps(Rng& rng, int most) {
    State lamps = 0;
    for (int i = below(rng, most + 1); i > 0; --i) lamps |= 1u << below(rng, LAMPS);
    return lamps;
}

bool has(State lamps, int lamp) { return (lamps >> lamp & 1u) != 0; }

struct Random {
    explicit Random(unsigned seed) : world(LAMPS), workspace(world) {
        Rng rng(seed);
        lit = world.facts.add_relation(1);
        for (int i = 0; i < ACTIONS; ++i) {
            Switch own{some_lamps(rng, 2), some_lamps(rng, 1), some_lamps(rng, 2), 0};
            own.off &= ~own.on;
            own.turned_off = some_lamps(rng, 2) & ~own.turned_on;
            add(own);
        }
        start = some_lamps(rng, 4);
        for (Object lamp = 0; lamp < LAMPS; ++lamp) {
            if (has(start, lamp)) world.facts.add(fact(lamp));
        }
        world.begin();
        wanted = some_lamps(rng, 3);
        unwanted = some_lamps(rng, 1) & ~wanted;
        goal = {{GoalPart::Kind::ALL}};
        for (Object lamp = 0; lamp < LAMPS; ++lamp) {
            if (!has(wanted | unwanted, lamp)) continue;
            GoalPart want{GoalPart::Kind::WANT};
            want.fact = fact(lamp);
            want.truth = has(wanted, lamp);
            goal.push_back(want);
            ++goal[0].children;
        }
        world.outcomes.add_transition_root(goal, world.facts);
        world.reward.values = {0};
        world.termination.values = {Status::SUCCESS, Status::CONTINUE};
    }

    Fact fact(Object lamp) { return world.facts.intern(lit, &lamp); }

    std::vector<Pattern> patterns(State lamps) const {
        std::vector<Pattern> found;
        for (int lamp = 0; lamp < LAMPS; ++lamp) {
            if (has(lamps, lamp)) found.push_back({lit, {lamp}});
        }
        return found;
    }

    // The slots of an action are the lamps themselves.
    void add(const Switch& own) {
        switches.push_back(own);
        LiftedOperator lifted;
        for (Object lamp = 0; lamp < LAMPS; ++lamp) lifted.frame.push_back(lamp);
        lifted.schema = std::int32_t(world.schemas.size());
        std::vector<Check> checks;
        for (const bool truth : {true, false}) {
            for (const Pattern& pattern : patterns(truth ? own.on : own.off)) {
                Sentence literal;
                literal.kind = Sentence::Kind::LITERAL;
                literal.truth = truth;
                literal.pattern = pattern;
                lifted.condition.parts.push_back(literal);
                Check is_on, is_off;
                is_on.kind = Check::Kind::LITERAL;
                is_on.pattern = pattern;
                is_off.kind = Check::Kind::NOT;
                is_off.parts = {is_on};
                if (!truth) checks.push_back(is_off);
            }
        }
        Schema schema;
        schema.frame = lifted.frame;
        schema.query = Query({}, patterns(own.on), checks);
        schema.effects.push_back({patterns(own.turned_on), patterns(own.turned_off), {}});
        schema.did = world.facts.add_relation(0);
        world.schemas.push_back(schema);
        lifted.is_whole = true;
        workspace.relaxed_task.add(lifted);
        lifted.is_whole = false;
        lifted.adds = patterns(own.turned_on);
        lifted.deletes = patterns(own.turned_off);
        workspace.relaxed_task.add(lifted);
        workspace.relaxed_task.add_negated(lit);
    }

    bool evaluate(State state) const {
        return (state & wanted) == wanted && (state & unwanted) == 0;
    }

    // Make a state the present, behind the back of the world.
    void enter(State state) {
        for (Object lamp = 0; lamp < LAMPS; ++lamp) {
            if (has(state, lamp)) world.facts.add(fact(lamp));
            if (!has(state, lamp)) world.facts.remove(fact(lamp));
        }
    }

    // Can the goal be had from a state with these actions if nothing is ever lost?
    bool is_within_reach(State state, const std::vector<std::int32_t>& actions) const {
        State on = state, off = ~state;
        for (int round = 0; round < 2 * LAMPS; ++round) {
            for (const std::int32_t i : actions) {
                const Switch& own = switches[i];
                if ((on & own.on) != own.on || (off & own.off) != own.off) continue;
                on |= own.turned_on;
                off |= own.turned_off;
            }
        }
        return (on & wanted) == wanted && (off & unwanted) == unwanted;
    }

    std::set<State> reachable() const {
        std::set<State> found{start};
        std::vector<State> waiting{start};
        while (!waiting.empty()) {
            const State state = waiting.back();
            waiting.pop_back();
            for (const Switch& own : switches) {
                if (own.applies(state) && found.insert(own.after(state)).second) {
                    waiting.push_back(own.after(state));
                }
            }
        }
        return found;
    }

    World world;
    Workspace workspace;
    Relation lit = 0;
    std::vector<Switch> switches;
    State start = 0, wanted = 0, unwanted = 0;
    Goal goal;
};

void relaxed_plans_work_where_nothing_is_lost() {
    int far = 0, never = 0;
    for (unsigned seed = 0; seed < 3000; ++seed) {
        Random random(seed);
        RelaxedTask& task = random.workspace.relaxed_task;
        EXPECT(task.is_available());
        FFHeuristic heuristic(task);
        heuristic.begin(random.goal);
        std::vector<std::int32_t> all;
        for (std::int32_t i = 0; i < ACTIONS; ++i) all.push_back(i);
        for (const State state : random.reachable()) {
            random.enter(state);
            const Cost distance = heuristic.distance();
            EXPECT((distance == 0) == random.evaluate(state));
            EXPECT((distance < DEAD_END) == random.is_within_reach(state, all));
            if (distance >= DEAD_END) {
                ++never;
                continue;
            }
            far += distance > 1;
            std::vector<std::int32_t> used;
            for (const std::int32_t action : heuristic.actions()) used.push_back(task.schema(action));
            EXPECT(Cost(used.size()) == distance);
            EXPECT(random.is_within_reach(state, used));
            for (const std::int32_t action : heuristic.preferred()) {
                EXPECT(random.switches[task.schema(action)].applies(state));
            }
            EXPECT(distance == 0 || !heuristic.preferred().empty());
        }
        random.enter(random.start);
    }
    EXPECT(far > 200 && never > 1000);
}

// On a plateau from the first node on: success is found if there is any, and otherwise all was seen.
void the_ff_search_is_complete() {
    int solved = 0, unsolved = 0;
    for (unsigned seed = 0; seed < 3000; ++seed) {
        Random random(seed);
        SearchRequest request;
        request.guide = &random.goal;
        request.ff_after_stalled_nodes = 0;
        const std::set<State> states = random.reachable();
        const bool is_solvable = std::any_of(states.begin(), states.end(), [&](State state) {
            return state != random.start && random.evaluate(state);
        });
        if (random.evaluate(random.start)) continue;
        const SearchResult found = best_first_search(random.world, random.workspace, ROOT, request);
        EXPECT((found.status == Status::SUCCESS) == is_solvable);
        EXPECT(is_solvable || found.reason == Reason::EXHAUSTED);
        ++(is_solvable ? solved : unsolved);
        State state = random.start;
        std::vector<NodeNumber> path;
        for (NodeNumber n = found.node; n != NO_NODE && n != ROOT; n = random.world.node(n).parent) {
            path.push_back(n);
        }
        for (auto step = path.rbegin(); step != path.rend(); ++step) {
            const Switch& own = random.switches[random.world.node(*step).schema];
            EXPECT(own.applies(state));
            state = own.after(state);
        }
        EXPECT(!is_solvable || random.evaluate(state));
    }
    EXPECT(solved > 300 && unsolved > 300);
}

// A limit in the middle of grounding leaves the facts as they were.
void limits_hold_while_grounding() {
    Random random(1);
    Meter& meter = random.world.meter;
    const auto rows = random.world.facts.rows(random.lit);
    for (int i = 0; i < 60; ++i) meter.check();  // the clock is looked at every 64 ticks
    meter.start({-1.0, std::nullopt, std::nullopt}, 0, 0);
    bool was_stopped = false;
    try {
        random.workspace.relaxed_task.is_available();
    } catch (const Stopped& stopped) {
        was_stopped = stopped.reason == Reason::TIME;
    }
    EXPECT(was_stopped);
    EXPECT(std::ranges::is_permutation(rows, random.world.facts.rows(random.lit)));
    meter.start({}, 0, 0);
    EXPECT(random.workspace.relaxed_task.is_available());
}

}  // namespace

int main() {
    const std::vector<std::pair<const char*, void (*)()>> tests{
        {"relaxed plans work where nothing is lost", relaxed_plans_work_where_nothing_is_lost},
        {"the search by h_FF is complete", the_ff_search_is_complete},
        {"limits hold while grounding", limits_hold_while_grounding},
    };
    for (const auto& [name, test] : tests) {
        test();
        std::printf("ok: %s\n", name);
    }
}
