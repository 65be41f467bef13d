// Lets a signal end a long computation: the calling thread asks now and then, and what it asks may throw.
#pragma once

#include <chrono>
#include <functional>
#include <utility>

namespace sepset {

// Asks at most every 50 ms, however often it is called.
class Pulse {
  public:
    explicit Pulse(std::function<void()> ask) : ask_(std::move(ask)) {}

    void operator()() {
        if (!ask_ || Clock::now() - last_ < std::chrono::milliseconds(50)) return;
        last_ = Clock::now();
        ask_();
    }

  private:
    using Clock = std::chrono::steady_clock;

    std::function<void()> ask_;
    Clock::time_point last_ = Clock::now();
};

}  // namespace sepset
