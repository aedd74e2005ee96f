"""The typed schemas of Adaptive Cards as a schema repository, with their versions as `x-since` of the platform `cards`."""

import json
import pathlib
import re

PLATFORM = "cards"


def write_repository(checkout, directory):
    """Writes the repository of a checkout of microsoft/AdaptiveCards."""
    classes, enums = {}, {}
    for path in sorted(pathlib.Path(checkout, "schemas", "src").rglob("*.json")):
        typed = json.loads(path.read_text(encoding="utf-8-sig"))
        (enums if typed.get("classType") == "Enum" else classes)[path.stem] = typed
    files = {"classes/" + name: _class(name, classes, enums) for name in classes}
    files |= {"enums/" + name: _enum(typed) for name, typed in enums.items()}
    files["Any"] = {
        "x-discriminator": "type",
        "oneOf": [{"$ref": "/classes/" + name} for name in classes if not classes[name].get("isAbstract")]}
    files["document"] = {"x-discriminator": "type", "oneOf": [{"$ref": "/classes/AdaptiveCard"}]}
    for name, schema in files.items():
        path = pathlib.Path(directory, name + ".json")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(schema), encoding="utf-8")


def samples(checkout):
    """Yields the path of each sample card and the version that the card declares."""
    for path in sorted(pathlib.Path(checkout, "samples").rglob("*.json")):
        if {"HostConfig", "Templates"} & set(path.parts):
            continue
        card = json.loads(path.read_text(encoding="utf-8-sig"))
        if isinstance(card, dict) and card.get("type") == "AdaptiveCard" and isinstance(card.get("version"), str):
            yield path, number(card["version"])


def number(version):
    """Returns the first two parts of a version as numbers; a version below 1.0 counts as 1.0."""
    return max((1, 0), tuple(int(part) for part in re.findall(r"\d+", version)[:2]))


def _since(version):
    return {"x-since": {PLATFORM: version}} if version else {}


def _class(name, classes, enums):
    properties = {"type": {"const": name}}
    for key, typed in _properties(name, classes).items():
        if key not in ("type", "$schema", "version", "fallback", "requires"):
            properties[key] = _property(typed, classes, enums)
    # Every class has these two properties since 1.2. A fallback's content is not checked, because only clients
    # that need the fallback decode it.
    properties |= {"fallback": _since("1.2"), "requires": _since("1.2")}
    kind = {"x-kind": "component", "x-name": name, "type": "object", "properties": properties}
    return kind | _since(classes[name].get("version"))


def _properties(name, classes):
    found = {}
    typed = classes.get(name, {})
    for base in re.split(r"\s*,\s*", typed.get("extends", "")):
        found |= _properties(base, classes) if base else {}
    return found | typed.get("properties", {})


def _property(typed, classes, enums):
    words = re.findall(r"[A-Za-z.]+", typed.get("type", ""))
    concrete = [word for word in words if word in classes and not classes[word].get("isAbstract")]
    untyped = {"$ref": "/classes/" + concrete[0]} if concrete else True
    # A value with a `type` belongs to the class of that name; where only one class is allowed, `type` may be omitted.
    value = {
        "if": {"type": "object"},
        "then": {"if": {"required": ["type"]}, "then": {"$ref": "/Any"}, "else": untyped},
        "else": {"allOf": [{"if": {"type": "string"}, "then": {"$ref": "/enums/" + word}}
                           for word in words if word in enums] or [True]}}
    schema = {"if": {"type": "array"}, "then": {"items": value}, "else": value}
    if "shorthands" not in typed:
        return {"allOf": [schema]} | _since(typed.get("version"))
    short = _since(typed["shorthands"][0].get("version"))
    return {"allOf": [schema, {"if": {"type": ["object", "array"]}, "then": _since(typed.get("version")),
                               "else": short}]}


def _enum(typed):
    words, entries = [], {}
    for value in typed["values"]:
        word = value["value"] if isinstance(value, dict) else value
        # Cards spell enum values in upper, lower and camel case.
        for spelling in (word, word.lower(), word[:1].upper() + word[1:], word[:1].lower() + word[1:]):
            if spelling in words:
                continue
            words.append(spelling)
            if isinstance(value, dict) and "version" in value:
                entries[spelling] = _since(value["version"])
    return {"x-kind": "enum", "type": "string", "enum": words} | ({"x-enum": entries} if entries else {})
