"""The service process: waiting for releases, form steps, options and reports, its independence of the other
processes, and its address for test devices."""

import http.client
import json
import os
import re
import signal
import threading
import urllib.parse

from documents import SCREEN, minified
from installation import Installation, eventually
from visitor import Visitor


def publish(installation, name, number):
    installation.push(name, SCREEN.replace("Ваш баланс", f"Баланс {number}"), "--kind", "screen")
    return installation.json(
        "release", "publish", name, "--revision", str(number), "--platform", "ios", "--from", "1.0")["release"]


def release_of(installation):
    return installation.get("/readyz", installation.service_url).json().get("release")


def events(connection, count):
    """Opens the event stream and yields the data of its next events."""
    connection.request("GET", "/v1/stream")
    answer = connection.getresponse()
    assert answer.status == 200 and answer.getheader("Content-Type") == "text/event-stream"
    found = []
    while len(found) < count:
        line = answer.readline().decode().strip()
        if line.startswith("data:"):
            found.append(json.loads(line.removeprefix("data:")))
            yield found[-1]


def test_waiting_clients_and_streams_get_the_next_release(installation):
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
        # The release came after the four seconds of waiting; a second request must return it.
        wait()
    assert answers[-1]["changes"] == [{"feature": "service.screen", "release": second, "change": "upsert"}]
    assert next(stream) == {"release": second}

    installation.json("release", "remove", "service.screen", "--platform", "ios", "--from", "1.0")
    eventually(lambda: installation.get(f"/v1/changes?since={second}", installation.service_url).json()["changes"]
               == [{"feature": "service.screen", "release": second + 1, "change": "removal"}])


FORM = json.dumps({
    "type": "Form", "title": "Rent", "steps": [
        {"title": "Flat", "jsonSchema": {"type": "object", "required": ["size"], "properties": {
            "size": {"type": "integer", "title": "Size", "minimum": 10, "errors": {"required": "How large is it?"}}}}},
        {"title": "Price", "jsonSchema": {"type": "object", "properties": {"rent": {"type": "integer", "title": "Rent"}}}}],
    "submit": {"title": "Send", "action": {"deeplink": "demo://sent"}}})


def post(installation, path, value, headers={}):
    body = value if isinstance(value, bytes) else json.dumps(value).encode()
    connection = http.client.HTTPConnection("127.0.0.1", installation.service_port, timeout=60)
    connection.request("POST", path, body, {"Content-Type": "application/json"} | headers)
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())


def test_a_form_is_served_and_validated_step_by_step(installation):
    installation.push("service.form", FORM, "--kind", "form")
    release = installation.json(
        "release", "publish", "service.form", "--revision", "1", "--platform", "ios", "--from", "1.0")["release"]
    eventually(lambda: release_of(installation) == release)
    path = "/v1/features/service.form/steps?platform=ios&client_version=1.0"
    status, first = post(installation, path, {"page": 0})
    assert status == 200 and first["pages"] == {"current": 1, "total": 2} and first["title"] == "Flat"
    _, wrong = post(installation, path, {"page": 1, "data": {}})
    assert wrong["errors"] == [{"pointer": "/size", "keyword": "required", "message": "How large is it?"}]
    assert post(installation, path, {"page": 1, "data": {"size": 80}})[1]["pages"]["current"] == 2
    _, end = post(installation, path, {"page": 2, "data": {"size": 80, "rent": 5}})
    assert end["complete"] and end["payload"] == {"size": 80, "rent": 5} and end["action"] == {"deeplink": "demo://sent"}
    for body in (b"{", b"[]", {"page": 1}, {"page": -1}, {"page": 1, "data": []}, {"page": 9, "data": {}}):
        status, problem = post(installation, path, body)
        assert status == 400 and problem["type"] == "/problems/invalid-body", (body, problem)
    assert post(installation, path.replace("form/", "nothing/"), {"page": 0})[1]["type"] == "/problems/feature-not-found"
    assert post(installation, path.replace("1.0", "x"), {"page": 0})[1]["parameter"] == "client_version"


def test_a_form_is_complete_only_with_data_that_its_schema_accepts(installation):
    person = {"type": "object", "properties": {
        "name": {"type": "string"}, "father": {"$ref": "#/$defs/person"}, "mother": {"$ref": "#/$defs/person"}}}
    form = {"type": "Form", "title": "ثبت آگهی", "steps": [{"title": "مشخصات", "jsonSchema": {
        "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
        "properties": {"applicant": {"$ref": "#/$defs/person"}, "age": {"type": "integer", "title": "سن را وارد کنید"}},
        "required": ["applicant", "age"], "additionalProperties": False, "$defs": {"person": person}}}]}
    installation.push("service.person", json.dumps(form), "--kind", "form")
    release = installation.json(
        "release", "publish", "service.person", "--revision", "1", "--platform", "ios", "--from", "1.0")["release"]
    eventually(lambda: release_of(installation) == release)
    path = "/v1/features/service.person/steps?platform=ios&client_version=1.0"

    def errors(data, language):
        found = post(installation, path, {"page": 1, "data": data}, {"Accept-Language": language})[1]
        assert found["complete"] == (not found["errors"]) == ("payload" in found), found
        return [(error["pointer"], error["keyword"], error["message"]) for error in found["errors"]]

    applicant = {"name": "x"}
    assert errors({"applicant": applicant, "age": 30}, "en") == []
    assert errors({"applicant": applicant, "age": "old", "z": 1}, "en") == [
        ("/age", "type", "Enter a whole number."), ("/z", "additionalProperties", "This value is not accepted.")]
    assert errors({"applicant": applicant}, "ru") == [("/age", "required", "Это поле обязательно.")]
    assert errors({"applicant": applicant}, "*") == errors({"applicant": applicant}, "fa")
    assert errors({"applicant": applicant}, "fa;q=0, *") == errors({"applicant": applicant}, "en")


