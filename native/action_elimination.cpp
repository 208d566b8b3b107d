#include "action_elimination.hpp"

#include <algorithm>

namespace introplan {

namespace {

// The budget of replayed steps: so many per step of the plan, and a base for short plans. Most
// attempts end after a step or two; the budget keeps the worst case linear in the plan.
constexpr std::int64_t MAX_REPLAYED_PER_STEP = 30;
constexpr std::int64_t MIN_REPLAYED_STEPS = 3000;

// A step of the plan: its index in the original plan, and the node it leads to now.
struct Step {
    std::int32_t place;
    NodeNumber node;
};

// The facts on which two ways disagree.
class Difference {
   public:
    bool empty() const { return count_ == 0; }
    bool has(Fact fact) const { return fact < differs_.size() && differs_[fact] != 0; }

    void toggle(std::span<const Fact> facts) {
        for (const Fact fact : facts) {
            if (fact >= differs_.size()) differs_.resize(fact + 1 + fact / 2, 0);
            touched_.push_back(fact);
            differs_[fact] ^= 1;
            count_ += differs_[fact] != 0 ? 1 : -1;
        }
    }

    void clear() {
        for (const Fact fact : touched_) differs_[fact] = 0;
        touched_.clear();
        count_ = 0;
    }

   private:
    std::vector<std::uint8_t> differs_;
    std::vector<Fact> touched_;
    std::int64_t count_ = 0;
};

// A plan that gets shorter.
class ActionElimination {
   public:
    ActionElimination(World& world, NodeNumber end) : world_(world), end_(end) {
        for (NodeNumber n = end; n != ROOT; n = world.node(n).parent) steps_.push_back({0, n});
        std::reverse(steps_.begin(), steps_.end());
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            steps_[i].place = std::int32_t(i);
            find_writes(steps_[i]);
            for (const Fact fact : writes_) last_writer(fact) = steps_[i].place;
        }
        budget_ = MAX_REPLAYED_PER_STEP * std::int64_t(steps_.size()) + MIN_REPLAYED_STEPS;
        find_uncertain_relations();
        find_ends();
    }

    // Try to do without each step, once; has any been dropped?
    bool sweep();

    NodeNumber end() const { return end_; }

   private:
    bool drop_next();
    bool settle(std::size_t later, Status status);
    bool is_lost(std::span<const Fact> touched, std::int32_t place);
    bool success_needs(Fact fact) const;
    bool retry(const Step& step);
    NodeNumber retaken(NodeNumber step, NodeNumber parent);
    void find_writes(const Step& step);
    void find_uncertain_relations();
    void find_ends();

    std::int32_t& last_writer(Fact fact) {
        if (fact >= last_writer_.size()) last_writer_.resize(fact + 1 + fact / 2, -1);
        return last_writer_[fact];
    }

    World& world_;
    NodeNumber end_;
    std::vector<Step> steps_;
    std::vector<Step> rest_;  // of the plan, the last step first
    std::int64_t budget_ = 0;
    std::vector<std::int32_t> last_writer_;
    std::vector<std::uint8_t> is_uncertain_;  // relations that conditions or rules change
    std::vector<std::size_t> ends_;           // the roots of the outcomes that mean success
    bool has_essentials_ = true;

