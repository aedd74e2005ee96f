"""What is acknowledged stays, whatever is killed; a dead console never stops what phones read."""

import json
import os
import signal
import threading
import time

import pytest

from documents import SCREEN, minified
from installation import Installation, eventually

CYCLES = 50 if os.environ.get("GALLEY_LONG_TESTS") == "1" else 6


def numbered(count):
    return SCREEN.replace("Ваш баланс", f"Баланс {count}")


def kill_postgres(installation):
    pid = int((installation.data / "postgres" / "postmaster.pid").read_text().split()[0])
    os.kill(pid, signal.SIGKILL)
    return pid


def test_acknowledged_releases_survive_kills(installation):
    """Publishes run while galley or PostgreSQL is killed at a random moment; afterwards each acknowledged one is there."""
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
            # However slow the machine is, there is something to lose in every cycle.
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
    assert releases == sorted(set(releases)), "release numbers go up, each once"
    listed = {one["release"] for one in installation.json("release", "list", name)["releases"]}
    assert set(releases) <= listed
    last = max(acknowledged, key=lambda one: json.loads(one[2])["release"])
    newest = installation.json("release", "resolve", name, "--platform", "ios", "--client-version", "1.0")
    assert newest["release"] >= releases[-1]
    bodies = {minified(numbered(count)) for _, count, _ in acknowledged + unsure}
    body = eventually(lambda: installation.feature(name, "ios", "1.0")).body
    assert body in bodies, "a whole document, never half of one"
    if newest["release"] == releases[-1]:
        assert eventually(lambda: installation.feature(name, "ios", "1.0").body == minified(numbered(last[1])))


def test_a_dead_console_never_stops_reads(installation):
    installation.push("home.main", SCREEN, "--kind", "screen")
    installation.json("release", "publish", "home.main", "--revision", "1", "--platform", "ios", "--from", "1.0")
    eventually(lambda: installation.feature("home.main", "ios", "1.0").status == 200)
    wrong = []
    reads = 0

    for _ in range(3):
        before = eventually(lambda: installation.child("console"))
        os.kill(before, signal.SIGTRAP)
        end = time.monotonic() + 1
        while time.monotonic() < end:
            answer = installation.feature("home.main", "ios", "1.0")
            reads += 1
            if (answer.status, answer.body) != (200, minified(SCREEN)):
                wrong.append(answer)
        eventually(lambda: installation.child("console") not in (None, before))
        eventually(lambda: installation.get("/readyz", installation.console_url).status == 200)

    assert reads > 50 and not wrong, wrong[:3]


def test_reads_go_on_while_postgresql_is_away(installation):
    installation.push("home.main", SCREEN, "--kind", "screen")
    installation.json("release", "publish", "home.main", "--revision", "1", "--platform", "ios", "--from", "1.0")
    eventually(lambda: installation.feature("home.main", "ios", "1.0").status == 200)

    kill_postgres(installation)

    for _ in range(200):
        assert installation.feature("home.main", "ios", "1.0").status == 200
    eventually(lambda: installation.run("release", "list", "home.main")[0] == 0)


def test_it_stops_cleanly_and_starts_again(installation):
    installation.push("home.main", SCREEN, "--kind", "screen")
    installation.json("release", "publish", "home.main", "--revision", "1", "--platform", "ios", "--from", "1.0")

    assert installation.stop() == 0
    assert not (installation.data / "postgres" / "postmaster.pid").exists()

    installation.start()
    assert installation.feature("home.main", "ios", "1.0").body == minified(SCREEN)


@pytest.fixture
def hangup():
    """Sets what the closing of a terminal does to programs that the test starts."""
    before = signal.getsignal(signal.SIGHUP)
    yield lambda action: signal.signal(signal.SIGHUP, action)
    signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize("name", ["SIGINT", "SIGHUP"])
@pytest.mark.parametrize("moment", ["starting", "serving"])
def test_ctrl_c_and_a_closed_terminal_leave_nothing_running(hangup, moment, name):
    hangup(signal.SIG_DFL)
    one = Installation().start(wait=moment == "serving")
    try:
        socket = one.data / "socket" / ".s.PGSQL.5432"
        eventually(socket.exists)
        one.process.send_signal(getattr(signal, name))
        assert one.process.wait(30) == 0, one.text()
        assert not socket.exists()
        assert not (one.data / "postgres" / "postmaster.pid").exists()
    finally:
        one.remove()


def test_with_nohup_it_outlives_the_terminal(hangup):
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
    assert twin.process.wait(30) == 2, twin.text()
    assert str(installation.data) in twin.text()

    neighbour = Installation()
    neighbour.port = installation.port
    neighbour.start(wait=False)
    assert neighbour.process.wait(30) == 2, neighbour.text()
    assert f"port {installation.port} on 127.0.0.1 is in use" in neighbour.text()
    assert "choose another with --port" in neighbour.text()
    neighbour.remove()
