"""The server as a process, and what should not work: each attack is refused, and it goes on serving."""

import concurrent.futures
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sepset as sp
from serving import COMMAND, TABLE, Served, as_csv

LIMIT = 1  # MB


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("served")
    with Served("--upload-limit", LIMIT, folder=folder) as served:
        yield served
        assert list(folder.iterdir()) == []


@pytest.fixture(autouse=True)
def _still_serves(server):
    yield
    told = server.ask(table=server.upload(TABLE), k=1)
    assert told["answer"]["number"]


@pytest.mark.skipif(not Path("/proc/self/net/tcp").exists(), reason="asks Linux about the process")
def test_every_socket_it_listens_on_is_on_loopback(server):
    """Read from the process itself: each of its sockets, whatever else listens on this machine."""
    held = {os.readlink(one) for one in Path(f"/proc/{server.process.pid}/fd").iterdir() if one.is_symlink()}
    listening = {
        (family, row[1])
        for family in ("tcp", "tcp6", "udp", "udp6")
        for row in map(
            str.split, Path(f"/proc/{server.process.pid}/net/{family}").read_text().splitlines()[1:]
        )
        if f"socket:[{row[9]}]" in held and (row[3] == "0A" or family.startswith("udp"))
    }
    here = int.from_bytes(socket.inet_aton("127.0.0.1"), sys.byteorder)
    assert listening == {("tcp", f"{here:08X}:{server.port:04X}")}


def test_it_listens_on_loopback_only(server):
    other = [info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    for address in {*other} - {"127.0.0.1"}:
        with pytest.raises(OSError), socket.create_connection((address, server.port), timeout=2):
            pass


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/favicon.ico",
        "/answers",
        "/tables",
        "/wrong-token/",
        "/../",
        "//",
        "/%00",
        "*",
        "/" + "a" * 9000,
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_without_the_token_there_is_nothing(server, method, path):
    status, headers, body = server.request(method, path, whole=True)
    assert status in (404, 400)
    assert server.path.strip("/").encode() not in body
    assert "access-control-allow-origin" not in headers


def test_tokens_are_long_and_differ(server, tmp_path):
    with Served(folder=tmp_path) as other:
        assert other.path != server.path
        assert min(len(other.path), len(server.path)) >= 32
        assert other.request("GET", server.path, whole=True)[0] == 404


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "localhost:1"])
def test_another_host_is_refused(server, host):
    assert server.request("GET", "", headers={"Host": host})[0] == 421
    assert server.request("POST", "answers", b"{}", headers={"Host": host})[0] == 421


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:1", "file://"])
def test_another_origin_is_refused(server, origin):
    for path, body in (("answers", b"{}"), ("tables?name=t.csv", TABLE.encode())):
        assert server.request("POST", path, body, headers={"Origin": origin})[0] == 403
    asked_first = {"Origin": origin, "Access-Control-Request-Method": "POST"}
    status, headers, _ = server.request("OPTIONS", "answers", headers=asked_first)
    assert status == 403
    assert "access-control-allow-origin" not in headers


def test_another_page_cannot_frame_or_read_it(server):
    status, headers, _ = server.request("GET", "")
    assert status == 200
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    for site in ("cross-site", "same-site"):
        stolen = {"Sec-Fetch-Site": site, "Sec-Fetch-Dest": "script"}
        assert server.request("GET", "", headers=stolen)[0] == 403


def test_a_report_is_in_a_sandbox(server):
    number = server.ask(table=server.upload(TABLE), k=1)["answer"]["number"]
    _, headers, body = server.request("GET", f"answers/{number}/page")
    policy = headers["content-security-policy"]
    assert policy.startswith("sandbox allow-scripts")
    assert "allow-same-origin" not in policy
    assert "frame-ancestors 'self'" in policy
    assert b"default-src 'none'" in body  # and its own policy, as in the file
    assert server.request("GET", f"answers/{number}/run.html")[1]["content-disposition"].startswith(
        "attachment"
    )


