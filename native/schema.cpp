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

void list_applicable(const Schema& schema, const Query& query, const std::vector<Object>& frame,
                     const Facts& facts, Meter& meter, ArgumentLists& found) {
    found.clear(schema.parameters.size());
    std::vector<Object>& values = found.values;
    values = frame;
    query.for_each(facts, values.data(), meter, [&] {
        for (const int slot : schema.parameters) found.objects.push_back(values[slot]);
        ++found.count;
        return true;
    });
    found.sort();
    if (query.own().size() > schema.parameters.size()) found.drop_repeats();
}

bool is_applicable(const Schema& schema, const Facts& facts, const Object* arguments,
                   Meter& meter) {
    std::vector<Object> values;
    bind(schema, arguments, values);
    return !schema.query.for_each(facts, values.data(), meter, [] { return false; });
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
