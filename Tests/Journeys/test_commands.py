"""Output, messages and exit statuses of the command line."""

import json
import os
import re
import subprocess

import pytest

from documents import FORM, SCREEN, SCREEN_FOR_6, SCREEN_WITH_A_MISSPELT_COLOR
from installation import GALLEY, ROOT, command


@pytest.fixture
def write(tmp_path):
    def write(name, text):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return str(tmp_path / name)

    return write


def test_validate_prints_the_place_the_fault_and_a_suggestion(write):
    file = write("screen.json", SCREEN_WITH_A_MISSPELT_COLOR)

    status, out, _ = command("validate", file)

    assert status == 1
    assert out == (f"{file}:13:104: /widgets/0/content/elements/0/text/color: "
                   "`textPrimry` is not a Color; did you mean `textPrimary`? [enum]\n")


def test_validate_with_format_json_prints_one_line_for_each_file(write):
    good, bad = write("good.json", FORM), write("bad.json", '{"type": "Screen",\n "widgets": [,]}')

    status, out, _ = command("validate", "--format", "json", good, bad)

    first, second = map(json.loads, out.splitlines())
    assert status == 1
    assert (first["file"], first["valid"], first["diagnostics"]) == (good, True, [])
    assert second["valid"] is False
    place = second["diagnostics"][0]["range"]["start"]
    assert (place["line"], place["column"], place["offset"]) == (2, 14, 32)
    assert second["diagnostics"][0]["code"].startswith("json.")


def test_validate_checks_the_readable_files_if_another_file_is_missing(write):
    good = write("good.json", SCREEN)

    status, out, err = command("validate", "--format", "json", "/no/such.json", good)

    assert status == 2
    assert "/no/such.json" in err
    assert json.loads(out)["valid"] is True


def test_validate_accepts_a_schema_file_and_further_schemas_that_it_refers_to(write):
    other = write("other.json", '{"$id": "https://example.com/name", "type": "string"}')
    schema = write("schema.json", '{"properties": {"a": {"$ref": "https://example.com/name"}}}')
    file = write("document.json", '{"a": 1}')

    assert command("validate", "--schema", schema, "--with", other, file)[0] == 1
    assert command("validate", "--schema", schema, file)[0] == 2
    assert command("validate", "--with", other, file)[0] == 2
    assert command("validate", "--assert-formats", file)[0] == 2
    for options in (["--with", other], ["--assert-formats"]):
        status, out, err = command("validate", "--schema", "screen", *options, file)
        assert status == 2 and not out and "screen is not" in err, (options, out, err)


def test_validate_accepts_texts_of_more_than_4_mib(write):
    text = SCREEN.replace("Ваш баланс", "a" * (5 << 20))

    assert command("validate", write("large.json", text))[0] == 0
    status, out, _ = command("validate", write("too-large.json", text + " " * (4 << 20)))
    assert status == 1 and "is larger than 8 MiB" in out


def test_a_file_over_the_limit_is_not_read_whole(write):
    endless = "/dev/zero"

    status, out, _ = command("validate", endless)
    assert status == 1 and "is larger than 8 MiB" in out
    status, _, err = command("validate", "--schema", endless, write("document.json", "{}"))
    assert status == 2 and "is larger than 8 MiB" in err


@pytest.mark.parametrize("arguments", [
    ["validate"], ["validate", "--nonsense", "x"], ["validate", "/no/such/file"], ["validate", "--draft", "5", "x"],
    ["serve", "--port", "0"], ["serve", "--port", "70000"], ["serve", "--port", "8081"],
    ["serve", "--role", "worker"], ["serve", "--home", "/nowhere"], ["serve", "--base-url", "galley"],
    ["serve", "--api-url", "galley:8082"],
    ["preview", "--theme", "blue", "x"], ["preview", "--device", "toaster", "x"], ["preview", "--dir", "up", "x"],
    ["preview", "--client-version", "1.0", "x"], ["preview", "--platform", "ios", "--client-version", "vx", "x"],
    ["preview", "--lang", "<x>", "x"], ["preview", "--step", "0", "x"], ["preview", "/no/such/file"],
    ["schemas", "check", "/no/such/directory"], ["versions", "compare", "v1", "1"], ["versions", "compare", "1"],
    ["release", "rollback", "a.b", "--reason", "x"], ["release", "rollback", "a.b", "--to", "1"],
    ["features", "list", "--data", "/no/such/data"], ["nonsense"], ["diff", "-", "-"],
])
def test_unusable_arguments_end_with_status_2_and_a_message(arguments):
    status, out, err = command(*arguments)

    assert status == 2, (out, err)
    assert len(err) > 10 and not out


