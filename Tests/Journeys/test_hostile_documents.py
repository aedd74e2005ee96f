"""Documents and templates made to end or to fill the process that reads them: each is answered, in a child process with
little memory and processor time."""

import json
import resource
import shutil
import subprocess

import pytest

from installation import GALLEY, ROOT

# Processor time, so that a busy machine fails nothing; the answers take a tenth of it.
SECONDS = 30
MEMORY = 6 << 30


def confined():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def galley(*arguments, text=None):
    done = subprocess.run(
        [GALLEY, *map(str, arguments)], input=text, capture_output=True, text=True, timeout=240, preexec_fn=confined)
    assert done.returncode in (0, 1), (done.returncode, done.stderr[-2000:])
    return done


def preview(document):
    text = document if isinstance(document, str) else json.dumps(document)
    return galley("preview", "-", text=text).stdout


def text_view(text="x"):
    return {"type": "TextView", "text": {"value": text}}


def doubling(count):
    """Each pair of elements is twice as far away as the one before."""
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


SELF = {"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {
    "a": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/a"}}}}


@pytest.mark.parametrize("count", [40, 240])
def test_constraints_that_double_a_length_are_drawn(count):
    assert "constrained" in preview(doubling(count))


@pytest.mark.parametrize("schema", [SELF, nested_lists(5, 20), nested_lists(30, 20)], ids=["itself", "deep", "deeper"])
def test_rows_inside_rows_end(schema):
    page = preview(schema)
    assert page.count('name="/a/') < 2_000
    assert len(page) < 8 << 20


def test_a_pointer_of_a_flow_that_leads_deeper_than_any_document_is_left_out():
    module = {"content": {"element": text_view()}}
    payload = {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}
    page = preview({
        "type": "ModuleFlow", "start": "a",
        "modules": [{"id": "a", **module, "output": [{"event": "e", "payload": payload}]},
                    {"id": "b", **module, "input": {"type": "object"}}],
        "connections": [{"from": "a", "event": "e", "to": "b", "transition": {"kind": "push", "animated": True},
                         "map": {"/a" * 20_000: "/x"}}]})
    assert "flow" in page


@pytest.mark.parametrize("inside", ["{{#title}}%s{{/title}}", "{{^title}}%s{{/title}}"])
def test_a_template_of_many_nested_sections_is_refused(tmp_path, inside):
    schemas = tmp_path / "schemas"
    shutil.copytree(ROOT / "schemas", schemas)
    opening, closing = inside.split("%s")
    (schemas / "atoms" / "Text" / "preview.mustache").write_text(opening * 2_000 + "x" + closing * 2_000)
    page = galley("preview", "--schemas", schemas, "-", text=json.dumps(text_view())).stdout
    assert "<main" in page


def test_a_number_of_many_digits_is_not_divided_by_another(tmp_path):
    schema = tmp_path / "schema.json"
    schema.write_text('{"multipleOf": %s}' % ("7" * 400_000))
    done = galley("validate", "--schema", schema, "-", text="9" * 800_000)
    assert "takes too long" in done.stdout and len(done.stdout) < 10_000


def test_very_many_violations_are_told_in_part_and_it_is_said():
    members = ",".join(f'"k{number}":1' for number in range(60_000))
    done = galley("validate", "-", text='{"type":"StackView",%s}' % members)
    lines = done.stdout.splitlines()
    assert len(lines) <= 501
    assert sum("There are more faults than are shown" in line for line in lines) == 1


def test_a_long_name_around_many_faults_is_not_repeated_without_end():
    widgets = [{"type": "SDUIWidget", "id": str(number), "content": {"type": "TextView", "n" * 60_000: {}}}
               for number in range(100)]
    done = galley("validate", "--format", "json", "-", text=json.dumps({"type": "Screen", "widgets": widgets}))
    assert len(done.stdout) < 16 << 20
