"""Killed processes: acknowledged releases are never lost, the served release number never decreases, and reads do not
depend on the console or PostgreSQL."""

import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest

from documents import SCREEN, minified
from installation import ROOT, Installation, eventually

sys.path.insert(0, str(ROOT / "Tests" / "Bench"))

from population import populate, sql  # noqa: E402

LONG = os.environ.get("GALLEY_LONG_TESTS") == "1"
CYCLES = 50 if LONG else 6
# The number of kills of the read process, and of features that it loads at each start.
READ_KILLS, FEATURES = (300, 5_000) if LONG else (5, 200)


def numbered(count):
    return SCREEN.replace("Ваш баланс", f"Баланс {count}")


def kill_postgres(installation):
    pid = int((installation.data / "postgres" / "postmaster.pid").read_text().split()[0])
    os.kill(pid, signal.SIGKILL)
    return pid


def test_acknowledged_releases_survive_kills(installation):
    """Publishes while galley or PostgreSQL is killed at varying moments; each acknowledged release must be stored."""
    acknowledged, unsure = [], []
    name = "kills.screen"
    installation.push(name, numbered(0), "--kind", "screen")
    stop = threading.Event()

    def publish():
        count = 0
        while not stop.is_set():
            count += 1
            file = installation.directory / f"kill-{count}.json"
            file.write_text(numbered(count), encoding="utf-8")
            status, out, _ = installation.run("features", "push", name, str(file), "--format", "json")
            if status != 0:
                time.sleep(0.1)
                continue
            revision = json.loads(out)["revision"]
            status, out, _ = installation.run(
                "release", "publish", name, "--revision", str(revision), "--platform", "ios", "--from", "1.0", "--format", "json")
            (acknowledged if status == 0 else unsure).append((revision, count, out))

    publisher = threading.Thread(target=publish)
    publisher.start()
    try:
        for cycle in range(CYCLES):
            # Each kill comes after a further acknowledged release, even on a slow machine.
            eventually(lambda: len(acknowledged) > cycle, seconds=60)
            time.sleep(0.3 + (cycle * 37 % 50) / 100)
            if cycle % 2:
                kill_postgres(installation)
            else:
                installation.kill()
                installation.start(wait=False)
            installation.wait_until_ready()
            eventually(lambda: installation.run("release", "list", name, "--format", "json")[0] == 0)
    finally:
        stop.set()
        publisher.join()

    releases = [json.loads(out)["release"] for _, _, out in acknowledged]
    assert releases == sorted(set(releases)), "release numbers are not ascending and unique"
    listed = {one["release"] for one in installation.json("release", "list", name)["releases"]}
    assert set(releases) <= listed
    last = max(acknowledged, key=lambda one: json.loads(one[2])["release"])
    newest = installation.json("release", "resolve", name, "--platform", "ios", "--client-version", "1.0")
    assert newest["release"] >= releases[-1]
    bodies = {minified(numbered(count)) for _, count, _ in acknowledged + unsure}
    body = eventually(lambda: installation.feature(name, "ios", "1.0")).body
    assert body in bodies, "the body is not a whole published document"
    if newest["release"] == releases[-1]:
        assert eventually(lambda: installation.feature(name, "ios", "1.0").body == minified(numbered(last[1])))


class Watch:
    """A phone that requests a feature and the node's newest release repeatedly. It records in `faults` each release
    number that is lower than an earlier one, and each number under which two different bodies were served."""

    def __init__(self, installation, name):
        self.installation, self.name = installation, name
        self.newest, self.reads, self.faults, self.bodies = {"feature": 0, "node": 0}, 0, [], {}
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self.watch)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.thread.join()

    def watch(self):
        while not self.stop.is_set():
            try:
                self.ask()
            except OSError:
                time.sleep(0.005)

    def ask(self):
        answer = self.installation.feature(self.name, "ios", "1.0")
        if answer.status != 200:
            return
        release = int(answer.headers["Galley-Release"])
        self.note("feature", release)
        if self.bodies.setdefault(release, answer.body) != answer.body:
            self.faults.append((release, "two bodies under one number"))
        readiness = self.installation.get("/readyz").json()
        if "release" in readiness:
            self.note("node", readiness["release"])

    def note(self, what, release):
        self.reads += 1
        if release < self.newest[what]:
            self.faults.append((what, self.newest[what], release))
        self.newest[what] = max(self.newest[what], release)