@pytest.mark.parametrize("arguments, option, value, range", [
    (["features", "list"], "--limit", "0", "from 1 to 1000"),
    (["features", "list"], "--limit", "1001", "from 1 to 1000"),
    (["features", "list"], "--offset", "-1", "of at least 0"),
    (["features", "statistics", "a"], "--days", "91", "from 1 to 90"),
    (["features", "push", "a", "x"], "--expected", "-1", "of at least 0"),
    (["option-lists", "list"], "--limit", "0", "from 1 to 1000"),
    (["option-lists", "list"], "--offset", "-1", "of at least 0"),
    (["release", "list"], "--limit", "0", "from 1 to 1000"),
    (["release", "list"], "--limit", "-1", "from 1 to 1000"),
    (["release", "list"], "--before", "0", "of at least 1"),
    (["release", "switch-off", "a"], "--expected", "-1", "of at least 0"),
    (["release", "restore"], "--above", "-1", "from 0 to "),
    (["release", "resolve", "a", "--platform", "ios", "--client-version", "1"], "--bucket", "1000", "from 0 to 999"),
    (["schedules", "list"], "--limit", "0", "from 1 to 1000"),
    (["rollouts", "list"], "--limit", "0", "from 1 to 1000"),
    (["rollouts", "report", "1"], "--count", "0", "of at least 1"),
    (["tokens", "create", "a", "--account", "a"], "--days", "0", "from 1 to 3650"),
    (["links", "device", "a", "--revision", "1"], "--minutes", "0", "from 1 to "),
    (["preview", "x"], "--step", "0", "of at least 1"),
])
def test_an_option_with_a_number_out_of_range_is_refused_with_the_allowed_range(arguments, option, value, range):
    status, out, err = command(*arguments, f"{option}={value}")

    assert status == 2 and not out, (out, err)
    assert f"{option} {value}: write a number {range}" in err


def test_arguments_that_the_command_itself_refuses_are_reported_with_its_usage_too(write):
    for name, arguments in [("preview", ["--platform", "symbian", write("screen.json", SCREEN)]),
                            ("audit verify", ["--head", "x"])]:
        status, out, err = command(*name.split(), *arguments)
        assert status == 2 and not out, (out, err)
        assert f"Usage: galley {name} " in err and f"See 'galley {name} --help' for more information." in err


def test_version_prints_the_version_of_galley():
    status, out, err = command("--version")
    assert (status, err) == (0, "") and re.fullmatch(r"galley [0-9.]+\n", out)
    # `--version` of a subcommand is its own option: without the required --platform, the command is refused.
    assert command("clients", "withdraw", "--version", "1.0")[0] == 2


def test_an_invalid_database_address_is_reported_with_the_variable_DATABASE_URL():
    done = subprocess.run([GALLEY, "features", "list"], capture_output=True, text=True, timeout=60,
                          env={**os.environ, "DATABASE_URL": "nonsense"})
    assert done.returncode == 2 and "DATABASE_URL: the database address is neither" in done.stderr, done


def test_a_command_reports_why_it_has_no_connection_to_the_database():
    done = subprocess.run([GALLEY, "features", "list"], capture_output=True, text=True, timeout=60,
                          env={**os.environ, "DATABASE_URL": "postgresql:///galley?host=/nowhere"})
    assert done.returncode == 2 and done.stderr.startswith("Error: database error: no connection; "), done
    assert "/nowhere" in done.stderr, done


def test_a_rules_file_that_is_not_an_object_is_refused_with_the_possible_members(write):
    file = write("rules.json", "[]")
    status, out, err = command("release", "publish", "--rules", file)
    assert (status, out) == (2, "")
    assert f"{file}: An object is expected here; its possible members are `rules`, `expected`, `reason`." in err


def test_an_account_without_a_role_is_refused():
    status, out, err = command("account", "add", "eva", "--roles", "")
    assert (status, out) == (2, "") and "--roles is empty" in err


def test_preview_of_invalid_json_prints_the_fault_and_a_page(write):
    file = write("broken.json", "{,}")
    status, out, err = command("preview", file)
    assert status == 1 and err.startswith(f"{file}:1:") and out.lower().startswith("<!doctype html>")


