"""Sends many requests with wrk, over connections that are kept alive, and measures what they cost the server."""

import json
import pathlib
import re
import subprocess

from accounting import running_cpu_seconds

SCRIPT = pathlib.Path(__file__).resolve().parent / "wrk.lua"


def measure(server, targets, seconds, connections=64, workers=2):
    """Requests the targets of a file for some seconds. Returns the CPU time of the server per request in microseconds,
    the requests per second, and the median and 99th percentile of the latency in microseconds."""
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
