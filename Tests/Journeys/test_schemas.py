"""Schema repositories at the command line: the faults that a check finds, entities added to the starter schemas, and
planned versions."""

import json
import re
import shutil
import urllib.parse
import urllib.request

import pytest

from installation import ROOT, Installation, command


@pytest.fixture
def schemas(tmp_path):
    """Returns the directory of a copy of the starter repository, for tests that change it."""
    return shutil.copytree(ROOT / "schemas", tmp_path / "schemas")


def check(schemas):
    """Returns the exit status and the diagnostics of `schemas check`, in the order in which it prints them."""
    status, out, _ = command("schemas", "check", "--format", "json", str(schemas))
    return status, json.loads(out)["diagnostics"]


def found(diagnostics, code):
    return [(row["file"], row.get("range", {}).get("start", {}).get("line"), row["pointer"], row["severity"])
            for row in diagnostics if row["code"] == code]


def test_schemas_check_reports_no_problems_for_the_starter_repository():
    assert command("schemas", "check", str(ROOT / "schemas")) == (0, "No problems.\n", "")


def test_an_invalid_template_is_an_error_with_its_line(schemas):
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


def test_an_example_without_a_template_is_a_warning_at_the_element_drawn_as_an_outline(schemas):
    (schemas / "components/IconView/preview.mustache").unlink()

    status, diagnostics = check(schemas)

    assert status == 0
    outlines = found(diagnostics, "repository.outline")
    assert ("components/IconView/examples/circle.json", 1, "", "warning") in outlines
    assert ("components/DataView/examples/transfer.json", 8, "/iconView", "warning") in outlines


def test_an_example_whose_preview_shows_an_issue_is_a_warning_at_the_element(schemas):
    loose = {"type": "ConstraintWrapper", "elements": [
        {"tag": "a", "element": {"type": "TextView", "text": {"value": "a"}}, "constraints": []}]}
    (schemas / "layouts/ConstraintWrapper/examples/loose.json").write_text(json.dumps(loose, indent=1))

    status, diagnostics = check(schemas)

    assert status == 0
    file, line, pointer, severity = found(diagnostics, "repository.issue")[0]
    assert (file, pointer, severity) == (
        "layouts/ConstraintWrapper/examples/loose.json", "/elements/0/constraints", "warning")
    assert line > 1


def test_a_check_reports_the_problems_of_all_files_in_file_order(schemas):
    (schemas / "components/TextView/preview.mustache").write_text("{{{value}}}")
    (schemas / "enums/Axis.json").write_text((schemas / "enums/Axis.json").read_text().replace('"description"', '"desc"'))
    (schemas / "components/ButtonView/examples/wrong.json").write_text('{"type": "ButtonView"}')

    status, diagnostics = check(schemas)

    assert status == 1
    assert {"enums/Axis.json", "components/ButtonView/examples/wrong.json",
            "components/TextView/preview.mustache"} <= {row["file"] for row in diagnostics}
    assert [row["file"] for row in diagnostics] == sorted(row["file"] for row in diagnostics)


def test_schemas_check_of_a_missing_directory_ends_with_status_2():
    assert command("schemas", "check", "/no/such/schemas")[0] == 2


def test_schemas_without_galleys_annotations_validate_documents_and_fail_the_check(tmp_path, demo):
    card = {"$schema": "http://json-schema.org/draft-06/schema#", "id": "http://cards.example/card.json",
            "anyOf": [{"type": "object", "required": ["a"]}, {"type": "object", "required": ["b"]}]}
    (tmp_path / "card.json").write_text(json.dumps(card))
    (tmp_path / "insets.json").write_text('{"properties": {"left": {"$ref": "units.json#/size", "platforms": ["ios"]}}}')
    (tmp_path / "units.json").write_text('{"size": {"type": "integer"}}')

    status, diagnostics = check(tmp_path)

    assert status == 1
    assert {row["code"] for row in diagnostics} == {"repository.description", "repository.anyOf"}
    document = tmp_path / "document.txt"
    document.write_text('{"left": "1"}')
    status, out, _ = command("validate", "--schemas", str(tmp_path), "--schema", "insets", str(document))
    assert status == 1 and "/left: Expected a whole number" in out
    (tmp_path / "card.json").write_text('{"$ref": "nowhere.json"}')
    assert demo.run("schemas", "import", str(tmp_path))[0] == 1


