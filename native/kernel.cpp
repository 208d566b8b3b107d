#include "kernel.hpp"

#include "action_elimination.hpp"

#include <algorithm>
#include <stdexcept>

namespace introplan {

Kernel::Kernel(int objects) : world_(objects), workspace_(world_) {}

void Kernel::add_range(const Integers& objects) {
    Range& range = ranges_.emplace_back();
    range.objects = objects;
    range.has.assign(std::size_t(world_.facts.objects()), 0);
    for (const Object object : objects) range.has.at(std::size_t(object)) = 1;
    range.has_all = objects.size() == range.has.size();
}

void Kernel::add_predicate(int arity) {
    predicates_.push_back(named_relation(arity, predicates_.size()));
}

void Kernel::add_schema(const Integers& integers) {
    Schema schema = reader(integers).schema();
    schema.did = named_relation(int(schema.parameters.size()), world_.schemas.size());
    world_.schemas.push_back(std::move(schema));
}

void Kernel::add_stratum(const std::vector<Integers>& rules) {
    Stratum stratum;
    for (const Integers& rule : rules) {
        stratum.push_back(reader(rule).rule());
    }
    world_.derivation.add_stratum(std::move(stratum));
}

void Kernel::add_premise(std::size_t predicate) {
    world_.derivation.add_premise(predicates_.at(predicate));
}

void Kernel::add_operator(const Integers& lifted) {
    workspace_.relaxed_task.add(reader(lifted).lifted_operator());
}

void Kernel::add_negated(std::size_t predicate) {
    workspace_.relaxed_task.add_negated(predicates_.at(predicate));
}

void Kernel::add_facts(std::size_t predicate, const Integers& objects) {
    const Relation relation = predicates_.at(predicate);
    const auto arity = std::size_t(world_.facts.arity(relation));
    const std::size_t count = arity == 0 ? 1 : objects.size() / arity;
    for (std::size_t i = 0; i < count; ++i) {
        world_.facts.add(world_.facts.intern(relation, objects.data() + i * arity));
    }
}

void Kernel::add_comparison(std::size_t predicate, const Integers& comparison) {
    world_.facts.set_comparison(predicates_.at(predicate), reader(comparison).comparison());
}

void Kernel::add_value(std::size_t predicate, const Integers& objects, double value) {
    Facts& facts = world_.facts;
    const Fact fluent = facts.intern(predicates_.at(predicate), objects.data());
    facts.add(facts.intern_value(fluent, value + 0.0));
}

std::pair<Integers, std::vector<double>> Kernel::values_at(NodeNumber number) {
    world_.move_to(number);
    const Facts& facts = world_.facts;
    std::pair<Integers, std::vector<double>> found;
    for (const Fact value : facts.values()) {
        const Integers row = this->row(facts.fluent(value));
        found.first.push_back(row[0]);
        found.first.push_back(std::int32_t(row.size()) - 1);
        found.first.insert(found.first.end(), row.begin() + 1, row.end());
        found.second.push_back(facts.number(value));
    }
    return found;
}

void Kernel::begin() { world_.begin(); }

void Kernel::add_rules(const std::vector<Integers>& steps,
                       const std::vector<Integers>& preconditions, const Integers& addable,
                       const Integers& deletable, const std::vector<Integers>& precedences) {
    for (const Integers& step : steps) rules_.steps.push_back(reader(step).step());
    for (const Integers& precondition : preconditions) {
        rules_.preconditions.push_back(reader(precondition).closed_sentence());
    }
    const auto enter = [&](const Integers& predicates, std::vector<std::uint8_t>& flags) {
        flags.assign(world_.facts.relations(), 0);
        for (const std::int32_t predicate : predicates) {
            flags.at(std::size_t(predicates_.at(std::size_t(predicate)))) = 1;
        }
    };
    for (const Integers& precedence : precedences) {
        rules_.precedences.push_back(reader(precedence).precedence());
    }
    enter(addable, rules_.addable);
    enter(deletable, rules_.deletable);
}

void Kernel::add_sum(const Integers& sentence, double value) {
    const ClosedSentence closed = reader(sentence).closed_sentence();
    const Sentence& quantifier = closed.sentence;
    if (quantifier.kind != Sentence::Kind::EXISTS) {
        throw std::invalid_argument("a sum has variables");
    }
    std::vector<Object> values = closed.frame;
    ArgumentLists bindings;
    list_bindings(quantifier, world_.facts, values.data(), world_.meter, bindings);
    world_.sums.push_back(value);
    world_.outcomes.add_group();
    for (std::size_t i = 0; i < bindings.count; ++i) {
        for (std::size_t k = 0; k < quantifier.own.size(); ++k) {
            values[quantifier.own[k]] = bindings.at(i)[k];
        }
        const Goal goal = ground(quantifier.parts[0], values, world_.facts, world_.meter);
        if (!is_impossible(goal)) world_.outcomes.add_to_group(goal, world_.facts);
    }
}

void Kernel::add_outcomes(const std::vector<Integers>& conditions, std::vector<double> rewards,
                       const std::vector<int>& statuses) {
    for (const Integers& condition : conditions) {
        const ClosedSentence sentence = reader(condition).closed_sentence();
        const Goal& goal = ground_[condition] = ground(sentence, world_.facts, world_.meter);
        world_.outcomes.add_transition_root(goal, world_.facts);
    }
    world_.reward.values = std::move(rewards);
    world_.termination.values.clear();
    for (const int status : statuses) world_.termination.values.push_back(Status(status));
    const std::size_t rows = world_.reward.values.size() + world_.termination.values.size();
    if (world_.outcomes.roots() + 2 != rows) {
        throw std::invalid_argument("every row of a decision list has a condition and a value");
    }
}

GoalGenerator Kernel::goal_generator(const Integers& reward, const Integers& success) {
    return {rules_,
            world_,
            {reader(reward).closed_sentence(), take_ground(reward)},
            {reader(success).closed_sentence(), take_ground(success)}};
}

std::optional<Goal> Kernel::take_ground(const Integers& sentence) {
    const auto known = ground_.find(sentence);
    if (known == ground_.end()) return std::nullopt;
    Goal goal = std::move(known->second);
    ground_.erase(known);
    return goal;
}

Goal Kernel::goal(const Integers& integers) { return reader(integers).goal(world_.facts); }

std::vector<Goal> Kernel::stages(const Goal& goal) const {
    return stages_of(goal, rules_, world_.facts);
}

bool Kernel::is_met(NodeNumber number, const Goal& goal) {
    world_.move_to(number);
    return std::all_of(goal.begin(), goal.end(), [&](const GoalPart& part) {
        return part.kind != GoalPart::Kind::WANT || world_.facts.holds(part.fact) == part.truth;
    });
}

Integers Kernel::wants(const Goal& goal) const {
    Integers found;
    for (const GoalPart& part : goal) {
        if (part.kind != GoalPart::Kind::WANT) continue;
        const Relation relation = world_.facts.relation(part.fact);
        const int arity = world_.facts.arity(relation);
        const Object* arguments = world_.facts.arguments(part.fact);
        found.insert(found.end(), {std::int32_t(part.moment), std::int32_t(part.truth),
                                   names_.at(std::size_t(relation)), arity});
        found.insert(found.end(), arguments, arguments + arity);
    }
    return found;
}

SearchResult Kernel::search(NodeNumber start, const SearchRequest& request) {
    return best_first_search(world_, workspace_, start, request);
}

SearchResult Kernel::cheapest_path(NodeNumber start, const CheapestPathRequest& request) {
    return astar_search(world_, action_costs_, start, request);
}

ScoreResult Kernel::best_score(NodeNumber start, const ScoreRequest& request) {
    return score_search(world_, action_costs_, start, request);
}

Fact Kernel::fact(std::size_t predicate, const Object* objects) {
    return world_.facts.intern(predicates_.at(predicate), objects);
}

std::pair<NodeNumber, Status> Kernel::follow(NodeNumber start, const Integers& operators) {
    NodeNumber number = start;
    Status status = Status::CONTINUE;
    Candidate child;
    for (std::size_t i = 0; i < operators.size() && status == Status::CONTINUE;) {
        const std::int32_t schema = operators[i];
        const Object* arguments = operators.data() + i + 1;
        world_.move_to(number);
        if (!world_.try_child(schema, arguments, child)) break;
        const Outcome outcome = world_.outcome(child);
        status = outcome.status;
        world_.pay(child, outcome.reward);
        number = world_.store(child);
        i += 1 + world_.schemas[schema].parameters.size();
    }
    return {number, status};
}

NodeNumber Kernel::eliminate_actions(NodeNumber end) {
    return introplan::eliminate_actions(world_, end);
}

bool Kernel::meets(NodeNumber number, const Goal& wanted) {
    world_.move_to(world_.node(number).parent);
    GoalCounters counters;
    counters.add_transition_root(wanted, world_.facts);
    const Relation action = world_.schemas[world_.node(number).schema].did;
    const Fact did = world_.facts.find(action, world_.arguments(number).data());
    std::vector<Cost> costs;
    Delta delta;
    world_.find_compared(world_.added(number), delta);
    const auto added = world_.added(number), deleted = world_.deleted(number);
    delta.added.insert(delta.added.end(), added.begin(), added.end());
    delta.deleted.insert(delta.deleted.end(), deleted.begin(), deleted.end());
    counters.trial(delta.added, delta.deleted, did, costs);
    return costs[0] == 0;
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
    Reader reading = reader(query);
    std::vector<Object> values = reading.frame();
    return reading.query().has_answer(world_.facts, values.data(), world_.meter);
}

std::vector<Fact> Kernel::facts_at(NodeNumber number) {
    world_.move_to(number);
    std::vector<Fact> found;
    for (const Relation relation : predicates_) {
        if (world_.facts.is_comparison(relation)) continue;
        const auto& rows = world_.facts.rows(relation);
        found.insert(found.end(), rows.begin(), rows.end());
    }
    return found;
}

Integers Kernel::row(Fact fact) const {
    const Relation relation = world_.facts.relation(fact);
    Integers row{names_.at(std::size_t(relation))};
    const Object* arguments = world_.facts.arguments(fact);
    row.insert(row.end(), arguments, arguments + world_.facts.arity(relation));
    return row;
}

Relation Kernel::named_relation(int arity, std::size_t name) {
    const Relation relation = world_.facts.add_relation(arity);
    names_.resize(std::size_t(relation) + 1, -1);
    names_[relation] = std::int32_t(name);
    return relation;
}

}  // namespace introplan
