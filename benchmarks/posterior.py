"""How long a posterior takes, one thread, 1,000 rows: ``python benchmarks/posterior.py [largest exact n]``.

Processor time of all components and 400 draws, of the graphs for k = 0, 1, 2 and none; then of chains.
"""

import resource
import sys
import time

import sepset as sp

ROWS = 1000


def table(n, edges, seed=1):
    dag = sp.simulate.random_dag(n, edges=edges, seed=seed)
    return sp.simulate.random_network(dag, seed=seed).sample(ROWS, seed=seed)


def timed(data, method):
    start = time.process_time()
    post = sp.posterior(data, method=method, threads=1)
    drawn = time.process_time()
    for k in (None, 0, 1, 2):
        post.best(k)
    end = time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{method:8} n = {len(data.names):3}: {drawn - start:7.2f} s, marks and graphs {end - drawn:6.2f} s, "
        f"peak so far {peak:,.0f} MB",
        flush=True,
    )


def main():
    largest = int(sys.argv[1]) if len(sys.argv) > 1 else 16
    for n in (10, 13, 16):
        if n <= largest:
            timed(table(n, 3 * n // 2), "exact")
    for n in (20, 37, 100):
        timed(table(n, 3 * n // 2), "sampled")


if __name__ == "__main__":
    main()
