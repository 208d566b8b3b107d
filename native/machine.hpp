// A transition system as register code: packed states, operators, and the generator of successors.
//
// An operator has a guard, effects, and lists of cases for its reward and for the status of the step.
// A guard is a conjunction of literals "node n has the value v". The *successor generator* (Helmert
// 2006) is a decision tree over them: an inner tree node computes one code node and goes on to the
// operators that ask for the value it has, and to those that do not ask. So a test that many guards
// share is made once for a state, and operators whose tests fail are not looked at. Applicable
// operators come in the order in which they were added, which is that of the actions.
//
// Everything is a function of the state before the step; the registers are shared by guards, effects,
// rewards and statuses of all operators.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "machine_code.hpp"
#include "machine_states.hpp"

namespace introplan {

// As `machine/native.py` numbers them.
enum class Ending : int { CONTINUE, SUCCESS, FAILURE, OVER };

constexpr std::int32_t ALWAYS = -1;

struct GuardLiteral {
    std::int32_t node;
    Word value;
};

struct OutcomeCase {
    std::int32_t condition;  // a node, or ALWAYS
    std::int32_t value;      // a node with a double for rewards, an Ending for statuses
};

struct MachineOperator {
    std::int32_t label = 0;
    std::vector<GuardLiteral> guard;
    std::vector<std::pair<std::int32_t, std::int32_t>> effects;  // variable, node
    std::vector<OutcomeCase> rewards;                                   // none: 0
    std::vector<OutcomeCase> endings;                                   // none: CONTINUE
};

class SuccessorGenerator {
   public:
    void build(const std::vector<MachineOperator>& operators);

    // Appends the operators whose guards hold in the state of the evaluator, in ascending order.
    void applicable(Evaluator& evaluator, std::vector<std::int32_t>& found) const;

   private:
    struct Branch {
        Word value;
        std::int32_t tree;
    };
    struct Tree {
        std::int32_t node = -1;  // to compute; -1: only `ready` and `rest`
        std::vector<Branch> branches;  // by ascending values
        std::vector<std::int32_t> ready;  // operators without further literals
        std::int32_t rest = -1;  // the tree of those that do not ask for `node`
    };
    struct Waiting {
        std::int32_t number;
        std::vector<GuardLiteral> literals;
    };

    std::int32_t grown(std::vector<Waiting> waiting);

    std::vector<Tree> trees_;
    std::int32_t root_ = -1;
};

class Machine {
   public:
    Machine(const Words& layout, const Words& code) : layout_(layout), code_(code) {}

    Code& code() { return code_; }
    const Code& code() const { return code_; }
    const Layout& layout() const { return layout_; }
    const std::vector<MachineOperator>& operators() const { return operators_; }

    // label; counts and entries of guard, effects, rewards and endings, two numbers an entry.
    void add_operator(const Words& encoded);

    // To be called after the last operator.
    void finish() { generator_.build(operators_); }

    // Throws LeftRange for values that variables cannot have.
    Packed packed(const Words& values) const;

   private:
    friend class Expander;

    Layout layout_;
    Code code_;
    std::vector<MachineOperator> operators_;
    SuccessorGenerator generator_;
};

// The registers of one search over a machine.
class Expander {
   public:
    explicit Expander(const Machine& machine)
        : machine_(machine),
          evaluator_(machine.code(), machine.layout().variables()),
          child_(machine.layout().words()) {}

    // Make a state the present one.
    Evaluator& load(const std::uint64_t* packed) {
        evaluator_.renew();
        machine_.layout().unpack(packed, evaluator_.state());
        return evaluator_;
    }

    // Call `visit(operator, child, reward, ending)` for each step from a state, until it returns false.
    // The child carries its ending in its status. `packed` must stay where it is meanwhile.
    template <class Visit>
    void expand(const std::uint64_t* packed, Visit&& visit) {
        load(packed);
        applicable_.clear();
        machine_.generator_.applicable(evaluator_, applicable_);
        const std::size_t words = machine_.layout().words();
        for (const std::int32_t number : applicable_) {
            const MachineOperator& step = machine_.operators_[number];
            std::copy(packed, packed + words, child_.begin());
            for (const auto& [variable, node] : step.effects) {
                machine_.layout().put(child_.data(), variable, evaluator_.value(node));
            }
            const Ending ending = ending_of(step);
            if (ending != Ending::CONTINUE) machine_.layout().put_status(child_.data(), int(ending));
            if (!visit(number, child_.data(), reward_of(step), ending)) return;
        }
    }

   private:
    double reward_of(const MachineOperator& step);
    Ending ending_of(const MachineOperator& step);
    const OutcomeCase& first_met(const std::vector<OutcomeCase>& cases);

    const Machine& machine_;
    Evaluator evaluator_;
    Packed child_;
    std::vector<std::int32_t> applicable_;
};

}  // namespace introplan