def test_options_are_served_by_page_keyword_and_group(demo):
    def options(query):
        return demo.get(f"/v1/options/schools?{query}", demo.service_url).json()

    whole = options("limit=1000&offset=0")
    assert whole["total"] == len(whole["items"]) > 5 and whole["is_load_ended"]
    first = options("limit=4")
    second = options(f"limit=4&next_key={first['next_key']}")
    assert first["items"] + second["items"] == whole["items"][:8]
    title = whole["items"][5]["title"]
    assert whole["items"][5] in options("keyword=" + urllib.parse.quote(title))["items"]
    sections = options("limit=1000&group_by=/region")["sections"]
    assert sum(len(section["items"]) for section in sections) == whole["total"] and len(sections) > 1
    missing = demo.get("/v1/options/nothing", demo.service_url)
    assert missing.status == 404 and missing.json()["type"] == "/problems/list-not-found"


def test_failures_that_apps_report_are_counted_and_shown_in_the_console(installation):
    publish(installation, "service.screen", 1)
    eventually(lambda: release_of(installation))
    report = {"feature": "service.screen", "revision": 1, "platform": "ios", "client_version": "5.3.1",
              "pointer": "/widgets/0", "reason": "no <b>widget</b>"}
    for _ in range(3):
        assert post(installation, "/v1/reports", report) == (202, {"status": "counted"})
    assert post(installation, "/v1/reports", report | {"revision": 9})[1]["type"] == "/problems/revision-not-found"
    assert post(installation, "/v1/reports", report | {"platform": "tv"})[1]["type"] == "/problems/unknown-platform"
    odd = post(installation, "/v1/reports", report | {"client_version": "5.3.1-"})
    assert odd[0] == 400 and odd[1]["type"] == "/problems/invalid-client-version"
    assert post(installation, "/v1/reports", report | {"pointer": "x"})[1]["type"] == "/problems/invalid-body"
    assert post(installation, "/v1/reports", b"{}")[1]["type"] == "/problems/invalid-body"
    statuses = [post(installation, "/v1/reports", report)[0] for _ in range(60)]
    # At most 60 reports are counted in a minute. If a new minute began meanwhile, the second batch exceeds the limit.
    assert set(statuses) <= {202, 429} and 429 in statuses + [post(installation, "/v1/reports", report)[0] for _ in range(60)]

    page = Visitor(installation, "reporter").get("/features/service.screen").body.decode()
    assert "Failures in apps" in page and "no &lt;b&gt;widget&lt;/b&gt;" in page and "/widgets/<wbr>0" in page


def test_a_killed_service_process_restarts_without_postgresql_and_affects_no_other(installation):
    release = publish(installation, "service.screen", 1)
    eventually(lambda: release_of(installation) == release)
    eventually(lambda: installation.feature("service.screen", "ios", "1.0").status == 200)
    manifest = "/v1/manifest?platform=ios&client_version=1.0"
    expected = installation.get(manifest).body
    console, read = installation.child("console"), installation.child("read")

    with installation.crashing("service"):
        for _ in range(50):
            assert installation.feature("service.screen", "ios", "1.0").status == 200
        assert installation.get("/healthz", installation.console_url).status == 200
    eventually(lambda: installation.get(manifest, installation.service_url).body == expected)
    keys = installation.get("/v1/keys").body
    assert installation.get("/v1/keys", installation.service_url).body == keys
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
    assert installation.stop() == 0, installation.log_text()


def test_the_address_for_a_test_device_is_built_from_the_configured_urls():
    one = Installation()
    shown = {
        (): one.service_url,
        ("--base-url", f"http://galley.example:{one.port}/"): f"http://galley.example:{one.service_port}",
        ("--base-url", "http://galley.example/"): "http://galley.example",
        ("--base-url", "http://galley.example", "--api-url", "https://api.galley.example:8443/"):
            "https://api.galley.example:8443",
    }
    visitor = None
    try:
        for options, address in shown.items():
            one.options = options
            one.start()
            if not visitor:
                one.push("service.screen", SCREEN, "--kind", "screen")
                visitor = Visitor(one, "ana")
            fields = {"revision": "1", "validity": "hour", "csrf": visitor.csrf("service.screen")}
            page = visitor.post("/features/service.screen/devices", fields).body.decode()
            assert re.search(r'id="device-address" value="(.*?)/v1/devices/device_', page).group(1) == address, options
            one.stop()
    finally:
        one.remove()
