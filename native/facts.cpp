#include "facts.hpp"

#include <algorithm>

namespace introplan {

namespace {

// Combinations of objects of one relation: up to so many its rows are numbered in an array, which
// then takes at most 1 MB; beyond, in a hash table.
constexpr std::size_t MAX_DENSE_ROWS = 1 << 18;

std::uint64_t bit(Object object) { return std::uint64_t{1} << (object % 64); }

std::uint64_t mixed(std::uint64_t x) {
    x ^= x >> 32;
    x *= 0x9E3779B97F4A7C15ull;
    return x ^ (x >> 29);
}

std::uint32_t hash_of(const Object* arguments, int arity) {
    std::uint64_t hash = 0;
    for (int i = 0; i < arity; ++i) hash = mixed(hash ^ std::uint64_t(arguments[i] + 1));
    return std::uint32_t(hash);
}

}  // namespace

const std::vector<Fact> Facts::NONE;

Relation Facts::add_relation(int arity) {
    std::size_t combinations = 1;
    for (int i = 0; i < arity && combinations <= MAX_DENSE_ROWS; ++i) combinations *= objects_;
    const bool is_dense = combinations <= MAX_DENSE_ROWS;
    relations_.push_back({arity, is_dense, {}, {}, {}, {}, {}, 0});
    return Relation(relations_.size()) - 1;
}

std::size_t Facts::combination(const Rows& rows, const Object* arguments) const {
    std::size_t index = 0;
    for (int i = 0; i < rows.arity; ++i) index = index * objects_ + arguments[i];
    return index;
}

// The slot of a row, or the free one where it would be. A slot has the hash beside the fact, so that
// a lookup seldom looks at the arguments of any other fact: they lie far away.
std::size_t Facts::slot_of(const Rows& rows, const Object* arguments, std::uint32_t hash) const {
    const std::size_t mask = rows.slots.size() - 1;
    for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
        const Slot& slot = rows.slots[i];
        if (slot.fact == NO_FACT) return i;
        if (slot.hash == hash && has_arguments(slot.fact, arguments, rows.arity)) return i;
    }
}

bool Facts::has_arguments(Fact fact, const Object* arguments, int arity) const {
    const Object* own = this->arguments(fact);
    for (int i = 0; i < arity; ++i) {
        if (own[i] != arguments[i]) return false;
    }
    return true;
}

void Facts::grow(Rows& rows) {
    if (rows.is_dense) {
        std::size_t combinations = 1;
        for (int i = 0; i < rows.arity; ++i) combinations *= objects_;
        rows.table.assign(combinations, NO_FACT);
        return;
    }
    std::vector<Slot> old(std::max<std::size_t>(64, rows.slots.size() * 2));
    old.swap(rows.slots);
    const std::size_t mask = rows.slots.size() - 1;
    for (const Slot& slot : old) {
        if (slot.fact == NO_FACT) continue;
        std::size_t i = slot.hash & mask;
        while (rows.slots[i].fact != NO_FACT) i = (i + 1) & mask;
        rows.slots[i] = slot;
    }
}

Fact Facts::find(Relation relation, const Object* arguments) const {
    const Rows& rows = relations_[relation];
    if (rows.count == 0) return NO_FACT;
    if (rows.is_dense) return rows.table[combination(rows, arguments)];
    return rows.slots[slot_of(rows, arguments, hash_of(arguments, rows.arity))].fact;
}

Fact Facts::intern(Relation relation, const Object* arguments) {
    Rows& rows = relations_[relation];
    const bool is_full = rows.is_dense ? rows.table.empty() : rows.count * 2 >= rows.slots.size();
    if (is_full) grow(rows);
    const auto next = Fact(is_true_.size());
    if (rows.is_dense) {
        Fact& entry = rows.table[combination(rows, arguments)];
        if (entry != NO_FACT) return entry;
        entry = next;
    } else {
        const std::uint32_t hash = hash_of(arguments, rows.arity);
        Slot& slot = rows.slots[slot_of(rows, arguments, hash)];
        if (slot.fact != NO_FACT) return slot.fact;
        slot = {hash, next};
    }
    ++rows.count;
    new_fact(relation, arguments, rows.arity);
    if (is_comparison(relation)) watch(next);
    return next;
}

