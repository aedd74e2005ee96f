"""Writes the seeds, with which fuzzing starts, into the given directory: the repository's own examples and test cases,
and those of ../shared/corpora if that folder exists. Each file is named by the SHA-1 of its content."""

import hashlib
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPORA = ROOT.parent / "shared" / "corpora"
DRAFTS = ["draft4", "draft6", "draft7", "draft2019-09", "draft2020-12"]
# The maximum size of a seed in bytes. Larger ones are left out, because fewer of them can be tried in the same time.
LARGEST = 8192


class Seeds:
    """The seeds of one target."""

    def __init__(self, directory, target):
        self.directory = directory / target
        self.directory.mkdir(parents=True, exist_ok=True)

    def add(self, content):
        if len(content) <= LARGEST:
            (self.directory / hashlib.sha1(content).hexdigest()).write_bytes(content)


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def of_schemas(parser, compiler):
    for path in sorted((ROOT / "schemas").rglob("*.json")):
        content = path.read_bytes()
        parser.add(content)
        if b'"$schema"' in content or b'"type"' in content:
            compiler.add(content)
    for path in sorted((ROOT / "Tests").rglob("Cases/**/*.json")):
        parser.add(path.read_bytes())


def of_suite(compiler, validator):
    for number, draft in enumerate(DRAFTS):
        folder = CORPORA / "json-schema-test-suite" / "tests" / draft
        for path in sorted(folder.rglob("*.json")):
            for group in json.loads(path.read_text(encoding="utf-8")):
                schema = compact(group["schema"])
                compiler.add(schema)
                # The first byte is a capital letter, to be readable; it selects the draft and asserts formats.
                choice = next(c for c in range(0x41, 0x5B) if c % len(DRAFTS) == number)
                instances = [compact(test["data"]) for test in group["tests"][:4]]
                validator.add(bytes([choice]) + b"\0".join([schema, *instances]))


def of_texts(parser):
    for path in sorted((CORPORA / "json-test-suite" / "test_parsing").glob("*.json")):
        parser.add(path.read_bytes())
    # One in ten, to keep the number of seeds small.
    for path in sorted((CORPORA / "documents").rglob("instances/*.json"))[::10]:
        parser.add(path.read_bytes())


def of_patterns(pattern):
    for line in (CORPORA / "regex.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        pattern.add((row["pattern"] + "\0" + row["string"]).encode("utf-8", "surrogatepass"))


def own(parser, validator, pattern):
    """Adds the seeds that are written in this file."""
    parser.add('{"type":"stack","elements":[{"value":"a\\n\\u00e9😀","size":-1.5e3},null,true,[[],{}]]}'.encode())
    schema = {"$ref": "#/$defs/a", "$defs": {"a": {"type": "object", "properties": {"a": {"oneOf": [
        {"minimum": 1, "multipleOf": 0.5}, {"pattern": "^a+$", "minLength": 2}, {"items": {"$ref": "#/$defs/a"}},
    ]}}, "additionalProperties": False, "required": ["a"]}}}
    for choice in b"ABCDE":
        validator.add(bytes([choice]) + compact(schema) + b'\0{"a":2}\0{"a":[{"a":"aaa"}],"b":1}')
    for source in ["^(a|b)*c$", r"(?<n>\p{L}+)-\k<n>", r"(?<=a{1,3})\b[^\d\s]{2,5}?$", r"(?:\u{1F600}|[à-ü])+(?!x)"]:
        pattern.add((source + "\0aabbc\0é-é\0😀").encode())


def of_previews(preview):
    """Adds every example and counter-example with one of the posted forms, and every template of a preview."""
    posts = [b"", b"_do=next&_step=1&_data=%7B%7D", b"_do=refresh&_step=2&/a=1&/b=x", b"_do=add:/a", b"_walk0=0,1&_go0=0",
             b"_go0=back:0&_walk0=0", b"_do=tap:1&_choice=0:1&_pages=2", b"_at0=1&_kept0=[[\"0\",[[\"/a\",\"x\"]]]]"]
    templates = [path.read_bytes() for path in sorted((ROOT / "schemas").rglob("preview.mustache"))]
    for number, path in enumerate(sorted((ROOT / "schemas").rglob("*examples/*.json"))):
        text = compact(json.loads(path.read_text(encoding="utf-8")))
        preview.add(bytes([number % 16, number % 256]) + b"\0".join([text, posts[number % len(posts)]]))
        preview.add(bytes([0x40 | number % 16, 4]) + b"\0".join([b"{}", b"", templates[number % len(templates)]]))
    for schema in [
            {"$ref": "#/$defs/a", "$defs": {"a": {"type": "array", "minItems": 3, "items": {"$ref": "#/$defs/a"}}}},
            {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "object", "properties": {
                "b": {"type": "number", "multipleOf": 0.1}}}}, "c": {"oneOf": [{"const": 1}, {"type": "string"}]}}}]:
        preview.add(b"AD" + compact({"type": "Form", "steps": [{"jsonSchema": schema, "uiSchema": {}}]}) + b"\0_do=next")


def main():
    directory = pathlib.Path(sys.argv[1])
    parser, compiler, validator, pattern, preview = (
        Seeds(directory, target) for target in ["Parser", "Compiler", "Validator", "Pattern", "Preview"])
    own(parser, validator, pattern)
    of_previews(preview)
    of_schemas(parser, compiler)
    if CORPORA.is_dir():
        of_suite(compiler, validator)
        of_texts(parser)
        of_patterns(pattern)
    else:
        print(f"{CORPORA} is missing: fuzzing starts from the repository's own files alone", file=sys.stderr)


main()
