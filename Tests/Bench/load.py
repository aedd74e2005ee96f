"""Sends many requests over connections that are kept alive, and measures what they cost the server."""

import json
import pathlib
import re
import subprocess
import urllib.request

from accounting import running_cpu_seconds

SCRIPT = pathlib.Path(__file__).resolve().parent / "wrk.lua"


CONNECTIONS, WORKERS = 64, 2


class Targets:
    """Requests for the targets of a file, one per line, sent with wrk."""

    def __init__(self, file):
        self.file = file

    def measure(self, server, seconds):
        """Requests the targets for some seconds. Returns the CPU time of the server per request in microseconds, the
        requests per second, and the median and 99th percentile of the latency in microseconds."""
        used, output = run(server, [
            "wrk", "-t", str(WORKERS), "-c", str(CONNECTIONS), "-d", f"{seconds}s", "-s", str(SCRIPT), server.url, "--",
            str(self.file)])
        found = re.search(r"RESULT (\{.*\})", output)
        if not found:
            raise RuntimeError(f"wrk: {output[-500:]}")
        result = json.loads(found.group(1))
        if result["failed"] or not result["requests"]:
            raise RuntimeError(f"{server.name}: {result['failed']} of {result['requests']} requests failed")
        return {
            "cpu": used / result["requests"] * 1e6, "rate": result["requests"] / result["microseconds"] * 1e6,
            "p50": result["p50"], "p99": result["p99"],
        }


class Unchanged:
    """Requests for one target with the entity tag of its answer, so that the server answers 304.

    They are sent with h2load, because wrk waits for the body whose length a 304 may state (RFC 9110, section 8.6)."""

    def __init__(self, target):
        self.target = target

    def measure(self, server, seconds):
        """Requests the target for some seconds. Returns the CPU time of the server per request in microseconds and the
        requests per second."""
        with urllib.request.urlopen(server.url + self.target, timeout=10) as answer:
            tag = answer.headers["ETag"]
        used, output = run(server, [
            "h2load", "--h1", "-t", str(WORKERS), "-c", str(CONNECTIONS), "-D", str(seconds), "-H",
            f"If-None-Match: {tag}", server.url + self.target])
        counts = re.search(r"status codes: (\d+) 2xx, (\d+) 3xx, (\d+) 4xx, (\d+) 5xx", output)
        if not counts:
            raise RuntimeError(f"h2load: {output[-500:]}")
        succeeded, unchanged, refused, failed = map(int, counts.groups())
        if not unchanged or succeeded or refused or failed:
            raise RuntimeError(f"{server.name}: not every answer is a 304: {counts.group()}")
        return {"cpu": used / unchanged * 1e6, "rate": unchanged / seconds}


def run(server, command):
    """Runs a program that sends requests; returns the seconds of CPU time that the server used, and the output."""
    before = running_cpu_seconds(server.pid)
    done = subprocess.run(command, capture_output=True, text=True)
    return running_cpu_seconds(server.pid) - before, done.stdout + done.stderr