def publish_numbered(installation, name, count, text=numbered):
    revision = installation.push(name, text(count), "--kind", "screen")["revision"]
    return installation.json(
        "release", "publish", name, "--revision", str(revision), "--platform", "ios", "--from", "1.0")["release"]


@pytest.mark.timeout(10_800 if LONG else 600)
def test_a_repeatedly_killed_read_process_never_serves_an_older_release(installation):
    """Every fourth time, PostgreSQL is killed too, so that the next process starts from the snapshot on its disk."""
    name, chance, published, stop = "kills.read", random.Random(5), [], threading.Event()
    published.append(publish_numbered(installation, name, 0))
    populate(installation, FEATURES)
    newest = int(sql(installation, "SELECT max(number) FROM release"))
    installation.wait_for_release(newest, seconds=120)

    def publish():
        while not stop.is_set():
            try:
                published.append(publish_numbered(installation, name, len(published)))
            except AssertionError:
                time.sleep(0.1)

    publisher = threading.Thread(target=publish)
    with Watch(installation, name) as first, Watch(installation, name) as second:
        publisher.start()
        try:
            for kill in range(READ_KILLS):
                before = len(published)
                eventually(lambda: len(published) > before, seconds=60)
                time.sleep(chance.random() * 0.4)
                victim = eventually(lambda: installation.child("read"))
                if kill % 4 == 3:
                    kill_postgres(installation)
                os.kill(victim, signal.SIGKILL)
                eventually(lambda: installation.child("read") not in (None, victim))
                eventually(lambda: installation.get("/readyz").status == 200)
        finally:
            stop.set()
            publisher.join()
        installation.wait_for_release(published[-1])
        eventually(lambda: all(one.newest["feature"] >= published[-1] for one in (first, second)))

    assert first.reads > READ_KILLS and not first.faults and not second.faults, (first.faults[:3], second.faults[:3])
    waits = [float(line["wait"].split()[0]) for line in log_lines(installation) if line.get("role") == "read"]
    assert len(waits) >= READ_KILLS and max(waits) <= 0.25, "restarts wait longer after many kills"


def log_lines(installation):
    return [json.loads(line) for line in installation.log_text().splitlines() if line.startswith("{")]


def test_the_watch_of_these_tests_detects_a_node_with_an_older_release(installation):
    """A node without a database serves an earlier snapshot, which the watch must record. Otherwise the tests that
    use the watch would prove nothing."""
    name = "kills.control"
    watch = Watch(installation, name)
    installation.wait_for_release(publish_numbered(installation, name, 0))
    earlier = installation.directory / "earlier"
    # A file may be replaced while it is copied.
    eventually(lambda: shutil.copytree(installation.data / "snapshot", earlier, dirs_exist_ok=True))
    installation.wait_for_release(publish_numbered(installation, name, 1))
    watch.ask()
    assert watch.reads and not watch.faults

    alone = Installation("--role", "read", database=f"host={installation.directory}/nowhere dbname=none")
    try:
        shutil.copytree(earlier, alone.data / "snapshot")
        alone.start(wait=False)
        eventually(lambda: alone.get("/readyz").status == 200)
        assert alone.get("/readyz").json()["database"] == "away"
        watch.installation = alone
        watch.ask()
        assert watch.faults
    finally:
        alone.remove()


