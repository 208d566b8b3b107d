#include "successor_order.hpp"

#include <algorithm>

namespace introplan {

namespace {

// Of a long list so many children are computed at first, and so many times more each time: a guided
// search mostly takes the first one or two.
constexpr std::size_t LIST_GROWTH = 4;

template <class Item>
bool contains(const std::vector<Item>& items, const Item& item) {
    return std::find(items.begin(), items.end(), item) != items.end();
}

}  // namespace

void SuccessorOrder::begin(const Goal& guide) {
    Wanted wanted;
    functions_.clear();
    for (const GoalPart& part : guide) {
        if (part.kind == GoalPart::Kind::WANT) want(part, wanted);
    }
    for (const Fact fact : rows_) change(fact, world_.facts.holds(fact));
    stages_.clear();
    add_helping_stages(wanted);
    stages_.push_back({Stage::Kind::WANTED, -1, {}, {}, {}});
    add_enabling_stages();
    add_plain_stages(wanted);
    is_lazy_ = !wanted.empty();
    list_node_ = NO_NODE;
}

void SuccessorOrder::forget() {
    for (const Fact fact : rows_) {
        for (std::int32_t i = unmet_.first(fact); i >= 0; i = unmet_.at(i).next) {
            world_.facts.remove(Fact(unmet_.at(i).part));
        }
    }
    unmet_.clear();
    rows_.clear();
    while (!actions_.all().empty()) actions_.remove(actions_.all().back());
}

void SuccessorOrder::want(const GoalPart& part, Wanted& wanted) {
    if (part.moment == GoalPart::Moment::DID) {
        if (part.truth) actions_.add(part.fact);
        return;
    }
    const Relation relation = world_.facts.relation(part.fact);
    if (world_.facts.is_comparison(relation)) {
        for (const Reading& reading : world_.facts.comparison(relation).readings) {
            functions_.push_back(reading.function);
        }
        return;
    }
    if (!contains(wanted, {relation, part.truth})) wanted.emplace_back(relation, part.truth);
    for (std::int32_t i = unmet_.first(part.fact); i >= 0; i = unmet_.at(i).next) {
        if (unmet_.at(i).truth == part.truth) return;
    }
    const Relation stand_in = unmet_relation(relation, part.truth);
    const Object* arguments = world_.facts.arguments(part.fact);
    buffer_.assign(arguments, arguments + world_.facts.arity(relation));
    if (unmet_.first(part.fact) < 0) rows_.push_back(part.fact);
    const Fact unmet = world_.facts.intern(stand_in, buffer_.data());
    unmet_.add(part.fact, std::int32_t(unmet), part.truth);
}

Relation SuccessorOrder::unmet_relation(Relation relation, bool truth) {
    const auto [entry, is_new] = unmet_relations_.try_emplace({relation, truth}, 0);
    if (is_new) entry->second = world_.facts.add_relation(world_.facts.arity(relation));
    return entry->second;
}

void SuccessorOrder::change(Fact fact, bool truth) {
    for (std::int32_t i = unmet_.first(fact); i >= 0; i = unmet_.at(i).next) {
        const Fact unmet = Fact(unmet_.at(i).part);
        if (unmet_.at(i).truth == truth) {
            world_.facts.remove(unmet);
        } else {
            world_.facts.add(unmet);
        }
    }
}

void SuccessorOrder::add_helping_stages(const Wanted& wanted) {
    for (std::size_t number = 0; number < world_.schemas.size(); ++number) {
        const Schema& schema = world_.schemas[number];
        for (const Effect& effect : schema.effects) {
            if (effect.query) continue;
            for (const bool truth : {true, false}) {
                for (const Pattern& pattern : truth ? effect.adds : effect.deletes) {
                    if (!contains(wanted, {pattern.relation, truth})) continue;
                    const Pattern unmet{unmet_relation(pattern.relation, truth), pattern.slots};
                    Query query = schema.query.joined_with(unmet);
                    const auto own = std::int32_t(number);
                    stages_.push_back(
                        {Stage::Kind::HELPING, own, std::move(query), unmet, schema.frame});
                }
            }
        }
    }
}

// For every helping stage the schemas that add a precondition of its schema.
void SuccessorOrder::add_enabling_stages() {
    const std::size_t helping_stages = stages_.size() - 1;
    for (std::size_t i = 0; i < helping_stages; ++i) {
        const Stage helping = stages_[i];
        for (const Pattern& needed : world_.schemas[helping.schema].query.patterns()) {
            for (std::size_t number = 0; number < world_.schemas.size(); ++number) {
                for (const Effect& effect : world_.schemas[number].effects) {
                    if (effect.query) continue;
                    for (const Pattern& added : effect.adds) {
                        if (added.relation != needed.relation) continue;
                        add_enabling_stage(std::int32_t(number), added, helping, needed);
                    }
                }
            }
        }
    }
}

// The helper's slots follow the enabler's own, but for those of `needed`, which are the same as
// those of `added`. Nothing is added where that does not fit.
void SuccessorOrder::add_enabling_stage(std::int32_t number, const Pattern& added,
                                        const Stage& helping, const Pattern& needed) {
    const Schema& enabler = world_.schemas[number];
    const Schema& helper = world_.schemas[helping.schema];
    const int offset = int(enabler.frame.size());
    std::vector<int> place(helper.frame.size());
    for (std::size_t slot = 0; slot < place.size(); ++slot) place[slot] = offset + int(slot);
    for (std::size_t i = 0; i < needed.slots.size(); ++i) {
        int& shared = place[needed.slots[i]];
        const bool is_new = shared == offset + needed.slots[i];
        if (helper.frame[needed.slots[i]] != UNBOUND) return;
        if (!is_new && shared != added.slots[i]) return;
        shared = added.slots[i];
    }
    Pattern unmet = helping.unmet;
    for (int& slot : unmet.slots) slot = place[slot];
    std::vector<Query::Own> own;
    for (const Query::Own& variable : helper.query.own()) {
        const int slot = place[variable.slot];
        if (slot >= offset && contains(unmet.slots, slot)) own.push_back({slot, variable.range});
    }
    std::vector<Object> frame = enabler.frame;
    frame.insert(frame.end(), helper.frame.begin(), helper.frame.end());
    stages_.push_back({Stage::Kind::ENABLING, number, enabler.query.extended(own, {unmet}), unmet,
                       std::move(frame)});
}

bool SuccessorOrder::is_opaque(const Wanted& wanted) const {
    return std::any_of(wanted.begin(), wanted.end(),
                       [&](const auto& want) { return world_.derivation.is_derived(want.first); });
}

bool SuccessorOrder::has_wanted_action(const Schema& schema) const {
    const auto& actions = actions_.all();
    return std::any_of(actions.begin(), actions.end(),
                       [&](Fact fact) { return world_.facts.relation(fact) == schema.did; });
}

void SuccessorOrder::add_plain_stages(const Wanted& wanted) {
    const bool always_helps = is_opaque(wanted);
    std::vector<std::int32_t> groups[3];
    for (std::size_t number = 0; number < world_.schemas.size(); ++number) {
        const Schema& schema = world_.schemas[number];
        bool helps = always_helps || has_wanted_action(schema);
        bool spoils = false;
        for (const Effect& effect : schema.effects) {
            for (const Pattern& pattern : effect.adds) {
                helps = helps || contains(wanted, {pattern.relation, true});
                spoils = spoils || contains(wanted, {pattern.relation, false});
            }
            for (const Pattern& pattern : effect.deletes) {
                helps = helps || contains(wanted, {pattern.relation, false});
                spoils = spoils || contains(wanted, {pattern.relation, true});
            }
            for (const NumericEffect& numeric : effect.numeric) {
                helps = helps || contains(functions_, numeric.function);
            }
        }
        groups[helps ? 0 : spoils ? 2 : 1].push_back(std::int32_t(number));
    }
    for (int group = 0; group < 3; ++group) {
        if (group == 2 && !groups[2].empty()) {
            stages_.push_back({Stage::Kind::PAUSE, -1, {}, {}, {}});
        }
        for (const std::int32_t schema : groups[group]) {
            stages_.push_back({Stage::Kind::PLAIN, schema, {}, {}, {}});
        }
    }
}

// Have the list of a stage at hand, at least as far as `position` if it is that long.
void SuccessorOrder::load(std::uint32_t number, std::uint32_t position) {
    const bool is_there = list_node_ == world_.here() && list_stage_ == number;
    if (is_there && (list_is_whole_ || position < list_.count)) return;
    const Stage& stage = stages_[number];
    const Schema& schema = world_.schemas[stage.schema];
    const bool is_plain = stage.kind == Stage::Kind::PLAIN;
    const Query& query = is_plain ? schema.query : stage.query;
    const std::vector<Object>& frame = is_plain ? schema.frame : stage.frame;
    list_node_ = NO_NODE;
    list_is_whole_ = true;
    if (is_lazy_) {
        const std::size_t limit = std::size_t(position + 1) * LIST_GROWTH;
        list_is_whole_ = list_first_applicable(schema, query, frame, world_.facts, world_.meter,
                                               limit, list_);
    } else {
        list_applicable(schema, query, frame, world_.facts, world_.meter, list_);
    }
    list_node_ = world_.here();
    list_stage_ = number;
}

SuccessorOrder::Step SuccessorOrder::next(Cursor& cursor, Candidate& child) {
    while (cursor.stage < stages_.size()) {
        const Stage& stage = stages_[cursor.stage];
        if (stage.kind == Stage::Kind::PAUSE) {
            cursor = {cursor.stage + 1, 0};
            return Step::PAUSE;
        }
        std::int32_t schema = stage.schema;
        while (const Object* arguments = next_of_stage(stage, cursor, schema)) {
            if (!came_earlier(schema, arguments, cursor.stage)) {
                world_.make_child(schema, arguments, child);
                return Step::CHILD;
            }
        }
        cursor = {cursor.stage + 1, 0};
    }
    return Step::END;
}

// The next arguments of a stage, or null at its end.
const Object* SuccessorOrder::next_of_stage(const Stage& stage, Cursor& cursor,
                                            std::int32_t& schema) {
    static const Object NOTHING = 0;
    if (stage.kind != Stage::Kind::WANTED) {
        load(cursor.stage, cursor.position);
        if (cursor.position >= list_.count) return nullptr;
        const std::uint32_t position = cursor.position++;
        return list_.arity == 0 ? &NOTHING : list_.at(position);
    }
    while (cursor.position < actions_.all().size()) {
        const Fact action = actions_.all()[cursor.position++];
        const Relation did = world_.facts.relation(action);
        schema = 0;
        while (world_.schemas[schema].did != did) ++schema;
        const int arity = world_.facts.arity(did);
        buffer_.assign(world_.facts.arguments(action), world_.facts.arguments(action) + arity);
        buffer_.push_back(0);
        const Schema& own = world_.schemas[schema];
        if (is_applicable(own, world_.facts, buffer_.data(), world_.meter)) return buffer_.data();
    }
    return nullptr;
}

bool SuccessorOrder::came_earlier(std::int32_t schema, const Object* arguments,
                                  std::uint32_t stage) {
    const Schema& own = world_.schemas[schema];
    for (std::uint32_t i = 0; i < stage; ++i) {
        const Stage& earlier = stages_[i];
        if (earlier.kind == Stage::Kind::WANTED && !actions_.all().empty()) {
            const Fact action = world_.facts.find(own.did, arguments);
            if (action != NO_FACT && actions_.has(action)) return true;
        }
        const bool is_enabling = earlier.kind == Stage::Kind::ENABLING;
        if (earlier.schema != schema) continue;
        if (!is_enabling && earlier.kind != Stage::Kind::HELPING) continue;
        values_ = earlier.frame;
        for (std::size_t k = 0; k < own.parameters.size(); ++k) {
            values_[own.parameters[k]] = arguments[k];
        }
        if (is_enabling) {
            const auto stop = [] { return false; };
            if (!earlier.query.for_each(world_.facts, values_.data(), world_.meter, stop)) {
                return true;
            }
        } else if (earlier.unmet.holds(world_.facts, values_.data(), row_)) {
            return true;
        }
    }
    return false;
}

}  // namespace introplan
