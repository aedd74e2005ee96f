"""Saving, publishing, rolling back and switching off at the command line, and what the read API then serves."""

import base64
import gzip
import hashlib
import json
import subprocess

import pytest

from installation import eventually
from documents import FORM, FORM_2, SCREEN, SCREEN_2, SCREEN_FOR_2, SCREEN_FOR_6, minified


@pytest.mark.parametrize("kind, first, second", [("screen", SCREEN, SCREEN_2), ("form", FORM, FORM_2)],
                         ids=["screen", "form"])
def test_two_version_ranges_are_served_and_a_rollback_restores_the_bytes(demo, kind, first, second):
    name = f"journey.{kind}"
    assert demo.push(name, first, "--kind", kind)["revision"] == 1
    assert demo.push(name, second)["revision"] == 2
    released = demo.json("release", "publish", name, "--revision", "1", "--platform", "ios", "--from", "9.0")["release"]
    demo.json("release", "publish", name, "--revision", "2", "--platform", "ios", "--from", "10.0")

    assert eventually(lambda: demo.feature(name, "ios", "9.9").status == 200)
    before = demo.feature(name, "ios", "9.9")
    assert before.body == minified(first)
    assert before.headers["ETag"].startswith('"')
    assert before.headers["Content-Type"] == "application/json"
    assert "max-age=30" in before.headers["Cache-Control"]
    assert eventually(lambda: demo.feature(name, "ios", "10.1").body == minified(second))
    assert demo.feature(name, "ios", "8.9").json()["type"] == "/problems/no-config-for-version"

    demo.json("release", "rollback", name, "--to", str(released), "--reason", "The second one is wrong")

    assert eventually(lambda: demo.feature(name, "ios", "10.1").body == before.body)
    after = demo.feature(name, "ios", "10.1")
    assert after.headers["ETag"] == before.headers["ETag"]
    assert hashlib.sha256(after.body).hexdigest() in after.headers["ETag"]


def test_a_request_with_a_matching_etag_gets_304(demo):
    name = "journey.conditional"
    demo.push(name, SCREEN, "--kind", "screen")
    demo.json("release", "publish", name, "--revision", "1", "--platform", "web", "--from", "1.0")
    assert eventually(lambda: demo.feature(name, "web", "1.0").status == 200)
    tag = demo.feature(name, "web", "1.0").headers["ETag"]

    for value in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        answer = demo.get(f"/v1/features/{name}?platform=web&client_version=1.0", headers={"If-None-Match": value})
        assert (answer.status, answer.body) == (304, b""), value
        assert answer.headers["ETag"] == tag
    assert demo.get(f"/v1/features/{name}?platform=web&client_version=1.0", headers={"If-None-Match": '"x"'}).status == 200
    head = demo.get(f"/v1/features/{name}?platform=web&client_version=1.0", method="HEAD")
    assert (head.status, head.body, head.headers["ETag"]) == (200, b"", tag)
    assert int(head.headers["Content-Length"]) == len(minified(SCREEN))


def test_documents_are_compressed_for_clients_that_accept_it(demo):
    name = "journey.compressed"
    demo.push(name, FORM, "--kind", "form")
    demo.json("release", "publish", name, "--revision", "1", "--platform", "web", "--from", "1.0")
    address = f"/v1/features/{name}?platform=web&client_version=1.0"
    # Documents are compressed in the background, so the first answers may be uncompressed.
    assert eventually(lambda: demo.get(address, headers={"Accept-Encoding": "gzip"}).headers["Content-Encoding"])

    plain = demo.get(address)
    zipped = demo.get(address, headers={"Accept-Encoding": "deflate, gzip;q=0.7"})

    assert gzip.decompress(zipped.body) == plain.body == minified(FORM) and len(zipped.body) < len(plain.body)
    assert plain.headers["Content-Encoding"] is None and zipped.headers["Vary"] == "Accept-Encoding"
    curl = subprocess.run(["curl", "--silent", "--compressed", "--header", "Accept-Encoding: br", "--dump-header", "-",
                           demo.read_url + address], capture_output=True, check=True).stdout
    head, _, body = curl.partition(b"\r\n\r\n")
    assert b"content-encoding: br" in head.lower() and body == plain.body
    tags = {plain.headers["ETag"], zipped.headers["ETag"]}
    assert len(tags) == 2
    for answer in (plain, zipped):
        digest = base64.b64encode(hashlib.sha256(answer.body).digest()).decode()
        assert answer.headers["Content-Digest"] == f"sha-256=:{digest}:"
    again = demo.get(address, headers={"Accept-Encoding": "gzip", "If-None-Match": zipped.headers["ETag"]})
    assert (again.status, again.headers["ETag"]) == (304, zipped.headers["ETag"])


