// From plain integers to queries, effects, rules and goals.
//
// The Python side resolves names: predicates, objects and variables arrive as numbers, formulas in
// negation normal form with conjunctions opened. Everything is one list of integers, read from
// front to back; counts come before what they count.
//
//   pattern  = predicate, n, n slots
//   query    = n, n x (slot, range), n, n patterns, n, n x (n, n needed slots, check)
//   check    = kind and its parts: LITERAL pattern | EQUALS slot slot | NOT check
//              | AND n checks | OR n checks | EXISTS query | FORALL query for a counterexample
//   effect   = n, n added patterns, n, n deleted patterns, n, n numeric effects, 0 | 1 query
//   numeric effect = operator, predicate, n, n slots, is fixed, expression
//   expression = CONSTANT and the two halves of a double | FUNCTION predicate n slots
//              | (ADD | SUBTRACT | MULTIPLY | DIVIDE) n expressions
//   comparison = operator, expression, expression, n x (predicate, n, n slots, the directions that
//              help to make it false, true); its slots are the positions of its objects
//   schema   = frame, n, n parameter slots, query, n, n effects
//   rule     = frame, pattern, query, is opaque
//   frame    = n, n objects (UNBOUND for variables)
//   goal     = WANT moment truth (predicate | schema) n objects | ALL n goals | ANY n goals
//   sentence = LITERAL truth static moment (predicate | schema) n slots | EQUALS truth slot slot
//              | ALL n sentences | ANY n sentences
//              | (FORALL | EXISTS) n x (slot, range), n, n guarding patterns, sentence
//   closed   = frame, sentence
//   precedence = predicate, truth, predicate, truth, n, n positions
//   operator = schema or -1, is whole, frame, n x (slot, range), sentence, n, n added patterns,
//              n, n deleted patterns, n, n numeric effects
//   step     = schema or -1, frame, n, n parameter slots, n, n added patterns, n, n deleted
//              patterns, query, sentence

#pragma once

#include <deque>
#include <vector>

#include "goal.hpp"
#include "mutability.hpp"
#include "relaxed_task.hpp"
#include "schema.hpp"
#include "sentence.hpp"

namespace introplan {

using Integers = std::vector<std::int32_t>;

class Reader {
   public:
    Reader(const Integers& integers, const std::vector<Relation>& predicates,
           const std::deque<Range>& ranges, const std::vector<Schema>& schemas)
        : integers_(integers), predicates_(predicates), ranges_(ranges), schemas_(schemas) {}

    bool at_end() const { return next_ == integers_.size(); }
    Schema schema();
    Rule rule();
    Query query();
    std::vector<Object> frame() { return list(); }

    // Names rows by their facts, new ones if need be; actions are rows of the schemas' relations.
    Goal goal(Facts& facts);
    ClosedSentence closed_sentence();
    RelaxedStep step();
    Precedence precedence();
    LiftedOperator lifted_operator();
    Comparison comparison();

   private:
    std::int32_t integer();
    std::size_t count();
    std::vector<std::int32_t> list();
    Pattern pattern();
    std::vector<Pattern> patterns();
    Check check();
    Effect effect();
    Expression expression();
    void expression_part(Expression& expression);
    std::vector<NumericEffect> numeric_effects();
    std::vector<Query::Own> own();
    Relation relation(GoalPart::Moment moment);
    Sentence sentence();
    void goal_part(Facts& facts, Goal& goal);

    const Integers& integers_;
    const std::vector<Relation>& predicates_;
    const std::deque<Range>& ranges_;
    const std::vector<Schema>& schemas_;
    std::size_t next_ = 0;
};

}  // namespace introplan
