// Promises about threads, checked without Python: kernels share nothing, so that many of them can plan
// at once. Meant to be run under the thread sanitizer.

#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

#include "astar.hpp"
#include "expect.hpp"
#include "kernel.hpp"
#include "switches.hpp"

using namespace introplan;

namespace {

constexpr int THREADS = 8;

template <class Work>
void in_threads(Work&& work) {
    std::vector<std::thread> threads;
    for (int number = 0; number < THREADS; ++number) threads.emplace_back(work, number);
    for (std::thread& thread : threads) thread.join();
}

// What a kernel of its own finds: nodes and lengths of every kind of search.
std::vector<std::int64_t> answers(int lamps) {
    Switches switches(lamps);
    Kernel& kernel = switches.kernel;
    std::vector<std::int64_t> found;
    const auto note = [&](const SearchResult& result) {
        found.push_back(std::int64_t(result.reason));
        if (result.node != NO_NODE) found.push_back(std::int64_t(kernel.path(result.node).size()));
        found.push_back(kernel.world().meter.expanded());
        found.push_back(kernel.world().meter.generated());
    };
    note(kernel.search(ROOT, {&switches.goal, &switches.goal}));
    SearchRequest short_sighted;
    short_sighted.max_depth = lamps - 1;
    note(kernel.search(ROOT, short_sighted));
    note(kernel.cheapest_path(ROOT, CheapestPathRequest{&switches.goal}));
    const auto [end, status] = kernel.follow(ROOT, {ON, 0, OFF, 0, ON, 0});
    found.push_back(std::int64_t(status));
    found.push_back(std::int64_t(kernel.facts_at(end).size()));
    return found;
}

void many_kernels_find_what_one_finds() {
    std::vector<std::vector<std::int64_t>> alone, together(THREADS);
    for (int number = 0; number < THREADS; ++number) alone.push_back(answers(4 + number % 4));
    in_threads([&](int number) { together[number] = answers(4 + number % 4); });
    EXPECT(alone == together);
}

// The poll of a kernel is called from the thread that searches, and from no other.
void every_search_asks_its_own_caller() {
    std::atomic<int> stopped = 0;
    in_threads([&](int) {
        Switches switches(18);
        const std::thread::id own = std::this_thread::get_id();
        switches.kernel.world().meter.set_poll([&](std::int64_t, std::int64_t) {
            EXPECT(std::this_thread::get_id() == own);
            return true;
        });
        const SearchResult found = switches.kernel.search(ROOT, {});
        if (found.reason == Reason::INTERRUPTED) ++stopped;
    });
    EXPECT(stopped == THREADS);
}

}  // namespace

int main() {
    many_kernels_find_what_one_finds();
    std::printf("ok: many kernels find what one finds\n");
    every_search_asks_its_own_caller();
    std::printf("ok: every search asks its own caller\n");
}
