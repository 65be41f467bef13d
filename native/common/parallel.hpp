// Work shared among threads: items 0..count-1 are handed out one by one, so that uneven items balance.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "common/builtins.hpp"
#include "common/interruption.hpp"

namespace sepset {

// How many threads `count` items take at most, if `threads` are asked for; at least one. Far more threads than
// processors only take memory.
inline int worker_count(std::size_t count, int threads) {
    if (threads <= 1) return 1;
    static const int most = std::max(16, 4 * static_cast<int>(std::thread::hardware_concurrency()));
    return static_cast<int>(std::clamp<std::size_t>(count, 1, std::min(threads, most)));
}

// Starts up to `count` threads that run loop(1), loop(2), ...; fewer where the system has no room for more.
template <class Loop>
std::vector<std::thread> start_threads(int count, const Loop& loop) {
    std::vector<std::thread> pool;
    pool.reserve(static_cast<std::size_t>(count));  // so that a thread, once started, is never lost
    try {
        for (int worker = 1; worker <= count; ++worker) pool.emplace_back(loop, worker);
    } catch (const std::exception&) {
        // No memory for its stack, or the limit of processes is reached. Nothing to do: the others take its work.
    }
    return pool;
}

template <class Loop>
SEPSET_NOINLINE void run(const Loop& loop) {
    loop(0);
}

// Runs loop(0) in the calling thread. The other threads read what is on its stack above this frame; what it writes
// itself must not share a cache line with that, or each of them would wait for the others all the time.
template <class Loop>
SEPSET_NOINLINE void run_apart(const Loop& loop) {
    [[maybe_unused]] volatile char apart[256];
    apart[0] = 0;
    run(loop);
    apart[255] = 0;  // so that the frame, and this array in it, is there while the loop runs
}

// Calls work(item, worker) for every item; worker is below worker_count(count, threads) and owns whatever scratch space
// has its number. The first exception stops the hand-out and is thrown again in the calling thread.
template <class Work>
void parallel_for(std::size_t count, int threads, Work work) {
    const int workers = worker_count(count, threads);
    if (workers == 1) {
        for (std::size_t item = 0; item < count; ++item) work(item, 0);
        return;
    }
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failure_lock;
    auto loop = [&](int worker) {
        try {
            for (std::size_t item = 0; (item = next.fetch_add(1, std::memory_order_relaxed)) < count;)
                work(item, worker);
        } catch (const Interruption::Stopped&) {
            // Nothing to do: the calling thread says why.
        } catch (...) {
            next.store(count, std::memory_order_relaxed);
            const std::lock_guard<std::mutex> guard(failure_lock);
            if (!failure) failure = std::current_exception();
        }
    };
    std::vector<std::thread> pool = start_threads(workers - 1, loop);
    run_apart(loop);
    for (auto& thread : pool) thread.join();
    if (failure) std::rethrow_exception(failure);
}

// Calls first(i) for i = 0 .. first_count-1 and, only once all of them are done, second(item, worker) for every other
// item: as parallel_for does twice, but threads start once. Starting them takes as long as many a first part.
template <class First, class Second>
void parallel_for_both(std::size_t first_count, std::size_t second_count, int threads, First first, Second second) {
    std::atomic<std::size_t> ended{0};
    std::atomic<bool> failed{false};
    parallel_for(first_count + second_count, threads, [&](std::size_t item, int worker) {
        if (item < first_count) {
            try {
                first(item);
            } catch (...) {
                failed.store(true, std::memory_order_relaxed);
                ended.fetch_add(1, std::memory_order_release);
                throw;
            }
            ended.fetch_add(1, std::memory_order_release);
            return;
        }
        // Items are handed out in order: all of the first have a thread that works on them, or worked.
        while (ended.load(std::memory_order_acquire) < first_count) std::this_thread::yield();
        if (!failed.load(std::memory_order_relaxed)) second(item - first_count, worker);
    });
}

// Calls work(i) for i = 0 .. count-1, where each is a trifle: so many of them are one item.
template <class Work>
void parallel_for_small(std::size_t count, int threads, Work work, std::size_t at_once = 4096) {
    parallel_for((count + at_once - 1) / at_once, threads, [&](std::size_t item, int) {
        for (std::size_t i = item * at_once; i < std::min(count, (item + 1) * at_once); ++i) work(i);
    });
}

}  // namespace sepset
