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
//   effect   = n, n added patterns, n, n deleted patterns, 0 | 1 query
//   schema   = frame, n, n parameter slots, query, n, n effects
//   rule     = frame, pattern, query, is opaque
//   frame    = n, n objects (UNBOUND for variables)
//   goal     = WANT moment truth (predicate | schema) n objects | ALL n goals | ANY n goals

#pragma once

#include <deque>
#include <vector>

#include "circuit.hpp"
#include "schema.hpp"

namespace introplan {

using Integers = std::vector<std::int32_t>;

class Reader {
   public:
    Reader(const Integers& integers, const std::vector<Relation>& predicates,
           const std::deque<Range>& ranges)
        : integers_(integers), predicates_(predicates), ranges_(ranges) {}

    bool at_end() const { return next_ == integers_.size(); }
    Schema schema();
    Rule rule();
    Query query();
    std::vector<Object> frame() { return list(); }

    // Names rows by their facts, new ones if need be; actions are rows of the schemas' relations.
    Goal goal(Facts& facts, const std::vector<Schema>& schemas);

   private:
    std::int32_t integer();
    std::size_t count();
    std::vector<std::int32_t> list();
    Pattern pattern();
    std::vector<Pattern> patterns();
    Check check();
    Effect effect();
    void goal_part(Facts& facts, const std::vector<Schema>& schemas, Goal& goal);

    const Integers& integers_;
    const std::vector<Relation>& predicates_;
    const std::deque<Range>& ranges_;
    std::size_t next_ = 0;
};

}  // namespace introplan
