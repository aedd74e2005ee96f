"""Features at the command line: owners, tags, clones, archives and names of revisions; and, as apps see them, cache
times and a renamed feature."""

import json

from documents import SCREEN, SCREEN_2
from installation import eventually


def refused(demo, *command):
    status, out, _ = demo.run(*command, "--format", "json")
    assert status == 1, out
    return json.loads(out)["error"]


def names(demo, *filters):
    answer = demo.json("features", "list", *filters)
    assert answer["total"] == len(answer["features"])
    return [feature["name"] for feature in answer["features"]]


def test_owners_tags_clones_archives_and_revision_names_are_set_and_listed(demo):
    name = "journey.organized"
    demo.push(name, SCREEN, "--kind", "screen", "--revision-name", "First draft")
    demo.json("features", "own", name, "Team رشد")
    assert demo.json("features", "tag", name, "Spring", "نوروز")["tags"] == ["spring", "نوروز"]
    assert demo.json("features", "tag", name, "--remove", "spring", "sale")["tags"] == ["نوروز", "sale"]
    assert names(demo, "--owner", "Team رشد") == [name]
    assert names(demo, "--tag", "SALE", "--owner", "Team رشد") == [name]
    assert names(demo, "--tag", "spring") == []

    demo.json("features", "name-revision", name, "1", "Launch")
    assert [revision["name"] for revision in demo.json("features", "show", name)["revisions"]] == ["Launch"]
    clone = demo.json("features", "clone", name, "journey.clone")
    assert (clone["owner"], clone["revision"], clone["state"]) == ("Team رشد", 1, "never-published")
    assert "already" in refused(demo, "features", "clone", name, "journey.clone")

    demo.json("release", "publish", "journey.clone", "--revision", "1", "--platform", "ios", "--from", "9.0")
    assert "switch it off" in refused(demo, "features", "archive", "journey.clone")
    assert demo.json("features", "archive", name, "--reason", "Replaced")["state"] == "archived"
    assert names(demo, "--owner", "Team رشد") == ["journey.clone"]
    assert names(demo, "--owner", "Team رشد", "--state", "archived") == [name]
    status, out, _ = demo.run(
        "release", "publish", name, "--revision", "1", "--platform", "ios", "--from", "9.0", "--format", "json")
    assert status == 1 and json.loads(out)["problems"][0]["code"] == "archived"
    assert demo.json("features", "restore", name)["state"] == "never-published"


def test_cache_times_are_served_in_cache_control_also_after_a_restart(installation):
    name = "journey.cached"
    installation.push(name, SCREEN, "--kind", "screen")
    installation.json("release", "publish", name, "--revision", "1", "--platform", "ios", "--from", "9.0")
    assert "86400" in refused(installation, "features", "cache-times", name, "--fresh", "86401")
    short = installation.json("features", "cache-times", name, "--fresh", "3", "--stale-if-error", "0")
    assert short["cacheTime"] == {"fresh": 3, "staleWhileRevalidate": 300, "staleIfError": 0}
    installation.wait_for_release(short["release"])
    address = f"/v1/features/{name}?platform=ios&client_version=9.1"
    own = "public, max-age=3, stale-while-revalidate=300, stale-if-error=0"
    assert installation.get(address).headers["Cache-Control"] == own
    installation.stop()
    installation.start()
    assert installation.get(address).headers["Cache-Control"] == own
    usual = installation.json("features", "cache-times", name, "--usual")
    installation.wait_for_release(usual["release"])
    assert installation.get(address).headers["Cache-Control"].startswith("public, max-age=30,")


def test_a_renamed_feature_is_served_under_both_names_also_after_a_restart(installation):
    name, new = "journey.offers", "journey.deals"
    installation.push(name, SCREEN, "--kind", "screen")
    installation.json("release", "publish", name, "--revision", "1", "--platform", "ios", "--from", "9.0")
    renamed = installation.json("features", "rename", name, new, "--grace-days", "30")
    assert renamed["name"] == new
    release = renamed["release"]
    installation.wait_for_release(release)

    client = "?platform=ios&client_version=9.1"
    former, present = (installation.get(f"/v1/features/{one}{client}") for one in (name, new))
    assert former.status == present.status == 200 and former.body == present.body
    assert former.headers["Link"] == f'</v1/features/{new}>; rel="successor-version"'
    assert former.headers["Deprecation"].startswith("@") and former.headers["Sunset"].endswith(" GMT")
    assert "Sunset" not in present.headers
    eventually(lambda: installation.get("/readyz", installation.service_url).json().get("release") == release)
    manifest = installation.get(f"/v1/manifest{client}", installation.service_url).json()
    assert manifest["features"][name]["renamed_to"] == new
    assert manifest["features"][name]["arms"] == manifest["features"][new]["arms"]
    changes = installation.get(f"/v1/changes?since={release - 1}", installation.service_url).json()
    assert [change["feature"] for change in changes["changes"]] == [new, name]

    # The command line accepts the former name, and the next release is served under both names.
    installation.push(name, SCREEN_2)
    assert installation.json("features", "show", name)["feature"]["name"] == new
    released = installation.json(
        "release", "publish", name, "--revision", "2", "--platform", "ios", "--from", "9.0")
    installation.wait_for_release(released["release"])
    assert installation.get(f"/v1/features/{name}{client}").headers["Galley-Revision"] == "2"

    installation.stop()
    installation.start()
    again = installation.get(f"/v1/features/{name}{client}")
    assert again.status == 200 and again.headers["Sunset"] == former.headers["Sunset"]
