"""If root starts Galley, the processes that handle requests give up root's rights."""

import os
import pathlib
import re
import shutil
import signal

import pytest

from documents import SCREEN
from installation import Installation, eventually

if os.geteuid() != 0:
    pytest.skip("these tests check that root's rights are given up, so root must run them",
                allow_module_level=True)


def status(pid):
    """Returns the fields of /proc/PID/status, each as a list of its values."""
    lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    return {name: value.split() for name, _, value in (line.partition(":") for line in lines)}


def check(installation):
    assert status(installation.process.pid)["Uid"] == ["0"] * 4
    owner = str((installation.data / "postgres").stat().st_uid)
    for role in ("console", "read", "service"):
        rights = status(installation.child(role))
        assert owner != "0" and rights["Uid"] == [owner] * 4, (role, rights["Uid"])
        assert "0" not in rights["Gid"] and rights["Groups"] == []
        assert int(rights["CapEff"][0], 16) == int(rights["CapBnd"][0], 16) == 0
        assert rights["NoNewPrivs"] == ["1"]


def test_all_roles_run_without_root_also_after_a_restart(installation):
    check(installation)
    before = installation.child("console")
    os.kill(before, signal.SIGKILL)
    eventually(lambda: installation.child("console") not in (None, before))
    installation.wait_until_ready()
    check(installation)


#: The number of the capability CAP_DAC_READ_SEARCH, to read every file (linux/capability.h).
READING = 2


def test_a_single_role_runs_without_root(installation):
    socket = installation.data.resolve() / "socket"
    database = f"host={socket} user=galley_application dbname=galley"
    owner = (installation.data / "postgres").stat().st_uid
    for role, port, path in (("console", "port", "/sessions/new"), ("read", "read_port", "/healthz"),
                             ("service", "service_port", "/healthz")):
        alone = Installation("--role", role, "--base-url", "https://galley.example", database=database)
        try:
            alone.data.mkdir()
            shutil.chown(alone.data, owner)
            alone.start(wait=False)
            url = f"http://127.0.0.1:{getattr(alone, port)}"
            answer = eventually(lambda: (found := alone.get(path, url)).status == 200 and found)
            rights = status(alone.process.pid)
            assert rights["Uid"] == [str(owner)] * 4, (role, rights["Uid"], alone.log_text())
            assert "0" not in rights["Gid"] and rights["Groups"] == [] and int(rights["CapBnd"][0], 16) == 0
            if role == "console":
                assert "max-age=" in answer.headers["Strict-Transport-Security"]
                plain = installation.get(path, installation.console_url)
                assert "Strict-Transport-Security" not in plain.headers
            assert alone.stop() == 0, alone.log_text()
        finally:
            alone.remove()


def test_in_a_directory_closed_to_others_the_roles_keep_only_the_capability_to_read():
    one = Installation()
    one.directory.chmod(0o700)
    try:
        one.start()
        for role in ("console", "read", "service"):
            rights = status(one.child(role))
            assert "0" not in rights["Uid"] and "0" not in rights["Gid"], (role, rights["Uid"])
            assert int(rights["CapEff"][0], 16) == int(rights["CapBnd"][0], 16) == 1 << READING
        assert "move Galley and --data to places that this account can read" in one.log_text()
        one.push("privileges.closed", SCREEN, "--kind", "screen")
        one.json("release", "publish", "privileges.closed", "--revision", "1", "--platform", "ios", "--from", "1.0")
        eventually(lambda: one.feature("privileges.closed", "ios", "2.0").status == 200)
        assert one.stop() == 0
    finally:
        cluster = (one.data / "postgres").resolve()
        one.remove()
        if one.data not in cluster.parents:
            shutil.rmtree(cluster.parent)


def test_a_data_directory_owned_by_root_from_an_earlier_version_is_still_used(installation):
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
    # A file may be replaced while it is looked at.
    assert eventually(lambda: all(path.stat().st_uid != 0 for path in [snapshot, *snapshot.iterdir()]))
    # On a slow machine the first connection to the database may be given up; only faults of the snapshot count.
    lines = installation.log_text().split("give up root")[-1].splitlines()
    assert not [line for line in lines if re.search("the snapshot .*(cannot|could not)|damaged|set aside", line)]