@pytest.mark.parametrize(
    "path",
    [
        "../../../../etc/passwd",
        "..%2f..%2f..%2fetc%2fpasswd",
        "answers/../../../etc/passwd",
        "answers/%2e%2e/%2e%2e/etc/passwd",
        "answers/x/..%5c..%5cetc%5cpasswd",
        "answers//etc/passwd",
        "answers/x/page",
        "static/page.js",
        "page/page.html",
        "tables/../page.py",
    ],
)
def test_no_path_leads_to_a_file(server, path):
    status, _, body = server.request("GET", path)
    assert status in (404, 405, 400)
    assert b"root:" not in body
    assert b"import" not in body


def test_a_name_with_a_path_is_only_a_name(server, tmp_path):
    target = tmp_path / "written.csv"
    server.upload(TABLE, f"../../../../{target}")
    server.upload(TABLE, str(target))
    assert not target.exists()


def test_a_huge_upload_is_refused_in_words(server):
    status, _, body = server.request("POST", "tables?name=t.csv", b"x" * (LIMIT * 10**6 + 1))
    assert status == 413
    assert json.loads(body)["problem"] == "this file is larger than 1 MB, the limit"
    status, _, body = server.request("POST", "answers", b" " * (2**23 + 1))
    assert status == 413


def test_a_huge_upload_that_does_not_say_so(server):
    """In pieces, without a length: it is cut off as soon as it is too long, or the connection is closed."""
    connection = server.connect()
    pieces = (b"x" * 65536 for _ in range(1000))
    try:
        with contextlib.suppress(ConnectionError, BrokenPipeError):
            connection.request("POST", f"{server.path}tables?name=t.csv", pieces, encode_chunked=True)
            assert connection.getresponse().status == 413
    finally:
        connection.close()


def test_a_length_that_is_announced_and_never_sent(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as client:
        head = f"POST {server.path}tables?name=t.csv HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        client.sendall(f"{head}Content-Length: 99999999999\r\n\r\n".encode())
        assert b" 413 " in client.recv(4096)


def test_a_packed_file_that_grows_without_end(server):
    import gzip

    bomb = gzip.compress(b"\0" * 10**6)
    assert len(bomb) < 10**6
    nested = gzip.compress(gzip.compress(b"0" * 10**8))
    for raw in (bomb, nested):
        told = server.ask(table=server.upload(raw, "t.csv.gz"), k=1)
        assert "t.csv.gz" in told["problem"]


@pytest.mark.parametrize(
    "raw", [b"", b"[]", b"{", b"\xff", b"[" * 10**5, b'{"table": "0"}', b'{"table": {}}', b'{"__class__": 1}']
)
def test_nonsense_is_told_in_words(server, raw):
    status, _, body = server.request("POST", "answers", raw)
    assert status == 422
    assert json.loads(body)["problem"]


@pytest.mark.parametrize(
    "asked",
    [
        {"k": -1},
        {"k": 10**30},
        {"k": 1.5},
        {"k": "x"},
        {"k": [1]},
        {"alpha": 2},
        {"alpha": "magic"},
        {"kinds": {"nobody": "discrete"}},
        {"drop": ["nobody"]},
        {"drop": ["a", "b", "c"]},
        {"method": "posterior", "knowledge": {"tiers": 3}},
        {"knowledge": {"ancestor": [["a", "b"], ["b", "a"]]}},
        {"knowledge": {"magic": []}},
        {"knowledge": {"ancestor": [["a"]]}},
        {"separator": " "},
    ],
    ids=str,
)
def test_what_cannot_be_is_told_in_words(server, asked):
    told = server.ask(table=server.upload(TABLE), **{"k": 1, **asked})
    assert told.get("problem") or (asked == {"k": 10**30} and told["answer"]), told
    assert "mistake" not in told.get("problem", "")


def test_twenty_clients_at_once(server):
    """Each gets the answer about its own table."""

    def client(i):
        text = TABLE.replace("a,b,c,d", f"a{i},b{i},c{i},d{i}", 1)
        told = server.ask(table=server.upload(text, f"t{i}.csv"), k=i % 3, alpha=0.05)
        return json.loads(server.file(told["answer"]["number"], "run.json"))

    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        found = list(pool.map(client, range(20)))
    for i, document in enumerate(found):
        assert document["settings"]["k"] == i % 3
        assert document["names"] == [f"{letter}{i}" for letter in "abcd"]


def test_a_slow_client_keeps_nobody_waiting(server):
    head = f"POST {server.path}tables?name=t.csv HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
    with contextlib.ExitStack() as stack:
        for sent in ("P", head, f"{head}Content-Length: 9\r\n\r\na,b"):
            client = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=30))
            client.sendall(sent.encode())
        told = server.ask(table=server.upload(TABLE), k=1)
        assert told["answer"]["number"]


