#include "sentence.hpp"

namespace introplan {

namespace {

class Grounding {
   public:
    Grounding(Facts& facts, Meter& meter, std::vector<Object> values, Goal& goal)
        : facts_(facts), meter_(meter), values_(std::move(values)), goal_(goal) {}

    void write(const Sentence& sentence) {
        switch (sentence.kind) {
            case Sentence::Kind::LITERAL:
                return write_literal(sentence);
            case Sentence::Kind::EQUALS: {
                const auto& slots = sentence.pattern.slots;
                return decide((values_[slots[0]] == values_[slots[1]]) == sentence.truth);
            }
            case Sentence::Kind::ALL:
                return write_parts(sentence, GoalPart::Kind::ALL);
            case Sentence::Kind::ANY:
                return write_parts(sentence, GoalPart::Kind::ANY);
            case Sentence::Kind::FORALL:
                return write_bindings(sentence, GoalPart::Kind::ALL);
            case Sentence::Kind::EXISTS:
                return write_bindings(sentence, GoalPart::Kind::ANY);
        }
    }

   private:
    void decide(bool is_so) { goal_.push_back(is_so ? trivial_part() : impossible_part()); }

    void write_literal(const Sentence& literal) {
        meter_.check();
        if (literal.is_static) {
            return decide(literal.pattern.holds(facts_, values_.data(), buffer_) == literal.truth);
        }
        const Object* row = literal.pattern.row(values_.data(), buffer_);
        GoalPart want{GoalPart::Kind::WANT, literal.moment, literal.truth};
        want.fact = facts_.intern(literal.pattern.relation, row);
        goal_.push_back(want);
    }

    void write_parts(const Sentence& sentence, GoalPart::Kind kind) {
        Join join(goal_, kind);
        for (const Sentence& part : sentence.parts) {
            const std::size_t child = goal_.size();
            write(part);
            if (!join.take(child)) return;
        }
        join.finish();
    }

    void write_bindings(const Sentence& quantifier, GoalPart::Kind kind) {
        ArgumentLists bindings;
        list_bindings(quantifier, facts_, values_.data(), meter_, bindings);
        Join join(goal_, kind);
        bool goes_on = true;
        for (std::size_t i = 0; i < bindings.count && goes_on; ++i) {
            for (std::size_t k = 0; k < quantifier.own.size(); ++k) {
                values_[quantifier.own[k]] = bindings.at(i)[k];
            }
            const std::size_t child = goal_.size();
            write(quantifier.parts[0]);
            goes_on = join.take(child);
        }
        for (const int slot : quantifier.own) values_[slot] = UNBOUND;
        join.finish();
    }

    Facts& facts_;
    Meter& meter_;
    std::vector<Object> values_;
    Goal& goal_;
    std::vector<Object> buffer_;
};

}  // namespace

Goal ground(const ClosedSentence& closed, Facts& facts, Meter& meter) {
    return ground(closed.sentence, closed.frame, facts, meter);
}

Goal ground(const Sentence& sentence, std::vector<Object> values, Facts& facts, Meter& meter) {
    Goal goal;
    Grounding(facts, meter, std::move(values), goal).write(sentence);
    return goal;
}

void list_bindings(const Sentence& quantifier, const Facts& facts, Object* values, Meter& meter,
                   ArgumentLists& found) {
    found.clear(quantifier.own.size());
    quantifier.guards.for_each(facts, values, meter, [&] {
        for (const int slot : quantifier.own) found.objects.push_back(values[slot]);
        ++found.count;
        return true;
    });
    found.sort();
}

}  // namespace introplan
