"""A separate Galley for a journey: its processes, a private cluster in a temporary directory, and free ports."""

import contextlib
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
GALLEY = os.environ.get("GALLEY") or str(ROOT / ".build" / "release" / "galley")


# The ports are below those that the kernel gives to outgoing connections, so that no connection takes one between the
# check and the start of a server. Each worker of a parallel run (up to twelve) has a thousand ports of its own.
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
PORTS = range(20_000 + 1_000 * (WORKER % 12), 21_000 + 1_000 * (WORKER % 12))
unused = itertools.cycle([*PORTS[os.getpid() % 1_000:], *PORTS[:os.getpid() % 1_000]])


def free_ports(count):
    """Returns ports without a listener that this process has not returned recently."""
    ports = []
    for port in itertools.islice(unused, len(PORTS)):
        with socket.socket() as one:
            try:
                one.bind(("127.0.0.1", port))
            except OSError:
                continue
        ports.append(port)
        if len(ports) == count:
            return ports
    raise AssertionError(f"fewer than {count} of the ports {PORTS.start} to {PORTS.stop - 1} are free")


class Answer:
    """The response to an HTTP request; an error status raises no exception."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)

    def __repr__(self):
        return f"{self.status} {self.body[:300]!r}"


class Installation:
    """A data directory and the `galley serve` that uses it. With `database`, a DATABASE_URL, it uses that database
    instead of a private cluster. `environment` has further environment variables for the next start."""

    def __init__(self, *options, database=None):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="galley-journey-"))
        self.directory.chmod(0o755)
        self.data = self.directory / "data"
        self.port, self.read_port, self.service_port = free_ports(3)
        self.options = options
        self.database = database
        self.environment = {}
        self.log = self.directory / "log.txt"
        self.process = None

    @property
    def console_url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def read_url(self):
        return f"http://127.0.0.1:{self.read_port}"

    @property
    def service_url(self):
        return f"http://127.0.0.1:{self.service_port}"

    def start(self, wait=True):
        environment = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "GALLEY")}
        if self.database:
            environment["DATABASE_URL"] = self.database
        environment |= self.environment
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [GALLEY, "serve", "--data", str(self.data), "--port", str(self.port),
                 "--read-port", str(self.read_port), "--service-port", str(self.service_port), *self.options],
                stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=environment, cwd=self.directory)
        if wait:
            self.wait_until_ready()
        return self

    def wait_until_ready(self, seconds=60):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise AssertionError(f"galley ended with {self.process.returncode}:\n{self.log_text()[-4000:]}")
            try:
                if all(self.get("/readyz", url).status == 200
                       for url in (self.read_url, self.console_url, self.service_url)):
                    return
            except OSError:
                pass
            time.sleep(0.05)
        raise AssertionError(f"not ready after {seconds} s:\n{self.log_text()[-4000:]}")

    def wait_for_release(self, number, seconds=60, base=None):
        """Waits until the read process, or the process at another address, serves a release or a later one."""
        eventually(lambda: self.get("/readyz", base).json().get("release", 0) >= number, seconds)

    def log_text(self):
        return self.log.read_text(errors="replace")

    def stop(self, seconds=60):
        """Ends the process with SIGTERM, as an operator would; returns its exit status."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(seconds)
        return self.process.returncode if self.process else None

    def kill(self):
        self.process.kill()
        self.process.wait()

    def remove(self):
        try:
            self.stop()
        except subprocess.TimeoutExpired:
            self.kill()
        postmaster = self.data / "postgres" / "postmaster.pid"
        if postmaster.exists():
            try:
                os.kill(int(postmaster.read_text().split()[0]), signal.SIGQUIT)
            except (ProcessLookupError, ValueError, OSError):
                pass
        shutil.rmtree(self.directory, ignore_errors=True)

    def get(self, path, base=None, headers={}, method="GET"):
        request = urllib.request.Request((base or self.read_url) + path, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return Answer(response.status, response.headers, response.read())
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.headers, error.read())

    def feature(self, name, platform, version, **headers):
        return self.get(f"/v1/features/{name}?platform={platform}&client_version={version}", headers=headers)

    def run(self, *arguments, text=None):
        """Runs a `galley` command on this installation; returns (exit status, standard output, standard error)."""
        done = subprocess.run([GALLEY, *arguments, "--data", str(self.data)], input=text, capture_output=True,
                              text=True, timeout=60, cwd=self.directory)
        return done.returncode, done.stdout, done.stderr

    def json(self, *arguments):
        """Runs a command that must succeed; returns its JSON output."""
        status, out, err = self.run(*arguments, "--format", "json")
        assert status == 0, (arguments, status, out, err)
        return json.loads(out)

    def push(self, name, text, *options):
        file = self.directory / "document.json"
        file.write_text(text, encoding="utf-8")
        return self.json("features", "push", name, str(file), *options)

    def add_account(self, name, password="correct horse battery", roles="analyst,reviewer,release-manager,administrator"):
        status, out, err = self.run("account", "add", name, "--roles", roles, "--password-stdin", text=password + "\n")
        assert status == 0, (out, err)
        return password

    def child(self, role):
        """Returns the process id of the child process with a role, read from /proc; None if there is none."""
        for entry in pathlib.Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    words = (entry / "cmdline").read_bytes().split(b"\0")
                    parent = int(re.search(r"PPid:\s+(\d+)", (entry / "status").read_text()).group(1))
                except (OSError, AttributeError):
                    continue
                if parent == self.process.pid and b"--role" in words and words[words.index(b"--role") + 1] == role.encode():
                    return int(entry.name)
        return None

    @contextlib.contextmanager
    def crashing(self, role):
        """Crashes the process of a role. The `with` block runs while the process writes its crash report. After the
        block, the process has ended, and another one runs in its place."""
        victim, reports = eventually(lambda: self.child(role)), self.log_text().count(CRASH_REPORTED)
        os.kill(victim, signal.SIGTRAP)
        yield
        eventually(lambda: self.log_text().count(CRASH_REPORTED) > reports)
        # After its report, the crash reporter removes its signal handlers and returns. A trap of the process itself
        # would then occur again and end it, but a signal from outside must be sent again.
        os.kill(victim, signal.SIGTRAP)
        eventually(lambda: self.child(role) not in (None, victim))


# The last line of a report by Swift's crash reporter.
CRASH_REPORTED = "Backtrace took"


def command(*arguments, text=None):
    """Runs a `galley` command that needs no installation; returns (exit status, standard output, standard error)."""
    done = subprocess.run([GALLEY, *arguments], input=text, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def eventually(claim, seconds=60):
    """Calls `claim` until it returns a true value, and returns that value; errors of the network and of files (OSError)
    count as false. Fails after `seconds`."""
    end = time.monotonic() + seconds
    while True:
        try:
            answer = claim()
            if answer:
                return answer
        except OSError:
            pass
        assert time.monotonic() < end, f"not true within {seconds} s"
        time.sleep(0.05)
