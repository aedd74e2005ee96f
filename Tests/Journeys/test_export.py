"""Exporting features as files and importing them again, at the command line."""

import json


def test_export_and_import_keep_a_document_byte_for_byte(demo, tmp_path):
    name = "journey.exported"
    text = '{ "type": "Screen",\r\n  "title": "Ünder",\t"widgets": [ ] }\n'
    source = tmp_path / "screen.json"
    source.write_bytes(text.encode())
    demo.json("features", "push", name, str(source), "--kind", "screen")
    files = tmp_path / "features"

    first = demo.json("features", "export", str(files), name)

    assert [(one["feature"], one["revision"]) for one in first["features"]] == [(name, 1)]
    document, description = files / name / "document.json", files / name / "feature.json"
    assert document.read_bytes() == text.encode()
    usual = {"fresh": 30, "staleWhileRevalidate": 300, "staleIfError": 86400}
    assert json.loads(description.read_text()) == {
        "name": name, "kind": "/screens/Screen", "owner": "", "tags": [], "cacheTime": usual}
    written = description.read_bytes()
    demo.json("features", "export", str(files), name)
    assert description.read_bytes() == written
    again = demo.json("features", "import", str(files))["features"]
    assert [(one["revision"], one["unchanged"]) for one in again] == [(1, True)]

    document.write_bytes(text.replace("Ünder", "Over").encode())
    planned = demo.json("features", "import", str(files), "--dry-run")["features"]
    assert [(one["revision"], one["unchanged"]) for one in planned] == [(2, False)]
    done = demo.json("features", "import", str(files), "--note", "From files")["features"]
    assert [(one["revision"], one["unchanged"], one["valid"]) for one in done] == [(2, False, True)]

    # If one folder has a fault, nothing of the import is saved.
    document.write_bytes(text.encode())
    (files / "journey.new").mkdir()
    (files / "journey.new" / "feature.json").write_text('{"name": "journey.new", "kind": "scren"}')
    status, out, err = demo.run("features", "import", str(files), "--format", "json")
    assert status == 1 and "scren" in json.loads(out)["problems"][0], (out, err)
    description = files / "journey.new" / "feature.json"
    description.write_text('{"name": "journey.new",\n "kind": "screen" "owner"}')
    status, out, err = demo.run("features", "import", str(files))
    assert f"{description}:2:19" in out + err, (out, err)
    assert demo.json("features", "show", name)["feature"]["revision"] == 2


def test_a_directory_without_features_is_refused(demo, tmp_path):
    empty, other, features = tmp_path / "empty", tmp_path / "other", tmp_path / "features"
    empty.mkdir()
    other.mkdir()
    for name in "abcde":
        (other / name).write_text("{}")
    status, out, err = demo.run(
        "features", "push", "journey.alone", "-", "--kind", "screen", text='{"type": "Screen", "widgets": []}')
    assert status == 0, (out, err)
    demo.json("features", "export", str(features), "journey.alone")

    def refused(directory):
        status, out, err = demo.run("features", "import", str(directory), "--dry-run")
        assert status == 2 and not out, (out, err)
        return err

    err = refused(empty)
    assert f"{empty} is empty" in err and "feature.json" in err and "galley features export" in err
    assert "only a, b, c and 2 more" in refused(other)
    err = refused(features / "journey.alone")
    assert "the folder of one feature" in err and err.rstrip().endswith(f": {features}")
    assert demo.run("features", "import", str(features), "--dry-run")[0] == 0