def test_editions_lists_the_document_for_each_version_interval(write):
    status, out, err = command("editions", "--platform", "ios", "--from", "5.0", write("screen.json", SCREEN_FOR_6))

    answer = json.loads(out)
    assert (status, err) == (0, "")
    assert answer["valid"] is True and answer["diagnostics"] == []
    assert answer["full"] == [{"from": "6.0", "until": None}]
    assert answer["degraded"] == [{"from": "5.0", "until": None}]
    reason = answer["reasons"][-1]
    assert (reason["version"], reason["pointer"], reason["keyword"]) == (
        "6.0", "/widgets/0/content/elements/1/size", "x-since")
    assert reason["schemaPointer"] == "/enums/ButtonSize#/x-enum/xxl/x-since"
    assert [(one["from"], one["until"]) for one in answer["editions"]] == [("5.0", "6.0"), ("6.0", None)]
    assert [one["document"]["widgets"][0]["content"]["elements"][1]["size"] for one in answer["editions"]] == ["l", "xxl"]


def test_editions_with_client_files_lists_what_a_build_cannot_decode(write):
    status, out, _ = command("clients", "template", "--platform", "ios", "--version", "6.2.0")
    assert status == 0
    build = json.loads(out)
    build["entities"]["/enums/ButtonSize"]["values"] = ["s", "m", "l"]
    files = ["--client", write("ios.json", json.dumps(build)), "--client",
             write("android.json", json.dumps({**build, "platform": "android"}))]

    status, out, err = command("editions", "--platform", "ios", *files, write("screen.json", SCREEN_FOR_6))

    old, new = json.loads(out)["editions"]
    assert status == 0 and "android.json is for android" in err
    assert old["proof"] == "claimed" and "lacks" not in old
    assert new["proof"] == "refused"
    [lack] = new["lacks"]
    assert (lack["version"], lack["entity"], lack["member"], lack["kind"]) == (
        "6.2.0", "/enums/ButtonSize", "xxl", "value")
    assert lack["pointer"] == "/widgets/0/content/elements/1/size"

    status, _, err = command("editions", "--platform", "ios", "--client", write("bad.json", "{}"),
                             write("screen.json", SCREEN))
    assert status == 2 and "bad.json" in err


def test_editions_reports_faults_of_the_document_and_of_the_arguments(write):
    status, out, _ = command("editions", "--platform", "ios", write("bad.json", SCREEN_WITH_A_MISSPELT_COLOR))
    answer = json.loads(out)
    assert status == 1 and answer["valid"] is False and len(answer["diagnostics"]) == 1
    # The editions of a document with a fault are computed too.
    assert answer["full"] == [{"from": "1.0", "until": None}]
    assert [(one["from"], one["until"]) for one in answer["editions"]] == [("1.0", None)]

    undecided = SCREEN_FOR_6.replace('"type": "ButtonView"', '"type": "ButtonVew"')
    status, out, _ = command("editions", "--platform", "ios", write("undecided.json", undecided))
    codes = [one["code"] for one in json.loads(out)["diagnostics"]]
    assert status == 1 and codes[-1] == "document.undecided", codes

    status, out, _ = command("editions", "--platform", "ios", write("worse.json", '{"type": '))
    assert status == 1 and json.loads(out)["diagnostics"][0]["code"].startswith("json.")

    for arguments, word in [(["--from", "5.x"], "--from 5.x"), (["--from", "5", "--until", "4"], "no version"),
                            (["--kind", "nothing"], "there is no kind nothing")]:
        status, _, err = command("editions", "--platform", "ios", *arguments, write("screen.json", SCREEN))
        assert status == 2 and word in err
    status, _, err = command("editions", "--platform", "ois", write("screen.json", SCREEN))
    assert status == 0 and "did you mean ios?" in err


def test_versions_compares_and_sorts_client_versions():
    assert command("versions", "compare", "1.10", "1.9")[:2] == (0, "1\n")
    assert command("versions", "compare", "5", "5.0.0+7")[:2] == (0, "0\n")
    assert command("versions", "compare", "5.2-beta", "5.2")[:2] == (0, "-1\n")
    assert command("versions", "sort", text="1.10\n1.9\n1.9-rc.1\n")[:2] == (0, "1.9-rc.1\n1.9\n1.10\n")
    assert command("versions", "sort", text="1\nv2\n")[0] == 2