def test_the_urls_of_a_manifest_serve_the_editions_that_it_lists(demo):
    name = "journey.manifest"
    demo.push(name, FORM, "--kind", "form")
    demo.push(name, FORM_2)
    demo.json("release", "publish", name, "--revision", "1", "--platform", "web", "--from", "1.0")
    number = demo.json("release", "publish", name, "--revision", "2", "--platform", "web", "--from", "2.0",
                       "--percent", "12.5")["release"]
    address = "/v1/manifest?platform=web&client_version=2.1"
    assert eventually(lambda: demo.get(address).json()["release"] >= number)

    manifest = demo.get(address)

    arms = manifest.json()["features"][name]["arms"]
    assert [(arm["below"], arm["revision"]) for arm in arms] == [(125, 2), (1000, 1)]
    for arm, text in zip(arms, (FORM_2, FORM)):
        content = demo.get(arm["url"])
        assert content.body == minified(text) and len(content.body) == arm["size"]
        assert hashlib.sha256(content.body).hexdigest() == arm["hash"]
        assert content.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert demo.get(arm["url"], headers={"If-None-Match": content.headers["ETag"]}).status == 304
    assert demo.get(address, headers={"If-None-Match": manifest.headers["ETag"]}).status == 304
    assert demo.feature(name, "web", "2.1&bucket=124").body == minified(FORM_2)
    assert demo.feature(name, "web", "2.1&bucket=125").body == minified(FORM)
    bundle = demo.get(f"/v1/bundle?platform=web&client_version=2.1&features={name}").json()
    assert bundle["features"] == {name: manifest.json()["features"][name]}
    assert bundle["contents"] == {arm["hash"]: json.loads(demo.get(arm["url"]).body) for arm in arms}


@pytest.mark.parametrize("path, status, kind", [
    ("/v1/features/no.such?platform=ios&client_version=1.0", 404, "feature-not-found"),
    ("/v1/features/home.main?platform=symbian&client_version=1.0", 400, "unknown-platform"),
    ("/v1/features/home.main?platform=ios&client_version=v1", 400, "invalid-client-version"),
    ("/v1/features/home.main?platform=ios", 400, "missing-parameter"),
    ("/v1/features/home.main?client_version=1.0", 400, "missing-parameter"),
    ("/v1/features/home.main?platform=ios&platform=web&client_version=1.0", 400, "invalid-parameter"),
    ("/v1/features/home.main?platform=ios&client_version=1.0&bucket=1000", 400, "invalid-parameter"),
    ("/v1/manifest?platform=ios", 400, "missing-parameter"),
    ("/v1/content/no-hash", 404, "content-not-found"),
])
def test_refused_reads_get_a_problem_document_of_the_right_type(demo, path, status, kind):
    answer = demo.get(path)

    assert answer.status == status
    assert answer.headers["Content-Type"].startswith("application/problem+json")
    problem = answer.json()
    assert problem["type"] == f"/problems/{kind}"
    assert problem["status"] == status
    assert problem["title"] and problem["detail"]


def test_publishing_for_versions_without_a_used_component_is_refused_with_the_reason(demo):
    name = "journey.too-early"
    demo.push(name, SCREEN_FOR_2, "--kind", "screen")

    status, out, err = demo.run("release", "publish", name, "--revision", "1", "--platform", "ios", "--from", "1.0",
                                "--format", "json")

    assert status == 1, (out, err)
    assert "2.0" in out and "/widgets/0/content/elements/0" in out and "ConstraintWrapper" in out
    assert demo.feature(name, "ios", "2.0").status == 404
    demo.json("release", "publish", name, "--revision", "1", "--platform", "ios", "--from", "2.0")
    assert eventually(lambda: demo.feature(name, "ios", "2.0").status == 200)


def test_older_clients_get_the_fallback_of_a_newer_value(demo):
    name = "journey.editions"
    demo.push(name, SCREEN_FOR_6, "--kind", "screen")

    released = demo.json("release", "publish", name, "--revision", "1", "--platform", "ios", "--from", "5.0")

    assert any("6.0" in one["message"] and "xxl" in one["message"] and "`l`" in one["message"]
               for one in released["warnings"]), released["warnings"]
    assert eventually(lambda: demo.feature(name, "ios", "6.0").status == 200)
    assert demo.feature(name, "ios", "6.0").body == minified(SCREEN_FOR_6)
    older = demo.feature(name, "ios", "5.9.9")
    assert older.body == minified(SCREEN_FOR_6.replace("xxl", "l"))
    assert older.headers["ETag"] != demo.feature(name, "ios", "6.0").headers["ETag"]
    assert demo.feature(name, "ios", "4.9").status == 404


