"""The service process: what waits for a release, what is assembled, and what its end leaves alone."""

import http.client
import json
import os
import signal
import threading

from documents import SCREEN, minified
from installation import eventually


def publish(installation, name, number):
    installation.push(name, SCREEN.replace("Ваш баланс", f"Баланс {number}"), "--kind", "screen")
    return installation.json(
        "release", "publish", name, "--revision", str(number), "--platform", "ios", "--from", "1.0")["release"]


def release_of(installation):
    return installation.get("/readyz", installation.service_url).json().get("release")


def events(connection, count):
    """The data of the next events of an open stream."""
    connection.request("GET", "/v1/stream")
    answer = connection.getresponse()
    assert answer.status == 200 and answer.getheader("Content-Type") == "text/event-stream"
    found = []
    while len(found) < count:
        line = answer.readline().decode().strip()
        if line.startswith("data:"):
            found.append(json.loads(line.removeprefix("data:")))
            yield found[-1]


def test_clients_wait_for_a_release_and_are_told(installation):
    first = publish(installation, "service.screen", 1)
    eventually(lambda: release_of(installation) == first)
    stream = events(http.client.HTTPConnection("127.0.0.1", installation.service_port, timeout=60), 2)
    assert next(stream) == {"release": first}
    answers = []

    def wait():
        answers.append(installation.get(f"/v1/changes?since={first}&wait=4", installation.service_url).json())

    poll = threading.Thread(target=wait)
    poll.start()
    second = publish(installation, "service.screen", 2)
    poll.join()
    if not answers[0]["changes"]:
        # The machine was slower than the wait; asking again must tell.
        wait()
    assert answers[-1]["changes"] == [{"feature": "service.screen", "release": second, "change": "upsert"}]
    assert next(stream) == {"release": second}

    installation.json("release", "remove", "service.screen", "--platform", "ios", "--from", "1.0")
    eventually(lambda: installation.get(f"/v1/changes?since={second}", installation.service_url).json()["changes"]
               == [{"feature": "service.screen", "release": second + 1, "change": "removal"}])


def test_a_dead_service_process_stops_nothing_else_and_comes_back_without_postgresql(installation):
    release = publish(installation, "service.screen", 1)
    eventually(lambda: release_of(installation) == release)
    eventually(lambda: installation.feature("service.screen", "ios", "1.0").status == 200)
    manifest = "/v1/manifest?platform=ios&client_version=1.0"
    expected = installation.get(manifest).body
    console, read = installation.child("console"), installation.child("read")

    before = installation.child("service")
    os.kill(before, signal.SIGTRAP)
    for _ in range(50):
        assert installation.feature("service.screen", "ios", "1.0").status == 200
    assert installation.get("/healthz", installation.console_url).status == 200
    eventually(lambda: installation.child("service") not in (None, before))
    eventually(lambda: installation.get(manifest, installation.service_url).body == expected)
    assert (installation.child("console"), installation.child("read")) == (console, read)

    postmaster = int((installation.data / "postgres" / "postmaster.pid").read_text().split()[0])
    os.kill(postmaster, signal.SIGSTOP)
    try:
        before = installation.child("service")
        os.kill(before, signal.SIGKILL)
        eventually(lambda: installation.child("service") not in (None, before))
        eventually(lambda: installation.get(manifest, installation.service_url).body == expected)
        changes = installation.get("/v1/changes?since=0", installation.service_url).json()
        assert changes["release"] == release and len(changes["changes"]) == 1
        content = json.loads(expected)["features"]["service.screen"]["arms"][0]["url"]
        document = installation.get(content, installation.service_url)
        assert document.body == minified(SCREEN.replace("Ваш баланс", "Баланс 1"))
        assert document.headers["Access-Control-Allow-Origin"] == "*"
    finally:
        os.kill(postmaster, signal.SIGCONT)
    assert installation.stop() == 0, installation.text()
