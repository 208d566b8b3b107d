// Searching with the GIL released, and what that takes when the interpreter exits; for bindings only.
//
// Every now and then the meter polls: then the GIL is taken for a moment, pending signals are handled,
// and the caller gets the counts and may ask for a stop. An exception raised there ends the search and
// comes out of it.
//
// While the interpreter finalises, a thread that asks for the GIL is ended by `pthread_exit`, which
// unwinds through destructors that must not throw: the process would abort. So a daemon thread that
// is still searching when the interpreter exits is parked (it sleeps until the process ends), and
// the exit hook waits until no search is about to ask for the GIL.

#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <utility>

#include "limits.hpp"

namespace introplan {

namespace nb = nanobind;

// How long the exit of the interpreter waits for searches to park. They poll every 50 ms; a search
// that does not come by in twenty times that is parked when it does, except for a small race.
constexpr auto MAX_EXIT_WAIT = std::chrono::seconds(1);

inline std::atomic<bool> is_exiting = false;
inline std::atomic<int> running = 0;    // threads that will ask for the GIL again
inline std::thread::id exiting_thread;  // may go on planning: written before `is_exiting` is set

// Sleep until the process ends if the interpreter is about to go; called without the GIL.
inline void park_at_exit() {
    if (!is_exiting || std::this_thread::get_id() == exiting_thread) return;
    --running;
    while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

// What `atexit` calls, with the GIL held.
inline void wait_for_searches() {
    exiting_thread = std::this_thread::get_id();
    is_exiting = true;
    {
        nb::gil_scoped_release released;
        const auto deadline = std::chrono::steady_clock::now() + MAX_EXIT_WAIT;
        while (running > 0 && std::chrono::steady_clock::now() < deadline) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    nb::set_leak_warnings(false);  // daemon threads never free what they hold: that is no mistake
}

// The GIL is released while this lives.
class ReleasedGil {
   public:
    ReleasedGil() {
        ++running;
        state_ = PyEval_SaveThread();
    }
    ~ReleasedGil() {
        park_at_exit();
        PyEval_RestoreThread(state_);
        --running;
    }
    ReleasedGil(const ReleasedGil&) = delete;
    ReleasedGil& operator=(const ReleasedGil&) = delete;

   private:
    PyThreadState* state_;
};

inline Poll poll_through(nb::callable poll) {
    return [poll = std::move(poll)](std::int64_t expanded, std::int64_t generated) {
        park_at_exit();
        nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        return nb::cast<bool>(poll(expanded, generated));
    };
}

}  // namespace introplan
