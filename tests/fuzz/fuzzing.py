"""What is thrown at the library, and what may come back: an answer that holds, or an error of the library.

A target makes an input from a source of random numbers, and tries it in an empty folder. Inputs are bytes, so
that one that finds something is kept as it is in ``tests/fuzz/cases`` and tried again by every run of the tests.
Anything but a `SepsetError` or an exit code that is documented is a finding.
"""

from __future__ import annotations

import contextlib
import io
import json
import random
import signal
import time
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import sepset as sp
from fuzz import posteriors, wrong_types
from sepset import _core
from sepset.cli.exit import run
from sepset.data.reading.assemble import Wishes
from sepset.data.reading.read import read_text
from sepset.graph.interop import from_json
from sepset.independence.protocol import Candidates
from sepset.kernels import discrete, gaussian
from sepset.knowledge.text import parse as parse_knowledge
from sepset.result.saved.saved import from_bytes, to_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CASES = Path(__file__).parent / "cases"
#: an input that takes longer than this hangs, also on a busy machine
LONGEST_SECONDS = 60

WORDS = (
    b",", b";", b"\t", b"\n", b"\r\n", b'"', b"'", b"#", b"\\", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"NA", b"nan", b"inf",
    b"1e999", b"-0", b"--", b"-->", b"o->", b"<->", b"o-o", b"a", b"{", b"}", b"[", b"]", b"[[[[[[", b"null", b"true", b"1e308",
    b"99999999999999999999", b"\xf0\x9f\x99\x82", b"\xe2\x80\xae", b"probability", b"variable", b"discrete", b"|", b"(", b")", b"table",
    b" " * 50, b"\xed\xa0\x80", b"tier", b"digraph", b"graph", b"dag", b"pag", b"=",
)  # fmt: skip


class HangError(Exception):
    """An input took longer than it may."""


class Target(NamedTuple):
    """How inputs are made, and how one is tried in a folder."""

    make: Callable[[random.Random], bytes]
    attempt: Callable[[bytes, Path], None]


@contextlib.contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """Raise `HangError` in the main thread when the time is up."""

    def stop(*_: object) -> None:
        raise HangError(f"no answer after {seconds} s")

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def try_case(target: str, case: bytes, folder: Path) -> None:
    """Try one input; errors of the library are answers, anything else is raised."""
    with time_limit(LONGEST_SECONDS), contextlib.suppress(sp.SepsetError):
        TARGETS[target].attempt(case, folder)


def mutated(source: random.Random, seeds: tuple[bytes, ...]) -> bytes:
    """Return one of the seeds with some bytes changed, cut out, repeated or put in."""
    data = bytearray(source.choice(seeds))
    for _ in range(source.choice((0, 1, 1, 2, 3, 8, 30))):
        at = source.randrange(len(data) + 1)
        action = source.randrange(6)
        if action == 0:
            data[at:at] = source.choice(WORDS)
        elif action == 1:
            del data[at : at + source.choice((1, 2, 10, 100))]
        elif action == 2:
            data[at : at + 1] = bytes([source.randrange(256)])
        elif action == 3:
            data[at:at] = data[at : at + source.choice((1, 5, 40))] * source.choice((1, 2, 20))
        elif action == 4:
            data[at : at + source.choice((1, 3))] = source.choice(WORDS)
        else:
            lines = bytes(data).split(b"\n")
            source.shuffle(lines)
            data = bytearray(b"\n".join(lines))
    return bytes(data)


# ---- tables ------------------------------------------------------------------------------------------------

