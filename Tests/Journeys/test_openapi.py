"""Requests that schemathesis generates from the OpenAPI descriptions; each answer must match its description."""

import json
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse

import pytest

from documents import SCREEN
from installation import ROOT, eventually

SCHEMATHESIS = pathlib.Path(sys.executable).with_name("schemathesis")
LONG = os.environ.get("GALLEY_LONG_TESTS") == "1"

#: The operations that are tested on each listener. Those in ENDLESS are not tested, because their answers do not end.
READ = ["getFeature", "getManifest", "getBundle", "getContent", "getKeys", "getDescription", "getHealth", "getReadiness",
        "getMetrics"]
SERVICE = ["getManifest", "getBundle", "getContent", "getChanges", "getOptions", "postStep", "postReport", "getKeys"]
ENDLESS = ["getStream"]

#: The statuses that an invalid request may get, among them those for an overlong request target (414), header fields
#: (431) or body (413), and for too many reports (429).
REFUSALS = """
[checks.negative_data_rejection]
expected-statuses = [
    "400", "401", "403", "404", "405", "406", "409", "410", "412", "413", "414", "415", "422", "428", "429", "431", "503",
]
"""


def description(installation, directory):
    """Writes the served description with `wait` limited to 0, so that no request waits for a release."""
    document = installation.get("/v1/openapi.json").json()
    for parameter in document["paths"]["/v1/changes"]["get"]["parameters"]:
        if parameter["name"] == "wait":
            parameter["schema"]["maximum"] = 0
    file = directory / "openapi.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    return file


def schemathesis(file, url, directory, *options):
    """Runs schemathesis with a fixed seed, in a long run for five minutes; returns its exit status and output."""
    budget = ["--max-time", "300"] if LONG else ["--max-examples", "8", "--phases", "examples,coverage,fuzzing"]
    (directory / "schemathesis.toml").write_text(REFUSALS, encoding="utf-8")
    done = subprocess.run(
        [str(SCHEMATHESIS), "run", str(file), "--url", url, "--seed", "20261122", "--no-color", "--checks", "all",
         "--continue-on-failure", "--generation-database", "none", "--request-timeout", "60", *budget, *options],
        cwd=directory, capture_output=True, text=True)
    return done.returncode, done.stdout[-6000:] + done.stderr[-1000:]


def test_every_operation_of_the_read_api_is_listed_for_these_tests():
    paths = json.loads((ROOT / "Sources" / "ReadAPI" / "openapi.json").read_text(encoding="utf-8"))["paths"]
    described = {operation["operationId"] for path in paths.values() for operation in path.values()}
    assert described == {*READ, *SERVICE, *ENDLESS}


def test_exactly_the_described_names_of_members_are_accepted(installation, tmp_path):
    schools = tmp_path / "schools.csv"
    schools.write_text("key,title\nk1,School\n", encoding="utf-8")
    assert installation.run("option-lists", "import", "schools", str(schools))[0] == 0
    parameters = installation.get("/v1/openapi.json").json()["paths"]["/v1/options/{list}"]["get"]["parameters"]
    [members] = [parameter for parameter in parameters if parameter["name"] == "members"]
    pattern = members["schema"]["propertyNames"]["pattern"]
    for name, is_accepted in {
        "/city": True, "/город/улица": True, "/a~1b/~0": True, "/2nd": True, "/": True, "": True, "utm_source": True,
        "/1": False, "/city/-1": False, "/ 7/a": False, "/a~2": False, "/a~": False, "x\0": False,
    }.items():
        query = urllib.parse.urlencode({name: "1"}, quote_via=urllib.parse.quote)
        answer = installation.get(f"/v1/options/schools?{query}", installation.service_url)
        assert answer.status == (200 if is_accepted else 400), name
        assert (re.search(pattern, name) is not None) == is_accepted, name


@pytest.mark.timeout(900 if LONG else 600)
@pytest.mark.parametrize("operations", [READ, SERVICE], ids=["read", "service"])
def test_the_read_api_answers_as_it_is_described(installation, tmp_path, operations):
    installation.push("home.main", SCREEN, "--kind", "screen")
    installation.json("release", "publish", "home.main", "--revision", "1", "--platform", "ios", "--from", "1.0")
    eventually(lambda: installation.feature("home.main", "ios", "1.0").status == 200)
    schools = tmp_path / "schools.csv"
    schools.write_text("key,title\n" + "".join(f"k{number},School {number}\n" for number in range(50)), encoding="utf-8")
    assert installation.run("option-lists", "import", "schools", str(schools))[0] == 0
    url = installation.read_url if operations is READ else installation.service_url
    eventually(lambda: installation.get("/readyz", url).status == 200)
    included = [argument for operation in operations for argument in ("--include-operation-id", operation)]
    status, text = schemathesis(description(installation, tmp_path), url, tmp_path, *included)
    assert status == 0, text
    assert installation.get("/healthz", url).status == 200


@pytest.mark.timeout(900 if LONG else 600)
def test_the_management_api_answers_as_it_is_described(installation, tmp_path):
    installation.push("home.main", SCREEN, "--kind", "screen")
    installation.add_account("robot")
    token = installation.json("tokens", "create", "--account", "robot", "--scope", "publish", "schemathesis")["token"]
    file = tmp_path / "management.json"
    file.write_bytes(installation.get("/api/v1/openapi.json", installation.console_url).body)
    status, text = schemathesis(
        file, installation.console_url, tmp_path, "--header", f"Authorization: Bearer {token}",
        # schemathesis cannot generate ZIP files.
        "--exclude-operation-id", "proposeSchemas",
        # A schema cannot state rules such as that a named feature exists.
        "--exclude-checks", "positive_data_acceptance,negative_data_rejection")
    assert status == 0, text
    assert installation.get("/healthz", installation.console_url).status == 200
