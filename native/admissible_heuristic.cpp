#include "admissible_heuristic.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace introplan {

namespace {

using Direction = std::pair<Relation, bool>;
using Counts = std::map<Direction, std::int64_t>;

std::int64_t count_of(const Counts& counts, Relation relation, bool truth) {
    const auto found = counts.find({relation, truth});
    return found == counts.end() ? 0 : found->second;
}

// Does a want speak of numbers: of a comparison, or of the value of a function?
bool reads_numbers(const Facts& facts, Fact fact) {
    return facts.is_value(fact) || facts.is_comparison(facts.relation(fact));
}

// Does a schema change a function that such a want reads?
bool may_change(const Facts& facts, const Schema& schema, Fact fact) {
    const auto is_read = [&](Relation function) {
        if (facts.is_value(fact)) return facts.relation(facts.fluent(fact)) == function;
        const auto& readings = facts.comparison(facts.relation(fact)).readings;
        return std::any_of(readings.begin(), readings.end(),
                           [&](const Reading& reading) { return reading.function == function; });
    };
    for (const Effect& effect : schema.effects) {
        for (const NumericEffect& numeric : effect.numeric) {
            if (is_read(numeric.function)) return true;
        }
    }
    return false;
}

// For every schema the most that one of its actions can lessen the distance by.
std::vector<std::int64_t> most_fixed(const World& world, const Goal& goal) {
    std::map<std::tuple<Fact, bool, bool>, std::int64_t> occurrences;
    std::vector<Fact> compared;
    for (const GoalPart& part : goal) {
        if (part.kind != GoalPart::Kind::WANT) continue;
        if (reads_numbers(world.facts, part.fact)) {
            compared.push_back(part.fact);
            continue;
        }
        ++occurrences[{part.fact, part.truth, part.moment == GoalPart::Moment::DID}];
    }
    Counts single, every;
    std::map<Relation, std::int64_t> done;
    std::int64_t derived = 0;
    for (const auto& [want, count] : occurrences) {
        const auto [fact, truth, is_action] = want;
        const Relation relation = world.facts.relation(fact);
        std::int64_t& most = is_action ? done[relation] : single[{relation, truth}];
        most = std::max(most, count);
        if (is_action) continue;
        every[{relation, truth}] += count;
        if (world.derivation.is_derived(relation)) derived += count;
    }
    std::vector<std::int64_t> fixed;
    for (const Schema& schema : world.schemas) {
        const auto named = done.find(schema.did);
        std::int64_t most = derived + (named == done.end() ? 0 : named->second);
        for (const Effect& effect : schema.effects) {
            const Counts& counts = effect.query ? every : single;
            for (const Pattern& p : effect.adds) most += count_of(counts, p.relation, true);
            for (const Pattern& p : effect.deletes) most += count_of(counts, p.relation, false);
        }
        for (const Fact fact : compared) most += may_change(world.facts, schema, fact) ? 1 : 0;
        fixed.push_back(most);
    }
    return fixed;
}

}  // namespace

AdmissibleHeuristic::AdmissibleHeuristic(const World& world, const Goal& goal,
                                         const ActionCosts& costs)
    : is_whole_(costs.is_whole()) {
    const auto fixed = most_fixed(world, goal);
    bool is_first = true;
    for (std::size_t schema = 0; schema < fixed.size(); ++schema) {
        if (fixed[schema] == 0) continue;
        const double least = costs.least(schema), most = double(fixed[schema]);
        // Products of a whole price and a count are exact.
        const bool is_better = is_whole_ ? least * double(most_) < least_ * most
                                         : least / most < least_ / double(most_);
        if (is_first || is_better) {
            least_ = least;
            most_ = fixed[schema];
        }
        is_first = false;
    }
}

// Whole numbers are divided exactly; sums of fractions are not exact: a hair's breadth is left.
double AdmissibleHeuristic::cost(Cost unmet) const {
    if (!is_whole_) return double(unmet) * (least_ / double(most_)) * (1 - 1e-9);
    const std::int64_t all = std::int64_t(unmet) / most_, rest = std::int64_t(unmet) % most_;
    const std::int64_t last = (rest * std::int64_t(least_) + most_ - 1) / most_;
    return double(all) * least_ + double(last);
}

}  // namespace introplan
