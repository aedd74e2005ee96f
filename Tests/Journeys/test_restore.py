"""Backup and restore with the commands of the README while Galley runs; the nodes must serve the restored state."""

import re
import subprocess

import pytest

from documents import SCREEN, SCREEN_2, minified
from installation import ROOT, Installation, eventually

VERSIONS = ["1.0", "5.0", "9.9"]
NAMES = ["restore.kept", "restore.changed", "restore.off", "restore.later"]


def readme_commands():
    """Returns the backup commands and the restore commands of the README's section on backups."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    block = re.search(r"^## Backing up and restoring\n.*?^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL).group(1)
    backup, restore = [], []
    for line in block.replace("\\\n", " ").splitlines():
        (backup if line.startswith("pg_dump") else restore).append(line)
    assert len(backup) == 1 and restore, block
    return backup, restore


def run(installation, commands):
    for command in commands:
        done = subprocess.run(["bash", "-c", command], cwd=installation.directory, capture_output=True, text=True)
        assert done.returncode == 0, (command, done.stderr)


def answers(node):
    """Returns the node's answers for every feature and version, without release numbers, which a restore increases."""
    return {
        (name, version): (answer.status, answer.body, answer.headers.get("ETag"))
        for name in NAMES for version in VERSIONS
        for answer in [node.feature(name, "ios", version)]
    }


def numbers(node):
    """Returns every release number in the node's answers."""
    found = [node.feature(name, "ios", version).headers.get("Galley-Release") for name in NAMES for version in VERSIONS]
    return [int(number) for number in found if number] + [node.get("/readyz").json()["release"]]


@pytest.fixture
def nodes():
    """Starts an installation and a second node on its database."""
    home = Installation().start()
    other = None
    try:
        url = f"host='{home.data.resolve() / 'socket'}' port=5432 user=galley_application dbname=galley"
        other = Installation(database=url).start()
        yield [home, other]
    finally:
        if other:
            other.remove()
        home.remove()


def publish(home, name, revision, *options):
    return home.json("release", "publish", name, "--revision", str(revision), "--platform", "ios", *options)["release"]


def test_after_the_readmes_restore_nodes_serve_the_restored_state(nodes):
    home = nodes[0]
    backup, restore = readme_commands()
    for name in NAMES[:3]:
        home.push(name, SCREEN, "--kind", "screen")
        newest = publish(home, name, 1, "--from", "1.0")
    for node in nodes:
        node.wait_for_release(newest)
    before = answers(home)
    assert before == answers(nodes[1])
    assert before[("restore.kept", "5.0")][:2] == (200, minified(SCREEN))
    run(home, backup)

    home.push("restore.changed", SCREEN_2)
    publish(home, "restore.changed", 2, "--from", "5.0")
    home.push("restore.later", SCREEN_2, "--kind", "screen")
    publish(home, "restore.later", 1, "--from", "1.0")
    newest = home.json("release", "switch-off", "restore.off", "--reason", "fire")["release"]
    for node in nodes:
        node.wait_for_release(newest)
    served = max(number for node in nodes for number in numbers(node))
    # The state has changed since the backup, so the comparison after the restore can fail.
    assert answers(home) != before

    run(home, restore)

    for node in nodes:
        eventually(lambda: answers(node) == before and node.get("/readyz").json()["release"] > served)
        assert min(numbers(node)) > served, "phones reject release numbers below one they have seen"
        eventually(lambda: node.get("/readyz").json()["database"] == "connected")
    assert nodes[0].get("/readyz").json()["release"] == nodes[1].get("/readyz").json()["release"]
    restored = max(number for node in nodes for number in numbers(node))

    home.push("restore.changed", SCREEN_2)
    number = publish(home, "restore.changed", 2, "--from", "5.0")
    assert number > restored
    for node in nodes:
        node.wait_for_release(number)
        answer = node.feature("restore.changed", "ios", "5.0")
        assert (answer.body, int(answer.headers["Galley-Release"])) == (minified(SCREEN_2), number)

    # If no node knows the number that was served before, an operator states it: the restored release gets a higher one.
    again = home.json("release", "restore", "--above", str(number + 5))["release"]
    assert again > number + 5
    for node in nodes:
        node.wait_for_release(again)
        assert min(numbers(node)) == again
        assert node.feature("restore.changed", "ios", "5.0").body == minified(SCREEN_2)
