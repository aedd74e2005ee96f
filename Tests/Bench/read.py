"""Reads of Galley and of bare libmicrohttpd: CPU time per request; every server gets the same targets in each round."""

import contextlib
import http.client
import pathlib
import random
import tempfile

import load
import peers
import population
from installation import Installation
from tables import median, table

#: The percentage of the newest edition's rollout.
ROLLOUT = 50
#: A number above the first one of every client version.
END = 999


def arguments(parser):
    parser.add_argument("--rounds", type=int, default=12, help="rounds of each mix; fewer than 12 are not reliable")
    parser.add_argument("--seconds", type=int, default=1, help="seconds of each measurement")
    parser.add_argument("--features", type=int, default=1000)
    parser.add_argument("--size", type=int, default=2000, help="approximate bytes of a body")
    parser.add_argument("--mix", choices=MIXES, action="append", help="only this mix of targets; may be repeated")


def target(number, version, platform="ios", bucket=None):
    path = f"/v1/features/{population.name(number)}?platform={platform}&client_version={version}"
    return path if bucket is None else f"{path}&bucket={bucket}"


def versions(chance, count):
    """Returns client versions like those of real apps: three numbers, some with a build as the fourth."""
    return [f"{chance.randrange(1, 12)}.{chance.randrange(30)}.{chance.randrange(10)}"
            + (f".{chance.randrange(1000, 9999)}" if chance.random() < 0.2 else "") for _ in range(count)]


def single(chance, features):
    return [target(7 % features, "9.4.1")]


def hot(chance, features):
    """A hundred targets: twenty features in five client versions."""
    known = versions(chance, 5)
    return [target(number % features, version) for number in range(20) for version in known]


def wide(chance, features):
    """60,000 random targets: any feature, any platform, fifty client versions."""
    known = versions(chance, 50)
    return [target(chance.randrange(features), chance.choice(known), chance.choice(population.PLATFORMS))
            for _ in range(60_000)]


def bucket(chance, features):
    """Targets like those of `wide`, each with a random bucket."""
    known = versions(chance, 50)
    return [target(chance.randrange(features), chance.choice(known), chance.choice(population.PLATFORMS),
                   chance.randrange(1_000)) for _ in range(60_000)]


def unchanged(chance, features):
    """The target of `single`, asked by clients that have its body: every answer is a 304."""
    return single(chance, features)


MIXES = {mix.__name__: mix for mix in (single, hot, wide, bucket, unchanged)}


def run(options):
    chance = random.Random(1)
    with tempfile.TemporaryDirectory(prefix="galley-bench-") as temporary, serving(options) as (galley, editions):
        directory = pathlib.Path(temporary)
        with peers.bare(directory, editions, count=2) as (bare, twin):
            servers = [bare, galley, twin]
            rows = []
            for name in options.mix or MIXES:
                targets = MIXES[name](chance, options.features)
                if name == unchanged.__name__:
                    rows += rows_of(name, servers, measured(servers, load.Unchanged(targets[0]), options))
                else:
                    file = directory / f"{name}.txt"
                    file.write_text("".join(f"{line}\n" for line in targets))
                    rows += rows_of(name, servers, measured(servers, load.Targets(file), options))
    table(f"Reads: {options.features} features of about {options.size} bytes, {options.rounds} rounds of "
          f"{options.seconds} s, 64 connections, medians",
          ["mix", "server", "CPU µs", "× bare", "requests/s", "p50 µs", "p99 µs"], rows)


def measured(servers, requests, options):
    """Returns the measurements by the server's name; the order of the servers is reversed in every other round.

    `requests` sends the requests: `load.Targets` or `load.Unchanged`."""
    for server in servers:
        requests.measure(server, 1)
    results = {server.name: [] for server in servers}
    for number in range(options.rounds):
        for server in servers if number % 2 == 0 else reversed(servers):
            results[server.name].append(requests.measure(server, options.seconds))
    return results


def rows_of(mix, servers, results):
    bare = results[servers[0].name]
    for server in servers:
        own = results[server.name]
        ratios = [ours["cpu"] / its["cpu"] for ours, its in zip(own, bare)]
        yield [mix, server.name, median([one["cpu"] for one in own]), median(ratios),
               round(median([one["rate"] for one in own])),
               *(round(median([one[key] for one in own])) if key in own[0] else None for key in ("p50", "p99"))]


@contextlib.contextmanager
def serving(options):
    """Runs an installation with features; yields its read process, and its editions as lines for bare.c."""
    installation = Installation()
    try:
        installation.start()
        population.populate(installation, options.features, options.size, percent=ROLLOUT)
        newest = population.sql(installation, "SELECT max(number) FROM release")
        installation.wait_for_release(int(newest))
        editions = [line for number in range(options.features) for line in fetched(installation, number)]
        yield peers.Server("galley", installation.read_url, installation.child("read")), editions
    finally:
        installation.remove()


def fetched(installation, number):
    """Fetches all editions of a feature, so that Galley has prepared every response before the first measurement, as
    bare.c has; returns them as lines for bare.c."""
    connection = http.client.HTTPConnection("127.0.0.1", installation.read_port)
    sizes = []
    for version in population.STEPS:
        for platform in population.PLATFORMS:
            for chosen in (0, 999):
                connection.request("GET", target(number, version, platform, chosen))
                answer = connection.getresponse()
                size = len(answer.read())
                if answer.status != 200:
                    raise RuntimeError(f"feature {number}, {platform} {version}: {answer.status}")
        sizes.append(size)
    connection.close()
    # The edition before the newest has two responses, which state different versions: clients in the rollout get it in
    # fewer versions than the others.
    last = len(sizes) - 1
    first = [int(version.partition(".")[0]) for version in population.STEPS]
    lines = [(first[last], END, ROLLOUT * 10, last), (first[last - 1], first[last], ROLLOUT * 10, last - 1),
             (first[last - 1], END, 1_000, last - 1)]
    lines += [(first[place], first[place + 1], 1_000, place) for place in reversed(range(last - 1))]
    return [f"{population.name(number)} {start} {end} {below} {place} {sizes[place]}"
            for start, end, below, place in lines]
