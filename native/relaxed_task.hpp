// The delete relaxation of a task (Bonet and Geffner 2001), ground: what h_FF is computed on.
//
// Goal counting says nothing as long as no fact of the goal can be made right. Then it pays to know
// what comes before: a plan for the easier task in which everything that was once true, or once
// false, stays available. For that the actions have to be ground. It is done once per engine and only
// when a search asks for it, in two passes:
//
// 1. *Reach.* Every action, conditional effect and derived rule is a `LiftedOperator`: variables, a
//    condition, what it adds and deletes. The positive literals among the conjuncts of the condition
//    are joined over the facts reached so far, semi-naively: a new fact is put into the patterns that
//    need it and only the rest is joined. What is static is checked at once, everything else is
//    assumed. So the work follows what can be reached, not |objects| ** |variables|, and what is
//    found contains everything that can ever happen (Helmert 2009 grounds in the same way).
// 2. *Ground.* The condition of every application found becomes a list of *propositions*: a fact with
//    the truth it should have. What always holds is left out, what can never hold drops the
//    application. A disjunction (or existential quantifier) becomes a proposition of its own, with an
//    operator of cost 0 for each disjunct.
//
// An *operator* is a set of propositions needed, a set given, and the action that it is a part of (a
// conditional effect is an operator of its own). False facts are propositions only for predicates
// that some condition negates. What a derived predicate needs to become false is not worked out: one
// more step is assumed to do it.
//
// Operators come in the order of the lifted ones, and within one in the order of their objects.
// Relaxed plans depend on nothing else, so both engines find the same ones.

#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "goal_counters.hpp"
#include "facts.hpp"
#include "query.hpp"
#include "sentence.hpp"
#include "world.hpp"

namespace introplan {

using Proposition = std::int32_t;
using Conjunction = std::vector<Proposition>;

// One way for things to happen: part of an action schema, or (schema -1) a derived rule.
struct LiftedOperator {
    std::int32_t schema = -1;
    bool is_whole = false;  // only says when the action can be done, in one piece
    std::vector<Object> frame;
    std::vector<Query::Own> variables;  // the parameters of the schema come first
    Sentence condition;
    std::vector<Pattern> adds;
    std::vector<Pattern> deletes;
    std::vector<NumericEffect> numeric;
};

// An operator in the arrays of a `RelaxedTask`, or one that a goal brings along.
struct RelaxedOperator {
    static constexpr std::int32_t NO_ACTION = -1;
    static constexpr std::int32_t UNKNOWN_ACTION = -2;  // a step that is assumed

    std::span<const Proposition> needs;
    std::span<const Proposition> gives;
    std::int32_t action = NO_ACTION;
    std::int32_t cost = 0;
};

class RelaxedTask {
   public:
    // Ground operators, and preconditions and effects of all of them; with more there are no
    // relaxed plans. They bound the memory of the ground task: the entries take 240 MB.
    static constexpr std::size_t MAX_APPLICATIONS = 1'000'000;
    static constexpr std::size_t MAX_ENTRIES = 60'000'000;

    explicit RelaxedTask(World& world) : world_(world) {}

    void add(LiftedOperator lifted) {
        (lifted.is_whole ? whole_ : lifted_).push_back(std::move(lifted));
    }
    void add_negated(Relation relation);  // some condition requires a fact of it to be false

    // Ground the task, once; false if it is too large for that. Leaves the world at the root.
    bool is_available();

    std::size_t propositions() const { return fact_.size(); }
    std::size_t operators() const { return actions_of_.size(); }
    RelaxedOperator at(std::size_t number) const;

    // The fact that a proposition speaks of (NO_FACT: none), and the truth it should have.
    Fact fact(Proposition p) const { return fact_[p]; }
    bool truth(Proposition p) const { return truth_[p] != 0; }
    const Facts& facts() const { return world_.facts; }

    std::int32_t schema(std::int32_t action) const { return action_schema_[action]; }
    std::span<const Object> arguments(std::int32_t action) const;

    // A goal as propositions, after which `proposition` stands for the whole of it; the operators
    // that it brings along come last and are dropped by `forget_goal`.
    Proposition add_goal(const Goal& goal);
    void forget_goal();

   private:
    std::size_t actions() const { return action_schema_.size(); }
    struct TooLarge {};
    struct Reach;

    void ground();
    void find_derived();
    void reach(Reach& reach);
    void apply(std::size_t number, std::vector<Object>& values, Reach& reach);
    Query query_of(const LiftedOperator& lifted) const;
    void list_actions(const Reach& reach);
    std::int32_t action_of(std::int32_t schema, const Object* arguments) const;
    void clear();
    void add_operators(const Reach& reach);
    void add_effects(const LiftedOperator& lifted, const Object* values, Conjunction& gives);

    // Append what a goal needs; false if it can never be had.
    bool needs(const Goal& goal, Conjunction& found);
    bool part_needs(const Goal& goal, std::size_t& next, Conjunction& found);
    bool needs_any(std::vector<Conjunction> options, Conjunction& found);
    bool needs_fact(Fact fact, bool truth, Conjunction& found);

    // Numbers: a comparison can be met if it holds now, or if some operator moves one of the numbers
    // that it reads in the direction that helps (search/relaxed_numbers.py).
    Proposition compared(Fact fact, bool truth);
    Proposition move(Fact fluent, bool is_up);
    void add_moves(const LiftedOperator& lifted, const Object* values, Conjunction& gives);
    bool needs_action(Fact action, Conjunction& found);

    Proposition proposition(Fact fact, bool truth);
    Proposition new_proposition(Fact fact, bool truth);
    void add_operator(const Conjunction& needs, std::span<const Proposition> gives,
                      std::int32_t action, std::int32_t cost);
    bool has(const std::vector<std::uint8_t>& flags, std::size_t number) const {
        return number < flags.size() && flags[number] != 0;
    }

    World& world_;
    std::vector<LiftedOperator> lifted_;
    std::vector<LiftedOperator> whole_;      // by schema
    std::vector<std::uint8_t> is_negated_;   // by relation
    std::vector<std::uint8_t> is_derived_;   // by relation
    bool is_ground_ = false;
    bool is_too_large_ = false;

    std::vector<std::uint8_t> at_start_;   // by fact
    std::vector<std::uint8_t> reached_;    // by fact
    std::vector<std::uint8_t> deletable_;  // by fact

    std::vector<Fact> fact_;  // by proposition
    std::vector<std::uint8_t> truth_;
    std::vector<Proposition> proposition_of_[2];  // by truth and fact
    std::map<std::vector<std::int32_t>, Proposition> choices_;
    std::map<std::pair<Fact, bool>, Proposition> moves_;

    std::vector<std::size_t> first_need_{0}, first_gift_{0};
    std::vector<Proposition> needs_, gives_;
    std::vector<std::int32_t> actions_of_, costs_;

    std::vector<std::int32_t> action_schema_;
    std::vector<std::size_t> action_arguments_;
    std::vector<Object> arguments_;
    std::vector<std::size_t> first_action_;  // by schema

    std::size_t goal_operators_ = 0, goal_propositions_ = 0;
    std::vector<Object> buffer_;
};

}  // namespace introplan