    Difference difference_;  // of the present attempt
    double gain_ = 0;
    std::vector<Step> taken_;
    Candidate child_;
    std::vector<Fact> writes_;
    std::vector<Object> values_, buffer_;
};

void ActionElimination::find_writes(const Step& step) {
    const Schema& schema = world_.schemas[world_.node(step.node).schema];
    const auto arguments = world_.arguments(step.node);
    values_ = schema.frame;
    for (std::size_t i = 0; i < arguments.size(); ++i) values_[schema.parameters[i]] = arguments[i];
    writes_.clear();
    for (const Effect& effect : schema.effects) {
        if (effect.query) continue;
        for (const auto* patterns : {&effect.adds, &effect.deletes}) {
            for (const Pattern& pattern : *patterns) {
                const Object* row = pattern.row(values_.data(), buffer_);
                writes_.push_back(world_.facts.intern(pattern.relation, row));
            }
        }
    }
}

void ActionElimination::find_uncertain_relations() {
    const auto enter = [&](Relation relation) {
        if (std::size_t(relation) >= is_uncertain_.size()) is_uncertain_.resize(relation + 1, 0);
        is_uncertain_[relation] = 1;
    };
    for (const Schema& schema : world_.schemas) {
        for (const Effect& effect : schema.effects) {
            if (!effect.query) continue;
            for (const Pattern& pattern : effect.adds) enter(pattern.relation);
            for (const Pattern& pattern : effect.deletes) enter(pattern.relation);
        }
    }
}

void ActionElimination::find_ends() {
    const std::size_t reward_rows = world_.reward.values.size() - 1;
    const auto& statuses = world_.termination.values;
    for (std::size_t row = 0; row + 1 < statuses.size(); ++row) {
        if (statuses[row] == Status::SUCCESS) ends_.push_back(reward_rows + row);
    }
    has_essentials_ = !ends_.empty() && statuses.back() != Status::SUCCESS && !world_.success_value;
}

bool ActionElimination::success_needs(Fact fact) const {
    return has_essentials_ && std::all_of(ends_.begin(), ends_.end(), [&](std::size_t root) {
        return world_.outcomes.requires_after(fact, root);
    });
}

bool ActionElimination::sweep() {
    NodeNumber node = ROOT;
    bool is_shorter = false;
    rest_.assign(steps_.rbegin(), steps_.rend());
    steps_.clear();
    while (!rest_.empty()) {
        world_.move_to(node);
        if (budget_ > 0 && drop_next()) {
            is_shorter = true;
            continue;
        }
        const Step step = rest_.back();
        rest_.pop_back();
        node = retaken(step.node, node);
        steps_.push_back({step.place, node});
    }
    end_ = node;
    return is_shorter;
}

// Take the next step away from the rest of the plan; false, and nothing has changed, if that fails.
bool ActionElimination::drop_next() {
    difference_.clear();
    gain_ = 0;
    taken_.clear();
    for (std::size_t later = rest_.size(); later-- > 0;) {
        const Step step = rest_[later];
        const bool is_taken = later + 1 < rest_.size() && retry(step);
        difference_.toggle(world_.added(step.node));
        difference_.toggle(world_.deleted(step.node));
        gain_ -= world_.node(step.node).reward;
        Status status = Status::CONTINUE;
        if (is_taken) {
            const Outcome outcome = world_.outcome(child_);
            status = outcome.status;
            world_.pay(child_, outcome.reward);
            difference_.toggle(child_.delta.added);
            difference_.toggle(child_.delta.deleted);
            gain_ += child_.reward;
            taken_.push_back({step.place, world_.store(child_)});
        } else {
            find_writes(step);
        }
        --budget_;
        if (status != Status::CONTINUE || difference_.empty()) return settle(later, status);
        if (is_lost(world_.added(step.node), step.place)) return false;
        if (is_lost(world_.deleted(step.node), step.place)) return false;
        if (!is_taken) {
            if (is_lost(writes_, step.place)) return false;
            continue;
        }
        if (is_lost(child_.delta.added, step.place)) return false;
        if (is_lost(child_.delta.deleted, step.place)) return false;
        world_.move_to(taken_.back().node);
    }
    return false;
}

// Make the steps that were taken, and `later` ones, the rest of the plan if that is good enough.
bool ActionElimination::settle(std::size_t later, Status status) {
    if (status == Status::SUCCESS) {
        for (std::size_t i = 0; i < later; ++i) gain_ -= world_.node(rest_[i].node).reward;
        later = 0;
    } else if (status == Status::FAILURE || later == 0) {
        return false;
    }
    if (!(gain_ >= 0)) return false;
    rest_.resize(later);
    rest_.insert(rest_.end(), taken_.rbegin(), taken_.rend());
    return true;
}

// Is one of the facts wrong for good, and needed?
bool ActionElimination::is_lost(std::span<const Fact> touched, std::int32_t place) {
    return std::any_of(touched.begin(), touched.end(), [&](Fact fact) {
        if (!difference_.has(fact) || last_writer(fact) > place) return false;
        const Relation relation = world_.facts.relation(fact);
        const bool is_uncertain =
            std::size_t(relation) < is_uncertain_.size() && is_uncertain_[relation] != 0;
        return !is_uncertain && !world_.derivation.is_derived(relation) && success_needs(fact);
    });
}

// Work out where a step leads from here; false if it cannot be taken.
bool ActionElimination::retry(const Step& step) {
    world_.meter.check();
    const Object* arguments = world_.arguments(step.node).data();
    return world_.try_child(world_.node(step.node).schema, arguments, child_);
}

// The same step in the same state, now reached through `parent`.
NodeNumber ActionElimination::retaken(NodeNumber step, NodeNumber parent) {
    if (world_.node(step).parent == parent) return step;
    return world_.store_again(step, parent);
}

}  // namespace

NodeNumber eliminate_actions(World& world, NodeNumber end) {
    if (world.discount != 1) return end;  // a step left out would change what later ones are worth
    const auto first = NodeNumber(world.size());
    NodeNumber result = end;
    try {
        ActionElimination elimination(world, end);
        while (elimination.sweep()) {
        }
        result = elimination.end();
    } catch (...) {
        world.move_to(end);
        world.forget_except(first, {});
        throw;
    }
    world.move_to(ROOT);
    world.forget_except(first, {&result});
    return result;
}

}  // namespace introplan
