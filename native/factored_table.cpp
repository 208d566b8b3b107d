#include "factored_table.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>

namespace introplan {

namespace {

constexpr double NEVER = -std::numeric_limits<double>::infinity();
constexpr std::size_t MAX_OUTCOMES = 4096;  // of one action
constexpr std::int32_t OVER = -1;

bool is_draw(NodeKind kind) { return kind == NodeKind::BERNOULLI || kind == NodeKind::DISCRETE; }

}  // namespace

FactoredTable::FactoredTable(TableModel model)
    : model_(std::move(model)), single_(model_.choices.size(), -1) {
    const FactoredCode& code = model_.code;
    for (std::size_t node = 0; node < code.size(); ++node) {
        bool draws = is_draw(code.kinds[node]);
        for (auto i = code.first[node]; i < code.first[node + 1]; ++i) {
            draws = draws || draws_[code.operands[i]];
        }
        draws_.push_back(draws);
        linear_.push_back(is_linear(std::int32_t(node)));
    }
    for (std::size_t i = 0; i < model_.classes.size(); ++i) {
        classes_[model_.classes[i]] = std::int32_t(i);
        if (model_.classes[i].size() == 1) single_[model_.classes[i][0]] = std::int32_t(i);
    }
    pays_after_ = !model_.paid_after.empty();
}

// Is what is expected of a node computed by expectations of its parts? Its draws are independent.
bool FactoredTable::is_linear(std::int32_t node) const {
    const FactoredCode& code = model_.code;
    if (!draws_[node]) return true;
    const NodeKind kind = code.kinds[node];
    bool all = true, none = true;
    for (auto i = code.first[node]; i < code.first[node + 1]; ++i) {
        all = all && linear_[code.operands[i]];
        none = none && !draws_[code.operands[i]];
    }
    switch (kind) {
        case NodeKind::AND:
        case NodeKind::OR:
        case NodeKind::ADD:
        case NodeKind::SUBTRACT:
        case NodeKind::MULTIPLY:
        case NodeKind::NOT:
        case NodeKind::NEGATE:
        case NodeKind::IF_ELSE: return all;
        default: return is_draw(kind) && none;
    }
}

std::uint64_t FactoredTable::hash(const double* local) const {
    std::uint64_t mixed = 1469598103934665603ull;
    for (std::size_t i = 0; i < model_.variables.size(); ++i) {
        std::uint64_t bits;
        std::memcpy(&bits, local + i, sizeof bits);
        mixed = (mixed ^ bits ^ (bits >> 32)) * 1099511628211ull;
        mixed ^= mixed >> 29;
    }
    return mixed;
}

std::int32_t FactoredTable::find(const double* local) const {
    if (index_.empty()) return -1;
    const std::size_t mask = index_.size() - 1, width = model_.variables.size();
    for (std::size_t at = hash(local) & mask; index_[at]; at = (at + 1) & mask) {
        const double* known = states_.data() + std::size_t(index_[at] - 1) * width;
        if (std::equal(known, known + width, local)) return index_[at] - 1;
    }
    return -1;
}

std::int32_t FactoredTable::number(const Numbers& local) {
    const std::int32_t known = find(local.data());
    if (known >= 0) return known;
    const std::size_t width = model_.variables.size();
    states_.insert(states_.end(), local.begin(), local.end());
    ++rows_;
    if (2 * rows_ > index_.size()) {
        index_.assign(std::max<std::size_t>(64, 2 * index_.size()), 0);
        for (std::size_t row = 0; row < rows_; ++row) {
            std::size_t at = hash(states_.data() + row * width) & (index_.size() - 1);
            while (index_[at]) at = (at + 1) & (index_.size() - 1);
            index_[at] = std::int32_t(row) + 1;
        }
        return std::int32_t(rows_) - 1;
    }
    std::size_t at = hash(local.data()) & (index_.size() - 1);
    while (index_[at]) at = (at + 1) & (index_.size() - 1);
    index_[at] = std::int32_t(rows_);
    return std::int32_t(rows_) - 1;
}

std::int32_t FactoredTable::row(const double* state) const {
    thread_local Numbers local;
    local.clear();
    for (const std::int32_t variable : model_.variables) local.push_back(state[variable]);
    return find(local.data());
}

std::int32_t FactoredTable::class_of(const Joint& action) const {
    Joint own;
    for (const std::int32_t choice : action) {
        if (single_[choice] >= 0) own.push_back(choice);
    }
    if (own.empty()) return 0;
    if (own.size() == 1) return single_[own[0]];
    const auto found = classes_.find(own);
    return found == classes_.end() ? -1 : found->second;
}

bool FactoredTable::explore(const Numbers& state, const TableLimits& limits) {
    const auto begin = std::chrono::steady_clock::now();
    Registers registers(model_.code);
    slots_.assign(2 * state.size() + model_.defaults.size(), 0.0);
    std::copy(state.begin(), state.end(), slots_.begin());
    Numbers local;
    for (const std::int32_t variable : model_.variables) local.push_back(state[variable]);
    number(local);
    for (; expanded_ < rows_; ++expanded_) {
        for (const Joint& action : model_.classes) {
            if (!expand(std::int32_t(expanded_), action, registers)) return false;
        }
        if (std::int64_t(rows_) > limits.states || std::int64_t(targets_.size()) > limits.edges) {
            return false;
        }
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
        if (expanded_ % 64 == 0 && passed.count() > limits.seconds) return false;
    }
    return true;
}

bool FactoredTable::expand(std::int32_t row, const Joint& action, Registers& registers) {
    const std::size_t width = model_.variables.size();
    const std::size_t states = (slots_.size() - model_.defaults.size()) / 2;
    for (std::size_t i = 0; i < width; ++i) {
        slots_[model_.variables[i]] = states_[std::size_t(row) * width + i];
    }
    std::copy(model_.defaults.begin(), model_.defaults.end(), slots_.begin() + states);
    for (const std::int32_t choice : action) {
        slots_[states + model_.choices[choice].place] = model_.choices[choice].value;
    }
    const double* values = registers.expect(slots_.data());
    const auto holds = [values](std::int32_t node) { return values[node] >= 0.5; };
    if (!std::all_of(model_.allowed.begin(), model_.allowed.end(), holds)) {
        rewards_.push_back(NEVER);
        first_.push_back(std::int64_t(targets_.size()));
        return true;
    }
    double paid = 0;
    for (const std::int32_t node : model_.paid) paid += values[node];
    return branch(registers, values, paid);
}

// All combinations of what the variables can become, with their probabilities.
bool FactoredTable::branch(Registers& registers, const double* values, double paid) {
    const std::size_t width = model_.variables.size();
    const std::size_t after = slots_.size() - (slots_.size() - model_.defaults.size()) / 2;
    std::vector<Outcomes> possible(width);
    std::size_t count = 1;
    for (std::size_t i = 0; i < width; ++i) {
        possible[i] = outcomes(i, values);
        count *= possible[i].size();
        if (count > MAX_OUTCOMES) return false;
    }
    Numbers local(width);
    for (std::size_t way = 0; way < count; ++way) {
        double probability = 1;
        std::size_t left = way;
        for (std::size_t i = 0; i < width; ++i) {
            const auto& [value, chance] = possible[i][left % possible[i].size()];
            left /= possible[i].size();
            local[i] = value;
            probability *= chance;
            slots_[after + model_.variables[i]] = value;
        }
        bool is_over = false;
        if (pays_after_ || !model_.ends.empty()) {
            values = registers.expect(slots_.data());
            for (const std::int32_t node : model_.paid_after) paid += probability * values[node];
            for (const std::int32_t node : model_.ends) is_over = is_over || values[node] >= 0.5;
        }
        targets_.push_back(is_over ? OVER : number(local));
        probabilities_.push_back(probability);
    }
    rewards_.push_back(paid);
    first_.push_back(std::int64_t(targets_.size()));
    return true;
}

FactoredTable::Outcomes FactoredTable::outcomes(std::size_t place, const double* values) const {
    const std::int32_t node = model_.next[place];
    // In a context of marginals a value without a draw of its own is a probability as well.
    const bool draws = draws_[node] || (is_timed_ && model_.is_boolean[place]);
    if (!draws) return {{values[node], 1.0}};
    if (!model_.is_boolean[place] || !linear_[node]) return combined(node, values);
    const double chance = std::min(std::max(values[node], 0.0), 1.0);
    if (chance == 0 || chance == 1) return {{chance, 1.0}};
    return {{0.0, 1 - chance}, {1.0, chance}};
}

// The distribution of any node: its operands are independent.
FactoredTable::Outcomes FactoredTable::combined(std::int32_t node, const double* values) const {
    if (!draws_[node]) return {{values[node], 1.0}};
    const FactoredCode& code = model_.code;
    const std::int32_t* parts = code.operands.data() + code.first[node];
    const int count = code.first[node + 1] - code.first[node];
    Outcomes found;
    const auto add = [&found](double value, double chance) {
        if (chance <= 0) return;
        for (auto& [known, sum] : found) {
            if (known == value) {
                sum += chance;
                return;
            }
        }
        found.emplace_back(value, chance);
    };
    if (code.kinds[node] == NodeKind::DISCRETE) {
        double left = 1;  // what is missing to 1 is the last one's, as when it is drawn
        for (int i = 0; i + 1 < count / 2; ++i) {
            const double chance = std::min(std::max(values[parts[i]], 0.0), left);
            add(values[parts[count / 2 + i]], chance);
            left -= chance;
        }
        add(values[parts[count - 1]], left);
        return found;
    }
    if (code.kinds[node] == NodeKind::BERNOULLI) {
        for (const auto& [value, chance] : combined(parts[0], values)) {
            const double holds = std::min(std::max(value, 0.0), 1.0);
            add(1.0, chance * holds);
            add(0.0, chance * (1 - holds));
        }
        return found;
    }
    std::vector<Outcomes> each;
    std::vector<std::int32_t> places(count);
    std::size_t ways = 1;
    for (int i = 0; i < count; ++i) {
        each.push_back(combined(parts[i], values));
        places[i] = i;
        ways *= each.back().size();
    }
    Numbers operands(count);
    for (std::size_t way = 0; way < ways; ++way) {
        double probability = 1;
        std::size_t left = way;
        for (int i = 0; i < count; ++i) {
            const auto& [value, chance] = each[i][left % each[i].size()];
            left /= each[i].size();
            operands[i] = value;
            probability *= chance;
        }
        add(apply(code.kinds[node], operands.data(), places.data(), count), probability);
    }
    return found;
}

void FactoredTable::solve(int steps, double discount, double share, bool may_end) {
    steps_ = steps;
    discount_ = discount;
    const std::size_t classes = model_.classes.size();
    values_.assign(std::size_t(steps + 1) * rows_, 0.0);
    for (int left = 1; left <= steps; ++left) {
        double* now = values_.data() + std::size_t(left) * rows_;
        for (std::size_t row = 0; row < rows_; ++row) {
            double best = NEVER;
            const double idle = q(std::int32_t(row), 0, left);
            for (std::size_t i = 0; i < classes; ++i) {
                best = std::max(best, i ? q(std::int32_t(row), std::int32_t(i), left) : idle);
            }
            if (best == NEVER) best = 0;  // nothing can be done
            const double value = share < 1 && idle > NEVER ? share * best + (1 - share) * idle : best;
            now[row] = may_end ? std::max(value, 0.0) : value;
        }
    }
}

double FactoredTable::value(std::int32_t row, int steps) const {
    return values_[std::size_t(steps) * rows_ + row];
}

double FactoredTable::q(std::int32_t row, std::int32_t number, int steps) const {
    const std::size_t place = is_timed_ ? places_[steps_ - steps][row] : std::size_t(row);
    const std::size_t choice = place * model_.classes.size() + std::size_t(number);
    const double* later = values_.data() + std::size_t(steps - 1) * rows_;
    double more = 0;
    for (std::int64_t edge = first_[choice]; edge < first_[choice + 1]; ++edge) {
        if (targets_[edge] >= 0) more += probabilities_[edge] * later[targets_[edge]];
    }
    return rewards_[choice] + discount_ * more;
}

}  // namespace introplan