def test_export_and_import_keep_cache_times(demo, tmp_path):
    name, other = "journey.timed", "journey.timed-again"
    source = tmp_path / "screen.json"
    source.write_text('{"type": "Screen", "title": "Timed", "widgets": []}')
    demo.json("features", "push", name, str(source), "--kind", "screen")
    demo.json("features", "cache-times", name, "--fresh", "5", "--stale-while-revalidate", "0")
    files = tmp_path / "features"

    demo.json("features", "export", str(files), name)

    times = {"fresh": 5, "staleWhileRevalidate": 0, "staleIfError": 86400}
    description = json.loads((files / name / "feature.json").read_text())
    assert description["cacheTime"] == times

    def import_times(stated):
        wanted = {"name": other, "kind": description["kind"]} | ({"cacheTime": stated} if stated else {})
        (files / other / "feature.json").write_text(json.dumps(wanted))
        return demo.run("features", "import", str(files), "--format", "json")

    def present():
        return demo.json("features", "show", other)["feature"]["cacheTime"]

    (files / name).rename(files / other)
    status, out, err = import_times(times)
    assert status == 0 and present() == times, (out, err)
    # A file without cache times (as in older exports) and a file with invalid ones leave the present times unchanged.
    status, out, err = import_times(None)
    assert status == 0 and json.loads(out)["features"][0]["unchanged"] and present() == times, (out, err)
    status, out, err = import_times(times | {"fresh": -1})
    assert status != 0 and "cacheTime" in out + err and present() == times, (out, err)

    # The cache times of a published feature change only by a release, so an import does not change them.
    demo.json("release", "publish", other, "--revision", "1", "--platform", "ios", "--from", "99.0")
    status, out, err = import_times(times | {"fresh": 7})
    imported = json.loads(out)["features"][0]
    assert status == 0 and imported["unchanged"] and imported["cacheTimeKept"] and present() == times, (out, err)


def test_export_and_import_keep_owner_and_tags(demo, tmp_path):
    name, other = "journey.owned", "journey.owned-again"
    text = '{"type": "Screen", "title": "Owned", "widgets": []}'
    assert demo.run("features", "push", name, "-", "--kind", "screen", text=text)[0] == 0
    demo.json("features", "own", name, "Team صادرات")
    demo.json("features", "tag", name, "نوروز", "sale")
    files, again = tmp_path / "features", tmp_path / "again"
    demo.json("features", "export", str(files), name)
    description = json.loads((files / name / "feature.json").read_text())
    assert (description["owner"], description["tags"]) == ("Team صادرات", ["نوروز", "sale"])

    def import_with(change):
        stated = description | {"name": other} | change
        stated = {key: value for key, value in stated.items() if value is not None}
        (files / other / "feature.json").write_text(json.dumps(stated))
        return demo.run("features", "import", str(files), "--format", "json")

    def labels():
        shown = demo.json("features", "show", other)["feature"]
        return shown["owner"], shown["tags"]

    (files / name).rename(files / other)
    status, out, err = import_with({})
    assert status == 0 and labels() == ("Team صادرات", ["نوروز", "sale"]), (out, err)
    demo.json("features", "export", str(again), other)
    written = (again / other / "feature.json").read_text()
    assert written == json.dumps(description | {"name": other}, ensure_ascii=False, indent=2) + "\n"

    # A file without owner and tags (as in older exports) leaves the present ones unchanged.
    status, out, err = import_with({"owner": None, "tags": None})
    assert status == 0 and json.loads(out)["features"][0]["unchanged"], (out, err)
    for wrong in ({"owner": 1}, {"tags": "sale"}, {"tags": [1]}, {"owner": "o" * 101}, {"tags": ["t" * 51]}):
        status, out, err = import_with(wrong)
        assert status != 0 and labels() == ("Team صادرات", ["نوروز", "sale"]), (wrong, out, err)
    status, out, err = import_with({"owner": "", "tags": ["winter"]})
    imported = json.loads(out)["features"][0]
    assert status == 0 and not imported["unchanged"] and imported["labelsChanged"], (out, err)
    assert (imported["revision"], labels()) == (1, ("", ["winter"]))


