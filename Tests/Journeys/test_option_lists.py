"""Importing option lists from CSV and JSON and reading them page by page, at the command line."""

import json

import pytest

from installation import command

SCHOOLS = "\r\n".join([
    "\ufeffkey,title,parent,icon",
    "north,The North,,",
    'ntu,"國立臺灣大學, ""NTU""",north,cap',
    'south,"The\nSouth",,',
    "",
])


@pytest.fixture
def file(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)
    return write


def keys(page):
    return [item["key"] for item in page["items"]]


def test_an_import_creates_a_list_and_a_second_one_replaces_all_its_items(demo, file):
    name = "journey.schools"
    answer = demo.json("option-lists", "import", name, file("schools.csv", SCHOOLS))
    assert answer == {"list": name, "items": 3}
    page = demo.json("option-lists", "list", name)
    assert page["items"] == [
        {"key": "north", "title": "The North"},
        {"key": "ntu", "title": '國立臺灣大學, "NTU"', "parent": "north", "icon": "cap"},
        {"key": "south", "title": "The\nSouth"},
    ]
    assert (page["total"], page["is_load_ended"]) == (3, True)
    listed = [one for one in demo.json("option-lists", "list")["lists"] if one["list"] == name]
    assert (listed[0]["items"], listed[0]["author"]) == (3, "operator")

    second = file("second.json", '[{"title": "A", "key": "a", "n": 1.50}]')
    assert demo.json("option-lists", "import", name, second) == {"list": name, "items": 1, "replaced": 3}
    status, out, err = demo.run("option-lists", "list", name, "--format", "json")
    assert status == 0 and '{"key":"a","title":"A","n":1.50}' in out, (out, err)


def test_a_file_with_faults_is_refused_and_each_fault_has_its_line(demo, file):
    name = "journey.faulty"
    demo.json("option-lists", "import", name, file("good.csv", SCHOOLS))
    bad = file("bad.csv", "key,title,parent\na,A,\nb,B,nowhere\na,Again,\n,None,\nd,D\n")

    status, out, err = demo.run("option-lists", "import", name, bad, "--format", "json")

    assert status == 1, (out, err)
    problems = json.loads(out)["problems"]
    assert [(one["code"], one["range"]["start"]["line"]) for one in problems] == [
        ("document.unknown-parent", 3), ("document.duplicate-key", 4), ("document.missing-key", 5),
        ("csv.wrong-column-count", 6)]
    assert "line 2" in problems[1]["message"] and "line 4" in problems[1]["message"]
    status, out, err = demo.run("option-lists", "import", name, bad)
    assert status == 1 and f"{bad}:3:5: /1/parent: " in err, (out, err)
    assert keys(demo.json("option-lists", "list", name)) == ["north", "ntu", "south"]


def test_an_import_without_items_empties_a_list_only_with_the_option_empty(demo, file):
    name = "journey.emptied"
    demo.json("option-lists", "import", name, file("good.csv", SCHOOLS))

    for empty in (file("empty.csv", "key,title\n"), file("empty.json", "[]")):
        status, out, err = demo.run("option-lists", "import", name, empty)
        assert status == 1 and "keeps its 3 items" in err and "--empty" in err, (out, err)
    assert keys(demo.json("option-lists", "list", name)) == ["north", "ntu", "south"]

    answer = demo.json("option-lists", "import", name, file("empty.csv", "key,title\n"), "--empty")
    assert answer == {"list": name, "items": 0, "replaced": 3}


def test_reading_stops_after_100_faults_with_a_message(demo, file):
    rows = "".join(f"same,{number}\n" for number in range(150))
    status, _, err = demo.run("option-lists", "import", "journey.many", file("many.csv", "key,title\n" + rows))
    assert status == 1 and "reading stopped after 100 faults" in err, err


def test_lists_are_read_by_offset_by_next_key_and_with_filters(demo, file):
    name = "journey.pages"
    rows = "".join(f"k{n},{'Even' if n % 2 == 0 else 'Odd'} {n},{'' if n < 3 else 'k1'}\n" for n in range(1, 31))
    status, out, err = demo.run("option-lists", "import", name, "-", "--csv", text="key,title,parent\n" + rows)
    assert status == 0, (out, err)

    first = demo.json("option-lists", "list", name, "--keyword", "EVEN", "--limit", "10")
    assert (first["total"], first["is_load_ended"], len(first["items"])) == (15, False, 10)
    rest = demo.json("option-lists", "list", name, "--keyword", "EVEN", "--limit", "10", "--offset", "10")
    assert rest["is_load_ended"] and "next_key" not in rest
    assert keys(first) + keys(rest) == [f"k{n}" for n in range(2, 31, 2)]

    after = demo.json("option-lists", "list", name, "--next-key", "k10", "--limit", "15")
    assert (keys(after)[0], after["next_key"], after["is_load_ended"]) == ("k11", "k25", False)
    assert demo.json("option-lists", "list", name, "--next-key", "k25", "--limit", "15")["is_load_ended"]
    assert keys(demo.json("option-lists", "list", name, "--parent", "")) == ["k1", "k2"]
    assert len(keys(demo.json("option-lists", "list", name, "--parent", "k1", "--limit", "1000"))) == 28
    assert keys(demo.json("option-lists", "list", name, "--only", "k9", "--only", "k3")) == ["k3", "k9"]


@pytest.mark.parametrize("arguments, expected", [
    (("list", "journey.nothing"), 1),
    (("import", "No Name", "good.csv"), 1),
    (("import", "journey.none", "missing.csv"), 2),
    (("import", "journey.none", "good.txt"), 2),
    (("list", "journey.none", "--offset", "1", "--next-key", "a"), 2),
    (("list", "journey.none", "--limit", "0"), 2),
])
def test_refusals_end_with_status_1_and_unusable_arguments_with_status_2(demo, file, arguments, expected):
    for name in ("good.csv", "good.txt"):
        (demo.directory / name).write_text("key,title\na,A\n")
    status, out, err = demo.run("option-lists", *arguments)
    assert status == expected, (out, err)
    assert err and not out


def test_a_missing_option_list_is_a_warning_on_push_and_refused_on_publish(demo, file):
    sheet = {"type": "OptionSheet", "title": "T", "dataProvider": {
        "kind": "dynamic", "loader": {"kind": "nextKey", "list": "journey.missing"}, "parser": {"value": "/key", "title": "/title"}}}
    path = file("sheet.json", json.dumps(sheet, indent=1))

    pushed = demo.json("features", "push", "journey.sheet", path)

    assert pushed["valid"]
    assert [(row["severity"], row["pointer"]) for row in pushed["diagnostics"]] == [("warning", "/dataProvider/loader/list")]
    assert command("validate", path)[0] == 0
    status, out, _ = demo.run(
        "release", "publish", "journey.sheet", "--revision", "1", "--platform", "ios", "--from", "1.0", "--format", "json")
    assert status == 1
    problem = json.loads(out)["problems"][0]
    assert (problem["code"], problem["pointer"], problem["line"]) == ("unknown-option-list", "/dataProvider/loader/list", 8)
