"""Eight processes publish, roll back, schedule and roll out through two nodes; a checker compares the acknowledged
requests with the list of all releases, and that list with what the nodes serve."""

import json
import multiprocessing
import os
import random
import time
import urllib.error
import urllib.request
from datetime import datetime, timedelta, timezone

import pytest

from documents import SCREEN, SCREEN_2
from installation import Installation, eventually

FEATURES = [f"history.f{number:02}" for number in range(20)]
VERSIONS = ["1.0", "5.0", "9.5"]
# The number of requests of each process; in a long run, they take about a minute.
REQUESTS = 250 if os.environ.get("GALLEY_LONG_TESTS") == "1" else 12


def call(url, token, body=None):
    """Sends a request to the management API; returns the status and the JSON of the answer."""
    request = urllib.request.Request(url, json.dumps(body).encode() if body is not None else None, {
        "Authorization": f"Bearer {token}", "Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def work(seed, console, token, results):
    """Sends random requests and records each that was acknowledged, with the times before and after it."""
    chance, history = random.Random(seed), []
    api = console + "/api/v1"
    for _ in range(REQUESTS):
        feature = chance.choice(FEATURES)
        rule = {"feature": feature, "revision": chance.choice([1, 2]), "platform": "ios",
                "from": chance.choice(VERSIONS), "percent": chance.choice([1, 50, 100, 100])}
        kind = chance.choice(["publish", "publish", "several", "rollback", "schedule", "rollout"])
        if kind == "publish":
            path, body = "/releases", {"rules": [rule]}
        elif kind == "several":
            others = [{**rule, "feature": name} for name in chance.sample(FEATURES, 3)]
            path, body = "/releases", {"rules": others}
        elif kind == "rollout":
            path, body = "/rollouts", {"rules": [rule], "plan": "quick"}
        elif kind == "rollback":
            path, body = "/rollbacks", {"feature": feature, "to": chance.randint(0, 20)}
        else:
            at = datetime.now(timezone.utc) + timedelta(seconds=chance.choice([1, 2]))
            path, body = "/schedules", {"rules": [rule], "at": at.strftime("%Y-%m-%dT%H:%M:%SZ")}
        began = time.time()
        try:
            status, answer = call(api + path, token, body)
        except OSError:
            continue
        if status == 201:
            history.append({"kind": kind, "began": began, "ended": time.time(), "answer": answer})
    results.put(history)


def faults(history, listed, schedules, served):
    """Returns a sentence for each fault: an acknowledged release is lost, numbers or times are out of order, a schedule
    did not end, or a node serves something other than what the releases say. `history` contains what `work` recorded,
    `listed` all releases in the order of their numbers, `schedules` the schedules by number, and `served` the manifests
    by node and client version."""
    found = []
    numbers = [release["release"] for release in listed]
    if numbers != list(range(1, len(listed) + 1)):
        found.append(f"there are {len(listed)} releases, but their numbers are not 1 to {len(listed)}")
    times = [release["createdAt"] for release in listed]
    if times != sorted(times):
        found.append("a later release has an earlier time")
    by_number = {release["release"]: release for release in listed}
    made = [event for event in history if "release" in event["answer"] and event["kind"] != "schedule"]
    for event in made:
        kept = by_number.get(event["answer"]["release"])
        if not kept or event["kind"] != "rollout" and kept["features"] != event["answer"]["features"]:
            found.append(f"release {event['answer']['release']} was acknowledged, but is missing or differs from the answer")
    for first in made:
        for second in made:
            if first["ended"] < second["began"] and first["answer"]["release"] > second["answer"]["release"]:
                later, earlier = first["answer"]["release"], second["answer"]["release"]
                found.append(f"release {earlier} was requested only after release {later} was acknowledged")
    for event in history:
        if event["kind"] == "schedule":
            state = schedules.get(event["answer"]["schedule"]["schedule"])
            if not state or state["state"] not in ("released", "failed"):
                found.append(f"schedule {event['answer']['schedule']['schedule']} was acknowledged and is {state}")
    releases = [state["release"] for state in schedules.values() if "release" in state]
    if len(releases) != len(set(releases)) or not set(releases) <= set(numbers):
        found.append("two schedules state the same release, or one states a release that does not exist")
    live = {}
    for release in listed:
        for item in release["features"]:
            live[item["feature"]] = item
    for node, manifests in served.items():
        for version, manifest in manifests.items():
            for feature in FEATURES:
                arms = manifest["features"].get(feature, {"arms": []})["arms"]
                expected = replay(live.get(feature), version)
                if [(arm["below"], arm["revision"], arm["hash"]) for arm in arms] != expected:
                    found.append(f"{node} serves {feature} at {version} differently from its releases")
    return found


def key(version):
    return [int(part) for part in version.split(".")]


def replay(item, version):
    """Returns the `arms` that the manifest must have for a client version. An arm is a tuple of bucket, revision and
    hash; a client gets the first arm whose bucket is above its own. Neighboring arms with the same revision and hash
    are combined into one."""
    arms = []
    for rule in sorted(item["rules"] if item else [], key=lambda rule: key(rule["from"]), reverse=True):
        edition = [one for one in rule["editions"] if key(one["from"]) <= key(version)
                   and ("until" not in one or key(version) < key(one["until"]))]
        below = round(rule["percent"] * 10)
        if edition and below > (arms[-1][0] if arms else 0):
            served = (rule["revision"], edition[0]["hash"])
            if arms and arms[-1][1:] == served:
                arms.pop()
            arms.append((below, *served))
    return arms


@pytest.fixture
def nodes():
    home = Installation().start()
    other = None
    try:
        url = f"host='{home.data.resolve() / 'socket'}' port=5432 user=galley_application dbname=galley"
        other = Installation(database=url).start()
        yield [home, other]
    finally:
        if other:
            other.remove()
        home.remove()


def test_no_acknowledged_release_is_lost_and_both_nodes_serve_what_the_releases_say(nodes):
    home = nodes[0]
    for name in FEATURES:
        home.push(name, SCREEN, "--kind", "screen")
        home.push(name, SCREEN_2)
    home.add_account("machine")
    home.json("rollouts", "save-plan", "quick", "10:0", "100:0")
    token = home.json("tokens", "create", "--account", "machine", "--scope", "publish", "--scope", "read", "history")["token"]
    results = multiprocessing.Queue()
    workers = [multiprocessing.Process(target=work, args=(seed, nodes[seed % 2].console_url, token, results))
               for seed in range(8)]
    for worker in workers:
        worker.start()
    history = [event for _ in workers for event in results.get(timeout=240)]
    for worker in workers:
        worker.join()
    api = home.console_url + "/api/v1"
    assert len(history) > REQUESTS, history

    def settled():
        schedules = call(api + "/schedules?limit=1000", token)[1]["schedules"]
        return schedules if all(one["state"] != "waiting" for one in schedules) else None

    def stepped():
        rollouts = call(api + "/rollouts?limit=1000", token)[1]["rollouts"]
        return rollouts if all(one["state"] != "running" for one in rollouts) else None

    schedules = {one["schedule"]: one for one in eventually(settled, 120)}
    rollouts = eventually(stepped, 120)
    newest = call(api + "/releases?limit=1", token)[1]["releases"][0]["release"]
    listed = [call(f"{api}/releases/{number}", token)[1] for number in range(1, newest + 1)]
    for node in nodes:
        node.wait_for_release(newest)
        eventually(lambda: node.get("/v1/manifest?platform=ios&client_version=9.5", node.service_url).json()["release"] >= newest)
    served = {
        node.console_url: {
            version: node.get(f"/v1/manifest?platform=ios&client_version={version}", node.service_url).json()
            for version in VERSIONS}
        for node in nodes}

    assert faults(history, listed, schedules, served) == []
    print(f"{len(history)} acknowledged requests, {newest} releases, {len(schedules)} schedules, {len(rollouts)} rollouts")

    # To prove that the checker works: it finds a lost release, swapped releases and a node that serves another edition.
    acknowledged = next(event for event in history if event["kind"] == "publish")["answer"]["release"]
    assert faults(history, [one for one in listed if one["release"] != acknowledged], schedules, served)
    turned = [dict(one) for one in listed]
    turned[0], turned[-1] = turned[-1], turned[0]
    assert faults(history, turned, schedules, served)
    feature = listed[-1]["features"][0]["feature"]
    spoilt = json.loads(json.dumps(served))
    next(iter(spoilt.values()))["9.5"]["features"][feature] = {"arms": [{"below": 1000, "revision": 99, "hash": "x"}]}
    assert faults(history, listed, schedules, spoilt)
