#include "limits.hpp"

#include <unistd.h>

#include <cstdio>

namespace introplan {

namespace {

// A poll takes the GIL: often enough for a prompt Ctrl-C, too seldom to be noticed in the running time.
constexpr auto POLL_INTERVAL = std::chrono::milliseconds(50);

}  // namespace

void Meter::start(const Limits& limits, std::int64_t expanded, std::int64_t generated) {
    limits_ = limits;
    expanded_ = expanded;
    generated_ = generated;
    if (limits_.seconds) {
        const std::chrono::duration<double> left(*limits_.seconds);
        deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(left);
    }
}

void Meter::look() {
    const auto now = Clock::now();
    if (limits_.seconds && now > deadline_) throw Stopped{Reason::TIME};
    if (now < next_poll_) return;
    next_poll_ = now + POLL_INTERVAL;
    if (poll_ && poll_(expanded_, generated_)) throw Stopped{Reason::INTERRUPTED};
    if (limits_.memory_mb && memory_mb() > *limits_.memory_mb) throw Stopped{Reason::MEMORY};
}

double memory_mb() {
    std::FILE* file = std::fopen("/proc/self/statm", "r");
    if (file == nullptr) return 0;
    long long total = 0, resident = 0;
    const int read = std::fscanf(file, "%lld %lld", &total, &resident);
    std::fclose(file);
    return read == 2 ? double(resident) * double(sysconf(_SC_PAGESIZE)) / (1 << 20) : 0;
}

}  // namespace introplan
