#include "goal_generator.hpp"

#include <algorithm>
#include <unordered_set>

namespace introplan {

namespace {

// Applications of steps that relaxed reachability follows, from the start and from later states; the
// same as in relational/mutability.py, because the mutations depend on them.
constexpr std::size_t MAX_REACH_APPLICATIONS = 2'000;
constexpr std::size_t MAX_QUICK_APPLICATIONS = 400;

bool are_equal(const Goal& one, const Goal& other) {
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [](const GoalPart& a, const GoalPart& b) {
                          return a.kind == b.kind && a.children == b.children &&
                                 (a.kind != GoalPart::Kind::WANT || code_of(a) == code_of(b));
                      });
}

}  // namespace

std::vector<Goal> stages_of(const Goal& goal, const Rules& rules, const Facts& facts) {
    std::vector<Goal> stages;
    Goal wants(goal.begin() + 1, goal.end());
    const auto is_plain = [&](const GoalPart& part) {
        return part.kind == GoalPart::Kind::WANT && part.moment == GoalPart::Moment::AFTER &&
               !facts.is_comparison(facts.relation(part.fact));
    };
    if (!std::all_of(wants.begin(), wants.end(), is_plain)) return stages;
    std::vector<Object> row;
    while (true) {
        std::unordered_set<WantCode> late;
        for (const GoalPart& want : wants) {
            for (const Precedence& order : rules.precedences) {
                if (order.earlier != facts.relation(want.fact)) continue;
                if (order.earlier_truth != want.truth) continue;
                row.clear();
                for (const int i : order.positions) row.push_back(facts.arguments(want.fact)[i]);
                GoalPart later{GoalPart::Kind::WANT, GoalPart::Moment::AFTER, order.later_truth};
                later.fact = facts.find(order.later, row.data());
                if (later.fact != NO_FACT) late.insert(code_of(later));
            }
        }
        const std::size_t before = wants.size();
        std::erase_if(wants, [&](const GoalPart& want) { return late.contains(code_of(want)); });
        if (wants.size() == before || wants.empty()) break;
        Goal stage = wants;
        GoalPart all{GoalPart::Kind::ALL};
        all.children = std::uint32_t(wants.size());
        if (wants.size() > 1) stage.insert(stage.begin(), all);
        stages.push_back(std::move(stage));
    }
    std::reverse(stages.begin(), stages.end());
    return stages;
}

GoalGenerator::GoalGenerator(const Rules& rules, World& world, Condition reward, Condition success)
    : rules_(rules), world_(world) {
    world_.move_to(ROOT);
    reach_ = relaxed_reach(rules_, world_, MAX_REACH_APPLICATIONS);
    Mutability can(rules_, world_, reach_);
    const auto what_is_left = [&](const Condition& condition) {
        if (condition.ground) return can.restricted(*condition.ground);
        return can.restricted(ground(condition.sentence, world_.facts, world_.meter));
    };
    reward_ = what_is_left(reward);
    success_ = what_is_left(success);
    is_one_ = are_equal(reward_, success_);
    occurrences_.add(reward_);
    occurrences_.add(success_);
    if (occurrences_.empty()) {
        reward_parts_ = can.shared_parts(reward_);
        success_parts_ = can.shared_parts(success_);
    }
}

std::optional<Goal> MutationGoals::next() {
    read_state();
    const auto codes = next_of_all();
    if (!codes) return std::nullopt;
    Goal goal;
    Join join(goal, GoalPart::Kind::ALL);
    for (const WantCode code : *codes) {
        goal.push_back(want_of(code));
        join.take(goal.size() - 1);
    }
    join.finish();
    return goal;
}

// Read the state, once.
void MutationGoals::read_state() {
    if (has_read_) return;
    World& world = generator_.world_;
    world.move_to(node_);
    reach_ = generator_.reach_;
    if (reach_ && reach_->work <= MAX_QUICK_APPLICATIONS) {
        if (auto own = relaxed_reach(generator_.rules_, world, MAX_QUICK_APPLICATIONS)) reach_ = std::move(own);
    }
    begin(generator_.reward_, generator_.reward_parts_);
    if (!generator_.is_one_) tried_.insert(WantCodes{});
    has_read_ = true;
}

void MutationGoals::begin(const Goal& goal, const SharedParts& shared) {
    World& world = generator_.world_;
    world.move_to(node_);
    Mutability can(generator_.rules_, world, reach_);
    listing_.emplace(can.restricted(goal, shared), goal, generator_.occurrences_, world.facts);
}

std::optional<WantCodes> MutationGoals::next_of_all() {
    World& world = generator_.world_;
    world.move_to(node_);
    while (true) {
        auto codes = listing_->next(world.meter, world.facts);
        if (codes && generator_.is_one_) return codes;
        if (codes && is_succeeding_ && !tried_.contains(*codes)) return codes;
        if (codes && !is_succeeding_ && tried_.insert(*codes).second) return codes;
        if (codes) continue;
        if (generator_.is_one_ || is_succeeding_) return std::nullopt;
        is_succeeding_ = true;
        begin(generator_.success_, generator_.success_parts_);
    }
}

}  // namespace introplan
