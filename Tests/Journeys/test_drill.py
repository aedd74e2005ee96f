"""The emergency drill after a bad release: rollback and switch-off at the command line work while the console, read and
service processes are stopped. Also the counts of fetches, without those of test devices."""

import os
import signal

from documents import SCREEN, minified
from installation import eventually


def test_rollback_and_switch_off_work_while_only_the_database_runs(installation):
    other = SCREEN.replace("Ваш баланс", "Ошибка")
    for name in ("drill.back", "drill.off"):
        for text in (SCREEN, other):
            installation.push(name, text, "--kind", "screen")
            revision = "1" if text is SCREEN else "2"
            installation.json("release", "publish", name, "--revision", revision, "--platform", "ios", "--from", "1.0")
    newest = installation.json("release", "list")["releases"][0]["release"]
    installation.wait_for_release(newest)
    before = installation.feature("drill.back", "ios", "1.0")
    assert before.body == minified(other)

    down = [installation.child(role) for role in ("console", "read", "service")]
    assert all(down)
    for process in down:
        os.kill(process, signal.SIGSTOP)
    try:
        back = installation.json("release", "rollback", "drill.back", "--to", str(newest - 3), "--reason", "drill")
        off = installation.json("release", "switch-off", "drill.off", "--reason", "drill")
        assert back["kind"] == "rollback" and off["kind"] == "switch-off"
        assert installation.json("release", "rollback", "drill.back", "--to", str(newest - 3), "--reason", "drill")["unchanged"]
    finally:
        for process in down:
            os.kill(process, signal.SIGCONT)

    eventually(lambda: installation.feature("drill.off", "ios", "1.0").status == 410)
    assert installation.feature("drill.back", "ios", "1.0").body == minified(SCREEN)
    # Afterwards, both nodes serve the newest release, in the state that the database recorded for it.
    def agree():
        nodes = installation.json("nodes")
        return len(nodes["nodes"]) == 2 and all(
            node["standing"] == "same" and node["release"] == nodes["release"] for node in nodes["nodes"])
    eventually(agree)


def test_fetches_of_apps_are_counted_and_those_of_test_devices_are_not(installation):
    installation.push("counted", SCREEN, "--kind", "screen")
    other = SCREEN.replace("Ваш баланс", "Новый")
    installation.push("counted", other, "--kind", "screen")
    installation.json("release", "publish", "counted", "--revision", "1", "--platform", "ios", "--from", "2.0")
    eventually(lambda: installation.feature("counted", "ios", "2.0").status == 200)
    for _ in range(4):
        installation.feature("counted", "ios", "3.1")
    assert installation.feature("counted", "ios", "1.0").status == 404

    device = installation.json("links", "device", "counted", "--revision", "2")
    address = f"/v1/devices/{device['token']}/v1/features/counted?platform=ios&client_version=3.1"
    shown = installation.get(address, installation.service_url)
    assert shown.body == minified(other) and shown.headers["Cache-Control"] == "no-store"
    assert installation.json("links", "list")["links"][0]["state"] == "valid"
    installation.json("links", "withdraw", str(device["id"]))
    assert installation.get(address, installation.service_url).status == 403

    def counted():
        answer = installation.json("features", "statistics", "counted")
        complete = {(one.get("version"), one["fetches"]) for one in answer["counts"]} >= {("3.1", 4)}
        return complete and answer["unmatched"] and answer
    answer = eventually(counted)
    assert answer["unmatched"] == [{"fetches": 1, "platform": "ios", "version": "1.0"}]
    assert all(one.get("revision") == 1 for one in answer["counts"])
