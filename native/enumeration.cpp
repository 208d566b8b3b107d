#include "enumeration.hpp"

#include <algorithm>
#include <iterator>

namespace introplan {

namespace {

constexpr std::int64_t UNMET = 1'000'001;  // outweighs any number of met wants
constexpr std::int64_t MET = 1;

constexpr WantCode TRUTH = 1;

std::int64_t price_of(const GoalPart& want, const Facts& facts) {
    const bool is_true = want.moment != GoalPart::Moment::DID && facts.holds(want.fact);
    return is_true == want.truth ? MET : UNMET;
}

bool is_action(WantCode code) { return GoalPart::Moment(code / 2 % 4) == GoalPart::Moment::DID; }
bool is_done(WantCode code) { return is_action(code) && (code & TRUTH) != 0; }
bool is_not_done(WantCode code) { return is_action(code) && (code & TRUTH) == 0; }

}  // namespace

void Occurrences::add(const Goal& goal) {
    WantCodes codes;
    for (const GoalPart& part : goal) {
        if (part.kind == GoalPart::Kind::WANT) codes.push_back(code_of(part));
    }
    std::sort(codes.begin(), codes.end());
    for (std::size_t i = 0, end = 0; i < codes.size(); i = end) {
        while (end < codes.size() && codes[end] == codes[i]) ++end;
        if (end - i < 2) continue;
        std::int64_t& count = several_[codes[i]];
        count = std::max(count, std::int64_t(end - i));
    }
}

Enumeration::Enumeration(const Goal& goal, const Goal& base, const Occurrences& occurrences,
                         const Facts& facts)
    : base_(base) {
    if (is_impossible(goal)) return;
    Reading reading{goal, occurrences, facts};
    const Option root = read_option(reading);
    Pick first;
    if (!merge(first.gathered, wants_of(root, facts))) return;
    first.open.assign(root.inner.rbegin(), root.inner.rend());
    push(std::move(first));
}

Enumeration::Option Enumeration::read_option(Reading& reading) {
    Option option;
    const GoalPart& part = reading.goal[reading.next];
    if (part.kind == GoalPart::Kind::SHARED) {
        read_shared(reading, option);
        return option;
    }
    if (part.kind == GoalPart::Kind::WANT) {
        read_want(reading, option);
    } else if (part.kind == GoalPart::Kind::ANY) {
        option.inner.push_back(read_choice(reading));
    } else {
        ++reading.next;
        for (std::uint32_t i = 0; i < part.children; ++i) {
            if (reading.goal[reading.next].kind == GoalPart::Kind::ANY) {
                option.inner.push_back(read_choice(reading));
            } else {
                read_want(reading, option);
            }
        }
    }
    const auto is_same = [](const Priced& a, const Priced& b) { return a.code == b.code; };
    std::sort(option.wants.begin(), option.wants.end());
    option.wants.erase(std::unique(option.wants.begin(), option.wants.end(), is_same),
                       option.wants.end());
    option.share = least_share(option.inner);
    for (const Priced& want : option.wants) {  // not doing something may turn out to cost nothing
        if (!is_not_done(want.code)) option.share += want.price / reading.occurrences.of(want.code);
    }
    return option;
}

void Enumeration::read_want(Reading& reading, Option& option) {
    const GoalPart& want = reading.goal[reading.next++];
    option.wants.push_back({code_of(want), price_of(want, reading.facts)});
}

// No want occurs twice where parts are shared, so each share is a price.
void Enumeration::read_shared(Reading& reading, Option& option) {
    const GoalPart& part = reading.goal[reading.next++];
    option.place = std::size_t(part.fact) + 1;
    option.count = part.children;
    for (std::size_t i = option.place; i < option.place + option.count; ++i) {
        const GoalPart& want = base_[i];
        if (want.moment == GoalPart::Moment::DID && !want.truth) continue;
        option.share += price_of(want, reading.facts);
    }
}

// The wants of an option, sorted; those of a SHARED one until the next call.
const Enumeration::Gathered& Enumeration::wants_of(const Option& option, const Facts& facts) {
    if (option.count == 0) return option.wants;
    shared_wants_.clear();
    for (std::size_t i = option.place; i < option.place + option.count; ++i) {
        shared_wants_.push_back({code_of(base_[i]), price_of(base_[i], facts)});
    }
    std::sort(shared_wants_.begin(), shared_wants_.end());
    return shared_wants_;
}

std::uint32_t Enumeration::read_choice(Reading& reading) {
    const std::uint32_t children = reading.goal[reading.next++].children;
    std::vector<Option> options;
    for (std::uint32_t i = 0; i < children; ++i) options.push_back(read_option(reading));
    std::stable_sort(options.begin(), options.end(),
                     [](const Option& a, const Option& b) { return a.share < b.share; });
    choices_.push_back(std::move(options));
    return std::uint32_t(choices_.size()) - 1;
}

Enumeration::Price Enumeration::least_share(const std::vector<std::uint32_t>& choices) const {
    Price sum = 0;
    for (const std::uint32_t choice : choices) sum += choices_[choice][0].share;
    return sum;
}

void Enumeration::push(Pick pick) {
    Price bound = pick.settled + least_share(pick.open);
    if (!pick.open.empty()) {
        const auto& options = choices_[pick.open.back()];
        bound += options[pick.child].share - options[0].share;
    }
    Price gathered = 0;
    for (const Priced& want : pick.gathered) gathered += want.price;
    queue_.push_back({std::max(bound, gathered), order_++, std::move(pick)});
    std::push_heap(queue_.begin(), queue_.end());
}

Enumeration::Queued Enumeration::pop() {
    std::pop_heap(queue_.begin(), queue_.end());
    Queued first = std::move(queue_.back());
    queue_.pop_back();
    return first;
}

std::optional<WantCodes> Enumeration::next(Meter& meter, const Facts& facts) {
    while (!queue_.empty()) {
        meter.check();
        Pick pick = pop().pick;
        if (is_covered(pick.gathered)) continue;
        if (!pick.open.empty()) {
            extend(std::move(pick), facts);
            continue;
        }
        WantCodes codes;
        for (const Priced& want : pick.gathered) codes.push_back(want.code);
        emitted_.push_back(std::move(pick.gathered));
        return codes;
    }
    return std::nullopt;
}

// Settle the first open ANY: by what is gathered already, or by its next child.
void Enumeration::extend(Pick pick, const Facts& facts) {
    const auto& options = choices_[pick.open.back()];
    const auto is_met = [&](const Option& option) {
        if (!option.inner.empty() || option.count > pick.gathered.size()) return false;
        const Gathered& wants = wants_of(option, facts);
        return std::includes(pick.gathered.begin(), pick.gathered.end(), wants.begin(),
                             wants.end());
    };
    const auto met = std::find_if(options.begin(), options.end(), is_met);
    if (met != options.end()) {
        pick.open.pop_back();
        pick.settled += met->share;
        pick.child = 0;
        push(std::move(pick));
        return;
    }
    const Option& option = options[pick.child];
    if (pick.child + 1 < options.size()) {
        Pick other = pick;
        ++other.child;
        push(std::move(other));
    }
    if (!merge(pick.gathered, wants_of(option, facts))) return;
    pick.open.pop_back();
    pick.open.insert(pick.open.end(), option.inner.rbegin(), option.inner.rend());
    pick.settled += option.share - least_share(option.inner);
    pick.child = 0;
    push(std::move(pick));
}

// Both together; false where they contradict. An action done rules out all the others.
bool Enumeration::merge(Gathered& gathered, const Gathered& news) {
    Gathered merged;
    std::set_union(gathered.begin(), gathered.end(), news.begin(), news.end(),
                   std::back_inserter(merged));
    for (std::size_t i = 1; i < merged.size(); ++i) {
        if ((merged[i].code ^ merged[i - 1].code) == TRUTH) return false;
    }
    const auto done = std::count_if(merged.begin(), merged.end(),
                                    [](const Priced& want) { return is_done(want.code); });
    if (done > 1) return false;
    if (done == 1) {
        std::erase_if(merged, [](const Priced& want) { return is_not_done(want.code); });
    }
    gathered = std::move(merged);
    return true;
}

// Does a mutation that came out hold whenever these wants are met? To do one action is not to do
// any other.
bool Enumeration::is_covered(const Gathered& gathered) const {
    const auto done = std::find_if(gathered.begin(), gathered.end(),
                                   [](const Priced& want) { return is_done(want.code); });
    const auto covers = [&](const Gathered& smaller) {
        return std::all_of(smaller.begin(), smaller.end(), [&](const Priced& want) {
            if (std::binary_search(gathered.begin(), gathered.end(), want)) return true;
            return done != gathered.end() && is_not_done(want.code) &&
                   (want.code ^ done->code) != TRUTH;
        });
    };
    return std::any_of(emitted_.begin(), emitted_.end(), covers);
}

}  // namespace introplan
