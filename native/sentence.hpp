// Sentences: formulas of which the ground form is wanted, not only the truth.
//
// A sentence is in negation normal form. Its literals know whether some action can change them at
// all; those that none can change are decided on the spot, the others become wants. A quantifier
// binds a block of variables; its *guards* are the unchanging literals without which a binding adds
// nothing, and they are joined, so that the bindings come from true rows and not from trying all
// combinations of objects. Bindings are taken in lexicographic order.

#pragma once

#include <vector>

#include "goal.hpp"
#include "query.hpp"
#include "schema.hpp"

namespace introplan {

struct Sentence {
    enum class Kind { LITERAL, EQUALS, ALL, ANY, FORALL, EXISTS };

    Kind kind = Kind::ALL;
    bool truth = true;           // LITERAL, EQUALS: the truth that is asked for
    bool is_static = false;      // LITERAL: no action changes it
    GoalPart::Moment moment = GoalPart::Moment::AFTER;
    Pattern pattern;             // LITERAL; EQUALS has its two slots here
    std::vector<Sentence> parts;
    std::vector<int> own;        // the variables of a quantifier
    Query guards;
};

// A sentence with its slots, constants filled in.
struct ClosedSentence {
    std::vector<Object> frame;
    Sentence sentence;
};

// The factored goal that is met exactly when the sentence is true.
Goal ground(const ClosedSentence& closed, Facts& facts, Meter& meter);

// The same of a part of a sentence, with the values of its variables.
Goal ground(const Sentence& sentence, std::vector<Object> values, Facts& facts, Meter& meter);

// Lists the bindings of a quantifier in order.
void list_bindings(const Sentence& quantifier, const Facts& facts, Object* values, Meter& meter,
                   ArgumentLists& found);

// Is the sentence true if `leaf(pattern, moment, truth)` answers for every literal that can change?
template <class Leaf>
bool is_possible(const Sentence& sentence, const Facts& facts, Object* values, Meter& meter,
                 Leaf&& leaf) {
    using Kind = Sentence::Kind;
    meter.check();
    const bool is_all = sentence.kind == Kind::ALL || sentence.kind == Kind::FORALL;
    switch (sentence.kind) {
        case Kind::LITERAL: {
            if (!sentence.is_static) return leaf(sentence.pattern, sentence.moment, sentence.truth);
            std::vector<Object> buffer;
            return sentence.pattern.holds(facts, values, buffer) == sentence.truth;
        }
        case Kind::EQUALS: {
            const auto& slots = sentence.pattern.slots;
            return (values[slots[0]] == values[slots[1]]) == sentence.truth;
        }
        case Kind::ALL:
        case Kind::ANY:
            for (const Sentence& part : sentence.parts) {
                if (is_possible(part, facts, values, meter, leaf) != is_all) return !is_all;
            }
            return is_all;
        case Kind::FORALL:
        case Kind::EXISTS: {
            ArgumentLists bindings;
            list_bindings(sentence, facts, values, meter, bindings);
            bool answer = is_all;
            for (std::size_t i = 0; i < bindings.count && answer == is_all; ++i) {
                for (std::size_t k = 0; k < sentence.own.size(); ++k) {
                    values[sentence.own[k]] = bindings.at(i)[k];
                }
                answer = is_possible(sentence.parts[0], facts, values, meter, leaf);
            }
            for (const int slot : sentence.own) values[slot] = UNBOUND;
            return answer;
        }
    }
    return false;
}

}  // namespace introplan
