"""A schema repository at the command line: what a check finds, and what a stranger's own entities become."""

import json
import shutil

import pytest

from installation import ROOT, command


@pytest.fixture
def schemas(tmp_path):
    """A copy of the starter repository, to be changed."""
    return shutil.copytree(ROOT / "schemas", tmp_path / "schemas")


def check(schemas):
    """The status of a check and what it found, by file, in the order told."""
    status, out, _ = command("schemas", "check", "--format", "json", str(schemas))
    return status, json.loads(out)["diagnostics"]


def found(diagnostics, code):
    return [(row["file"], row.get("range", {}).get("start", {}).get("line"), row["pointer"], row["severity"])
            for row in diagnostics if row["code"] == code]


def test_a_template_that_cannot_be_used_is_an_error_at_its_line(schemas):
    template = "components/TextView/preview.mustache"
    (schemas / template).write_text("<style>\n.TextView { color: red }\n</style>\n<p>\n{{{text.value}}}</p>\n")
    unclosed = "components/DataView/preview.mustache"
    (schemas / unclosed).write_text("\n<p>\n{{#dataContent}}\n</p>\n")

    status, diagnostics = check(schemas)

    assert status == 1
    assert [row[0] for row in found(diagnostics, "repository.template")] == [unclosed, template]
    assert (template, 5, "", "error") in found(diagnostics, "repository.template")
    _, out, _ = command("schemas", "check", str(schemas))
    assert f"{template}:5:1: : The template cannot be used: {{{{{{text.value}}}}}} is not rendered markup" in out


def test_an_example_that_is_drawn_as_an_outline_is_a_warning_at_its_place(schemas):
    (schemas / "components/IconView/preview.mustache").unlink()

    status, diagnostics = check(schemas)

    assert status == 0
    outlines = found(diagnostics, "repository.outline")
    assert ("components/IconView/examples/circle.json", 1, "", "warning") in outlines
    assert ("components/DataView/examples/transfer.json", 8, "/iconView", "warning") in outlines


def test_an_example_that_is_drawn_with_an_issue_is_a_warning_at_its_place(schemas):
    loose = {"type": "ConstraintWrapper", "elements": [
        {"tag": "a", "element": {"type": "TextView", "text": {"value": "a"}}, "constraints": []}]}
    (schemas / "layouts/ConstraintWrapper/examples/loose.json").write_text(json.dumps(loose, indent=1))

    status, diagnostics = check(schemas)

    assert status == 0
    file, line, pointer, severity = found(diagnostics, "repository.issue")[0]
    assert (file, pointer, severity) == (
        "layouts/ConstraintWrapper/examples/loose.json", "/elements/0/constraints", "warning")
    assert line > 1


def test_a_check_tells_all_problems_at_once_and_an_import_refuses_them(schemas):
    (schemas / "components/TextView/preview.mustache").write_text("{{{value}}}")
    (schemas / "enums/Axis.json").write_text((schemas / "enums/Axis.json").read_text().replace('"description"', '"desc"'))
    (schemas / "components/ButtonView/examples/wrong.json").write_text('{"type": "ButtonView"}')

    status, diagnostics = check(schemas)

    assert status == 1
    assert {"enums/Axis.json", "components/ButtonView/examples/wrong.json",
            "components/TextView/preview.mustache"} <= {row["file"] for row in diagnostics}
    assert [row["file"] for row in diagnostics] == sorted(row["file"] for row in diagnostics)


def test_no_directory_is_unusable():
    assert command("schemas", "check", "/no/such/schemas")[0] == 2
