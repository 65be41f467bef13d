# Signatures of the compiled kernels; what they mean is said by their Python twins in sepset.kernels.
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

def instruction_set() -> str: ...
def order_layers(
    layer: NDArray[np.int32], links: NDArray[np.int32], starts: int, sweeps: int, sifts: int, kicks: int
) -> NDArray[np.int32]: ...
def space_items(
    items: int, wishes: NDArray[np.int32], distance: NDArray[np.int64], weight: NDArray[np.int64]
) -> NDArray[np.int64]: ...
def minimum_cuts(
    parent_offsets: NDArray[np.int32],
    parent_members: NDArray[np.int32],
    spouse_offsets: NDArray[np.int32],
    spouse_members: NDArray[np.int32],
    pairs: NDArray[np.int32],
    limit: int,
    threads: int,
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]: ...
def k_covered(
    parent_offsets: NDArray[np.int32], parent_members: NDArray[np.int32], k: int
) -> NDArray[np.uint8]: ...
def rule_names() -> list[str]: ...
def plan_part_kinds() -> list[str]: ...
def conflict_kinds() -> list[str]: ...
def orient_marks(
    near: NDArray[np.uint64],
    plan: NDArray[np.int32],
    k: int | None,
    first: NDArray[np.int32],
    second: NDArray[np.int32],
    size: NDArray[np.int32],
    members: NDArray[np.int32],
    votes: NDArray[np.int32],
    adjacency: NDArray[np.uint64] | None,
    ancestors: NDArray[np.uint64] | None,
    doubts_without_set: bool,
) -> tuple[
    NDArray[np.uint64],
    NDArray[np.uint64],
    tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]],
    tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]],
]: ...
def propose_marks(
    near: NDArray[np.uint64],
    plan: NDArray[np.int32],
    k: int | None,
    first: NDArray[np.int32],
    second: NDArray[np.int32],
    size: NDArray[np.int32],
    members: NDArray[np.int32],
    votes: NDArray[np.int32],
    adjacency: NDArray[np.uint64] | None,
    ancestors: NDArray[np.uint64] | None,
    doubts_without_set: bool,
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]: ...
def cross_products(columns: NDArray[np.float64], threads: int) -> NDArray[np.float64]: ...
def correlation_matrix(
    columns: NDArray[np.float64], threads: int, order: NDArray[np.int32] | None = ...
) -> NDArray[np.float64]: ...
def partial_correlation(
    correlation: NDArray[np.float64], a: int, b: int, given: NDArray[np.int32]
) -> float: ...
def fisher_z_p(r: NDArray[np.float64], dof: float, threads: int) -> NDArray[np.float64]: ...
def level_is_sound(
    columns: int,
    pairs: NDArray[np.int32],
    offsets: NDArray[np.int64] | None,
    members: NDArray[np.int32] | None,
    of: NDArray[np.int32] | None,
) -> bool: ...
def pairs_of(numbers: NDArray[np.int64], n: int) -> NDArray[np.int32]: ...
def pairs_between(start: int, stop: int, n: int) -> NDArray[np.int32]: ...
def not_above(numbers: NDArray[np.float64], limit: float) -> NDArray[np.int64]: ...
def ranked_pairs(pairs: NDArray[np.int32], rank: NDArray[np.int32], threads: int) -> NDArray[np.int32]: ...
def ranked_lists(
    offsets: NDArray[np.int64], members: NDArray[np.int32], rank: NDArray[np.int32]
) -> NDArray[np.int32]: ...
def neighbour_lists(n: int, pairs: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int32]]: ...
def count_candidates(
    columns: int,
    pairs: NDArray[np.int32],
    offsets: NDArray[np.int64],
    members: NDArray[np.int32],
    of: NDArray[np.int32],
) -> NDArray[np.int32]: ...
def search_level_gaussian(
    correlation: NDArray[np.float64],
    pairs: NDArray[np.int32],
    size: int,
    offsets: NDArray[np.int64],
    members: NDArray[np.int32],
    of: NDArray[np.int32],
    threads: int,
    largest: float = ...,
) -> tuple[NDArray[np.float64], NDArray[np.int32], NDArray[np.int32]]: ...
def chi_square_tail(statistic: NDArray[np.float64], dof: NDArray[np.float64]) -> NDArray[np.float64]: ...
def chi_square_critical(alpha: float, dof: NDArray[np.float64]) -> NDArray[np.float64]: ...
def best_of_pairs(
    pairs: int,
    size: int,
    pair: NDArray[np.int64],
    dof: NDArray[np.int64],
    statistic: NDArray[np.float64],
    given: NDArray[np.int32],
    most_dof: int,
    name_rank: NDArray[np.int32],
    by_name: NDArray[np.int32],
) -> tuple[NDArray[np.float64], NDArray[np.int32]]: ...
def discrete_local_scores(
    codes: NDArray[np.uint16],
    levels: NDArray[np.int32],
    cell: NDArray[np.float64],
    sample: NDArray[np.float64],
    bound: int,
    threads: int,
    seconds: float,
) -> NDArray[np.float64]: ...
def gaussian_local_scores(
    scatter: NDArray[np.float64], rows: int, mean_weight: float, wishart_weight: float, bound: int
) -> NDArray[np.float64]: ...
def dag_evidence(
    local: NDArray[np.float64],
    which: NDArray[np.int32],
    log_odds: NDArray[np.float64],
    with_pairs: bool,
    threads: int,
    seconds: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]: ...
