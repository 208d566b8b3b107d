// Queries: find the objects that make a formula true by joining, not by trying all.
//
// A query binds some variables, its *own*. The positive literals among the conjuncts of its formula
// are *patterns*, joined against the true rows, each time the one with the fewest candidates.
// Everything else (negation, equality, disjunction, quantifiers) is a *check* that runs as soon as
// the own variables in it are bound; a quantifier is a check with a query inside. Variables that no
// pattern binds range over the objects of their types.
//
// Values live in one array of slots, one per variable and per constant; a constant's slot is filled
// from the start (the *frame*), the others are UNBOUND until a query binds them. Slots that hold a
// value when a query is asked keep it: that is how an action's arguments reach its effects.
//
// `for_each` hands over every answer, in no particular order; the visitor returns false to stop.
// A query keeps scratch space for its own recursion and is not asked again from inside itself.

#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "facts.hpp"
#include "limits.hpp"

namespace introplan {

// The objects of some types, listed and as a membership table.
struct Range {
    std::vector<Object> objects;
    std::vector<std::uint8_t> has;
    bool has_all = false;
};

struct Pattern {
    Relation relation = 0;
    std::vector<int> slots;

    // The arguments of the row that this literal stands for once its slots are bound.
    const Object* row(const Object* values, std::vector<Object>& buffer) const {
        buffer.resize(slots.size());
        for (std::size_t i = 0; i < slots.size(); ++i) buffer[i] = values[slots[i]];
        return buffer.data();
    }

    // Is its row true? All slots must be bound.
    bool holds(const Facts& facts, const Object* values, std::vector<Object>& buffer) const {
        if (facts.is_comparison(relation)) {
            return facts.comparison(relation).holds(facts, row(values, buffer));
        }
        const Fact fact = facts.find(relation, row(values, buffer));
        return fact != NO_FACT && facts.holds(fact);
    }
};

class Query;

// A formula that is decided once its variables are bound.
struct Check {
    enum class Kind { LITERAL, EQUALS, NOT, AND, OR, EXISTS, FORALL };

    Kind kind = Kind::AND;
    std::vector<int> needs;  // own slots of the query that this check belongs to
    Pattern pattern;         // LITERAL; EQUALS has its two slots here
    std::vector<Check> parts;
    std::shared_ptr<const Query> query;  // EXISTS; FORALL asks it for a counterexample
    mutable std::vector<Object> buffer;

    bool holds(const Facts& facts, Object* values, Meter& meter) const;
};

class Query {
   public:
    struct Own {
        int slot;
        const Range* range;
    };

    Query() = default;
    Query(std::vector<Own> own, std::vector<Pattern> patterns, std::vector<Check> checks);

    // The query for those answers that also match `pattern`.
    Query joined_with(Pattern pattern) const;

    // The query that also binds these variables and matches these patterns.
    Query extended(const std::vector<Own>& own, const std::vector<Pattern>& patterns) const;

    const std::vector<Own>& own() const { return own_; }
    const std::vector<Pattern>& patterns() const { return patterns_; }

    // The rows, the fewest that the index can name, that have every value of a slot in an answer;
    // null if no pattern has the slot.
    const std::vector<Fact>* rows_for(const Facts& facts, const Object* values, int slot,
                                      const Pattern*& pattern) const;

    // The values that a slot could have, as far as single patterns say: up to 64 from a word on.
    std::uint64_t possible(const Facts& facts, int slot, std::size_t word) const;

    // Is there an answer? The own variables are unbound before and after.
    bool has_answer(const Facts& facts, Object* values, Meter& meter) const;

    // Visit every answer in `values`; false if the visitor stopped.
    template <class Visit>
    bool for_each(const Facts& facts, Object* values, Meter& meter, Visit&& visit) const {
        for (const Own& own : own_) {
            const Object value = values[own.slot];
            if (value != UNBOUND && !own.range->has[value]) return true;
        }
        trail_.clear();
        return join(facts, values, meter, 0, 0, visit);
    }

   private:
    struct Candidates {
        std::size_t place;  // of the pattern in `order_`
        const std::vector<Fact>* rows;
        bool is_met;  // all slots bound and the row true: nothing to iterate
    };

    template <class Visit>
    bool join(const Facts& facts, Object* values, Meter& meter, std::size_t joined,
              std::size_t checked, Visit&& visit) const {
        meter.check();
        if (!pass_checks(facts, values, meter, checked)) return true;
        if (joined == patterns_.size()) return range(facts, values, meter, checked, visit);
        const Candidates best = most_selective(facts, values, joined);
        std::swap(order_[joined], order_[best.place]);
        if (best.is_met) return join(facts, values, meter, joined + 1, checked, visit);
        if (best.rows == nullptr) return true;
        const std::size_t chosen = order_[joined];
        const std::size_t mark = trail_.size();
        for (const Fact fact : *best.rows) {
            const bool goes_on =
                !bind(chosen, facts.arguments(fact), values) ||
                join(facts, values, meter, joined + 1, checked, visit);
            unbind(values, mark);
            if (!goes_on) return false;
        }
        return true;
    }

    // Let the first variable that no literal binds range over its objects.
    template <class Visit>
    bool range(const Facts& facts, Object* values, Meter& meter, std::size_t checked,
               Visit&& visit) const {
        const Own* free = nullptr;
        for (std::size_t i = 0; i < own_.size() && free == nullptr; ++i) {
            if (values[own_[i].slot] == UNBOUND) free = &own_[i];
        }
        if (free == nullptr) return visit();
        for (const Object value : free->range->objects) {
            values[free->slot] = value;
            const bool goes_on = join(facts, values, meter, patterns_.size(), checked, visit);
            values[free->slot] = UNBOUND;
            if (!goes_on) return false;
        }
        return true;
    }

    // Run the checks whose variables are bound; `checked` moves on past those that held.
    bool pass_checks(const Facts& facts, Object* values, Meter& meter, std::size_t& checked) const;

    Candidates most_selective(const Facts& facts, const Object* values, std::size_t joined) const;

    // Bind the slots of a pattern to a row; false if they do not fit (`unbind` cleans up).
    bool bind(std::size_t pattern, const Object* row, Object* values) const;

    void unbind(Object* values, std::size_t mark) const {
        while (trail_.size() > mark) {
            values[trail_.back()] = UNBOUND;
            trail_.pop_back();
        }
    }

    const Range* range_of(int slot) const;
    void prepare();

    std::vector<Own> own_;
    std::vector<Pattern> patterns_;
    std::vector<std::vector<const Range*>> ranges_;  // per pattern and slot; null: anything goes
    std::vector<Check> checks_;
    // At each depth of the recursion the front of these orders is done, the rest is to do.
    mutable std::vector<std::size_t> order_;
    mutable std::vector<std::size_t> check_order_;
    mutable std::vector<int> trail_;
    mutable std::vector<Object> buffer_;
};

}  // namespace introplan
