// Lets a signal such as Ctrl-C end a long computation, whatever its number of threads.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <thread>
#include <utility>

namespace sepset {

// Made by the thread that calls a kernel and shared by all that work for it. Each calls `check` in its loops, as often
// as it likes: the calling thread then runs `check_signals` at most every 50 ms, the others only look at a flag.
class Interruption {
  public:
    // `check_signals` throws to end the computation; it runs in the calling thread only. It may be empty.
    explicit Interruption(std::function<void()> check_signals) : check_signals_(std::move(check_signals)) {}

    // Ends the work of a thread other than the calling one, which knows the reason.
    struct Stopped : std::exception {
        const char* what() const noexcept override { return "stopped by the calling thread"; }
    };

    void check() {
        if (std::this_thread::get_id() != caller_) {
            if (stopped_.load(std::memory_order_relaxed)) throw Stopped{};
        } else if (++calls_ % kCalls == 0) {
            check_in_caller();
        }
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr unsigned kCalls = 8;  // looking at the clock takes longer than the shortest steps

    void check_in_caller() {
        const Clock::time_point now = Clock::now();
        if (!check_signals_ || now - last_ < std::chrono::milliseconds(50)) return;
        last_ = now;
        try {
            check_signals_();
        } catch (...) {
            stopped_.store(true, std::memory_order_relaxed);
            throw;
        }
    }

    const std::function<void()> check_signals_;
    const std::thread::id caller_ = std::this_thread::get_id();
    std::atomic<bool> stopped_{false};
    // What only the calling thread reads and writes: apart from the above (processors fetch cache lines by two), which
    // the others would wait for at each check.
    alignas(128) unsigned calls_ = 0;
    Clock::time_point last_ = Clock::now();
};

}  // namespace sepset
