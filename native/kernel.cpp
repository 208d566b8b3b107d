#include "kernel.hpp"

#include <algorithm>
#include <stdexcept>

namespace introplan {

Kernel::Kernel(int objects, const std::vector<Integers>& ranges)
    : world_(objects), workspace_(world_) {
    for (const Integers& range : ranges) {
        Range& own = ranges_.emplace_back();
        own.objects = range;
        own.has.assign(std::size_t(objects), 0);
        for (const Object object : range) own.has.at(std::size_t(object)) = 1;
        own.has_all = range.size() == std::size_t(objects);
    }
}

void Kernel::add_predicate(int arity) {
    predicates_.push_back(world_.facts.add_relation(arity));
}

void Kernel::add_schema(const Integers& integers) {
    Schema schema = Reader(integers, predicates_, ranges_).schema();
    schema.did = world_.facts.add_relation(int(schema.parameters.size()));
    world_.schemas.push_back(std::move(schema));
}

void Kernel::add_stratum(const std::vector<Integers>& rules) {
    Stratum stratum;
    for (const Integers& rule : rules) {
        stratum.push_back(Reader(rule, predicates_, ranges_).rule());
    }
    world_.derivation.add_stratum(std::move(stratum));
}

void Kernel::add_premise(std::size_t predicate) {
    world_.derivation.add_premise(predicates_.at(predicate));
}

void Kernel::add_facts(std::size_t predicate, const Integers& objects) {
    const Relation relation = predicates_.at(predicate);
    const auto arity = std::size_t(world_.facts.arity(relation));
    const std::size_t count = arity == 0 ? 1 : objects.size() / arity;
    for (std::size_t i = 0; i < count; ++i) {
        world_.facts.add(world_.facts.intern(relation, objects.data() + i * arity));
    }
}

void Kernel::begin() { world_.begin(); }

void Kernel::add_judge(const Integers& goals, std::vector<double> rewards,
                       const std::vector<int>& statuses) {
    Reader reader(goals, predicates_, ranges_);
    while (!reader.at_end()) {
        world_.judge.add_transition_root(reader.goal(world_.facts, world_.schemas), world_.facts);
    }
    world_.reward.values = std::move(rewards);
    world_.termination.values.clear();
    for (const int status : statuses) world_.termination.values.push_back(Status(status));
    const std::size_t rows = world_.reward.values.size() + world_.termination.values.size();
    if (world_.judge.roots() + 2 != rows) {
        throw std::invalid_argument("every row of a decision list has a goal and a value");
    }
}

Goal Kernel::goal(const Integers& integers) {
    return Reader(integers, predicates_, ranges_).goal(world_.facts, world_.schemas);
}

SearchResult Kernel::search(NodeNumber start, const std::optional<Integers>& target,
                            const std::optional<Integers>& guide, const SearchOptions& options) {
    std::optional<Goal> aim, way;
    if (target) aim = goal(*target);
    if (guide) way = goal(*guide);
    return best_first_search(world_, workspace_, start, aim ? &*aim : nullptr,
                             way ? &*way : nullptr, options);
}

std::vector<NodeNumber> Kernel::path(NodeNumber number) const {
    std::vector<NodeNumber> found;
    for (; world_.node(number).parent != NO_NODE; number = world_.node(number).parent) {
        found.push_back(number);
    }
    std::reverse(found.begin(), found.end());
    return found;
}

bool Kernel::holds(const Integers& query) {
    Reader reader(query, predicates_, ranges_);
    std::vector<Object> values = reader.frame();
    return reader.query().has_answer(world_.facts, values.data(), world_.meter);
}

std::vector<Fact> Kernel::facts_at(NodeNumber number) {
    world_.move_to(number);
    std::vector<Fact> found;
    for (const Relation relation : predicates_) {
        const auto& rows = world_.facts.rows(relation);
        found.insert(found.end(), rows.begin(), rows.end());
    }
    return found;
}

Integers Kernel::row(Fact fact) const {
    const Relation relation = world_.facts.relation(fact);
    const auto place = std::find(predicates_.begin(), predicates_.end(), relation);
    Integers row{std::int32_t(place - predicates_.begin())};
    const Object* arguments = world_.facts.arguments(fact);
    row.insert(row.end(), arguments, arguments + world_.facts.arity(relation));
    return row;
}

}  // namespace introplan
