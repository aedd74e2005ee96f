"""Export features as files and import them again, at the command line."""

import json


def test_features_go_to_files_and_back_without_a_change(demo, tmp_path):
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
    assert json.loads(description.read_text()) == {"name": name, "kind": "/screens/Screen"}
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

    # One fault keeps everything from being saved.
    document.write_bytes(text.encode())
    (files / "journey.new").mkdir()
    (files / "journey.new" / "feature.json").write_text('{"name": "journey.new", "kind": "scren"}')
    status, out, err = demo.run("features", "import", str(files), "--format", "json")
    assert status == 1 and "scren" in json.loads(out)["problems"][0], (out, err)
    assert demo.json("features", "show", name)["feature"]["revision"] == 2
