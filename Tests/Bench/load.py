"""Requests in numbers, by wrk: keep-alive, and what they cost the server."""

import json
import pathlib
import re
import subprocess

from accounting import running_cpu_seconds

SCRIPT = pathlib.Path(__file__).resolve().parent / "wrk.lua"


def measure(server, targets, seconds, connections=64, workers=2):
    """Loads a server with the targets of a file: microseconds of its CPU for each request, requests a second, and
    the latency that 50 and 99 of 100 requests stay below, in microseconds."""
    before = running_cpu_seconds(server.pid)
    done = subprocess.run(
        ["wrk", "-t", str(workers), "-c", str(connections), "-d", f"{seconds}s", "-s", str(SCRIPT), server.url, "--",
         str(targets)], capture_output=True, text=True)
    used = running_cpu_seconds(server.pid) - before
    found = re.search(r"RESULT (\{.*\})", done.stdout)
    if not found:
        raise RuntimeError(f"wrk: {done.stdout[-500:]} {done.stderr[-500:]}")
    result = json.loads(found.group(1))
    if result["failed"] or not result["requests"]:
        raise RuntimeError(f"{server.name}: {result['failed']} of {result['requests']} requests failed")
    return {
        "cpu": used / result["requests"] * 1e6, "rate": result["requests"] / result["microseconds"] * 1e6,
        "p50": result["p50"], "p99": result["p99"],
    }
