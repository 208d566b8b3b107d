#include "schema.hpp"

#include <algorithm>
#include <bit>

namespace introplan {

namespace {

void bind(const Schema& schema, const Object* arguments, std::vector<Object>& values) {
    values = schema.frame;
    for (std::size_t i = 0; i < schema.parameters.size(); ++i) {
        values[schema.parameters[i]] = arguments[i];
    }
}

// Bind the slots of a pattern to a row, if that is possible.
bool fits(const Pattern& pattern, const Object* row, std::vector<Object>& values) {
    for (std::size_t i = 0; i < pattern.slots.size(); ++i) {
        Object& value = values[pattern.slots[i]];
        if (value != UNBOUND && value != row[i]) return false;
        value = row[i];
    }
    return true;
}

// Gather what an action does to numbers; `values` holds its arguments.
void gather(const Schema& schema, const Facts& facts, Object* values, Meter& meter,
            NumericChanges& changes) {
    changes.clear();
    for (const Effect& effect : schema.effects) {
        if (effect.numeric.empty()) continue;
        if (!effect.query) {
            changes.gather(effect.numeric, facts, values);
            continue;
        }
        effect.query->for_each(facts, values, meter, [&] {
            changes.gather(effect.numeric, facts, values);
            return true;
        });
    }
}

// Can the numbers that an action changes be worked out?
bool is_defined(const Schema& schema, const Facts& facts, const Object* arguments, Meter& meter) {
    if (!schema.changes_numbers()) return true;
    std::vector<Object> values;
    bind(schema, arguments, values);
    NumericChanges changes;
    gather(schema, facts, values.data(), meter, changes);
    std::vector<std::pair<NumericChanges::Key, double>> changed;
    return changes.settle(facts, changed);
}

// Collect the new facts that a rule gives, starting from the values bound already.
void apply(const Rule& rule, std::vector<Object> values, Facts& facts, Meter& meter,
           std::vector<Fact>& news) {
    std::vector<Object> buffer;
    rule.query.for_each(facts, values.data(), meter, [&] {
        const Object* row = rule.head.row(values.data(), buffer);
        const Fact fact = facts.intern(rule.head.relation, row);
        if (!facts.holds(fact)) news.push_back(fact);
        return true;
    });
}

}  // namespace

void ArgumentLists::sort() {
    if (count < 2 || arity == 0) return;
    const Object largest = *std::max_element(objects.begin(), objects.end());
    const auto bits = std::size_t(std::bit_width(std::uint32_t(largest)));
    if (bits * arity <= 64) {  // whole lists as single numbers sort several times faster
        packed_.assign(count, 0);
        for (std::size_t i = 0; i < objects.size(); ++i) {
            std::uint64_t& number = packed_[i / arity];
            number = (number << bits) | std::uint64_t(objects[i]);
        }
        std::sort(packed_.begin(), packed_.end());
        const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t k = arity; k-- > 0; packed_[i] >>= bits) {
                objects[i * arity + k] = Object(packed_[i] & mask);
            }
        }
        return;
    }
    std::vector<std::vector<Object>> lists;
    for (std::size_t i = 0; i < count; ++i) lists.emplace_back(at(i), at(i) + arity);
    std::sort(lists.begin(), lists.end());
    objects.clear();
    for (const auto& list : lists) objects.insert(objects.end(), list.begin(), list.end());
}

void ArgumentLists::drop_repeats() {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (kept > 0 && std::equal(at(i), at(i) + arity, at(kept - 1))) continue;
        std::copy_n(objects.begin() + i * arity, arity, objects.begin() + kept * arity);
        ++kept;
    }
    count = kept;
    objects.resize(count * arity);
}

void ArgumentLists::keep(const std::vector<std::uint8_t>& is_kept) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (!is_kept[i]) continue;
        std::copy_n(objects.begin() + i * arity, arity, objects.begin() + kept * arity);
        ++kept;
    }
    count = kept;
    objects.resize(count * arity);
}

bool list_applicable(const Schema& schema, const Query& query, const std::vector<Object>& frame,
                     const Facts& facts, Meter& meter, ArgumentLists& found,
                     std::size_t most) {
    found.clear(schema.parameters.size());
    std::vector<Object>& values = found.values;
    values = frame;
    const bool is_all = query.for_each(facts, values.data(), meter, [&] {
        if (found.count == most) return false;
        for (const int slot : schema.parameters) found.objects.push_back(values[slot]);
        ++found.count;
        return true;
    });
    if (!is_all) return false;
    found.sort();
    if (query.own().size() > schema.parameters.size()) found.drop_repeats();
    if (schema.changes_numbers()) {
        std::vector<std::uint8_t> is_kept;
        for (std::size_t i = 0; i < found.count; ++i) {
            is_kept.push_back(is_defined(schema, facts, found.at(i), meter) ? 1 : 0);
        }
        found.keep(is_kept);
    }
    return true;
}

