// Lets a signal end a long search: the calling thread asks now and then, the others look at a flag.
#pragma once

#include <atomic>
#include <functional>

#include "common/pulse.hpp"

namespace sepset {

class Interruption {
  public:
    // `ask` runs in the calling thread only; it throws to end the search.
    explicit Interruption(const std::function<void()>& ask) : pulse_(ask) {}

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
    void ask() {
        try {
            pulse_();
        } catch (...) {
            stopped_.store(true, std::memory_order_relaxed);
            throw;
        }
    }

    Pulse pulse_;
    std::atomic<bool> stopped_{false};
};

}  // namespace sepset
