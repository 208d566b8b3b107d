#include "factored_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace introplan {

namespace {

constexpr std::size_t MAX_BYTES = 256u << 20;  // of states in the tree
constexpr double LEAST_RANGE = 1e-3;           // where all estimates are equal

std::uint64_t key_of(const Numbers& state) {
    std::uint64_t mixed = 1469598103934665603ull;
    for (const double value : state) {
        std::uint64_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        mixed = (mixed ^ bits ^ (bits >> 32)) * 1099511628211ull;
        mixed ^= mixed >> 29;
    }
    return mixed;
}

// Until when, by the clock or by a count.
class Budget {
   public:
    explicit Budget(const SearchEffort& effort)
        : effort_(effort), begin_(std::chrono::steady_clock::now()) {}

    bool goes_on(std::int64_t done) const {
        if (done >= effort_.trials) return false;
        if (!effort_.seconds) return true;
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
        return passed.count() < *effort_.seconds;
    }

   private:
    const SearchEffort& effort_;
    std::chrono::steady_clock::time_point begin_;
};

}  // namespace

TreeSearch::TreeSearch(Estimator& estimator, const SearchEffort& effort)
    : estimator_(estimator), effort_(effort), random_{effort.seed} {}

std::int32_t TreeSearch::add(Numbers state, int steps) {
    Node node{std::move(state), steps, {}, 0, 0};
    if (steps > 0 && !(nodes_.size() && estimator_.simulator().is_over(node.state.data()))) {
        double best = -1e300;
        for (Option& option : estimator_.options(node.state.data(), steps)) {
            best = std::max(best, option.value);
            node.actions.push_back({std::move(option.action), option.value, option.value, 0, 0, {}});
        }
        if (!node.actions.empty()) node.value = best;
    }
    nodes_.push_back(std::move(node));
    return std::int32_t(nodes_.size()) - 1;
}

std::size_t TreeSearch::chosen(const Node& node) {
    const double known = std::log(double(node.visits) + 1);
    std::size_t pick = 0;
    double best = -1e300;
    for (std::size_t i = 0; i < node.actions.size(); ++i) {
        const Action& action = node.actions[i];
        const double bonus = std::sqrt(known / (double(action.visits) + 1));
        // Equals in turn, not always the first.
        const double upper = action.value + effort_.exploration * range_ * bonus +
                             1e-9 * range_ * random_.uniform();
        if (upper > best) {
            best = upper;
            pick = i;
        }
    }
    return pick;
}

void TreeSearch::back_up(Node& node, Action& action) const {
    double later = 0;
    for (const auto& [key, child] : action.children) {
        later += double(child.count) * nodes_[child.node].value;
    }
    const double discount = estimator_.simulator().world().discount;
    const double seen = action.paid + discount * later;  // the sum over all visits
    action.value = (effort_.prior * action.first + seen) / (effort_.prior + double(action.visits));
    node.value = node.actions.front().value;
    for (const Action& one : node.actions) node.value = std::max(node.value, one.value);
}

void TreeSearch::trial(std::int32_t root) {
    std::vector<std::pair<std::int32_t, std::size_t>> way;
    std::int32_t at = root;
    Numbers after(nodes_[root].state.size());
    bool is_new = false;
    while (!is_new && !nodes_[at].actions.empty()) {
        const std::size_t pick = chosen(nodes_[at]);
        Action* action = &nodes_[at].actions[pick];
        action->paid += estimator_.simulator().draw(nodes_[at].state.data(), action->joint, random_,
                                                    after.data());
        ++action->visits;
        ++nodes_[at].visits;
        way.emplace_back(at, pick);
        const std::uint64_t key = key_of(after);
        const auto known = action->children.find(key);
        is_new = known == action->children.end();
        if (is_new) {
            const std::int32_t child = add(after, nodes_[at].steps - 1);
            nodes_[at].actions[pick].children[key] = {child, 1};
            at = child;
        } else {
            ++known->second.count;
            at = known->second.node;
        }
    }
    for (auto step = way.rbegin(); step != way.rend(); ++step) {
        Node& node = nodes_[step->first];
        back_up(node, node.actions[step->second]);
    }
}