TABLES = (
    b"a,b,c\n" + b"".join(b"%d,%d,%d\n" % (i % 2, i % 3, i // 2 % 2) for i in range(12)),
    b"x;y;z\n" + b"".join(b"%d,5;%d,25;u\n" % (i, i * i % 7) for i in range(8)),
    b"age\theight\tward\n31\t1.72\tnorth\n44\t1.65\tsouth\n52\tNA\tnorth\n29\t1.81\tsouth\n35\t1.7\tnorth\n",
    b'"the ""name""","b,c"\n"1","x y"\n"2","z"\n"3","x y"\n',
    b"Survey of 2020\n\nage income\n31 2500\n44 3100\n25 1800\n",
)  # fmt: skip


def _read_table(case: bytes, folder: Path) -> None:
    data = read_text(case, Wishes(missing="testwise", clean=True))
    again = read_text(case, Wishes(missing="testwise", clean=True))
    assert data.fingerprint() == again.fingerprint()


VALUES = (
    0,
    1,
    2,
    -1,
    0.5,
    1e308,
    float("nan"),
    float("inf"),
    None,
    "",
    "a",
    "b",
    "NA",
    True,
    10**30,
    "\ud800",
)


def _learn_from_table(case: bytes, folder: Path) -> None:
    """Learn from a random table: the same result in any order of columns and with any number of threads."""
    source = random.Random(case)
    rows, width = source.randrange(1, 40), source.randrange(1, 6)
    columns = {f"c{i}": _column(source, rows) for i in range(width)}
    options = {
        "k": source.randrange(3),
        "test": source.choice(("auto", "auto", "chi2", "fisher_z", "residual")),
    }
    data = sp.dataset(columns, missing="testwise", clean=True)
    found = sp.kpc(data, threads=1, **options)
    shuffled = list(columns)
    source.shuffle(shuffled)
    other = sp.kpc(
        sp.dataset({name: columns[name] for name in shuffled}, missing="testwise", clean=True),
        threads=3,
        **options,
    )
    assert other.graph == found.graph
    assert to_bytes(sp.kpc(data, threads=2, **options)) == to_bytes(found)
    assert to_bytes(from_bytes(to_bytes(found))) == to_bytes(found)


def _column(source: random.Random, rows: int) -> list[object]:
    kind = source.randrange(4)
    if kind == 0:
        return [source.randrange(2) for _ in range(rows)]
    if kind == 1:
        return [source.gauss(0, 1) for _ in range(rows)]
    if kind == 2:
        return [source.choice("uvw") for _ in range(rows)]
    return [source.choice(VALUES) for _ in range(rows)]


def _seed(source: random.Random) -> bytes:
    return b"%016x" % source.getrandbits(64)


# ---- texts -------------------------------------------------------------------------------------------------

GRAPHS = (
    b"a --> b\nb o-> c\nc <-> d\ne\n",
    b'"the dose" --> b # why\n"x\\"y" o-o z\n',
    b'digraph { a -> b; b -> c [dir=both]; "d e"; }\n',
    b"dag { a -> b ; b <-> c }\n",
    b"Graph Nodes:\na;b;c\n\nGraph Edges:\n1. a --> b\n2. b o-o c\n",
    b'{"nodes": ["a", "b"], "edges": [["a", "-->", "b"]]}',
)
NETWORK = sp.networks.write_bif(sp.networks.BayesianNetwork([sp.asia()["asia"], sp.asia()["tub"]])).encode()
KNOWLEDGE = (b"tiers: a b | c\nroots: a\nforbidden: b --> a\n", b"required: a --> b\nno_edge: a c\n")


def _read_graph(case: bytes, folder: Path) -> None:
    text = case.decode("utf-8", "surrogateescape")
    graph = from_json(text) if text.lstrip().startswith("{") else sp.MixedGraph.parse(text)
    assert sp.MixedGraph.parse(graph.to_text()) == graph
    if not sp.is_mag(graph):
        return
    assert sp.refines(graph, sp.pag(graph))


def _read_network(case: bytes, folder: Path) -> None:
    (folder / "fuzz.bif").write_bytes(case)
    network = sp.networks.read_bif(folder / "fuzz.bif")
    again = sp.networks.write_bif(network)
    (folder / "fuzz.bif").write_text(again, encoding="utf-8")
    assert sp.networks.read_bif(folder / "fuzz.bif").dag == network.dag


def _read_knowledge(case: bytes, folder: Path) -> None:
    parse_knowledge(case.decode("utf-8", "replace"))


# ---- saved results -----------------------------------------------------------------------------------------

_DAG = sp.MixedGraph.from_edges("a --> b", "b --> c", "d --> c")
SAVED = (
    to_bytes(sp.kpc(sp.Oracle(_DAG), k=1, complete=True)),
    to_bytes(
        sp.kpc(
            sp.asia().sample(60, seed=3).select(("smoke", "lung", "bronc", "dysp")), k=1, colliders="majority"
        )
    ),
)


def _load(case: bytes, folder: Path) -> None:
    found = from_bytes(case)
    again = to_bytes(found)
    assert to_bytes(from_bytes(again)) == again
    for a, b in combinations(found.names[:4], 2):
        found.explain(a, b)


def _changed_structure(source: random.Random) -> bytes:
    document = json.loads(source.choice(SAVED))
    for _ in range(source.choice((1, 1, 2, 5))):
        _change(source, document)
    return json.dumps(document).encode()


def _change(source, value):
    """Walk to a random place in a document and change what is there."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = source.choice(keys)
        inner = value[key]
        if isinstance(inner, dict | list) and inner and source.random() < 0.8:
            value = inner
            continue
        break
    action = source.randrange(4)
    if action == 0:
        del value[key]
    elif action == 1:
        value[key] = source.choice(
            (None, True, -1, 0, 1, 2, 3, 10**20, 0.5, "", "a", "o->", [], {}, [[]], "x" * 99)
        )
    elif action == 2 and isinstance(value, list):
        value.append(source.choice(value))
    elif isinstance(inner, int) and not isinstance(inner, bool):
        value[key] = inner + source.choice((-1, 1))


# ---- command lines -----------------------------------------------------------------------------------------

ARGUMENTS = (
    "learn", "explain", "report", "compare", "convert", "simulate", "datasets", "theory", "closure", "essential", "equivalent",
    "asia", "-", "", "/", ".", "t.csv", "g.txt", "run.json", "nothing.csv", "-k", "0", "1", "2", "-1", "9" * 40, "auto", "--alpha",
    "0.05", "nan", "--test", "chi2", "g2", "residual", "--json", "-q", "-o", "out.json", "out.csv", "g.txt", "--rows", "60", "--seed",
    "--threads", "--complete", "--time-limit", "0.1", "--drop", "a", "a,b", "--only", "--kinds", "a=discrete", "--missing", "drop",
    "--method", "pc", "loci", "anytime-fci", "--colliders", "majority", "-h", "--help", "--version", "--nope", "a", "b", "c", "\ud800",
    "--to", "dot", "-n", "5", "--truth", "--separator", "tab", "--decimal", ",",
)  # fmt: skip


def _arguments(source: random.Random) -> bytes:
    first = source.choice(ARGUMENTS[:8]) if source.random() < 0.9 else source.choice(ARGUMENTS)
    words = [first, *(source.choice(ARGUMENTS) for _ in range(source.randrange(6)))]
    return json.dumps(words).encode()


def _command(case: bytes, folder: Path) -> None:
    words = json.loads(case)
    if "posterior" in words or ("learn" in words[:1] and "alarm" in words):
        return
    (folder / "t.csv").write_bytes(TABLES[0])
    (folder / "g.txt").write_bytes(GRAPHS[0])
    (folder / "run.json").write_bytes(SAVED[0])
    said = io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = run(words)
    assert code in (0, 2), code
    assert "Traceback" not in said.getvalue()
    assert not [path.name for path in folder.iterdir() if path.name.endswith(".draft")]


# ---- the compiled core -------------------------------------------------------------------------------------


def _level_call(case: bytes, folder: Path) -> None:
    """Search a level with sound or unsound pairs and lists: refused, or the twin's bytes."""
    rng = np.random.default_rng(list(case))
    columns, rows = int(rng.integers(2, 7)), int(rng.choice([1, 8, 64, 65, 130]))
    pairs = _perhaps_wrong(rng, np.array([*combinations(range(columns), 2)], dtype=np.int32), columns)
    lists = [np.sort(rng.choice(columns, rng.integers(0, columns + 1), replace=False)) for _ in range(2)]
    offsets = np.concatenate([[0], np.cumsum([len(one) for one in lists])]).astype(np.int64)
    members = _perhaps_wrong(rng, np.concatenate([*lists]).astype(np.int32), columns)
    of = _perhaps_wrong(rng, rng.integers(0, 2, len(pairs)).astype(np.int32), 2)
    size, threads = int(rng.integers(0, 4)), int(rng.choice([1, 2, 4]))
    if rng.random() < 0.5:
        _discrete_level(rng, columns, rows, (pairs, size, offsets, members, of), threads)
    elif size:
        _gaussian_level(rng, columns, rows, (pairs, size, offsets, members, of), threads)
    test = sp.independence.FisherZ([f"c{i}" for i in range(columns)], rng.normal(size=(rows + 4, columns)))
    test.search_level(pairs, size, Candidates(offsets, members, of), alpha=0.05)


def _perhaps_wrong(rng: np.random.Generator, numbers: np.ndarray, columns: int) -> np.ndarray:
    if rng.random() < 0.15 and numbers.size:
        numbers = numbers.copy()
        numbers.flat[rng.integers(numbers.size)] = rng.choice([-1, columns, 2**31 - 1, -(2**31), 0, 1])
    return numbers[: rng.integers(len(numbers) + 1)] if rng.random() < 0.05 else numbers


def _both(compiled: Callable[[], tuple[np.ndarray, ...]], twin: Callable[[], tuple[np.ndarray, ...]]) -> None:
    try:
        found = compiled()
    except ValueError:
        return  # refused at the border
    for one, other in zip(found, twin(), strict=True):
        assert one.tobytes() == other.tobytes()


def _discrete_level(rng: np.random.Generator, columns: int, rows: int, level: tuple, threads: int) -> None:
    levels = np.sort(rng.integers(1, 5, columns)).astype(np.int32)
    codes = [rng.integers(0, count, rows).astype(np.uint8) for count in levels]
    if rng.random() < 0.05:
        codes[0][0] = 200
    critical, rank = np.array([-1.0, np.inf]), np.arange(columns, dtype=np.int32)
    more = (critical, rank, bool(rng.integers(2)), bool(rng.integers(2)), threads)
    _both(
        lambda: _core.DiscreteTables(codes, levels, threads).search(*level, *more),
        lambda: discrete.DiscreteTables(codes, levels, threads).search(*level, *more),
    )


def _gaussian_level(rng: np.random.Generator, columns: int, rows: int, level: tuple, threads: int) -> None:
    values = rng.normal(size=(columns, rows + 4))
    correlation = _core.correlation_matrix(values, 1)  # symmetric to the last bit, as kernels expect
    _both(
        lambda: _core.search_level_gaussian(correlation, *level, threads),
        lambda: gaussian.search_level_gaussian(correlation, *level, threads),
    )


TARGETS = {
    "table bytes": Target(lambda source: mutated(source, TABLES), _read_table),
    "tables": Target(_seed, _learn_from_table),
    "graph text": Target(lambda source: mutated(source, GRAPHS), _read_graph),
    "network": Target(lambda source: mutated(source, (NETWORK,)), _read_network),
    "knowledge": Target(lambda source: mutated(source, KNOWLEDGE), _read_knowledge),
    "saved bytes": Target(lambda source: mutated(source, SAVED), _load),
    "saved structure": Target(_changed_structure, _load),
    "command line": Target(_arguments, _command),
    "level call": Target(_seed, _level_call),
    "posterior": Target(_seed, posteriors.attempt),
    "wrong types": Target(wrong_types.make, wrong_types.attempt),
}


def inputs(target: str, seed: int) -> Iterator[bytes]:
    """Yield inputs for a target without end; the same seed gives the same ones."""
    source = random.Random(f"{target} {seed}")
    while True:
        yield TARGETS[target].make(source)


def spent(start: float) -> float:
    """Return the seconds of processor time since a start."""
    return time.process_time() - start
