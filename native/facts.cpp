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

}  // namespace

const std::vector<Fact> Facts::NONE;

Relation Facts::add_relation(int arity) {
    std::size_t combinations = 1;
    for (int i = 0; i < arity && combinations <= MAX_DENSE_ROWS; ++i) combinations *= objects_;
    const bool is_dense = combinations <= MAX_DENSE_ROWS;
    relations_.push_back({arity, is_dense, {}, {}, {}, {}, 0});
    return Relation(relations_.size()) - 1;
}

std::size_t Facts::combination(const Rows& rows, const Object* arguments) const {
    std::size_t index = 0;
    for (int i = 0; i < rows.arity; ++i) index = index * objects_ + arguments[i];
    return index;
}

std::size_t Facts::place_in_table(const Rows& rows, const Object* arguments) const {
    if (rows.is_dense) return combination(rows, arguments);
    std::uint64_t hash = 0;
    for (int i = 0; i < rows.arity; ++i) hash = mixed(hash ^ std::uint64_t(arguments[i] + 1));
    const std::size_t mask = rows.table.size() - 1;
    for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
        const Fact fact = rows.table[i];
        if (fact == NO_FACT) return i;
        if (std::equal(arguments, arguments + rows.arity, this->arguments(fact))) return i;
    }
}

void Facts::grow(Rows& rows) {
    if (rows.is_dense) {
        std::size_t combinations = 1;
        for (int i = 0; i < rows.arity; ++i) combinations *= objects_;
        rows.table.assign(combinations, NO_FACT);
        return;
    }
    std::vector<Fact> old(std::max<std::size_t>(64, rows.table.size() * 2), NO_FACT);
    old.swap(rows.table);
    for (Fact fact : old) {
        if (fact != NO_FACT) rows.table[place_in_table(rows, arguments(fact))] = fact;
    }
}

Fact Facts::find(Relation relation, const Object* arguments) const {
    const Rows& rows = relations_[relation];
    return rows.table.empty() ? NO_FACT : rows.table[place_in_table(rows, arguments)];
}

Fact Facts::intern(Relation relation, const Object* arguments) {
    Rows& rows = relations_[relation];
    const bool is_full = !rows.is_dense && rows.count * 2 >= rows.table.size();
    if (rows.table.empty() || is_full) grow(rows);
    Fact& entry = rows.table[place_in_table(rows, arguments)];
    if (entry != NO_FACT) return entry;
    ++rows.count;
    entry = Fact(is_true_.size());
    is_true_.push_back(0);
    relation_.push_back(relation);
    first_.push_back(std::uint32_t(arguments_.size()));
    arguments_.insert(arguments_.end(), arguments, arguments + rows.arity);
    places_.resize(places_.size() + rows.arity + 1);
    return entry;
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