def draw_dags(
    local: NDArray[np.float64],
    log_odds: float,
    count: int,
    seed: int,
    stream: int,
    threads: int,
    seconds: float,
) -> tuple[float, NDArray[np.uint32]]: ...
def discrete_candidates(
    codes: NDArray[np.uint16],
    levels: NDArray[np.int32],
    cell: NDArray[np.float64],
    sample: NDArray[np.float64],
    may: NDArray[np.uint64],
    must: NDArray[np.uint64],
    most: int,
    first: int,
    last: int,
    score: int | None,
    threads: int,
    seconds: float,
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float64], int, int]: ...
def gaussian_candidates(
    scatter: NDArray[np.float64],
    rows: int,
    mean_weight: float,
    wishart_weight: float,
    may: NDArray[np.uint64],
    must: NDArray[np.uint64],
    most: int,
    first: int,
    last: int,
    score: int | None,
    threads: int,
    seconds: float,
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float64], int, int]: ...
def sample_dags(
    sizes: NDArray[np.int32],
    members: NDArray[np.int32],
    local: NDArray[np.float64],
    scores: int,
    must: NDArray[np.uint64],
    which: NDArray[np.int32],
    log_odds: NDArray[np.float64],
    log_prior: NDArray[np.float64],
    run: NDArray[np.int32],
    seed: int,
    first: int,
    last: int,
    threads: int,
    seconds: float,
) -> tuple[
    NDArray[np.uint64],
    NDArray[np.float64],
    NDArray[np.int32],
    NDArray[np.float64],
    NDArray[np.float64],
]: ...
def dag_marks(
    parents: NDArray[np.uint64], k: int | None, plan: NDArray[np.int32], threads: int
) -> NDArray[np.uint8]: ...
def k_essential_marks(
    parents: NDArray[np.uint64], k: int, most_steps: int, threads: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]: ...

class DiscreteTables:
    def __init__(
        self, codes: Sequence[NDArray[np.unsignedinteger]], levels: NDArray[np.int32], threads: int
    ) -> None: ...
    def test(self, a: int, b: int, given: NDArray[np.int32], likelihood: bool) -> tuple[float, int, int]: ...
    def search(
        self,
        pairs: NDArray[np.int32],
        size: int,
        offsets: NDArray[np.int64] | None,
        members: NDArray[np.int32] | None,
        of: NDArray[np.int32] | None,
        critical: NDArray[np.float64],
        name_rank: NDArray[np.int32],
        likelihood: bool,
        adjusted: bool,
        threads: int,
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64], NDArray[np.int32]]: ...

class CountedSets:
    def __init__(self, levels: NDArray[np.int32], sets: NDArray[np.int32]) -> None: ...
    @property
    def rows(self) -> int: ...
    @property
    def numbers(self) -> int: ...
    def add(self, codes: Sequence[NDArray[np.unsignedinteger]], threads: int) -> None: ...
    def add_weighted(
        self, codes: Sequence[NDArray[np.unsignedinteger]], weights: NDArray[np.int64]
    ) -> None: ...
    def counts(self) -> NDArray[np.int64]: ...
    def add_counts(self, counts: NDArray[np.int64]) -> None: ...
    def table(self, columns: Sequence[int]) -> NDArray[np.int64]: ...
    def test(self, a: int, b: int, given: NDArray[np.int32], likelihood: bool) -> tuple[float, int, int]: ...
    def search(
        self,
        pairs: NDArray[np.int32],
        size: int,
        offsets: NDArray[np.int64] | None,
        members: NDArray[np.int32] | None,
        of: NDArray[np.int32] | None,
        critical: NDArray[np.float64],
        name_rank: NDArray[np.int32],
        likelihood: bool,
        adjusted: bool,
        threads: int,
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64], NDArray[np.int32]]: ...

class ResidualTable:
    def __init__(
        self,
        values: NDArray[np.float64],
        first: NDArray[np.int64],
        continuous: NDArray[np.uint8],
        observed: NDArray[np.uint8] | None,
        threads: int,
    ) -> None: ...
    def test(self, a: int, b: int, given: NDArray[np.int32]) -> tuple[float, float, int, int, int]: ...
    def search(
        self,
        pairs: NDArray[np.int32],
        size: int,
        offsets: NDArray[np.int64],
        members: NDArray[np.int32],
        of: NDArray[np.int32],
        alpha: float,
        skip_discrete: bool,
        threads: int,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64], NDArray[np.int32]]: ...

class TestwiseCorrelations:
    def __init__(self, values: NDArray[np.float64]) -> None: ...
    def test(self, a: int, b: int, given: NDArray[np.int32]) -> tuple[float, int]: ...
    def search(
        self,
        pairs: NDArray[np.int32],
        size: int,
        offsets: NDArray[np.int64],
        members: NDArray[np.int32],
        of: NDArray[np.int32],
        alpha: float,
        threads: int,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64], NDArray[np.int32]]: ...

class TestwiseTables:
    def __init__(self, codes: NDArray[np.uint16], levels: NDArray[np.int32]) -> None: ...
    def test(
        self, a: int, b: int, given: NDArray[np.int32], likelihood: bool
    ) -> tuple[float, int, int, int]: ...
    def search(
        self,
        pairs: NDArray[np.int32],
        size: int,
        offsets: NDArray[np.int64],
        members: NDArray[np.int32],
        of: NDArray[np.int32],
        alpha: float,
        likelihood: bool,
        threads: int,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64], NDArray[np.int32]]: ...

def read_numbers(
    text: NDArray[np.uint8], starts: NDArray[np.int64], lengths: NDArray[np.int64], point: str
) -> tuple[NDArray[np.float64], NDArray[np.int64]]: ...
