#include "reader.hpp"

#include <bit>
#include <stdexcept>

namespace introplan {

std::int32_t Reader::integer() {
    if (at_end()) throw std::invalid_argument("the list of integers ends too early");
    return integers_[next_++];
}

std::size_t Reader::count() {
    const std::int32_t number = integer();
    if (number < 0) throw std::invalid_argument("a count is negative");
    return std::size_t(number);
}

std::vector<std::int32_t> Reader::list() {
    std::vector<std::int32_t> items(count());
    for (std::int32_t& item : items) item = integer();
    return items;
}

Pattern Reader::pattern() {
    const Relation relation = predicates_.at(count());
    return {relation, list()};
}

std::vector<Pattern> Reader::patterns() {
    std::vector<Pattern> found(count());
    for (Pattern& pattern : found) pattern = this->pattern();
    return found;
}

std::vector<Query::Own> Reader::own() {
    std::vector<Query::Own> own(count());
    for (Query::Own& variable : own) {
        variable.slot = integer();
        variable.range = &ranges_.at(count());
    }
    return own;
}

Query Reader::query() {
    std::vector<Query::Own> own = this->own();
    std::vector<Pattern> patterns = this->patterns();
    std::vector<Check> checks(count());
    for (Check& check : checks) {
        std::vector<int> needs = list();
        check = this->check();
        check.needs = std::move(needs);
    }
    return {std::move(own), std::move(patterns), std::move(checks)};
}

Check Reader::check() {
    Check check;
    const std::size_t kind = count();
    if (kind > std::size_t(Check::Kind::FORALL)) throw std::invalid_argument("no such check");
    check.kind = Check::Kind(kind);
    switch (check.kind) {
        case Check::Kind::LITERAL:
            check.pattern = pattern();
            break;
        case Check::Kind::EQUALS:
            check.pattern.slots.push_back(integer());
            check.pattern.slots.push_back(integer());
            break;
        case Check::Kind::NOT:
            check.parts.push_back(this->check());
            break;
        case Check::Kind::AND:
        case Check::Kind::OR:
            for (std::size_t n = count(); n > 0; --n) check.parts.push_back(this->check());
            break;
        case Check::Kind::EXISTS:
        case Check::Kind::FORALL:
            check.query = std::make_shared<const Query>(query());
            break;
    }
    return check;
}

Effect Reader::effect() {
    Effect effect;
    effect.adds = patterns();
    effect.deletes = patterns();
    effect.numeric = numeric_effects();
    if (integer() != 0) effect.query = query();
    return effect;
}

Expression Reader::expression() {
    Expression expression;
    expression_part(expression);
    return expression;
}

void Reader::expression_part(Expression& expression) {
    using Kind = Expression::Part::Kind;
    Expression::Part part;
    const std::size_t kind = count();
    if (kind > std::size_t(Kind::DIVIDE)) throw std::invalid_argument("no such expression");
    part.kind = Kind(kind);
    if (part.kind == Kind::CONSTANT) {
        const auto low = std::uint32_t(integer()), high = std::uint32_t(integer());
        part.number = std::bit_cast<double>((std::uint64_t(high) << 32) | low);
    } else if (part.kind == Kind::FUNCTION) {
        part.function = predicates_.at(count());
        part.slots = list();
    } else {
        part.children = count();
        if (part.children == 0) throw std::invalid_argument("nothing to calculate with");
    }
    const std::size_t children = part.children;
    expression.parts.push_back(std::move(part));
    for (std::size_t i = 0; i < children; ++i) expression_part(expression);
}

std::vector<NumericEffect> Reader::numeric_effects() {
    std::vector<NumericEffect> effects(count());
    for (NumericEffect& effect : effects) {
        effect.kind = NumericEffect::Operator(count());
        effect.function = predicates_.at(count());
        effect.slots = list();
        effect.is_fixed = integer() != 0;
        effect.amount = expression();
    }
    return effects;
}

Comparison Reader::comparison() {
    Comparison comparison;
    comparison.kind = Comparison::Operator(count());
    comparison.left = expression();
    comparison.right = expression();
    comparison.readings.resize(count());
    for (Reading& reading : comparison.readings) {
        reading.function = predicates_.at(count());
        reading.slots = list();
        for (std::uint8_t& directions : reading.helpful) directions = std::uint8_t(count());
    }
    return comparison;
}

Schema Reader::schema() {
    Schema schema;
    schema.frame = list();
    schema.parameters = list();
    schema.query = query();
    for (std::size_t n = count(); n > 0; --n) schema.effects.push_back(effect());
    return schema;
}

Rule Reader::rule() {
    Rule rule;
    rule.frame = list();
    rule.head = pattern();
    rule.query = query();
    rule.is_opaque = integer() != 0;
    return rule;
}

ClosedSentence Reader::closed_sentence() {
    std::vector<Object> frame = list();
    return {std::move(frame), sentence()};
}

Sentence Reader::sentence() {
    using Kind = Sentence::Kind;
    Sentence sentence;
    const std::size_t kind = count();
    if (kind > std::size_t(Kind::EXISTS)) throw std::invalid_argument("no such sentence");
    sentence.kind = Kind(kind);
    switch (sentence.kind) {
        case Kind::LITERAL:
            sentence.truth = integer() != 0;
            sentence.is_static = integer() != 0;
            sentence.moment = GoalPart::Moment(count());
            sentence.pattern.relation = relation(sentence.moment);
            sentence.pattern.slots = list();
            break;
        case Kind::EQUALS:
            sentence.truth = integer() != 0;
            sentence.pattern.slots.push_back(integer());
            sentence.pattern.slots.push_back(integer());
            break;
        case Kind::ALL:
        case Kind::ANY:
            for (std::size_t n = count(); n > 0; --n) sentence.parts.push_back(this->sentence());
            break;
        case Kind::FORALL:
        case Kind::EXISTS: {
            std::vector<Query::Own> own = this->own();
            for (const Query::Own& variable : own) sentence.own.push_back(variable.slot);
            sentence.guards = Query(std::move(own), patterns(), {});
            sentence.parts.push_back(this->sentence());
            break;
        }
    }
    return sentence;
}

LiftedOperator Reader::lifted_operator() {
    LiftedOperator lifted;
    lifted.schema = integer();
    lifted.is_whole = integer() != 0;
    lifted.frame = list();
    lifted.variables = own();
    lifted.condition = sentence();
    lifted.adds = patterns();
    lifted.deletes = patterns();
    lifted.numeric = numeric_effects();
    return lifted;
}

RelaxedStep Reader::step() {
    RelaxedStep step;
    step.schema = integer();
    step.frame = list();
    step.parameters = list();
    step.adds = patterns();
    step.deletes = patterns();
    step.query = query();
    step.rest = sentence();
    return step;
}

Precedence Reader::precedence() {
    Precedence order;
    order.earlier = predicates_.at(count());
    order.earlier_truth = integer() != 0;
    order.later = predicates_.at(count());
    order.later_truth = integer() != 0;
    order.positions = list();
    return order;
}

Relation Reader::relation(GoalPart::Moment moment) {
    const std::size_t name = count();
    return moment == GoalPart::Moment::DID ? schemas_.at(name).did : predicates_.at(name);
}

Goal Reader::goal(Facts& facts) {
    Goal goal;
    goal_part(facts, goal);
    return goal;
}

void Reader::goal_part(Facts& facts, Goal& goal) {
    GoalPart part;
    const std::size_t kind = count();
    if (kind > std::size_t(GoalPart::Kind::ANY)) throw std::invalid_argument("no such goal");
    part.kind = GoalPart::Kind(kind);
    if (part.kind == GoalPart::Kind::WANT) {
        part.moment = GoalPart::Moment(count());
        part.truth = integer() != 0;
        const Relation relation = this->relation(part.moment);
        const std::vector<Object> objects = list();
        part.fact = facts.intern(relation, objects.data());
        goal.push_back(part);
        return;
    }
    part.children = std::uint32_t(count());
    goal.push_back(part);
    for (std::size_t n = part.children; n > 0; --n) goal_part(facts, goal);
}

}  // namespace introplan
