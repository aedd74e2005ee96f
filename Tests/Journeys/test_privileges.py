"""Started by root, the processes that read what others send are not root's."""

import os
import pathlib
import re
import shutil
import signal

import pytest

from documents import SCREEN
from installation import Installation, eventually

if os.geteuid() != 0:
    pytest.skip("root alone can give up root: these tests say nothing when another account runs them",
                allow_module_level=True)


def status(pid):
    """The fields of /proc/PID/status that tell a process's rights."""
    lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    return {name: value.split() for name, _, value in (line.partition(":") for line in lines)}


def check(installation):
    assert status(installation.process.pid)["Uid"] == ["0"] * 4
    owner = str((installation.data / "postgres").stat().st_uid)
    for role in ("console", "read"):
        rights = status(installation.child(role))
        assert owner != "0" and rights["Uid"] == [owner] * 4, (role, rights["Uid"])
        assert "0" not in rights["Gid"] and rights["Groups"] == []
        assert int(rights["CapEff"][0], 16) == int(rights["CapBnd"][0], 16) == 0
        assert rights["NoNewPrivs"] == ["1"]


def test_console_and_read_give_up_root_also_after_being_killed(installation):
    check(installation)
    before = installation.child("console")
    os.kill(before, signal.SIGKILL)
    eventually(lambda: installation.child("console") not in (None, before))
    installation.wait_until_ready()
    check(installation)


def test_a_directory_of_the_version_that_stayed_root_is_used_on(installation):
    installation.push("privileges.screen", SCREEN, "--kind", "screen")
    installation.json("release", "publish", "privileges.screen", "--revision", "1", "--platform", "ios", "--from", "1.0")
    eventually(lambda: installation.feature("privileges.screen", "ios", "2.0").status == 200)
    snapshot = installation.data / "snapshot"
    assert installation.stop() == 0
    files = [snapshot, *snapshot.iterdir()]
    assert len(files) > 1
    for path in files:
        shutil.chown(path, 0, 0)

    installation.start()
    check(installation)
    assert installation.feature("privileges.screen", "ios", "2.0").status == 200
    installation.push("privileges.screen", SCREEN.replace("Ваш баланс", "Баланс"))
    installation.json("release", "publish", "privileges.screen", "--revision", "2", "--platform", "ios", "--from", "1.0")
    eventually(lambda: "Ваш баланс" not in installation.feature("privileges.screen", "ios", "2.0").body.decode())
    assert all(path.stat().st_uid != 0 for path in [snapshot, *snapshot.iterdir()])
    assert not re.search("cannot|could not|damaged", installation.text().split("give up root")[-1])
