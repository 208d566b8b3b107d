#include "machine.hpp"

#include <map>

namespace introplan {

void SuccessorGenerator::build(const std::vector<MachineOperator>& operators) {
    std::vector<Waiting> waiting;
    for (std::size_t i = 0; i < operators.size(); ++i) {
        waiting.push_back({std::int32_t(i), operators[i].guard});
    }
    trees_.clear();
    root_ = grown(std::move(waiting));
}

std::int32_t SuccessorGenerator::grown(std::vector<Waiting> waiting) {
    if (waiting.empty()) return -1;
    const std::int32_t own = std::int32_t(trees_.size());
    trees_.emplace_back();
    std::map<std::int32_t, int> uses;
    for (const Waiting& one : waiting) {
        if (one.literals.empty()) trees_[own].ready.push_back(one.number);
        for (const GuardLiteral& literal : one.literals) ++uses[literal.node];
    }
    if (uses.empty()) return own;
    // The test that most guards share; of several the first, which is the simplest one.
    const auto most = std::max_element(uses.begin(), uses.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    const std::int32_t node = most->first;
    std::map<Word, std::vector<Waiting>> asking;
    std::vector<Waiting> others;
    for (Waiting& one : waiting) {
        if (one.literals.empty()) continue;
        const auto found = std::find_if(one.literals.begin(), one.literals.end(),
                                        [&](const GuardLiteral& literal) { return literal.node == node; });
        if (found == one.literals.end()) {
            others.push_back(std::move(one));
            continue;
        }
        const Word value = found->value;
        one.literals.erase(found);
        asking[value].push_back(std::move(one));
    }
    trees_[own].node = node;
    for (auto& [value, operators] : asking) {
        const std::int32_t branch = grown(std::move(operators));
        trees_[own].branches.push_back({value, branch});
    }
    const std::int32_t rest = grown(std::move(others));
    trees_[own].rest = rest;
    return own;
}

void SuccessorGenerator::applicable(Evaluator& evaluator, std::vector<std::int32_t>& found) const {
    // Trees of operators that still may apply; those deeper than this are rare, and the vector grows.
    std::int32_t few[64];
    std::vector<std::int32_t> many;
    int count = 0;
    const auto push = [&](std::int32_t tree) {
        if (tree < 0) return;
        if (count < 64) few[count++] = tree;
        else many.push_back(tree);
    };
    push(root_);
    while (count > 0 || !many.empty()) {
        std::int32_t number;
        if (!many.empty()) {
            number = many.back();
            many.pop_back();
        } else {
            number = few[--count];
        }
        const Tree& tree = trees_[number];
        found.insert(found.end(), tree.ready.begin(), tree.ready.end());
        if (tree.node < 0) continue;
        const Word value = evaluator.value(tree.node);
        const auto branch =
            std::lower_bound(tree.branches.begin(), tree.branches.end(), value,
                             [](const Branch& one, Word wanted) { return one.value < wanted; });
        push(tree.rest);
        if (branch != tree.branches.end() && branch->value == value) push(branch->tree);
    }
    if (found.size() > 1) std::sort(found.begin(), found.end());
}

void Machine::add_operator(const Words& encoded) {
    MachineOperator fresh;
    std::size_t i = 0;
    const auto next = [&] { return encoded.at(i++); };
    fresh.label = std::int32_t(next());
    for (Word n = next(); n > 0; --n) {
        const std::int32_t node = std::int32_t(next());
        fresh.guard.push_back({node, next()});
    }
    for (Word n = next(); n > 0; --n) {
        const std::int32_t variable = std::int32_t(next());
        fresh.effects.emplace_back(variable, std::int32_t(next()));
    }
    for (std::vector<OutcomeCase>* cases : {&fresh.rewards, &fresh.endings}) {
        for (Word n = next(); n > 0; --n) {
            const std::int32_t condition = std::int32_t(next());
            cases->push_back({condition, std::int32_t(next())});
        }
    }
    operators_.push_back(std::move(fresh));
}

Packed Machine::packed(const Words& values) const {
    Packed found(layout_.words());
    for (std::size_t i = 0; i < layout_.variables(); ++i) layout_.put(found.data(), i, values.at(i));
    return found;
}

const OutcomeCase& Expander::first_met(const std::vector<OutcomeCase>& cases) {
    for (const OutcomeCase& one : cases) {
        if (one.condition == ALWAYS || evaluator_.value(one.condition) != 0) return one;
    }
    throw LeftRange{};  // a step of which nothing was read
}

double Expander::reward_of(const MachineOperator& step) {
    return step.rewards.empty() ? 0 : evaluator_.real(first_met(step.rewards).value);
}

Ending Expander::ending_of(const MachineOperator& step) {
    return step.endings.empty() ? Ending::CONTINUE : Ending(first_met(step.endings).value);
}

}  // namespace introplan