def test_import_says_what_it_changes_and_a_dry_run_says_that_nothing_was_changed(demo, tmp_path):
    name = "journey.told"
    text = '{"type": "Screen", "title": "Told", "widgets": []}'
    assert demo.run("features", "push", name, "-", "--kind", "screen", text=text)[0] == 0
    demo.json("features", "tag", name, "spring", "sale")
    files = tmp_path / "features"
    demo.json("features", "export", str(files), name)
    description = json.loads((files / name / "feature.json").read_text())

    def import_with(tags, *options):
        (files / name / "feature.json").write_text(json.dumps(description | {"tags": tags}))
        status, out, err = demo.run("features", "import", str(files), *options)
        assert status == 0, (out, err)
        return out.splitlines()

    would = "Nothing was changed. This would be imported:"
    # The same tags in another order are no change.
    assert import_with(description["tags"][::-1], "--dry-run") == [would, "1 unchanged"]
    assert import_with(description["tags"][::-1]) == ["1 unchanged"]
    assert import_with(["winter"], "--dry-run") == [would, f"{name}: owner and tags changed", "0 unchanged"]
    assert import_with(["winter"]) == [f"{name}: owner and tags changed", "0 unchanged"]
    (files / name / "document.json").write_text(text.replace("Told", "Told again"))
    assert import_with(["winter"], "--dry-run") == [would, f"{name} revision 2", "0 unchanged"]
    assert import_with(["snow"]) == [f"{name} revision 2, with owner and tags", "0 unchanged"]


def test_import_says_which_features_it_creates(demo, tmp_path):
    files = tmp_path / "features"
    for name in ("journey.created", "journey.created-empty"):
        (files / name).mkdir(parents=True)
        (files / name / "feature.json").write_text(json.dumps({"name": name, "kind": "/screens/Screen", "tags": ["new"]}))
    (files / "journey.created" / "document.json").write_text('{"type": "Screen", "widgets": []}')

    expected = [("journey.created", True, False, 1), ("journey.created-empty", True, False, 0)]
    for options in (["--dry-run"], []):
        features = demo.json("features", "import", str(files), *options)["features"]
        assert [(one["feature"], one["created"], one["unchanged"], one["revision"]) for one in features] == expected
    again = demo.json("features", "import", str(files))["features"]
    assert [("created" in one, one["unchanged"]) for one in again] == [(False, True), (False, True)]

    for name in ("journey.created", "journey.created-empty"):
        description = files / name / "feature.json"
        description.write_text(description.read_text().replace(name, name + "-too"))
        (files / name).rename(files / (name + "-too"))
    out = demo.run("features", "import", str(files), "--dry-run")[1].splitlines()
    assert out[1:] == ["journey.created-empty-too created, with owner and tags",
                       "journey.created-too created, revision 1, with owner and tags", "0 unchanged"]


def test_import_of_a_folder_with_the_former_name_of_a_feature_is_refused(demo, tmp_path):
    name, new = "journey.before", "journey.after"
    text = '{"type": "Screen", "title": "Before", "widgets": []}'
    assert demo.run("features", "push", name, "-", "--kind", "screen", text=text)[0] == 0
    files = tmp_path / "features"
    demo.json("features", "export", str(files), name)
    demo.json("features", "rename", name, new)
    (files / name / "document.json").write_text(text.replace("Before", "After"))

    for options in (["--dry-run"], []):
        status, out, err = demo.run("features", "import", str(files), *options, "--format", "json")
        problem = json.loads(out)["problems"][0]
        assert status == 1 and f"{name} is a former name of the feature {new}" in problem, (out, err)
    assert demo.json("features", "show", new)["feature"]["revision"] == 1


def test_archived_features_are_exported_by_name_and_stay_archived(installation, tmp_path):
    name = "journey.archived"
    text = '{"type": "Screen", "title": "Archived", "widgets": []}'
    assert installation.run("features", "push", name, "-", "--kind", "screen", text=text)[0] == 0
    installation.json("features", "archive", name)
    files = tmp_path / "features"

    status, out, err = installation.run("features", "export", str(files), "--format", "json")
    assert status == 0 and json.loads(out) == {"features": [], "archivedLeftOut": 1}, out
    assert "left out: 1 archived feature;" in err and not (files / name).exists()
    named = installation.json("features", "export", str(files), name)
    assert named["archivedLeftOut"] == 0 and named["features"][0]["feature"] == name
    (files / name / "document.json").write_text(text.replace("Archived", "Still archived"))
    status, out, err = installation.run("features", "import", str(files), "--dry-run")
    assert status == 0 and f"{name} is archived" in out, (out, err)
    imported = installation.json("features", "import", str(files))["features"][0]
    assert imported["archived"] and imported["revision"] == 2
    assert installation.json("features", "show", name)["feature"]["state"] == "archived"
