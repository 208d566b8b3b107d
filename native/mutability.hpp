// What can still change from a state: the paper's "mutable", by direction and by relaxed reachability.
//
// A fact can have a truth now or later if it has it, or if some action's effects go that way and
// relaxed reachability does not rule it out. The *reach* is everything that becomes possible from the
// state in the delete relaxation. Every action, conditional effect and derived rule is a step: a
// condition and what it adds and deletes. Evaluation is semi-naive: a new fact is put into the
// patterns of the steps that need it and only the rest is joined. Conditions with more than positive
// literals may depend on several facts; they are evaluated again whenever nothing else is left to do.
// If there are more applications of steps than a limit, the attempt is given up; their number does
// not depend on any order.
//
// The facts of the world are used in place: what is reached is added to them, and removed again. The
// specification is relational/mutability.py and reach.py of the Python package.

#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "sentence.hpp"
#include "world.hpp"

namespace introplan {

struct RelaxedStep {
    std::int32_t schema = -1;  // of the action that this is; the effects after the first have none
    std::vector<Object> frame;
    std::vector<int> parameters;
    std::vector<Pattern> adds;
    std::vector<Pattern> deletes;
    Query query;    // the positive literals of the condition
    Sentence rest;  // everything else in it
};

// What may be true, become false and be done, now or later.
struct Reach {
    std::vector<std::uint8_t> truths;  // by fact
    FactSet deleted;
    FactSet done;
    std::size_t work = 0;

    bool may_be_true(Fact fact) const { return fact < truths.size() && truths[fact] != 0; }
};

// Facts of one relation come before those of another: who makes the later one right first would
// have to undo it. The later fact has the earlier one's objects at some positions.
struct Precedence {
    Relation earlier = 0;
    bool earlier_truth = true;
    Relation later = 0;
    bool later_truth = true;
    std::vector<int> positions;
};

// What does not depend on the state.
struct Rules {
    std::vector<RelaxedStep> steps;
    std::vector<ClosedSentence> preconditions;  // of the schemas; their parameters come first
    std::vector<Precedence> precedences;
    std::vector<std::uint8_t> addable;    // by relation
    std::vector<std::uint8_t> deletable;  // by relation
};

// Everything reachable from the present ignoring deletes; nothing if that is too much.
std::shared_ptr<const Reach> relaxed_reach(const Rules& rules, World& world, std::size_t limit);

// The children of ANYs in a goal that can be shared with what is left of it in any state: ALLs of
// single wants whose facts can change both ways. By place; with the places of the wants that name
// actions, which depend on the state all the same.
using SharedParts = std::unordered_map<std::size_t, std::vector<std::size_t>>;

// Answers for every future of the present state of the world.
class Mutability {
   public:
    Mutability(const Rules& rules, World& world, std::shared_ptr<const Reach> reach)
        : rules_(rules), world_(world), reach_(std::move(reach)) {}

    bool can_be(const GoalPart& want, bool truth);

    // What is left to want: a fact that can only be as wanted vanishes, one that can never be as
    // wanted is impossible. Parts in `shared` that stay as they are become SHARED.
    Goal restricted(const Goal& goal, const SharedParts& shared = {});

    // The parts of a goal that can be shared; none where reachability decides about single facts.
    SharedParts shared_parts(const Goal& goal) const;

   private:
    bool fact_can_be(Fact fact, bool truth) const;
    bool can_be_done(Fact action);
    bool is_free(const GoalPart& want) const;
    void restrict_part(const Goal& goal, std::size_t& next, Goal& out, const SharedParts& shared);
    bool share(const Goal& goal, std::size_t place, const std::vector<std::size_t>& actions,
               Goal& out);

    const Rules& rules_;
    World& world_;
    std::shared_ptr<const Reach> reach_;
};

}  // namespace introplan
