// The true ground literals of one state, as numbers.
//
// A *row* is a relation applied to objects: on(a, b). The first time a row is met it gets a number,
// its *fact*; from then on a truth value is one byte, a delta is a list of numbers and a counter is
// an array element. A relation may be a predicate of the model, or one that the search keeps for
// itself: the unmet rows of a goal (successor_order.hpp), the actions that a reward names (world.hpp).
//
// True rows are listed by relation and, from two arguments on, by every single argument, so that a
// join can start from whichever list is shortest. Each fact remembers its place in these lists, so
// both add and remove take a constant number of steps: the last entry moves into the gap. The order
// of a list therefore means nothing; where an order is needed, the list is sorted. One bit per relation, position
// and object says which of these lists are not empty, so that objects can be gone through in order
// and thousands that occur nowhere are passed over in a few steps.
//
// The value of a function of objects (numbers.hpp) is kept for its row, the *fluent*, which is never
// true itself; that it has a certain value is a fact of its own, so that deltas, identities and
// listeners treat numbers as they treat rows. A comparison of numbers is a relation between the
// objects in it. Its rows that were met are kept true or false as the values change, by the world.
//
// Rows are found by number in a table of all combinations while that table is small, and by
// hashing when it is not.

#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "numbers.hpp"

namespace introplan {

constexpr Object UNBOUND = -1;
constexpr Fact NO_FACT = ~Fact{0};

class Facts {
   public:
    explicit Facts(int objects) : objects_(objects) {}

    Relation add_relation(int arity);
    std::size_t relations() const { return relations_.size(); }
    int arity(Relation relation) const { return relations_[relation].arity; }
    int objects() const { return objects_; }

    // The number of a row; a new one if the row was never met.
    Fact intern(Relation relation, const Object* arguments);

    // The number of a row, or NO_FACT.
    Fact find(Relation relation, const Object* arguments) const;

    std::size_t size() const { return is_true_.size(); }
    const std::vector<std::uint8_t>& truths() const { return is_true_; }
    bool holds(Fact fact) const { return is_true_[fact] != 0; }
    Relation relation(Fact fact) const { return relation_[fact]; }
    const Object* arguments(Fact fact) const { return arguments_.data() + first_[fact]; }

    // Make a row true or false; nothing happens if it is already.
    void add(Fact fact);
    void remove(Fact fact);

    const std::vector<Fact>& rows(Relation relation) const { return relations_[relation].rows; }
    const std::vector<Fact>& rows_with(Relation relation, int position, Object value) const {
        const auto& lists = relations_[relation].by_argument;
        return lists.empty() ? NONE : lists[std::size_t(position) * objects_ + value];
    }

    // Bit by bit: which objects stand at this position of some true row? Empty if none ever did.
    std::span<const std::uint64_t> present(Relation relation, int position) const {
        const Rows& rows = relations_[relation];
        if (rows.present.empty()) return {};
        return {rows.present.data() + std::size_t(position) * words(), words()};
    }
    std::size_t words() const { return (std::size_t(objects_) + 63) / 64; }

    // Numbers. A relation that is a comparison: its rows are decided by values, not added.
    void set_comparison(Relation relation, Comparison comparison);
    bool is_comparison(Relation relation) const {
        return std::size_t(relation) < comparison_of_.size() && comparison_of_[relation] >= 0;
    }
    const Comparison& comparison(Relation relation) const {
        return comparisons_[comparison_of_[relation]];
    }

    // The value of a function, UNDEFINED where it has none.
    double value(Relation function, const Object* arguments) const {
        const Fact fluent = find(function, arguments);
        return fluent < values_.size() ? values_[fluent] : UNDEFINED;
    }

    // The fact that a fluent has a value.
    Fact intern_value(Fact fluent, double value);
    Fact value_fact(Fact fluent) const;  // of its present value; NO_FACT if there is none
    bool is_value(Fact fact) const { return relation_[fact] == value_relation_; }
    Fact fluent(Fact value) const { return fluents_[value_index_[value]]; }
    double number(Fact value) const { return numbers_[value_index_[value]]; }
    std::span<const Fact> values() const {
        if (value_relation_ < 0) return {};
        return relations_[value_relation_].rows;
    }

    // Give a fluent a value for a moment, without a fact that says so.
    void try_value(Fact fluent, double value) { set_value(fluent, value); }

    // The rows of comparisons that read a fluent, as far as they were met.
    std::span<const Fact> readers(Fact fluent) const {
        if (fluent >= readers_.size()) return {};
        return readers_[fluent];
    }
    bool compares(Fact fact) const {
        return comparison(relation_[fact]).holds(*this, arguments(fact));
    }

   private:
    struct Slot {
        std::uint32_t hash = 0;
        Fact fact = NO_FACT;
    };

    struct Rows {
        int arity;
        bool is_dense;
        std::vector<Fact> rows;
        std::vector<std::vector<Fact>> by_argument;
        std::vector<std::uint64_t> present;
        std::vector<Fact> table;  // if dense: by the combination of objects
        std::vector<Slot> slots;  // if not: open addressing
        std::size_t count = 0;
    };

    static const std::vector<Fact> NONE;

    std::size_t combination(const Rows& rows, const Object* arguments) const;
    std::size_t slot_of(const Rows& rows, const Object* arguments, std::uint32_t hash) const;
    bool has_arguments(Fact fact, const Object* arguments, int arity) const;
    void grow(Rows& rows);
    void enter(std::vector<Fact>& list, Fact fact, int which);
    void leave(std::vector<Fact>& list, Fact fact, int which);
    std::uint32_t& place(Fact fact, int which) { return places_[first_[fact] + fact + which]; }

    Fact new_fact(Relation relation, const Object* arguments, int arity);
    void watch(Fact fact);
    void set_value(Fact fluent, double value);

    int objects_;
    std::vector<Comparison> comparisons_;
    std::vector<std::int32_t> comparison_of_;  // by relation, -1: it is none
    std::vector<double> values_;               // by fluent
    std::vector<std::vector<Fact>> readers_;   // by fluent
    Relation value_relation_ = -1;
    std::vector<Fact> fluents_;
    std::vector<double> numbers_;
    std::vector<std::uint32_t> value_index_;  // by fact: its place in the two above
    std::map<std::pair<Fact, double>, Fact> value_facts_;
    std::vector<Rows> relations_;
    std::vector<std::uint8_t> is_true_;
    std::vector<Relation> relation_;
    std::vector<std::uint32_t> first_;
    std::vector<Object> arguments_;
    std::vector<std::uint32_t> places_;  // one per list a fact can be in: its arity and one more
};

}  // namespace introplan