namespace {

// Rows: up to so many are looked through; of more, only those whose bit is set (a word has 64 bits).
constexpr std::size_t MAX_SCANNED_ROWS = 64;

// Tries the parameters of a schema one after the other, each value in order.
class OrderedListing {
   public:
    OrderedListing(const Schema& schema, const Query& query, const Facts& facts, Meter& meter,
                   std::size_t limit, ArgumentLists& found)
        : schema_(schema), query_(query), facts_(facts), meter_(meter), limit_(limit),
          found_(found) {}

    // List from this parameter on; false when there are enough.
    bool list(std::size_t parameter) {
        std::vector<Object>& values = found_.values;
        if (parameter == schema_.parameters.size()) {
            if (schema_.changes_numbers()) {
                scratch_.clear();
                for (const int slot : schema_.parameters) scratch_.push_back(values[slot]);
                const std::vector<Object> arguments = scratch_;
                if (!is_defined(schema_, facts_, arguments.data(), meter_)) return true;
            }
            if (found_.count == limit_) return false;
            for (const int slot : schema_.parameters) found_.objects.push_back(values[slot]);
            ++found_.count;
            return true;
        }
        const int slot = schema_.parameters[parameter];
        const Pattern* pattern = nullptr;
        const std::vector<Fact>* rows = query_.rows_for(facts_, values.data(), slot, pattern);
        if (rows == nullptr || rows->size() > MAX_SCANNED_ROWS) return list_possible(parameter, slot);
        for (const Object value : values_in(*rows, *pattern, slot)) {
            if (!descend(parameter, slot, value)) return false;
        }
        return true;
    }

   private:
    // Go through the values in order that no pattern rules out.
    bool list_possible(std::size_t parameter, int slot) {
        const Range& range = *query_.own()[parameter].range;
        for (std::size_t word = 0; word < facts_.words(); ++word) {
            meter_.check();
            std::uint64_t left = query_.possible(facts_, slot, word);
            for (; left != 0; left &= left - 1) {
                const auto value = Object(word * 64) + Object(std::countr_zero(left));
                if (value >= facts_.objects()) break;
                if (range.has[value] && !descend(parameter, slot, value)) return false;
            }
        }
        return true;
    }

    // Bind a parameter and go on if that can lead to an answer.
    bool descend(std::size_t parameter, int slot, Object value) {
        std::vector<Object>& values = found_.values;
        values[slot] = value;
        const auto stop = [] { return false; };
        scratch_ = values;
        const bool leads_on = !query_.for_each(facts_, scratch_.data(), meter_, stop);
        const bool goes_on = !leads_on || list(parameter + 1);
        values[slot] = UNBOUND;
        return goes_on;
    }