std::vector<Option> TreeSearch::run(const double* state, int steps) {
    const Budget budget(effort_);
    const std::size_t width = estimator_.simulator().world().states();
    nodes_.clear();
    trials_ = 0;
    add(Numbers(state, state + width), steps);
    const std::size_t most = MAX_BYTES / (sizeof(double) * (width + 64));
    double low = 1e300, high = -1e300;
    for (const Action& action : nodes_[0].actions) {
        low = std::min(low, action.first);
        high = std::max(high, action.first);
    }
    range_ = std::max(high - low, LEAST_RANGE);
    while (nodes_[0].actions.size() > 1 && nodes_.size() < most && budget.goes_on(trials_)) {
        trial(0);
        ++trials_;
    }
    std::vector<Option> found;
    for (const Action& action : nodes_[0].actions) {
        found.push_back({action.joint, action.value, action.visits});
    }
    return found;
}

namespace {

constexpr std::size_t MAX_COMPARED = 12;  // options that are simulated: the best by the estimate
constexpr int ROUNDS_BETWEEN = 4;         // simulations of each before some are dropped
constexpr double BEHIND = 2.5;            // standard errors

struct Rolled {
    Option option;
    std::int64_t place;  // in the order of the options
    double sum = 0, squares = 0;
    std::int64_t runs = 0;

    double mean() const { return runs ? sum / double(runs) : option.value; }
    double error() const {
        const double spread = std::max(squares / double(runs) - mean() * mean(), 0.0);
        return std::sqrt(spread / double(runs));
    }
};

double played(Estimator& estimator, Numbers state, Joint action, int steps, Random random) {
    Simulator& simulator = estimator.simulator();
    double sum = 0, worth = 1;
    for (int left = steps; left > 0; --left) {
        sum += worth * simulator.draw(state.data(), action, random, state.data());
        worth *= simulator.world().discount;
        if (left == 1 || simulator.is_over(state.data())) break;
        const std::optional<Joint> next = estimator.best(state.data(), left - 1);
        if (!next) break;
        action = *next;
    }
    return sum;
}

void drop(std::vector<Rolled>& live) {
    double best = -1e300;
    for (const Rolled& one : live) best = std::max(best, one.mean() - BEHIND * one.error());
    std::erase_if(live, [&](const Rolled& one) { return one.mean() + BEHIND * one.error() < best; });
}

}  // namespace

std::vector<Option> rolled_out(Estimator& estimator, const SearchEffort& effort, const double* state,
                               int steps) {
    const Budget budget(effort);
    std::vector<Option> options = estimator.options(state, steps);
    if (options.size() < 2) return options;
    std::vector<Rolled> live;
    for (std::size_t i = 0; i < options.size(); ++i) {
        live.push_back({options[i], std::int64_t(i)});
    }
    std::stable_sort(live.begin(), live.end(),
                     [](const Rolled& a, const Rolled& b) { return a.option.value > b.option.value; });
    if (live.size() > MAX_COMPARED) live.resize(MAX_COMPARED);
    const Numbers from(state, state + estimator.simulator().world().states());
    Random seeds{effort.seed};
    std::int64_t done = 0;
    // A round is cut in the middle by the clock; then all that took part in it forget it.
    while (live.size() > 1 && budget.goes_on(done)) {
        const Random common{seeds.next()};
        std::vector<double> found;
        for (const Rolled& one : live) {
            if (done && effort.seconds && !budget.goes_on(0)) break;
            found.push_back(played(estimator, from, one.option.action, steps, common));
        }
        if (found.size() < live.size()) break;
        for (std::size_t i = 0; i < live.size(); ++i) {
            live[i].sum += found[i];
            live[i].squares += found[i] * found[i];
            ++live[i].runs;
        }
        if (++done % ROUNDS_BETWEEN == 0) drop(live);
    }
    for (const Rolled& one : live) {
        options[one.place].visits = one.runs;
        if (one.runs) options[one.place].value = one.mean();
    }
    return options;
}

}  // namespace introplan
