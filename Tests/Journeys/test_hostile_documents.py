"""Documents and templates made to crash the process that reads them, or to exhaust its memory. Each must be answered in
a child process with limited processor time and address space."""

import json
import resource
import shutil
import subprocess

import pytest

from installation import GALLEY, ROOT

# The limit in seconds of processor time, which does not grow while the machine is busy with other programs. Answers
# take about a tenth of the limit.
SECONDS = 30
# The address space in bytes.
MEMORY = 6 << 30


def limit_process():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def galley(*arguments, text=None):
    done = subprocess.run(
        [GALLEY, *map(str, arguments)], input=text, capture_output=True, text=True, timeout=240, preexec_fn=limit_process)
    assert done.returncode in (0, 1), (done.returncode, done.stderr[-2000:])
    return done


def preview(document):
    text = document if isinstance(document, str) else json.dumps(document)
    return galley("preview", "-", text=text).stdout


def text_view(text="x"):
    return {"type": "TextView", "text": {"value": text}}


def doubling(count):
    """Returns a constraint layout in which each pair of elements doubles the distance of the pair before."""
    top = {"type": "top", "reference": "superview", "constant": 0}
    elements = []
    for number in range(count):
        before = f"b{number - 1}"
        width = ({"type": "centerX", "reference": before, "constant": 0} if number
                 else {"type": "width", "constant": 4096})
        elements += [
            {"tag": f"a{number}", "element": text_view(), "constraints": [
                top, {"type": "leading", "reference": "superview", "constant": 0}, width]},
            {"tag": f"b{number}", "element": text_view(), "constraints": [
                top, {"type": "leading", "reference": f"a{number}", "constant": 1}, {"type": "width", "constant": 10}]}]
    return {"type": "ConstraintWrapper", "elements": elements}


def nested_lists(depth, least):
    schema = {"type": "string"}
    for _ in range(depth):
        schema = {"type": "array", "minItems": least, "items": schema}
    return {"type": "object", "properties": {"a": schema}}


# A schema of lists that require a list as their first item, without end.
SELF = {"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {
    "a": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/a"}}}}


@pytest.mark.parametrize("count", [40, 240])
def test_constraints_that_double_a_length_hundreds_of_times_are_drawn(count):
    assert preview(doubling(count)).count('<div class="constrained"') == 2 * count


@pytest.mark.parametrize(
    "schema", [SELF, nested_lists(5, 20), nested_lists(30, 20)], ids=["recursive", "5 levels", "30 levels"])
def test_nested_lists_with_required_items_are_drawn_as_a_limited_number_of_fields(schema):
    page = preview(schema)
    assert 10 < page.count('<div class="row"') < 2_000
    assert page.count('name="/a/') < 2_000
    assert len(page) < 8 << 20


def test_a_flow_that_maps_to_a_pointer_of_20000_levels_is_previewed():
    module = {"content": {"element": text_view()}}
    payload = {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}
    page = preview({
        "type": "ModuleFlow", "start": "a",
        "modules": [{"id": "a", **module, "output": [{"event": "e", "payload": payload}]},
                    {"id": "b", **module, "input": {"type": "object"}}],
        "connections": [{"from": "a", "event": "e", "to": "b", "transition": {"kind": "push", "animated": True},
                         "map": {"/a" * 20_000: "/x"}}]})
    assert page.count('<section class="flow-step"') == 2


@pytest.mark.parametrize("inside", ["{{#title}}%s{{/title}}", "{{^title}}%s{{/title}}"])
def test_an_element_whose_template_has_2000_nested_sections_is_outlined(tmp_path, inside):
    schemas = tmp_path / "schemas"
    shutil.copytree(ROOT / "schemas", schemas)
    opening, closing = inside.split("%s")
    (schemas / "atoms" / "Text" / "preview.mustache").write_text(opening * 2_000 + "x" + closing * 2_000)
    page = galley("preview", "--schemas", schemas, "-", text=json.dumps(text_view())).stdout
    assert '<div class="element outline" data-pointer="/text">' in page


def test_a_division_of_numbers_with_400000_digits_is_refused_as_taking_too_long(tmp_path):
    schema = tmp_path / "schema.json"
    schema.write_text('{"multipleOf": %s}' % ("7" * 400_000))
    done = galley("validate", "--schema", schema, "-", text="9" * 800_000)
    assert "takes too long" in done.stdout and len(done.stdout) < 10_000


def test_of_60000_faults_at_most_500_are_printed_with_a_note_that_there_are_more():
    members = ",".join(f'"k{number}":1' for number in range(60_000))
    done = galley("validate", "-", text='{"type":"StackView",%s}' % members)
    lines = done.stdout.splitlines()
    assert 400 < len(lines) <= 501
    assert [number for number, line in enumerate(lines) if "There are more faults than are shown" in line] == [
        len(lines) - 1]


def test_a_property_name_of_2_mb_is_cut_in_the_report():
    done = galley("validate", "-", text='{"type":"StackView","%s":1}' % ("n" * 2_000_000))
    assert "…` is not a property" in done.stdout and len(done.stdout) < 10_000


def test_direction_and_control_characters_of_a_document_are_escaped_in_the_report_but_exact_in_json():
    text = json.dumps({"type": "StackView", "a\u202eb\u001b[2J": 1})
    shown, exact = galley("validate", "-", text=text), galley("validate", "--json", "-", text=text)
    assert "a\\u{202E}b\\u{1B}[2J" in shown.stdout and "\u202e" not in shown.stdout and "\u001b" not in shown.stdout
    assert any("a\u202eb\u001b[2J" in found["message"] for found in json.loads(exact.stdout)["diagnostics"])


def test_the_output_is_limited_if_many_faults_share_a_long_property_name():
    widgets = [{"type": "SDUIWidget", "id": str(number), "content": {"type": "TextView", "n" * 60_000: {}}}
               for number in range(100)]
    done = galley("validate", "--format", "json", "-", text=json.dumps({"type": "Screen", "widgets": widgets}))
    assert json.loads(done.stdout)["diagnostics"] and len(done.stdout) < 16 << 20