def test_switching_off_and_on_again(demo):
    name = "journey.switch"
    demo.push(name, SCREEN, "--kind", "screen")
    demo.json("release", "publish", name, "--revision", "1", "--platform", "ios", "--from", "1.0")
    demo.json("release", "publish", name, "--revision", "1", "--platform", "android", "--from", "1.0")

    switched = demo.json("release", "switch-off", name, "--platform", "ios")["release"]

    assert eventually(lambda: demo.feature(name, "ios", "1.0").status == 410)
    assert demo.feature(name, "ios", "1.0").json()["type"] == "/problems/switched-off"
    again = demo.json("release", "switch-off", name, "--platform", "ios")
    assert (again["release"], again["unchanged"]) == (switched, True)
    assert demo.feature(name, "android", "1.0").status == 200
    demo.json("release", "publish", name, "--revision", "1", "--platform", "android", "--from", "2.0")
    status, out, _ = demo.run("release", "resolve", name, "--platform", "ios", "--client-version", "1.0", "--format", "json")
    assert status == 1 and f"release {switched})" in out
    shown = demo.json("features", "show", name)["feature"]
    assert shown["state"] == "partly-switched-off"
    assert {rule["platform"] for rule in shown["live"]} == {"android"}
    assert demo.json("release", "switch-on", name, "--platform", "ios", "--reason", "mended")["kind"] == "switch-on"
    assert eventually(lambda: demo.feature(name, "ios", "1.0").status == 200)


def test_release_resolve_names_the_release_revision_and_rule_for_a_client(demo):
    name = "journey.resolve"
    demo.push(name, SCREEN, "--kind", "screen")
    released = demo.json("release", "publish", name, "--revision", "1", "--platform", "ios", "--from", "5.2")["release"]

    answer = demo.json("release", "resolve", name, "--platform", "ios", "--client-version", "5.2.0")

    assert answer["release"] == released
    assert answer["revision"] == 1
    assert answer["from"] == "5.2"
    assert answer["hash"] == hashlib.sha256(minified(SCREEN)).hexdigest()
    assert answer["because"]
    status, text, _ = demo.run("release", "resolve", name, "--platform", "ios", "--client-version", "5.2.0")
    assert status == 0 and text.startswith(f"Revision 1, since release {released}.\n")
    status, text, _ = demo.run("release", "resolve", name, "--platform", "ios", "--client-version", "5.2.0",
                               "--at", "2099-01-01T00:00:00Z")
    assert status == 0 and text.startswith("Revision 1.\n")


def test_a_stale_publish_is_a_conflict(demo):
    name = "journey.stale"
    demo.push(name, SCREEN, "--kind", "screen")
    first = demo.json("release", "publish", name, "--revision", "1", "--platform", "ios", "--from", "1.0")["release"]
    demo.push(name, SCREEN_2)
    demo.json("release", "publish", name, "--revision", "2", "--platform", "ios", "--from", "2.0", "--expected", str(first))

    status, out, err = demo.run("release", "publish", name, "--revision", "2", "--platform", "ios", "--from", "1.0",
                                "--expected", str(first), "--format", "json")

    assert status == 1, (out, err)
    assert demo.feature(name, "ios", "1.0").body == minified(SCREEN)


def test_several_platforms_and_features_are_one_release(demo, tmp_path):
    first, second = "journey.several.a", "journey.several.b"
    for name in (first, second):
        demo.push(name, SCREEN, "--kind", "screen")
    options = ["--revision", "1", "--platform", "ios", "--platform", "web", "--from", "1.0", "--from", "2.0"]
    made = demo.json("release", "publish", first, *options)
    assert [(rule["platform"], rule["from"]) for rule in made["features"][0]["rules"]] == [("ios", "1.0"), ("web", "2.0")]
    rules = tmp_path / "rules.json"
    rules.write_text(json.dumps({"rules": [
        {"feature": name, "revision": 1, "platform": "android", "from": "1.0", "percent": 12.5} for name in (second, first)
    ], "reason": "Spring"}))

    plan = demo.json("release", "publish", "--rules", str(rules), "--dry-run")
    made = demo.json("release", "publish", "--rules", str(rules))

    assert [item["feature"] for item in made["features"]] == [first, second]
    shape = [[(rule["platform"], rule["percent"]) for rule in item["rules"]] for item in made["features"]]
    assert shape == [[("ios", 100), ("android", 12.5), ("web", 100)], [("android", 12.5)]]
    assert plan["dryRun"] and [item["feature"] for item in plan["features"]] == [first, second]
    assert made["reason"] == "Spring"
    assert demo.run("release", "publish", first, "--rules", str(rules))[0] == 2


def test_invalid_json_is_saved_but_cannot_be_published(demo):
    name = "journey.broken"
    demo.push(name, SCREEN, "--kind", "screen")
    pushed = demo.push(name, SCREEN[:-5])

    assert pushed["revision"] == 2 and pushed["valid"] is False and pushed["diagnostics"]
    status, out, _ = demo.run("release", "publish", name, "--revision", "2", "--platform", "ios", "--from", "1.0",
                              "--format", "json")
    assert status == 1 and json.loads(out)
