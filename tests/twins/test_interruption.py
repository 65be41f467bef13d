"""Ctrl-C ends every kernel that can run for long, and threads that cannot start do not end the process."""

import signal
import subprocess
import sys
from itertools import combinations

import numpy as np
import pytest

from sepset import _core


class StoppedError(Exception):
    """Raised by the signal handler."""


def random_parents(rng, n, mean):
    parents = [np.sort(rng.choice(i, min(i, rng.poisson(mean)), replace=False)) for i in range(n)]
    offsets = np.concatenate([[0], np.cumsum([len(found) for found in parents])])
    return offsets.astype(np.int32), np.concatenate(parents).astype(np.int32)


def correlations(rng):
    columns = rng.normal(size=(1500, 5000))
    return lambda: _core.correlation_matrix(columns, 1)


def discrete_columns(rng):
    codes = list(rng.integers(0, 2, (3000, 50_000), dtype=np.uint8))
    return lambda: _core.DiscreteTables(codes, np.full(3000, 2, dtype=np.int32), 1)


def covered_pairs(rng):
    parents = random_parents(rng, 1200, 6)
    return lambda: _core.k_covered(*parents, 5)


def cuts(rng):
    parents = random_parents(rng, 700, 4)
    pairs = np.array(list(combinations(range(700), 2)), dtype=np.int32)
    none = np.zeros(701, dtype=np.int32), np.empty(0, dtype=np.int32)
    return lambda: _core.minimum_cuts(*parents, *none, pairs, 700, 1)


def flat_scores(n):
    """Return local scores of 0 for every set of parents, so that all DAGs are equally likely."""
    local = np.zeros((1, n, 1 << n))
    for v in range(n):
        local[0, v, np.arange(1 << n) >> v & 1 == 1] = -np.inf
    return local


def evidence(rng):
    local, which, odds = flat_scores(17), np.zeros(1, dtype=np.int32), np.zeros(1)
    return lambda: _core.dag_evidence(local, which, odds, True, 1, np.inf)


def layers(rng):
    local = flat_scores(14)[0]
    return lambda: _core.draw_dags(local, 0.0, 1, 0, 0, 1, np.inf)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs POSIX timers")
@pytest.mark.parametrize("kernel", [correlations, discrete_columns, covered_pairs, cuts, evidence, layers])
def test_signals_are_seen_while_a_kernel_runs(kernel):
    """All signals that come while nobody looks are one; so the third call of the handler is the kernel's."""
    run = kernel(np.random.default_rng(0))
    calls = []

    def stop(*_):
        calls.append(None)
        if len(calls) == 3:
            raise StoppedError

    def run_under_timer():
        signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
        answer = run()  # kept, since to free it takes time
        signal.setitimer(signal.ITIMER_REAL, 0)
        return answer

    before = signal.signal(signal.SIGALRM, stop)
    try:
        with pytest.raises(StoppedError):
            run_under_timer()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


WITH_LITTLE_MEMORY = """
import resource
import sys
import numpy as np
from itertools import combinations
from sepset import _core

rng = np.random.default_rng(1)
pairs = np.array(list(combinations(range(40), 2)), dtype=np.int32)
lists = np.array([0, 40]), np.arange(40, dtype=np.int32), np.zeros(len(pairs), dtype=np.int32)
codes = list(rng.integers(0, 3, (40, 900), dtype=np.uint8))
tables = _core.DiscreteTables(codes, np.full(40, 3, np.int32), 1)
correlation = _core.correlation_matrix(rng.normal(size=(40, 200)), 1)
parents = np.minimum(np.maximum(np.arange(41) - 1, 0), 39).astype(np.int32), np.arange(39, dtype=np.int32)
spouses = np.zeros(41, dtype=np.int32), np.empty(0, dtype=np.int32)
critical, rank = np.array([-1.0, np.inf]), np.arange(40, dtype=np.int32)

def run(threads):
    return [
        *tables.search(pairs, 2, None, None, None, critical, rank, False, True, threads),
        *_core.search_level_gaussian(correlation, pairs, 1, *lists, threads),
        *_core.search_level_gaussian(correlation, pairs, 2, lists[0], lists[1], lists[2], threads),
        *_core.minimum_cuts(*parents, *spouses, pairs, 3, threads),
    ]

expected = run(1)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 400_000_000,) * 2)
for threads in (4, 300, 2**31 - 1):
    for found, right in zip(run(threads), expected, strict=True):
        assert found.tobytes() == right.tobytes()
print("the same")
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits the address space as Linux does")
def test_threads_that_cannot_start_are_done_without():
    """Each thread wants 256 MB for its stack, and there is room for one of them."""
    import resource

    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    done = subprocess.run(
        [sys.executable, "-c", WITH_LITTLE_MEMORY],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (256 << 20, hard)),
    )
    assert (done.returncode, done.stdout.strip()) == (0, "the same"), done.stderr