@pytest.mark.parametrize("arguments", [
    ["versions", "sort"], ["versions", "compare", "1", "2"], ["validate", "-"], ["validate", "-", "--json"],
    ["editions", "--platform", "ios", "-"], ["preview", "-"], ["diff", "-", str(ROOT / "Templates" / "texts" / "en.json")],
    ["clients", "template", "--platform", "ios"], ["schemas", "check", str(ROOT / "schemas")], ["bowtie"],
    ["help"], ["features", "--help"],
])
def test_output_that_cannot_be_written_ends_with_status_2(arguments):
    texts = {"versions": "1.0\n", "bowtie": '{"cmd": "start", "version": 1}\n', "validate": "[,]"}
    with open("/dev/full", "wb") as full:
        done = subprocess.run([GALLEY, *arguments], input=texts.get(arguments[0], SCREEN), stdout=full,
                              stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 2 and "cannot write to standard output: No space left on device" in done.stderr, done

    done = subprocess.run([GALLEY, *arguments], input=texts.get(arguments[0], SCREEN), stderr=subprocess.PIPE,
                          text=True, timeout=60, preexec_fn=lambda: os.close(1))
    assert done.returncode == 2 and "cannot write to standard output: Bad file descriptor" in done.stderr, done


def test_a_closed_pipe_ends_a_command_quietly():
    many = "\n".join(f"1.{number}" for number in range(100_000))
    done = subprocess.run(["bash", "-c", '"$0" versions sort | head -1; echo "${PIPESTATUS[0]}"', GALLEY], input=many,
                          capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("1.0\n141\n", "")


def unread(installation, kind, *arguments):
    """Runs a command whose standard output cannot be written; returns its exit status and messages."""
    if kind == "full":
        out = os.open("/dev/full", os.O_WRONLY)
    else:
        read, out = os.pipe()
        os.close(read)
    try:
        done = subprocess.run([GALLEY, *arguments, "--data", str(installation.data)], stdout=out,
                              stderr=subprocess.PIPE, text=True, timeout=60, cwd=installation.directory)
    finally:
        os.close(out)
    return done.returncode, done.stderr


@pytest.mark.parametrize("kind", ["full", "closed"])
def test_a_new_secret_that_cannot_be_printed_is_revoked_or_a_reset_is_suggested(demo, kind):
    account, feature = f"commands.{kind}", f"commands.{kind}"
    demo.push(feature, SCREEN, "--kind", "screen")

    status, err = unread(demo, kind, "account", "add", account)
    assert status == 2 and f"galley account reset {account}" in err, err
    status, err = unread(demo, kind, "account", "reset", account)
    assert status == 2 and f"galley account reset {account}" in err, err

    status, err = unread(demo, kind, "tokens", "create", "--account", account, "--scope", "read", "unread")
    assert status == 2 and "was revoked" in err, err
    assert all(one["isRevoked"] for one in demo.json("tokens", "list") if one["account"] == account)
    status, err = unread(demo, kind, "links", "device", feature, "--revision", "1")
    assert status == 2 and "was withdrawn" in err, err
    assert [one["state"] for one in demo.json("links", "list", feature)["links"]] == ["withdrawn"]
    before = demo.json("webhooks", "list")
    status, err = unread(demo, kind, "webhooks", "add", "https://galley.invalid/unread")
    assert status == 2 and "was removed" in err, err
    assert demo.json("webhooks", "list") == before


def test_a_document_that_is_too_large_is_not_saved(demo, write, tmp_path):
    limit, name = 4 << 20, "commands.large"
    whole = SCREEN + " " * (limit - len(SCREEN.encode()))
    too_large = write("too-large.json", whole + " ")

    for arguments in (["push", name, too_large], ["push", name, "/dev/zero"]):
        status, out, err = demo.run("features", *arguments)
        assert status == 2 and "has more than 4 MiB" in err and not out, (out, err)
    folder = tmp_path / "features" / name
    folder.mkdir(parents=True)
    (folder / "feature.json").write_text(json.dumps({"name": name, "kind": "/screens/Screen"}))
    (folder / "document.json").write_text(whole + " ", encoding="utf-8")
    status, out, err = demo.run("features", "import", str(folder.parent))
    assert status == 2 and "has more than 4 MiB" in err and not out, (out, err)
    assert demo.run("features", "show", name)[0] == 1

    pushed = demo.json("features", "push", name, write("whole.json", whole))
    assert (pushed["revision"], pushed["valid"], pushed["diagnostics"]) == (1, True, [])


def test_a_refused_first_push_leaves_no_feature(demo, write, tmp_path):
    file, long, folder = write("screen.json", SCREEN), "a" * 2001, tmp_path / "features"
    for options in (["--note", long], ["--revision-name", long], ["--expected", "3"]):
        status, out, err = demo.run("features", "push", "commands.refused", file, *options)
        assert status == 1 and not out, (options, out, err)
        assert demo.run("features", "show", "commands.refused")[0] == 1
    demo.push("commands.kept", SCREEN, "--kind", "screen")
    status, out, err = demo.run("features", "push", "commands.kept", write("form.json", FORM), "--kind", "form")
    assert status == 1 and "holds documents of the kind /screens/Screen" in err, (out, err)
    assert demo.json("features", "show", "commands.kept")["feature"]["revision"] == 1

    demo.json("features", "export", str(folder), "commands.kept")
    (folder / "commands.kept").rename(folder / "commands.refused")
    description = folder / "commands.refused" / "feature.json"
    description.write_text(description.read_text().replace("commands.kept", "commands.refused"))
    assert demo.run("features", "import", str(folder), "--note", long)[0] == 1
    assert demo.run("features", "show", "commands.refused")[0] == 1


@pytest.mark.parametrize("arguments", [
    ["release", "list", "commands.nothing"], ["rollouts", "list", "commands.nothing"],
    ["links", "list", "commands.nothing"], ["webhooks", "deliveries", "999999"], ["schemas", "planned", "999999"],
])
def test_a_list_of_something_that_does_not_exist_is_refused(demo, arguments):
    status, out, err = demo.run(*arguments)
    assert status == 1 and not out and "there is no" in err and arguments[-1] in err, (out, err)


def test_schemas_import_of_a_directory_refuses_the_options_of_git(demo):
    for option in (["--ref", "main"], ["--folder", "components"]):
        status, out, err = demo.run("schemas", "import", str(ROOT / "schemas"), *option)
        assert status == 2 and not out and option[0] in err, (out, err)


def test_preview_prints_a_page_with_the_texts_of_the_document(write):
    status, out, _ = command("preview", "--platform", "ios", "--client-version", "9.0", "--theme", "dark",
                             write("screen.json", SCREEN))

    assert status == 0
    assert out.lower().startswith("<!doctype html>")
    for text in ("Главная", "Ваш баланс", "Пополнить"):
        assert text in out
    form = command("preview", write("form.json", FORM))[1]
    assert 'dir="rtl"' in form and "عنوان آگهی" in form


def test_preview_fills_a_form_with_generated_or_given_data(write):
    form = write("form.json", json.dumps({"type": "Form", "jsonSchema": {"type": "object", "properties": {
        "size": {"type": "integer", "minimum": 40, "maximum": 40}, "city": {"type": "string"}}}}))

    assert 'value="40"' in command("preview", "--fill", "test", form)[1]
    assert 'value="Tabriz"' in command("preview", "--fill", write("data.json", '{"city": "Tabriz"}'), form)[1]
    for broken, place in [('{"city":}', ":1:9:"), ("[]", "must contain a JSON object")]:
        status, out, err = command("preview", "--fill", write("broken.json", broken), form)
        assert (status, out) == (2, "") and place in err


def test_preview_refuses_unknown_values_and_warns_of_options_without_effect(write):
    step = {"jsonSchema": {"type": "object", "properties": {"city": {"type": "string"}, "home": {
        "type": "object", "properties": {"street": {"type": "string"}}}}}}
    form = write("form.json", json.dumps({"type": "Form", "steps": [step, {"jsonSchema": {"type": "object"}}]}))
    screen = write("screen.json", SCREEN)

    for arguments, message in [(["--platform", "symbian", screen], "one of ios, android, web"),
                               (["--platform", "IOS", screen], "did you mean ios?"),
                               (["--theme", "drak", screen], "did you mean dark?"),
                               (["--state", "broken", screen], "one of normal, loading, empty, error"),
                               (["--language", "fa", screen], "--language"),
                               (["--step", "9", form], "--step 9: the form has 2 steps")]:
        status, out, err = command("preview", *arguments)
        assert (status, out) == (2, "") and message in err, err
    filling = write("filling.json", '{"citty": "Tabriz",\n "home": {"streat": "A", "street": "B"}}')
    for arguments, messages in [
            (["--step", "2", screen], ["--step 2: this Screen has no steps"]),
            (["--state", "empty", form], ["--state empty has no effect: this Form"]),
            (["--fill", "test", screen], ["--fill test: this Screen has nothing to fill"]),
            (["--fill", filling, form], [
                f"{filling}:1:2: /citty: warning: There is no field `citty`; its value is not used; did you mean `city`?",
                f"{filling}:2:11: /home/streat: warning: There is no field `streat`; its value is not used; "
                "did you mean `street`?"]),
            (["--step", "2", "--fill", "test", form], [])]:
        status, out, err = command("preview", *arguments)
        assert status == 0 and out.lower().startswith("<!doctype html>")
        assert len(err.splitlines()) == len(messages)
        assert all(found.endswith(message) or message in found for found, message in zip(err.splitlines(), messages))


def test_preview_warns_of_data_for_cells_that_the_questionnaire_lacks(write):
    cells = [{"key": "driver", "title": "D", "kind": "list", "cells": [{"key": "name", "title": "N", "kind": "text"}]}]
    questionnaire = write("q.json", json.dumps({"type": "Questionnaire", "sections": [{"cells": cells}]}))

    status, _, err = command("preview", "--fill", write("f.json", '{"driver": [{"name": "A"}, {"nmae": "B"}]}'),
                             questionnaire)

    assert status == 0
    assert "/driver/1/nmae: warning: There is no cell `nmae`; its value is not used; did you mean `name`?" in err


def test_the_starter_schemas_have_no_problems():
    status, out, _ = command("schemas", "check", str(ROOT / "schemas"), "--format", "json")

    assert (status, json.loads(out)) == (0, {"valid": True, "diagnostics": []})


def test_bowtie_validates_the_instances_of_a_bowtie_session():
    requests = [
        {"cmd": "start", "version": 1},
        {"cmd": "dialect", "dialect": "https://json-schema.org/draft/2020-12/schema"},
        {"cmd": "run", "seq": 1, "case": {"description": "c", "schema": {"type": "string"}, "tests": [
            {"description": "a", "instance": "x"}, {"description": "b", "instance": 1}]}},
        {"cmd": "stop"},
    ]

    status, out, _ = command("bowtie", text="".join(json.dumps(one) + "\n" for one in requests))

    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert answers[1] == {"ok": True}
    assert [one["valid"] for one in answers[2]["results"]] == [True, False]


def test_diff_prints_the_changes_and_ends_with_status_1(write):
    old = write("old.json", '{"title": "a", "rows": [{"id": 1, "v": 1}, {"id": 2}]}\n')
    new = write("new.json", '{"rows": [{"id": 2}, {"id": 1, "v": 2}, {"id": 3}],\n "title": "a"}\n')

    status, out, _ = command("diff", old, new)

    assert status == 1
    assert out.splitlines() == [
        'moved /rows/1 (line 1) → /rows/0 (line 1): {"id":2}',
        "replaced /rows/0/v (line 1) → /rows/1/v (line 1): 1 → 2",
        'added /rows/2 (line 1): {"id":3}',
    ]
    status, out, _ = command("diff", "--json", old, new)
    changes = json.loads(out)["changes"]
    assert status == 1
    assert [change["kind"] for change in changes] == ["moved", "replaced", "added"]
    assert changes[1]["new"] == {"pointer": "/rows/1/v", "value": 2, "range": {
        "start": {"line": 1, "column": 37, "offset": 36}, "end": {"line": 1, "column": 38, "offset": 37}}}


def test_diff_ignores_member_order_and_number_spelling_without_exact(write):
    old, new = write("old.json", '{"a": 1, "b": 2}'), write("new.json", '{"b":2, "a":1.0}')
    broken = write("broken.json", '{"a": 1,}')

    assert command("diff", old, new)[:2] == (0, "The documents differ only in how they are written.\n")
    assert command("diff", old, old)[:2] == (0, "The documents are the same.\n")
    assert command("diff", "--exact", old, new)[0] == 1
    status, _, err = command("diff", old, broken)
    assert (status, "broken.json:1:" in err) == (2, True)
    assert command("diff", old, "/no/such.json")[0] == 2
