"""The content of the demo installation, and the metrics of each listener."""

import re

import pytest

from installation import ROOT, eventually

#: The type of the document of each feature.
TYPES = {
    "home.main": "Screen", "posting.form": "Form", "insurance.insurant": "Questionnaire", "profile.school": "OptionSheet",
    "cards.flow": "ModuleFlow",
}


@pytest.mark.parametrize("name", TYPES)
def test_the_demo_serves_a_document_of_each_kind(demo, name):
    answer = demo.feature(name, "ios", "10.0")
    assert answer.status == 200, answer
    assert answer.json()["type"] == TYPES[name]


def test_the_demo_serves_the_features_and_option_lists_that_its_documents_name(demo):
    parts = [module.get("module") or module["content"].get("feature") for module in
             demo.feature("cards.flow", "ios", "10.0").json()["modules"]]
    assert [demo.feature(part, "android", "10.0").status for part in parts if part] == [200, 200, 200]

    provider = demo.feature("profile.school", "web", "10.0").json()["dataProvider"]
    first = demo.json("option-lists", "list", provider["loader"]["list"], "--limit", str(provider["loader"]["limit"]))
    assert len(first["items"]) == 30 and not first["is_load_ended"]


def test_the_search_of_an_option_list_in_the_readme_finds_items(demo):
    path = re.search(r"curl 'http://127\.0\.0\.1:8082(/v1/options/[^']*)'", (ROOT / "README.md").read_text("utf-8"))[1]
    assert demo.get(path, demo.service_url).json()["items"]


def metrics(demo, url):
    """Returns the metrics of a process by name with labels; fails if a line is not in the Prometheus text format."""
    answer = demo.get("/metrics", url)
    assert answer.status == 200 and answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    lines = answer.body.decode().splitlines()
    values = [line for line in lines if not line.startswith("#")]
    assert all(re.fullmatch(r'[a-z_]+(\{status="\d{3}"\})? [0-9.e+-]+', line) for line in values), values
    assert {line.split()[2] for line in lines if line.startswith("# TYPE")} >= {re.split(r"[{ ]", line)[0] for line in values}
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in values)}


@pytest.mark.parametrize("listener", ["console_url", "read_url", "service_url"])
def test_every_listener_has_metrics_without_signing_in_and_counts_its_answers(demo, listener):
    url = getattr(demo, listener)
    before = metrics(demo, url)
    assert before["galley_ready"] == 1
    assert before["process_resident_memory_bytes"] > 1 << 20
    assert demo.get("/nothing/at/all", url).status == 404
    name = 'galley_http_answers_total{status="404"}'
    assert eventually(lambda: metrics(demo, url).get(name, 0) > before.get(name, 0))
    assert metrics(demo, url)["galley_http_connections_total"] > before["galley_http_connections_total"]