# Entities added as the README of the schemas describes: a component with an enum, a layout, and a document kind.
ENTITIES = {
    "enums/RatingStyle.json": {
        "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "/enums/RatingStyle", "x-kind": "enum",
        "x-name": "RatingStyle", "title": "Rating style", "description": "The look of the stars of a rating.",
        "x-since": {"ios": "7.0", "android": "7.0", "web": "7.0"}, "type": "string", "enum": ["gold", "quiet"],
        "x-enum": {
            "gold": {"description": "Yellow stars.", "token": {"light": "#b8860b", "dark": "#ffd54f"}},
            "quiet": {"description": "Grey stars.", "token": {"light": "#707070"}, "unknownAs": "gold",
                      "x-since": {"ios": "8.0"}}}},
    "components/RatingView/schema.json": {
        "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "/components/RatingView",
        "x-kind": "component", "x-name": "RatingView", "title": "Rating", "description": "Stars of a rating.",
        "x-since": {"ios": "7.0", "android": "7.0", "web": "7.0"}, "x-fallback": True, "type": "object",
        "allOf": [{"$ref": "/elements/Base"}],
        "properties": {
            "type": {"const": "RatingView", "description": "Names the component."},
            "stars": {"type": "integer", "minimum": 0, "maximum": 5, "description": "How many stars are filled."},
            "style": {"$ref": "/enums/RatingStyle", "description": "The look.", "default": "gold"},
            "caption": {"$ref": "/atoms/Text", "description": "The text after the stars."}},
        "required": ["stars"], "unevaluatedProperties": False},
    "components/RatingView/preview.mustache":
        "<style>\n.RatingView { color: var(--style) }\n</style>\n<b>{{stars}} ★</b>{{#caption}}{{{html}}}{{/caption}}\n",
    "components/RatingView/examples/four.json": {
        "type": "RatingView", "stars": 4, "style": "quiet", "caption": {"value": "128 votes"}},
    "components/RatingView/counter-examples/six-stars.json": {"type": "RatingView", "stars": 6},
    "components/RatingView/counter-examples/six-stars.expected.json": {
        "pointer": "/stars", "code": "schema.maximum"},
    "layouts/CardView/schema.json": {
        "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "/layouts/CardView", "x-kind": "layout",
        "x-name": "CardView", "title": "Card", "description": "A card with elements one below the other.",
        "x-since": {"ios": "7.0", "android": "7.0", "web": "7.0"}, "x-fallback": True, "type": "object",
        "allOf": [{"$ref": "/elements/Base"}],
        "properties": {
            "type": {"const": "CardView", "description": "Names the component."},
            "header": {"$ref": "/elements/LayoutElement", "description": "What stands on top."},
            "body": {"type": "array", "items": {"$ref": "/elements/LayoutElement"}, "description": "The rest."}},
        "required": ["body"], "unevaluatedProperties": False},
    "layouts/CardView/preview.mustache":
        "{{#header}}<div class=\"head\">{{{html}}}</div>{{/header}}{{#body}}{{{html}}}{{/body}}\n",
    "layouts/CardView/examples/rated.json": {
        "type": "CardView", "header": {"type": "TextView", "text": {"value": "Head of the card"}},
        "body": [{"type": "RatingView", "stars": 5}, {"type": "CardView", "body": []}]},
    "screens/Story/schema.json": {
        "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "/screens/Story", "x-kind": "screen",
        "x-name": "Story", "title": "Story", "description": "Pages that follow each other by themselves.",
        "x-since": {"ios": "7.0", "android": "7.0", "web": "7.0"}, "type": "object",
        "properties": {
            "type": {"const": "Story", "description": "Names the kind."},
            "pages": {
                "type": "array", "description": "The pages.", "items": {
                    "type": "object", "properties": {
                        "seconds": {"type": "integer", "description": "How long it is shown."},
                        "content": {"$ref": "/elements/LayoutElement", "description": "What it shows."}},
                    "required": ["seconds", "content"], "unevaluatedProperties": False}}},
        "required": ["type", "pages"], "unevaluatedProperties": False},
    "screens/Story/preview.mustache": "<ol>{{#pages}}<li>{{seconds}} s {{{content.html}}}</li>{{/pages}}</ol>\n",
    "screens/Story/examples/two.json": {
        "type": "Story", "pages": [{"seconds": 3, "content": {"type": "RatingView", "stars": 1}},
                                   {"seconds": 5, "content": {"type": "TextView", "text": {"value": "Second page"}}}]},
}
EXAMPLES = [path for path in ENTITIES if "/examples/" in path]


def add(schemas, entities):
    for path, content in entities.items():
        (schemas / path).parent.mkdir(parents=True, exist_ok=True)
        (schemas / path).write_text(content if isinstance(content, str) else json.dumps(content, indent=2))


def name_in(schemas, union, *identifiers):
    root = json.loads((schemas / union).read_text())
    root["oneOf"] += [{"$ref": identifier} for identifier in identifiers]
    (schemas / union).write_text(json.dumps(root, indent=2, ensure_ascii=False))


@pytest.fixture
def extended(schemas):
    add(schemas, ENTITIES)
    name_in(schemas, "elements/LayoutElement.json", "/components/RatingView", "/layouts/CardView")
    name_in(schemas, "document.json", "/components/RatingView", "/layouts/CardView", "/screens/Story")
    return schemas