def limit_files(pid, size):
    """Limits the size in bytes of files that a process may write; acts as the account of that process."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    user, group = (int(re.search(rf"^{kind}:\s+(\d+)", status, re.M).group(1)) for kind in ("Uid", "Gid"))
    if user == os.getuid():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    else:
        soft = "unlimited" if size == resource.RLIM_INFINITY else size
        subprocess.run(["setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups", "prlimit", "--pid", str(pid),
                        f"--fsize={soft}:unlimited"], check=True)


def test_a_node_with_a_full_disk_serves_the_stored_release_until_there_is_space(installation):
    """A limit on file sizes simulates the full disk; a restart during that time does not serve an older release."""
    name = "kills.disk"

    def large(count):
        return SCREEN.replace("Ваш баланс", f"{count} " + "x" * 300_000)

    served = publish_numbered(installation, name, 1, large)
    installation.wait_for_release(served)
    size = eventually(lambda: max(file.stat().st_size for file in (installation.data / "snapshot").iterdir()))
    assert installation.log.stat().st_size < size, "the limit would stop the log"
    with Watch(installation, name) as watch:
        for pid in (installation.process.pid, installation.child("read")):
            limit_files(pid, size + 1_000)
        newest = publish_numbered(installation, name, 2, large)
        eventually(lambda: installation.get("/readyz").json().get("storage") == "failing")
        assert installation.get("/readyz").json()["release"] == served

        victim = installation.child("read")
        os.kill(victim, signal.SIGKILL)
        again = eventually(lambda: installation.child("read") not in (None, victim) and installation.child("read"))
        eventually(lambda: installation.get("/readyz").json().get("storage") == "failing")
        assert installation.get("/readyz").json()["release"] == served

        for pid in (installation.process.pid, again):
            limit_files(pid, resource.RLIM_INFINITY)
        installation.wait_for_release(newest)
        eventually(lambda: installation.get("/readyz").json()["storage"] == "ok")
        eventually(lambda: watch.newest["feature"] == newest)
    assert not watch.faults, watch.faults[:3]


def test_a_crash_is_reported_briefly_unless_the_operator_wants_another_report(installation):
    """A full report of a crash takes seconds, in which the process cannot be started again."""

    def settings():
        variables = pathlib.Path(f"/proc/{eventually(lambda: installation.child('read'))}/environ").read_bytes()
        return [line for line in variables.decode().split("\0") if line.startswith("SWIFT_BACKTRACE=")]

    assert len(settings()) == 1 and "threads=crashed" in settings()[0] and "symbolicate=fast" in settings()[0]
    installation.stop()
    installation.environment["SWIFT_BACKTRACE"] = "enable=no"
    installation.start()
    assert settings() == ["SWIFT_BACKTRACE=enable=no"]


def test_a_read_process_that_waits_for_its_first_load_ends_on_request(installation):
    installation.wait_for_release(publish_numbered(installation, "kills.loading", 0))
    socket = installation.data.resolve() / "socket"
    loading = Installation("--role", "read", database=f"host={socket} user=galley_application dbname=galley")
    lock = subprocess.Popen(
        ["psql", "-X", "-q", "-A", "-t", "--host", str(socket), "--username", "galley", "galley"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        lock.stdin.write("BEGIN; LOCK TABLE feature IN ACCESS EXCLUSIVE MODE; SELECT 'locked';\n")
        lock.stdin.flush()
        assert lock.stdout.readline().strip() == "locked"
        loading.start(wait=False)
        waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%live_release%'"
        eventually(lambda: sql(installation, waiting, role="postgres") != "0")
        eventually(lambda: loading.get("/readyz").status == 503)
        # The process must cancel its query, which would otherwise wait for the lock for half a minute.
        assert loading.stop(seconds=25) == 0, loading.log_text()
    finally:
        lock.stdin.close()
        lock.wait(60)
        loading.remove()


def test_a_dead_console_never_stops_reads(installation):
    installation.push("home.main", SCREEN, "--kind", "screen")
    installation.json("release", "publish", "home.main", "--revision", "1", "--platform", "ios", "--from", "1.0")
    eventually(lambda: installation.feature("home.main", "ios", "1.0").status == 200)
    wrong = []
    reads = 0

    for _ in range(3):
        with installation.crashing("console"):
            end = time.monotonic() + 1
            # A round ends at a multiple of twenty reads, so that it has at least twenty even on a busy machine.
            while time.monotonic() < end or reads % 20:
                answer = installation.feature("home.main", "ios", "1.0")
                reads += 1
                if (answer.status, answer.body) != (200, minified(SCREEN)):
                    wrong.append(answer)
        eventually(lambda: installation.get("/readyz", installation.console_url).status == 200)

    assert reads > 50 and not wrong, wrong[:3]
    # One report for each of the three crashes: threads that the crash reporter interrupts do not crash too.
    assert installation.log_text().count("*** Program crashed") == 3


def test_reads_go_on_while_postgresql_is_away(installation):
    installation.push("home.main", SCREEN, "--kind", "screen")
    installation.json("release", "publish", "home.main", "--revision", "1", "--platform", "ios", "--from", "1.0")
    eventually(lambda: installation.feature("home.main", "ios", "1.0").status == 200)

    kill_postgres(installation)

    for _ in range(200):
        assert installation.feature("home.main", "ios", "1.0").status == 200
    eventually(lambda: installation.run("release", "list", "home.main")[0] == 0)


def test_galley_stops_postgresql_and_serves_the_same_after_a_start(installation):
    installation.push("home.main", SCREEN, "--kind", "screen")
    installation.json("release", "publish", "home.main", "--revision", "1", "--platform", "ios", "--from", "1.0")
    # `/readyz` may answer 200 with the snapshot from before the publish.
    assert eventually(lambda: installation.feature("home.main", "ios", "1.0").status == 200)

    assert installation.stop() == 0
    assert not (installation.data / "postgres" / "postmaster.pid").exists()

    installation.start()
    assert installation.feature("home.main", "ios", "1.0").body == minified(SCREEN)


@pytest.fixture
def hangup():
    """Yields a function that sets the action for SIGHUP, and restores the former action afterwards. Programs that are
    started while the action is to ignore the signal ignore it too."""
    before = signal.getsignal(signal.SIGHUP)
    yield lambda action: signal.signal(signal.SIGHUP, action)
    signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize("name", ["SIGINT", "SIGHUP"])
@pytest.mark.parametrize("moment", ["starting", "serving"])
def test_sigint_and_sighup_stop_galley_and_postgresql(hangup, moment, name):
    hangup(signal.SIG_DFL)
    one = Installation().start(wait=moment == "serving")
    try:
        socket = one.data / "socket" / ".s.PGSQL.5432"
        eventually(socket.exists)
        one.process.send_signal(getattr(signal, name))
        assert one.process.wait(60) == 0, one.log_text()
        assert not socket.exists()
        assert not (one.data / "postgres" / "postmaster.pid").exists()
    finally:
        one.remove()


def test_galley_started_with_nohup_survives_sighup(hangup):
    hangup(signal.SIG_IGN)
    one = Installation().start()
    try:
        one.process.send_signal(signal.SIGHUP)
        before = one.child("console")
        os.kill(before, signal.SIGKILL)
        eventually(lambda: one.child("console") not in (None, before))
    finally:
        one.remove()


def test_two_installations_cannot_share_a_data_directory_or_a_port(installation):
    twin = Installation()
    twin.data = installation.data
    twin.start(wait=False)
    assert twin.process.wait(60) == 2, twin.log_text()
    assert str(installation.data) in twin.log_text()
    # The database of the running installation must stay when the twin is removed.
    twin.data = twin.directory / "data"
    twin.remove()

    neighbor = Installation()
    neighbor.port = installation.port
    neighbor.start(wait=False)
    assert neighbor.process.wait(60) == 2, neighbor.log_text()
    assert f"port {installation.port} on 127.0.0.1 is in use" in neighbor.log_text()
    assert "choose another with --port" in neighbor.log_text()
    neighbor.remove()