def wide_table(columns=90, rows=200):
    dag = sp.simulate.random_dag(columns, edges=3 * columns, seed=1)
    data = sp.simulate.linear_gaussian(dag, seed=2).sample(rows, seed=3)
    return as_csv(data)


def begin_long(served, **asked):
    """Ask for what takes minutes; return the connection once the work has begun."""
    connection = served.connect()
    asked = {"table": served.upload(wide_table()), "method": "anytime-fci", "k": 6, **asked}
    connection.request("POST", f"{served.path}answers", json.dumps(asked))
    answer = connection.getresponse()
    for line in answer:
        if b'"read"' in line:
            return connection
    raise AssertionError("the work has not begun")


def test_a_client_that_goes_away_stops_its_work(server):
    """The next one is answered, though the work before it would have taken minutes."""
    begin_long(server).close()
    started = time.monotonic()
    told = server.ask(table=server.upload(TABLE), k=1)
    assert told["answer"]["number"]
    assert time.monotonic() - started < 45  # the timeout of a client; the work would take many minutes


def children_of(process):
    found = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, text=True, check=False
    )
    return found.stdout.split()


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("busy", [False, True], ids=["idle", "busy"])
def test_a_signal_ends_it(tmp_path, number, code, busy):
    with Served(folder=tmp_path) as served:
        working = begin_long(served) if busy else None
        waiting = socket.create_connection(("127.0.0.1", served.port))
        assert children_of(served.process) == []
        assert served.end(number) == code
        waiting.close()
        if working is not None:
            working.close()
        with pytest.raises(OSError):
            socket.create_connection(("127.0.0.1", served.port), timeout=2)
    assert "".join(served.said).strip() == "Only this machine can reach it. Ctrl-C ends it."
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written(tmp_path):
    """Neither where it was started, nor where temporary files go, nor at home."""
    places = {name: tmp_path / name for name in ("here", "HOME", "TMPDIR", "XDG_CACHE_HOME")}
    for place in places.values():
        place.mkdir()
    environment = {**os.environ, **{name: str(place) for name, place in places.items()}}
    with Served(folder=places["here"], env=environment) as served:
        told = served.ask(table=served.upload(TABLE), k=1)
        for file in ("page", "run.html", "run.json", "run.py", "run.sh", "knowledge.txt"):
            served.file(told["answer"]["number"], file)
    assert [path for place in places.values() for path in place.rglob("*")] == []


def test_a_port_that_is_taken(server):
    done = subprocess.run(
        [*COMMAND, "serve", "--port", str(server.port)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot listen on port" in done.stderr
    assert done.stderr.count("\n") == 1


def test_without_the_extra_it_says_what_to_install(tmp_path):
    script = "import sys; sys.modules['uvicorn'] = None; from sepset_command import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script, "serve"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == 'sepset: serve needs starlette and uvicorn: pip install "sepset[serve]"\n'


def test_data_that_are_not_there(tmp_path):
    for data in ("nothing.csv", "-", "asiaa"):
        done = subprocess.run(
            [*COMMAND, "serve", data], capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path
        )
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
    assert Path(tmp_path).exists()
