#include "query.hpp"

#include <algorithm>
#include <numeric>

namespace introplan {

bool Check::holds(const Facts& facts, Object* values, Meter& meter) const {
    const auto is_true = [&](const Check& part) { return part.holds(facts, values, meter); };
    switch (kind) {
        case Kind::LITERAL:
            return pattern.holds(facts, values, buffer);
        case Kind::EQUALS:
            return values[pattern.slots[0]] == values[pattern.slots[1]];
        case Kind::NOT:
            return !is_true(parts[0]);
        case Kind::AND:
            return std::all_of(parts.begin(), parts.end(), is_true);
        case Kind::OR:
            return std::any_of(parts.begin(), parts.end(), is_true);
        case Kind::EXISTS:
            return query->has_answer(facts, values, meter);
        case Kind::FORALL:
            return !query->has_answer(facts, values, meter);
    }
    return false;
}

Query::Query(std::vector<Own> own, std::vector<Pattern> patterns, std::vector<Check> checks)
    : own_(std::move(own)), patterns_(std::move(patterns)), checks_(std::move(checks)) {
    prepare();
}

Query Query::joined_with(Pattern pattern) const {
    Query query = *this;
    query.patterns_.push_back(std::move(pattern));
    query.prepare();
    return query;
}

Query Query::extended(const std::vector<Own>& own, const std::vector<Pattern>& patterns) const {
    Query query = *this;
    query.own_.insert(query.own_.end(), own.begin(), own.end());
    query.patterns_.insert(query.patterns_.end(), patterns.begin(), patterns.end());
    query.prepare();
    return query;
}

void Query::prepare() {
    ranges_.clear();
    for (const Pattern& pattern : patterns_) {
        ranges_.emplace_back();
        for (const int slot : pattern.slots) ranges_.back().push_back(range_of(slot));
    }
    order_.resize(patterns_.size());
    std::iota(order_.begin(), order_.end(), 0);
    check_order_.resize(checks_.size());
    std::iota(check_order_.begin(), check_order_.end(), 0);
}

const Range* Query::range_of(int slot) const {
    for (const Own& own : own_) {
        if (own.slot == slot) return own.range->has_all ? nullptr : own.range;
    }
    return nullptr;
}

bool Query::has_answer(const Facts& facts, Object* values, Meter& meter) const {
    for (const Own& own : own_) values[own.slot] = UNBOUND;
    const bool found = !for_each(facts, values, meter, [] { return false; });
    for (const Own& own : own_) values[own.slot] = UNBOUND;
    return found;
}

bool Query::pass_checks(const Facts& facts, Object* values, Meter& meter,
                        std::size_t& checked) const {
    for (std::size_t i = checked; i < check_order_.size(); ++i) {
        const Check& check = checks_[check_order_[i]];
        const auto is_bound = [&](int slot) { return values[slot] != UNBOUND; };
        if (!std::all_of(check.needs.begin(), check.needs.end(), is_bound)) continue;
        if (!check.holds(facts, values, meter)) return false;
        std::swap(check_order_[i], check_order_[checked++]);
    }
    return true;
}

Query::Candidates Query::most_selective(const Facts& facts, const Object* values,
                                        std::size_t joined) const {
    Candidates best{joined, nullptr, false};
    for (std::size_t place = joined; place < order_.size(); ++place) {
        const Pattern& pattern = patterns_[order_[place]];
        const std::vector<Fact>* rows = &facts.rows(pattern.relation);
        const int arity = int(pattern.slots.size());
        bool is_bound = true;
        for (int i = 0; i < arity && !rows->empty(); ++i) {
            const Object value = values[pattern.slots[i]];
            if (value == UNBOUND) {
                is_bound = false;
            } else if (arity > 1) {
                const std::vector<Fact>& narrowed = facts.rows_with(pattern.relation, i, value);
                if (narrowed.size() < rows->size()) rows = &narrowed;
            }
        }
        if (rows->empty()) return {place, nullptr, false};
        if (is_bound) return {place, nullptr, pattern.holds(facts, values, buffer_)};
        if (best.rows == nullptr || rows->size() < best.rows->size()) best = {place, rows, false};
    }
    return best;
}

const std::vector<Fact>* Query::rows_for(const Facts& facts, const Object* values, int slot,
                                         const Pattern*& pattern) const {
    const std::vector<Fact>* fewest = nullptr;
    for (const Pattern& own : patterns_) {
        if (std::find(own.slots.begin(), own.slots.end(), slot) == own.slots.end()) continue;
        const std::vector<Fact>* rows = &facts.rows(own.relation);
        for (std::size_t i = 0; i < own.slots.size() && own.slots.size() > 1; ++i) {
            const Object value = values[own.slots[i]];
            if (value == UNBOUND) continue;
            const std::vector<Fact>& narrowed = facts.rows_with(own.relation, int(i), value);
            if (narrowed.size() < rows->size()) rows = &narrowed;
        }
        if (fewest == nullptr || rows->size() < fewest->size()) {
            fewest = rows;
            pattern = &own;
        }
    }
    return fewest;
}

std::uint64_t Query::possible(const Facts& facts, int slot, std::size_t word) const {
    std::uint64_t found = ~std::uint64_t{0};
    for (const Pattern& pattern : patterns_) {
        for (std::size_t i = 0; i < pattern.slots.size(); ++i) {
            if (pattern.slots[i] != slot) continue;
            const auto present = facts.present(pattern.relation, int(i));
            found &= present.empty() ? 0 : present[word];
        }
    }
    return found;
}

bool Query::bind(std::size_t chosen, const Object* row, Object* values) const {
    const Pattern& pattern = patterns_[chosen];
    for (std::size_t i = 0; i < pattern.slots.size(); ++i) {
        Object& value = values[pattern.slots[i]];
        if (value == UNBOUND) {
            const Range* range = ranges_[chosen][i];
            if (range != nullptr && !range->has[row[i]]) return false;
            value = row[i];
            trail_.push_back(pattern.slots[i]);
        } else if (value != row[i]) {
            return false;
        }
    }
    return true;
}

}  // namespace introplan
