"""``sepset serve`` as a process of its own, and a client that speaks to it, as a page or as an attacker."""

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
from urllib.parse import quote, urlsplit

COMMAND = [sys.executable, "-c", "from sepset_command import main; main()"]
TABLE = "a,b,c,d\n" + "".join(
    f"{i % 2},{(i // 2) % 3},{(i % 2 + i // 5) % 2},{i % 7}.5\n" for i in range(210)
)


def as_csv(data):
    """Return a table without gaps as CSV."""
    columns = [column.labels() for column in data.columns]
    lines = [",".join(data.names), *(",".join(map(str, row)) for row in zip(*columns, strict=True))]
    return "\n".join(lines) + "\n"


class Served:
    """A server; its output is read, so that it never waits for a full pipe."""

    def __init__(self, *arguments, folder=None, env=None):
        self.process = subprocess.Popen(
            [*COMMAND, "serve", *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            env=env,
        )
        first = self.process.stdout.readline()
        assert first.startswith("Serving at http://127.0.0.1:"), (first, self.process.stderr.read())
        self.address = first.split()[-1]
        parts = urlsplit(self.address)
        self.port, self.path = parts.port, parts.path
        self.said = []
        streams = (self.process.stdout, self.process.stderr)
        self.readers = [
            threading.Thread(target=self._read, args=(stream,), daemon=True) for stream in streams
        ]
        for reader in self.readers:
            reader.start()

    def _read(self, stream):
        with stream:
            self.said.extend(stream)

    def connect(self, timeout=60):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def request(self, method, path, body=None, headers=None, *, whole=False):
        """Return status, headers and body; the path is behind the token unless it is whole."""
        connection = self.connect()
        try:
            connection.request(method, path if whole else self.path + path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def upload(self, text, name="table.csv"):
        raw = text.encode() if isinstance(text, str) else text
        status, _, body = self.request("POST", f"tables?name={quote(name)}", raw)
        assert status == 200, body
        return json.loads(body)["table"]

    def ask(self, **asked):
        """Return all that happens, by name; of progress the last."""
        status, _, body = self.request("POST", "answers", json.dumps(asked))
        told = {}
        for line in body.decode().splitlines():
            told |= json.loads(line)
        return {"status": status, **told}

    def file(self, number, name):
        status, _, body = self.request("GET", f"answers/{number}/{name}")
        assert status == 200, body
        return body

    def end(self, number=signal.SIGTERM, timeout=20):
        """Return the exit code after a signal; the process is gone then."""
        self.process.send_signal(number)
        try:
            return self.process.wait(timeout)
        finally:
            self.process.kill()
            for reader in self.readers:
                reader.join(10)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        code = self.end() if self.process.poll() is None else self.process.returncode
        said = "".join(self.said)
        assert "Traceback" not in said, said
        if os.name != "nt":
            assert code in (128 + signal.SIGTERM, 128 + signal.SIGINT)
