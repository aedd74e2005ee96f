"""A log that cannot be written (no reader, a full pipe, a full disk, closed streams) does not stop Galley."""

import os
import subprocess

import pytest

from installation import GALLEY, Installation, eventually


def start(installation, **streams):
    installation.process = subprocess.Popen(
        [GALLEY, "serve", "--data", str(installation.data), "--port", str(installation.port),
         "--read-port", str(installation.read_port), "--service-port", str(installation.service_port)],
        stdin=subprocess.DEVNULL, cwd=installation.directory,
        env={k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "GALLEY")}, **streams)
    installation.wait_until_ready()


def pipe(reader):
    """Returns the writing end of a pipe whose reading end is closed (`gone`) or never read."""
    read, write = os.pipe()
    if reader == "gone":
        os.close(read)
    return write


STREAMS = {
    "a reader that is gone": lambda: {"stdout": pipe("gone"), "stderr": pipe("gone")},
    "a reader that does not read": lambda: {"stdout": pipe("idle"), "stderr": pipe("idle")},
    "a full disk": lambda: {"stdout": open("/dev/full", "wb"), "stderr": open("/dev/full", "wb")},
    "closed streams": lambda: {"preexec_fn": lambda: [os.close(number) for number in (0, 1, 2)]},
}


@pytest.mark.parametrize("streams", STREAMS)
def test_galley_serves_restarts_and_stops_with_a_log_that_cannot_be_written(streams):
    installation = Installation()
    try:
        start(installation, **STREAMS[streams]())
        children = {role: installation.child(role) for role in ("console", "read")}
        # A pipe holds 64 KiB, which these lines exceed.
        for _ in range(800):
            assert installation.get("/healthz", installation.console_url).status == 200
        # A killed read process and then a killed PostgreSQL make further processes write log lines.
        os.kill(children["read"], 9)
        eventually(lambda: installation.child("read") not in (None, children["read"]))
        installation.wait_until_ready()
        os.kill(int((installation.data / "postgres" / "postmaster.pid").read_text().split()[0]), 9)
        eventually(lambda: installation.get("/readyz", installation.console_url).status == 200, 60)
        assert installation.child("console") == children["console"]
        assert installation.process.poll() is None
        assert installation.stop() == 0
    finally:
        installation.remove()
