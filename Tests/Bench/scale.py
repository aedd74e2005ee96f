"""Many features: cold and warm starts, the cost of a publish for the read process, and growth at ten times the size."""

import json
import pathlib
import shutil
import time

import population
from accounting import cpu_seconds, memory_megabytes, running_cpu_seconds
from installation import Installation, eventually
from tables import exponent, median, table


def arguments(parser):
    parser.add_argument("--features", type=int, default=20_000,
                        help="number of features; a tenth of them is measured too")
    parser.add_argument("--size", type=int, default=2000, help="approximate bytes of a body")
    parser.add_argument("--rounds", type=int, default=3, help="starts of each kind, cold and warm")
    parser.add_argument("--publishes", type=int, default=20)


def run(options):
    sizes = [options.features // 10, options.features]
    installation = Installation()
    try:
        installation.start()
        results = []
        for count in sizes:
            population.populate(installation, count, options.size, steps=["1.0"])
            installation.wait_for_release(newest(installation), seconds=600)
            results.append(measured(installation, options))
    finally:
        installation.remove()
    small, large = results
    rows = [[name, small[name], large[name], exponent(small[name], large[name])] for name in small]
    table(f"Scale: bodies of about {options.size} bytes; medians of {options.rounds} starts and {options.publishes} publishes",
          ["", *(f"{size:,} features" for size in sizes), "exponent"], rows)


def newest(installation):
    return int(population.sql(installation, "SELECT coalesce(max(number), 0) FROM release"))


def measured(installation, options):
    figures = {}
    for kind in ["cold", "warm"]:
        starts = [start(installation, kind) for _ in range(options.rounds)]
        for name in starts[0]:
            figures[f"{kind} start: {name}"] = median([one[name] for one in starts])
    figures["memory of the read process MB"] = memory_megabytes(installation.child("read"))
    figures.update(publishes(installation, options.publishes))
    return figures


def start(installation, kind):
    """Stops the installation, starts it again and measures the time until features are served; a cold start finds no
    snapshot on disk."""
    release = newest(installation)
    stopped = time.monotonic()
    installation.stop(seconds=60)
    stopped = time.monotonic() - stopped
    if kind == "cold":
        shutil.rmtree(installation.data / "snapshot")
    begun = time.monotonic()
    installation.start(wait=False)
    read = eventually(lambda: installation.child("read"))
    forked = time.monotonic()
    installation.wait_for_release(release, seconds=600)
    ready = time.monotonic()
    answer = installation.feature(population.name(0), "ios", "1.0")
    assert answer.status == 200, answer
    figures = {"read process ready s": ready - forked, "CPU of the read process s": cpu_seconds(read),
               "from the start command s": ready - begun, "stopping s": stopped}
    installation.wait_until_ready()
    eventually(lambda: "connected" in installation.get("/readyz").json()["database"])
    return figures


def publishes(installation, count):
    """Returns the median CPU time and the median number of written KB of the read process for publishing one feature,
    without the CPU time that the process uses when it is idle."""
    read = installation.child("read")
    time.sleep(2)
    # When a thread ends, its CPU time is no longer counted, so the difference may be negative.
    idle = max(spent(read, lambda: time.sleep(5)) / 5, 0)
    used, written = [], []
    file = installation.directory / "bench.json"
    for number in range(count):
        name = population.name(number * 7)
        file.write_text(json.dumps({"type": "Screen", "title": f"bench {number} {time.time()}", "widgets": []}))
        revision = installation.json("features", "push", name, str(file))["revision"]
        before = bytes_written(read)
        begun = time.monotonic()

        def publish():
            release = installation.json("release", "publish", name, "--revision", str(revision), "--platform", "ios",
                                        "--from", "2.0")["release"]
            installation.wait_for_release(release)
            # The snapshot is written to disk shortly after the release is served.
            time.sleep(1)

        cpu = spent(read, publish)
        used.append((cpu - idle * (time.monotonic() - begun)) * 1000)
        written.append((bytes_written(read) - before) / 1024)
    return {"publish: CPU ms of the read process": max(median(used), 0.001), "publish: KB written": median(written)}


def spent(pid, work):
    before = running_cpu_seconds(pid)
    work()
    return running_cpu_seconds(pid) - before


def bytes_written(pid):
    for line in pathlib.Path(f"/proc/{pid}/io").read_text().splitlines():
        if line.startswith("wchar:"):
            return int(line.split()[1])
    return 0
