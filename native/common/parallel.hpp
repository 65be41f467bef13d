// Work shared among threads: items 0..count-1 are handed out one by one, so that uneven items balance.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace sepset {

// Calls work(item, worker) for every item; worker is 0..threads-1 and owns whatever scratch space has its number.
// The first exception stops the hand-out and is thrown again in the calling thread.
template <class Work>
void parallel_for(std::size_t count, int threads, Work work) {
    const int workers = static_cast<int>(std::min<std::size_t>(std::max(threads, 1), std::max<std::size_t>(count, 1)));
    if (workers == 1) {
        for (std::size_t item = 0; item < count; ++item) work(item, 0);
        return;
    }
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failure_lock;
    auto loop = [&](int worker) {
        try {
            for (std::size_t item; (item = next.fetch_add(1, std::memory_order_relaxed)) < count;) work(item, worker);
        } catch (...) {
            next.store(count, std::memory_order_relaxed);
            std::lock_guard<std::mutex> guard(failure_lock);
            if (!failure) failure = std::current_exception();
        }
    };
    std::vector<std::thread> pool;
    for (int worker = 1; worker < workers; ++worker) pool.emplace_back(loop, worker);
    loop(0);
    for (auto& thread : pool) thread.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace sepset