def test_documents_with_added_entities_validate_and_are_previewed(extended):
    status, diagnostics = check(extended)

    assert status == 0
    assert [row for row in diagnostics if row["file"] in ENTITIES] == []
    files = [str(extended / path) for path in EXAMPLES]
    assert command("validate", "--schemas", str(extended), *files) == (0, "", "")
    status, out, _ = command("preview", "--schemas", str(extended), str(extended / "screens/Story/examples/two.json"))
    assert status == 0
    page = re.sub(r"<[^>]*>", " ", out[out.index("<body"):])
    assert "1 ★" in page and "Second page" in page and 'class="issue' not in out
    status, out, _ = command("preview", "--schemas", str(extended), str(extended / "layouts/CardView/examples/rated.json"))
    assert status == 0
    assert "Head of the card" in out and "5 ★" in out and "class=\"element outline" not in out


def test_a_component_that_no_union_names_is_a_warning_and_validates_alone(schemas):
    rating = {path: content for path, content in ENTITIES.items() if "Rating" in path}
    add(schemas, rating)

    status, diagnostics = check(schemas)

    assert status == 0
    rows = [row for row in diagnostics if row["file"] in rating]
    assert [(row["file"], row["code"]) for row in rows] == [
        ("components/RatingView/schema.json", "repository.membership")]
    example = str(schemas / "components/RatingView/examples/four.json")
    assert command("validate", "--schemas", str(schemas), example)[0] == 0


def test_a_token_with_an_invalid_px_value_is_reported(schemas):
    text = (schemas / "enums/Spacing.json").read_text().replace('{"px": 8}', '{"px": "wide"}')
    (schemas / "enums/Spacing.json").write_text(text)

    status, diagnostics = check(schemas)

    assert status == 0
    assert [row[0] for row in found(diagnostics, "repository.token")] == ["enums/Spacing.json"]


def test_new_entities_appear_in_the_catalogue(extended):
    installation = Installation().start()
    try:
        foreign = installation.directory / "foreign"
        foreign.mkdir()
        (foreign / "insets.json").write_text('{"properties": {"left": {"type": "integer"}}}')
        assert installation.json("schemas", "import", str(foreign))["schemaRelease"] == 2
        assert installation.json("schemas", "import", str(extended))["schemaRelease"] == 3
        password = installation.add_account("reader", roles="analyst")
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        form = urllib.parse.urlencode({"name": "reader", "password": password, "return": "/schemas"})
        index = browser.open(installation.console_url + "/sessions", form.encode()).read().decode()

        for title in ("Rating", "Rating style", "Card", "Story"):
            assert f">{title}<" in index
        query = urllib.parse.urlencode({"id": "/components/RatingView"})
        page = browser.open(f"{installation.console_url}/schemas/entity?{query}").read().decode()
        for text in ("Stars of a rating.", "How many stars are filled.", "128 votes", "7.0"):
            assert text in page
    finally:
        installation.remove()


def test_an_accessory_that_previews_cannot_draw_is_a_warning_at_its_const(schemas):
    sheet = schemas / "option-sheets/OptionSheet/schema.json"
    sheet.write_text(sheet.read_text().replace('"const": "tag"', '"const": "rating"', 1))

    _, diagnostics = check(schemas)

    file, line, pointer, severity = found(diagnostics, "repository.drawing")[0]
    assert (file, severity) == ("option-sheets/OptionSheet/schema.json", "warning")
    assert line > 1 and pointer.endswith("/const")


def test_planned_versions_are_listed_and_confirmed_by_platform(schemas, installation):
    path = schemas / "components/TextView/schema.json"
    text = json.loads(path.read_text())
    text["x-since"] |= {"ios": "90.0", "android": "91.0"}
    text["x-planned"] = ["ios", "android"]
    path.write_text(json.dumps(text, indent=2))
    assert installation.run("schemas", "planned")[1] == "Schema release 1 has no planned versions.\n"
    assert installation.json("schemas", "import", str(schemas))["schemaRelease"] == 2

    def states():
        return {(row["platform"], row["version"], row["confirmed"]) for row in installation.json("schemas", "planned")
                if row["schema"] == "/components/TextView" and row["pointer"] == ""}

    assert states() == {("ios", "90.0", False), ("android", "91.0", False)}
    for wrong, words in [(("--platform", "web"), "no such planned version"), (("--platform", "ios", "9"), "no schema release 9"),
                         (("--platform", "ios", "--version", "90.1"), "no such planned version")]:
        status, out, err = installation.run("schemas", "confirm", *wrong)
        assert status == 1 and words in out + err
    status, out, _ = installation.run("schemas", "confirm", "--platform", "ios", "--schema", "/components/TextView")
    assert (status, out) == (0, "/components/TextView: ios 90.0, confirmed by operator\n")
    assert states() == {("ios", "90.0", True), ("android", "91.0", False)}
    assert installation.run("schemas", "confirm", "--platform", "ios")[1] == "These versions were already confirmed.\n"
