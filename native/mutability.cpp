#include "mutability.hpp"

#include <set>

namespace introplan {

namespace {

bool has(const std::vector<std::uint8_t>& flags, Relation relation) {
    return std::size_t(relation) < flags.size() && flags[relation] != 0;
}

// The growing sets while the fixed point is computed; the facts are as before when it is gone.
class Relaxation {
   public:
    Relaxation(const Rules& rules, World& world, std::size_t limit)
        : rules_(rules), world_(world), facts_(world.facts), limit_(limit),
          seen_(rules.steps.size()) {}
    Relaxation(const Relaxation&) = delete;
    Relaxation& operator=(const Relaxation&) = delete;
    ~Relaxation() {
        for (const Fact fact : added_.all()) facts_.remove(fact);
    }

    bool run() {
        for (std::size_t step = 0; step < rules_.steps.size(); ++step) {
            ask(step, rules_.steps[step].frame);
        }
        while (follow() && ask_waiting()) {
        }
        return reach_.work <= limit_;
    }

    Reach result() {
        reach_.truths = facts_.truths();
        return std::move(reach_);
    }

   private:
    struct Waiting {
        std::size_t step;
        std::vector<Object> arguments;
    };

    // Work off the new facts; false if that became too much.
    bool follow() {
        while (!news_.empty() && reach_.work <= limit_) {
            const Fact fact = news_.back();
            news_.pop_back();
            for (std::size_t step = 0; step < rules_.steps.size(); ++step) {
                for (const Pattern& pattern : rules_.steps[step].query.patterns()) {
                    if (pattern.relation == facts_.relation(fact)) wake(step, pattern, fact);
                }
            }
        }
        return reach_.work <= limit_;
    }

    void wake(std::size_t step, const Pattern& pattern, Fact fact) {
        std::vector<Object> values = rules_.steps[step].frame;
        const Object* row = facts_.arguments(fact);
        for (std::size_t i = 0; i < pattern.slots.size(); ++i) {
            Object& value = values[pattern.slots[i]];
            if (value != UNBOUND && value != row[i]) return;
            value = row[i];
        }
        ask(step, std::move(values));
    }

    // Apply a step in every way that the values bound already allow.
    void ask(std::size_t step, std::vector<Object> values) {
        const RelaxedStep& own = rules_.steps[step];
        std::vector<Waiting> found;
        own.query.for_each(facts_, values.data(), world_.meter, [&] {
            std::vector<Object> arguments;
            for (const int slot : own.parameters) arguments.push_back(values[slot]);
            if (seen_[step].insert(arguments).second) {
                found.push_back({step, std::move(arguments)});
            }
            return reach_.work + found.size() <= limit_;
        });
        reach_.work += found.size();
        for (Waiting& way : found) apply(std::move(way));
    }

    // Ask again for what was not possible before; false if nothing came of it.
    bool ask_waiting() {
        std::vector<Waiting> waiting;
        waiting.swap(waiting_);
        const std::size_t before = waiting.size();
        for (Waiting& way : waiting) apply(std::move(way));
        return waiting_.size() < before;
    }

    void apply(Waiting way) {
        const RelaxedStep& own = rules_.steps[way.step];
        std::vector<Object> values = own.frame;
        for (std::size_t i = 0; i < own.parameters.size(); ++i) {
            values[own.parameters[i]] = way.arguments[i];
        }
        const bool is_met = is_possible(
            own.rest, facts_, values.data(), world_.meter,
            [&](const Pattern& pattern, GoalPart::Moment, bool truth) {
                return can_be(facts_.find(pattern.relation, pattern.row(values.data(), buffer_)),
                              pattern.relation, truth);
            });
        if (!is_met) {
            waiting_.push_back(std::move(way));
            return;
        }
        if (own.schema >= 0) {
            const Relation did = world_.schemas[own.schema].did;
            reach_.done.add(facts_.intern(did, way.arguments.data()));
        }
        for (const Pattern& pattern : own.deletes) {
            reach_.deleted.add(facts_.intern(pattern.relation, pattern.row(values.data(), buffer_)));
        }
        for (const Pattern& pattern : own.adds) {
            const Fact fact = facts_.intern(pattern.relation, pattern.row(values.data(), buffer_));
            if (facts_.holds(fact)) continue;
            facts_.add(fact);
            added_.add(fact);
            news_.push_back(fact);
        }
    }

    bool can_be(Fact fact, Relation relation, bool truth) const {
        if (facts_.is_comparison(relation)) return true;
        const bool is_true = fact != NO_FACT && facts_.holds(fact);
        if (truth) return is_true;
        return !is_true || added_.has(fact) || reach_.deleted.has(fact) ||
               world_.derivation.is_derived(relation);
    }