    std::vector<Object> values_in(const std::vector<Fact>& rows, const Pattern& pattern, int slot) {
        const auto place = std::find(pattern.slots.begin(), pattern.slots.end(), slot);
        std::vector<Object> found;
        for (const Fact fact : rows) {
            found.push_back(facts_.arguments(fact)[place - pattern.slots.begin()]);
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }

    const Schema& schema_;
    const Query& query_;
    const Facts& facts_;
    Meter& meter_;
    std::size_t limit_;
    ArgumentLists& found_;
    std::vector<Object> scratch_;
};

}  // namespace

bool list_first_applicable(const Schema& schema, const Query& query,
                           const std::vector<Object>& frame, const Facts& facts, Meter& meter,
                           std::size_t limit, ArgumentLists& found) {
    const auto has_few_rows = [&](int slot) {
        const Pattern* pattern = nullptr;
        const std::vector<Fact>* rows = query.rows_for(facts, frame.data(), slot, pattern);
        return rows != nullptr && rows->size() <= MAX_SCANNED_ROWS;
    };
    if (std::all_of(schema.parameters.begin(), schema.parameters.end(), has_few_rows)) {
        list_applicable(schema, query, frame, facts, meter, found);
        return true;
    }
    found.clear(schema.parameters.size());
    found.values = frame;
    return OrderedListing(schema, query, facts, meter, limit, found).list(0);
}

bool is_applicable(const Schema& schema, const Facts& facts, const Object* arguments,
                   Meter& meter) {
    std::vector<Object> values;
    bind(schema, arguments, values);
    return !schema.query.for_each(facts, values.data(), meter, [] { return false; }) &&
           is_defined(schema, facts, arguments, meter);
}

bool Changes::mark(Fact fact, std::uint32_t by) {
    if (fact >= marks_.size()) marks_.resize(fact + 1 + fact / 2, 0);
    if (marks_[fact] == by) return false;
    marks_[fact] = by;
    return true;
}

void Changes::collect(const Effect& effect, const Object* values, Facts& facts) {
    for (const Pattern& pattern : effect.adds) {
        adds_.push_back(facts.intern(pattern.relation, pattern.row(values, buffer_)));
    }
    for (const Pattern& pattern : effect.deletes) {
        const Fact fact = facts.find(pattern.relation, pattern.row(values, buffer_));
        if (fact != NO_FACT && facts.holds(fact)) deletes_.push_back(fact);
    }
}

void Changes::find(const Schema& schema, const Object* arguments, Facts& facts, Meter& meter,
                   Delta& delta) {
    delta.clear();
    adds_.clear();
    deletes_.clear();
    bind(schema, arguments, values_);
    for (const Effect& effect : schema.effects) {
        if (!effect.query) {
            collect(effect, values_.data(), facts);
            continue;
        }
        effect.query->for_each(facts, values_.data(), meter, [&] {
            collect(effect, values_.data(), facts);
            return true;
        });
    }
    if (++last_mark_ == 0) {  // wrapped around: old marks would look new
        std::fill(marks_.begin(), marks_.end(), 0);
        last_mark_ = 1;
    }
    for (const Fact fact : adds_) {
        if (mark(fact, last_mark_) && !facts.holds(fact)) delta.added.push_back(fact);
    }
    for (const Fact fact : deletes_) {
        if (mark(fact, last_mark_)) delta.deleted.push_back(fact);
    }
    if (schema.changes_numbers()) {
        bind(schema, arguments, values_);
        change_numbers(schema, facts, meter, delta);
    }
}

void Changes::change_numbers(const Schema& schema, Facts& facts, Meter& meter, Delta& delta) {
    gather(schema, facts, values_.data(), meter, numeric_);
    numeric_.settle(facts, numbers_);
    for (const auto& [key, value] : numbers_) {
        const Fact fluent = facts.intern(key[0], key.data() + 1);
        const Fact old = facts.value_fact(fluent);
        if (old != NO_FACT) delta.deleted.push_back(old);
        delta.added.push_back(facts.intern_value(fluent, value));
    }
}

void FactSet::add(Fact fact) {
    if (has(fact)) return;
    if (fact >= place_.size()) place_.resize(fact + 1, 0);
    all_.push_back(fact);
    place_[fact] = std::uint32_t(all_.size());
}

void FactSet::remove(Fact fact) {
    if (!has(fact)) return;
    const std::uint32_t gap = place_[fact];
    all_[gap - 1] = all_.back();
    place_[all_.back()] = gap;
    all_.pop_back();
    place_[fact] = 0;
}

void Derivation::enter(Relations& relations, Relation relation) {
    if (std::size_t(relation) >= relations.size()) relations.resize(std::size_t(relation) + 1, 0);
    relations[relation] = 1;
}

void Derivation::add_stratum(Stratum stratum) {
    for (const Rule& rule : stratum) enter(derived_, rule.head.relation);
    strata_.push_back(std::move(stratum));
}

void Derivation::add_premise(Relation relation) { enter(premises_, relation); }

FactSet Derivation::derive(Facts& facts, Meter& meter) const {
    FactSet derived;
    std::vector<Fact> news;
    for (const Stratum& stratum : strata_) {
        bool is_first = true;
        do {
            for (const Rule& rule : stratum) {
                if (is_first || rule.is_opaque) apply(rule, rule.frame, facts, meter, news);
            }
            is_first = false;
            if (news.empty()) break;
            follow(stratum, news, facts, derived, meter);
        } while (true);
    }
    return derived;
}

// Add new facts and what they lead to.
void Derivation::follow(const Stratum& stratum, std::vector<Fact>& news, Facts& facts,
                        FactSet& derived, Meter& meter) const {
    std::vector<Object> values;
    while (!news.empty()) {
        const Fact fact = news.back();
        news.pop_back();
        if (facts.holds(fact)) continue;
        facts.add(fact);
        derived.add(fact);
        for (const Rule& rule : stratum) {
            for (const Pattern& pattern : rule.query.patterns()) {
                if (pattern.relation != facts.relation(fact)) continue;
                values = rule.frame;
                if (fits(pattern, facts.arguments(fact), values)) {
                    apply(rule, values, facts, meter, news);
                }
            }
        }
    }
}

}  // namespace introplan
