// Lets a signal end a long search: the calling thread asks now and then, the others look at a flag.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>

namespace sepset {

class Interruption {
  public:
    // `ask` runs in the calling thread only; it throws to end the search.
    explicit Interruption(const std::function<void()>& ask) : ask_(ask) {}

    // Ends the work of a thread other than the calling one.
    struct Stopped {};

    // What one thread calls in its loops.
    class Watch {
      public:
        Watch(Interruption& all, bool calling) : all_(&all), calling_(calling) {}

        void check() {
            if (++calls_ % kCalls) return;
            if (calling_) {
                all_->ask();
            } else if (all_->stopped_.load(std::memory_order_relaxed)) {
                throw Stopped{};
            }
        }

      private:
        static constexpr unsigned kCalls = 8;
        Interruption* all_;
        bool calling_;
        unsigned calls_ = 0;
    };

  private:
    using Clock = std::chrono::steady_clock;

    void ask() {
        if (!ask_ || Clock::now() - last_ < std::chrono::milliseconds(50)) return;
        last_ = Clock::now();
        try {
            ask_();
        } catch (...) {
            stopped_.store(true, std::memory_order_relaxed);
            throw;
        }
    }

    const std::function<void()>& ask_;
    Clock::time_point last_ = Clock::now();
    std::atomic<bool> stopped_{false};
};

}  // namespace sepset
