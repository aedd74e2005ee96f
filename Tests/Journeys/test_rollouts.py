"""A rollout started at the command line: the shares that phones get, and its halt after reported failures."""

import json
import urllib.request

import pytest

from documents import SCREEN, SCREEN_2
from installation import Installation, eventually


@pytest.fixture(scope="module")
def home():
    home = Installation().start()
    try:
        yield home
    finally:
        home.remove()


def served(home, bucket):
    answer = home.get(f"/v1/features/home.offers?platform=ios&client_version=9.5&bucket={bucket}")
    return answer.headers["Galley-Revision"], answer.headers["ETag"], answer.body


def test_a_rollout_serves_its_share_and_is_halted_when_apps_report_failures(home):
    home.push("home.offers", SCREEN, "--kind", "screen")
    home.push("home.offers", SCREEN_2)
    rule = ("--platform", "ios", "--from", "9.0")
    home.wait_for_release(home.json("release", "publish", "home.offers", "--revision", "1", *rule)["release"])
    before = served(home, 50)
    home.json("rollouts", "save-plan", "quick", "10:600:2", "100")

    steps = ("home.offers", "--revision", "2", *rule, "--plan", "quick")
    planned = home.json("release", "publish", *steps, "--dry-run")
    started = home.json("release", "publish", *steps)

    assert started["warnings"] == planned["warnings"]
    assert (started["state"], started["percent"], started["steps"][0]["failures"]) == ("running", 10, 2)
    home.wait_for_release(started["release"])
    assert [served(home, bucket)[0] for bucket in (99, 100, 999)] == ["2", "1", "1"]
    home.wait_for_release(started["release"], base=home.service_url)
    manifest = home.get("/v1/manifest?platform=ios&client_version=9.5", home.service_url).json()
    arms = manifest["features"]["home.offers"]["arms"]
    assert [(arm["below"], arm["revision"]) for arm in arms] == [(100, 2), (1000, 1)]

    number = str(started["rollout"])
    stop = home.json("rollouts", "stop", number, "--dry-run")
    assert (stop["dryRun"], stop["release"]) == (True, started["release"] + 1)
    assert home.json("rollouts", "show", number)["state"] == "running"
    assert home.json("rollouts", "pause", number)["state"] == "paused"
    assert home.json("rollouts", "continue", number)["state"] == "running"
    report = {"feature": "home.offers", "revision": 2, "platform": "ios", "client_version": "9.5", "pointer": "",
              "reason": "broken"}
    for _ in range(2):
        request = urllib.request.Request(
            home.service_url + "/v1/reports", json.dumps(report).encode(), {"Content-Type": "application/json"})
        assert urllib.request.urlopen(request, timeout=60).status == 202
    halted = eventually(lambda: next(
        (one for one in home.json("rollouts", "list")["rollouts"] if one["state"] == "halted"), None))
    assert halted["problems"][0]["code"] == "too-many-failures"
    home.wait_for_release(halted["haltedBy"])
    assert served(home, 50) == before
    assert home.run("rollouts", "stop", "99")[0] == home.run("rollouts", "stop", "99", "--dry-run")[0] == 1

    refused = home.run("release", "publish", "home.offers", "--revision", "2", *rule, "--plan", "none")
    assert refused[0] == 1 and "none" in refused[1] + refused[2]
    done = home.json("release", "publish", "home.offers", "--revision", "2", *rule, "--skip-plan", "The typo is mended",
                     "--reason", "Ticket 7")
    assert done["release"] == halted["haltedBy"] + 1
    assert home.json("release", "list")["releases"][0]["reason"] == "Ticket 7; The typo is mended"


def test_a_stop_that_leaves_clients_without_a_revision_warns_also_in_a_dry_run(home):
    home.push("home.new", SCREEN, "--kind", "screen")
    home.json("rollouts", "save-plan", "slow", "10:600", "100")
    number = str(home.json("release", "publish", "home.new", "--revision", "1", "--platform", "ios", "--from", "9.0",
                           "--plan", "slow")["rollout"])
    sentence = "10 % of the clients on iOS from 9.0 on will no longer get home.new."

    planned = home.json("rollouts", "stop", number, "--dry-run")
    status, out, _ = home.run("rollouts", "stop", number)

    assert [(one["code"], one["message"]) for one in planned["warnings"]] == [("nothing-live", sentence)]
    assert status == 0 and f"Warning: {sentence}" in out
