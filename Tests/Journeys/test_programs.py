"""The management API as a program with a token uses it: repeated requests, option lists, the audit trail, previews."""

import csv
import io
import json
import os
import signal
import urllib.error
import urllib.request

import pytest

from documents import SCREEN
from installation import Answer, Installation, eventually

SCHOOLS = "key,title,parent\nnorth,The North,\nntu,NTU,north\n"


@pytest.fixture(scope="module")
def home():
    home = Installation().start()
    try:
        home.add_account("robot")
        home.push("home.offers", SCREEN, "--kind", "screen")
        home.token = home.json(
            "tokens", "create", "--account", "robot", "--scope", "edit", "--scope", "publish", "robot's token")["token"]
        yield home
    finally:
        home.remove()


def ask(home, path, body=None, method=None, media="application/json", key=None):
    headers = {"Authorization": f"Bearer {home.token}", "Content-Type": media}
    if key:
        headers["Idempotency-Key"] = key
    data = body if body is None else body.encode()
    request = urllib.request.Request(home.console_url + "/api/v1" + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return Answer(response.status, response.headers, response.read())
    except urllib.error.HTTPError as error:
        return Answer(error.code, error.headers, error.read())


def events(home, query):
    return ask(home, "/audit?" + query).json()["events"]


def test_a_request_with_the_same_idempotency_key_gets_the_first_answer_again(home):
    path, text = "/features/home.offers/revisions/1/comments", json.dumps({"text": "Why?"})
    first = ask(home, path, text, key="comment 1")
    assert first.status == 201, first
    victim = home.child("console")
    os.kill(victim, signal.SIGKILL)
    eventually(lambda: home.child("console") not in (None, victim))
    second = eventually(lambda: (answer := ask(home, path, text, key="comment 1")).status != 503 and answer)
    assert (second.status, second.body) == (first.status, first.body)
    assert len(events(home, "action=review.commented")) == 1
    other = ask(home, path, json.dumps({"text": "Why not?"}), key="comment 1")
    assert (other.status, other.json()["type"]) == (422, "/problems/idempotency-key-reused")

    rule = {"rules": [{"feature": "home.offers", "revision": 1, "platform": "ios", "from": "9.0"}]}
    assert ask(home, "/releases", json.dumps(rule), key="release 1").status == 201
    planned = ask(home, "/schedules", json.dumps({**rule, "at": "2099-01-01T00:00:00Z"}), key="release 1")
    assert planned.status == 422, planned
    assert home.json("schedules", "list")["schedules"] == []
    refused = home.run("release", "publish", "home.offers", "--revision", "1", "--platform", "ios", "--from", "9.5",
                       "--idempotency-key", "release 1")
    assert refused[0] == 1 and "release 1" in refused[1] + refused[2]


def test_an_imported_list_is_served_to_apps_and_recorded_in_the_audit_trail(home):
    made = ask(home, "/option-lists/schools", SCHOOLS, "PUT", "text/csv", key="schools 1")
    assert (made.status, made.json()) == (201, {"list": "schools", "items": 2})
    apps = home.get("/v1/options/schools?offset=0", home.service_url).json()
    assert [item["key"] for item in apps["items"]] == ["north", "ntu"]
    assert ask(home, "/option-lists/schools?parent=north").json()["items"][0]["title"] == "NTU"
    bad = ask(home, "/option-lists/schools", "key,title\na,A\na,B\n", "PUT", "text/csv")
    assert (bad.status, len(bad.json()["diagnostics"])) == (422, 1)
    event = events(home, "subject=schools")[0]
    assert (event["action"], event["actor"], event["detail"]["byTokenName"]) == (
        "option-list.imported", "robot", "robot's token")


def test_pages_and_exports_of_the_audit_trail_contain_the_same_events(home):
    found, before = [], ""
    while True:
        page = ask(home, "/audit?limit=3" + before).json()
        found += page["events"]
        if "next" not in page:
            break
        before = f"&before={page['next']}"
    numbers = [event["number"] for event in found]
    assert numbers == list(range(numbers[0], 0, -1))
    lines = ask(home, "/audit/export").body.decode().splitlines()
    assert [json.loads(line) for line in lines] == found
    rows = list(csv.DictReader(io.StringIO(ask(home, "/audit/export?format=csv").body.decode())))
    assert [row["hash"] for row in rows] == [event["hash"] for event in found]
    assert home.run("audit", "verify")[0] == 0


def test_the_api_returns_previews_as_html_pages(home):
    page = ask(home, "/preview?platform=ios&client_version=9.0", SCREEN)
    assert page.status == 200
    assert page.headers["Content-Type"].startswith("text/html")
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert ask(home, "/features/home.offers/revisions/1/preview").status == 200
    assert ask(home, "/preview?theme=blue", SCREEN).json()["parameter"] == "theme"
