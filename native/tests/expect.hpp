// What the tests of the kernel share.

#pragma once

#include <cstdio>
#include <cstdlib>
#include <random>

#define EXPECT(condition)                                                               \
    do {                                                                                \
        if (!(condition)) {                                                             \
            std::fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
            std::exit(1);                                                               \
        }                                                                               \
    } while (false)

namespace introplan {

using Rng = std::mt19937;

inline int below(Rng& rng, int limit) { return int(rng() % unsigned(limit)); }

}  // namespace introplan