Fact Facts::new_fact(Relation relation, const Object* arguments, int arity) {
    const auto next = Fact(is_true_.size());
    is_true_.push_back(0);
    relation_.push_back(relation);
    first_.push_back(std::uint32_t(arguments_.size()));
    arguments_.insert(arguments_.end(), arguments, arguments + arity);
    places_.resize(places_.size() + arity + 1);
    return next;
}

void Facts::set_comparison(Relation relation, Comparison comparison) {
    if (std::size_t(relation) >= comparison_of_.size()) comparison_of_.resize(relation + 1, -1);
    comparison_of_[relation] = std::int32_t(comparisons_.size());
    comparisons_.push_back(std::move(comparison));
}

// Note which values a row of a comparison reads, and decide it.
void Facts::watch(Fact fact) {
    const std::vector<Object> own(arguments(fact), arguments(fact) + arity(relation_[fact]));
    const Comparison comparison = this->comparison(relation_[fact]);
    std::vector<Object> row;
    for (const Reading& reading : comparison.readings) {
        row.clear();
        for (const int slot : reading.slots) row.push_back(own[slot]);
        const Fact fluent = intern(reading.function, row.data());
        if (fluent >= readers_.size()) readers_.resize(fluent + 1);
        std::vector<Fact>& readers = readers_[fluent];
        if (std::find(readers.begin(), readers.end(), fact) == readers.end()) {
            readers.push_back(fact);
        }
    }
    if (compares(fact)) add(fact);
}

Fact Facts::intern_value(Fact fluent, double value) {
    if (value_relation_ < 0) value_relation_ = add_relation(0);
    const auto [entry, is_new] = value_facts_.try_emplace({fluent, value}, 0);
    if (!is_new) return entry->second;
    const Fact fact = entry->second = new_fact(value_relation_, nullptr, 0);
    value_index_.resize(fact + 1, 0);
    value_index_[fact] = std::uint32_t(fluents_.size());
    fluents_.push_back(fluent);
    numbers_.push_back(value);
    return fact;
}

Fact Facts::value_fact(Fact fluent) const {
    if (fluent >= values_.size() || std::isnan(values_[fluent])) return NO_FACT;
    return value_facts_.at({fluent, values_[fluent]});
}

void Facts::set_value(Fact fluent, double value) {
    if (fluent >= values_.size()) values_.resize(fluent + 1, UNDEFINED);
    values_[fluent] = value;
}

void Facts::enter(std::vector<Fact>& list, Fact fact, int which) {
    place(fact, which) = std::uint32_t(list.size());
    list.push_back(fact);
}

void Facts::leave(std::vector<Fact>& list, Fact fact, int which) {
    const std::uint32_t gap = place(fact, which);
    const Fact last = list.back();
    list[gap] = last;
    place(last, which) = gap;
    list.pop_back();
}

void Facts::add(Fact fact) {
    if (is_true_[fact]) return;
    is_true_[fact] = 1;
    Rows& rows = relations_[relation_[fact]];
    enter(rows.rows, fact, 0);
    if (is_value(fact)) set_value(fluent(fact), number(fact));
    if (rows.arity == 0) return;
    if (rows.present.empty()) {
        rows.present.resize(std::size_t(rows.arity) * words(), 0);
        if (rows.arity > 1) rows.by_argument.resize(std::size_t(rows.arity) * objects_);
    }
    const Object* own = arguments(fact);
    for (int i = 0; i < rows.arity; ++i) {
        rows.present[std::size_t(i) * words() + std::size_t(own[i] / 64)] |= bit(own[i]);
        if (rows.arity == 1) return;
        enter(rows.by_argument[std::size_t(i) * objects_ + own[i]], fact, i + 1);
    }
}

void Facts::remove(Fact fact) {
    if (!is_true_[fact]) return;
    is_true_[fact] = 0;
    Rows& rows = relations_[relation_[fact]];
    leave(rows.rows, fact, 0);
    if (is_value(fact)) set_value(fluent(fact), UNDEFINED);
    const Object* own = arguments(fact);
    for (int i = 0; i < rows.arity; ++i) {
        if (rows.arity > 1) {
            auto& list = rows.by_argument[std::size_t(i) * objects_ + own[i]];
            leave(list, fact, i + 1);
            if (!list.empty()) continue;
        }
        rows.present[std::size_t(i) * words() + std::size_t(own[i] / 64)] &= ~bit(own[i]);
    }
}

}  // namespace introplan