    const Rules& rules_;
    World& world_;
    Facts& facts_;
    std::size_t limit_;
    std::vector<std::set<std::vector<Object>>> seen_;
    std::vector<Waiting> waiting_;
    std::vector<Fact> news_;
    FactSet added_;
    Reach reach_;
    std::vector<Object> buffer_;
};

}  // namespace

std::shared_ptr<const Reach> relaxed_reach(const Rules& rules, World& world, std::size_t limit) {
    Relaxation relaxation(rules, world, limit);
    if (!relaxation.run()) return nullptr;
    return std::make_shared<const Reach>(relaxation.result());
}

bool Mutability::can_be(const GoalPart& want, bool truth) {
    if (want.moment == GoalPart::Moment::DID) return !truth || can_be_done(want.fact);
    return fact_can_be(want.fact, truth);
}

bool Mutability::fact_can_be(Fact fact, bool truth) const {
    if (world_.facts.holds(fact) == truth) return true;
    const Relation relation = world_.facts.relation(fact);
    if (world_.facts.is_comparison(relation)) return true;
    if (!has(truth ? rules_.addable : rules_.deletable, relation)) return false;
    if (reach_ == nullptr || world_.derivation.is_derived(relation)) return true;
    return truth ? reach_->may_be_true(fact) : reach_->deleted.has(fact);
}

bool Mutability::can_be_done(Fact action) {
    if (reach_ != nullptr && !reach_->done.has(action)) return false;
    const Relation relation = world_.facts.relation(action);
    std::size_t schema = 0;
    while (world_.schemas[schema].did != relation) ++schema;
    const Object* arguments = world_.facts.arguments(action);
    const std::vector<Query::Own>& parameters = world_.schemas[schema].query.own();
    std::vector<Object> values = rules_.preconditions[schema].frame;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (!parameters[i].range->has[arguments[i]]) return false;
        values[i] = arguments[i];
    }
    std::vector<Object> buffer;
    return is_possible(rules_.preconditions[schema].sentence, world_.facts, values.data(),
                       world_.meter, [&](const Pattern& pattern, GoalPart::Moment, bool truth) {
                           const Object* row = pattern.row(values.data(), buffer);
                           return fact_can_be(world_.facts.intern(pattern.relation, row), truth);
                       });
}

bool Mutability::is_free(const GoalPart& want) const {
    if (reach_ != nullptr || want.moment == GoalPart::Moment::DID) return false;
    const Relation relation = world_.facts.relation(want.fact);
    return has(rules_.addable, relation) && has(rules_.deletable, relation);
}

Goal Mutability::restricted(const Goal& goal, const SharedParts& shared) {
    Goal out;
    std::size_t next = 0;
    restrict_part(goal, next, out, shared);
    return out;
}

SharedParts Mutability::shared_parts(const Goal& goal) const {
    SharedParts found;
    if (reach_ != nullptr) return found;
    for (std::size_t place = 0; place < goal.size(); ++place) {
        if (goal[place].kind != GoalPart::Kind::ANY) continue;
        std::size_t next = place + 1;
        for (std::uint32_t i = 0; i < goal[place].children; ++i) {
            const std::size_t child = next;
            skip(goal, next);
            if (goal[child].kind != GoalPart::Kind::ALL) continue;
            std::vector<std::size_t> actions;
            bool is_shared = true;
            for (std::size_t j = child + 1; j < next && is_shared; ++j) {
                const bool is_want = goal[j].kind == GoalPart::Kind::WANT;
                const bool is_action = is_want && goal[j].moment == GoalPart::Moment::DID;
                if (is_action) actions.push_back(j);
                is_shared = is_action || (is_want && is_free(goal[j]));
            }
            if (is_shared) found.emplace(child, std::move(actions));
        }
    }
    return found;
}

// Write what is left of a part that can be shared; false if that is neither all of it nor nothing.
bool Mutability::share(const Goal& goal, std::size_t place, const std::vector<std::size_t>& actions,
                       Goal& out) {
    bool is_whole = true;
    for (const std::size_t action : actions) {
        if (!can_be(goal[action], goal[action].truth)) {
            out.push_back(impossible_part());
            return true;
        }
        is_whole = is_whole && can_be(goal[action], !goal[action].truth);
    }
    if (!is_whole) return false;
    GoalPart part{GoalPart::Kind::SHARED};
    part.children = goal[place].children;
    part.fact = Fact(place);
    out.push_back(part);
    return true;
}

void Mutability::restrict_part(const Goal& goal, std::size_t& next, Goal& out,
                               const SharedParts& shared) {
    if (const auto known = shared.find(next); known != shared.end()) {
        if (share(goal, next, known->second, out)) {
            next += 1 + goal[next].children;
            return;
        }
    }
    const GoalPart& part = goal[next++];
    if (part.kind == GoalPart::Kind::WANT) {
        world_.meter.check();
        if (is_free(part)) {
            out.push_back(part);
        } else if (!can_be(part, part.truth)) {
            out.push_back(impossible_part());
        } else {
            out.push_back(can_be(part, !part.truth) ? part : trivial_part());
        }
        return;
    }
    Join join(out, part.kind);
    bool goes_on = true;
    for (std::uint32_t i = 0; i < part.children; ++i) {
        if (!goes_on) {
            skip(goal, next);
            continue;
        }
        const std::size_t child = out.size();
        restrict_part(goal, next, out, shared);
        goes_on = join.take(child);
    }
    join.finish();
}

}  // namespace introplan
