"""Requests to the console: CPU time, latency and SQL statements. Each file in console_figures/ is one table."""

import http.client
import importlib.util
import pathlib
import re
import time
import urllib.parse

import population
from accounting import running_cpu_seconds
from installation import Installation
from tables import median, percentile, table

FIGURES = {path.stem: path for path in sorted((pathlib.Path(__file__).parent / "console_figures").glob("*.py"))}


def arguments(parser):
    parser.add_argument("figure", nargs="*", help=f"the tables to print, by default all: {', '.join(FIGURES)}")
    parser.add_argument("--rounds", type=int, default=20, help="measured requests of each kind, after three to warm up")
    parser.add_argument("--features", type=int, default=100, help="features in addition to those of the demo")


def run(options):
    unknown = [name for name in options.figure if name not in FIGURES]
    if unknown:
        raise SystemExit(f"bin/bench console: there is no table {unknown[0]}; the tables are {', '.join(FIGURES)}")
    installation = Installation("--demo")
    try:
        installation.start()
        # PostgreSQL loads the library that counts statements at its next start.
        population.sql(installation, "ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'",
                       role="postgres")
        installation.stop()
        installation.start()
        population.sql(installation, "CREATE EXTENSION IF NOT EXISTS pg_stat_statements",
                       role="postgres")
        population.populate(installation, options.features)
        console = Console(installation, options)
        for name in options.figure or FIGURES:
            console.show(name)
    finally:
        installation.remove()


class Console:
    """A signed-in session in the console of an installation, which measures its requests."""

    def __init__(self, installation, options):
        self.installation, self.options = installation, options
        self.pid = installation.child("console")
        # One connection is served by one thread, whose CPU time can be measured exactly until it ends.
        self.connection = http.client.HTTPConnection("127.0.0.1", installation.port, timeout=60)
        self.cookies, self.csrf = {}, ""
        self.sign_in()

    def sign_in(self):
        password = self.installation.add_account("bench")
        self.post("/sessions", name="bench", password=password)
        page = self.get("/features")
        assert page.status == 200, "signing in failed"
        self.csrf = re.search(r'name="csrf" value="([^"]+)"', page.body.decode()).group(1)

    def request(self, path, data=None, headers={}):
        """Sends a request and returns the response with its `body`; does not follow redirections."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        method, headers = "POST" if data is not None else "GET", {"Cookie": cookies, **headers}
        try:
            self.connection.request(method, path, data, headers)
            answer = self.connection.getresponse()
        except http.client.RemoteDisconnected:
            # The server closes idle connections, for example while features are created.
            self.connection.request(method, path, data, headers)
            answer = self.connection.getresponse()
        answer.body = answer.read()
        for text in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = text.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    def get(self, path):
        return self.request(path)

    def post(self, path, **fields):
        """Sends a form as a page of the console does."""
        data = urllib.parse.urlencode({"csrf": self.csrf, **fields}).encode()
        return self.request(path, data, {"Origin": self.installation.console_url,
                                         "Content-Type": "application/x-www-form-urlencoded"})

    def send(self, path, text):
        """Sends a text as the script of the editor does."""
        return self.request(path, text.encode(), {"Origin": self.installation.console_url, "X-CSRF-Token": self.csrf,
                                                  "Content-Type": "text/plain", "Accept": "application/json"})

    def statements(self):
        """Returns the number of SQL statements that the installation has run so far, without those that only begin or
        end transactions, change settings, subscribe to notifications or count statements."""
        return int(population.sql(
            self.installation, """SELECT coalesce(sum(calls), 0) FROM pg_stat_statements
                WHERE query NOT LIKE '%pg_stat%' AND toplevel AND query !~ '^(BEGIN|COMMIT|ROLLBACK|SET|LISTEN)'""",
            role="postgres"))

    def measure(self, ask):
        """Calls `ask`, which sends one request and returns the response, for all rounds, after three calls to warm up
        and one to count the SQL statements; returns the `Cost`."""
        for _ in range(3):
            answer = ask()
        before = self.statements()
        ask()
        statements = self.statements() - before
        times, used = [], []
        for _ in range(self.options.rounds):
            cpu, begun = running_cpu_seconds(self.pid), time.monotonic()
            answer = ask()
            times.append((time.monotonic() - begun) * 1000)
            used.append((running_cpu_seconds(self.pid) - cpu) * 1000)
        return Cost(answer, median(used), median(times), percentile(times, 0.99), statements)

    def show(self, name):
        """Prints the table of a file in console_figures/, whose `rows(console)` yields pairs of a name and a `Cost`."""
        spec = importlib.util.spec_from_file_location(f"console_figures.{name}", FIGURES[name])
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        columns = ["", "status", "CPU ms", "p50 ms", "p99 ms", "KB", "SQL"]
        rows = [[title, cost.answer.status, cost.cpu, cost.p50, cost.p99, len(cost.answer.body) / 1024, cost.statements]
                for title, cost in module.rows(self)]
        table(f"{module.__doc__.strip()} ({self.options.features} features and the demo, {self.options.rounds} rounds)",
              columns, rows)


class Cost:
    """The cost of one kind of request: the medians of CPU time and latency and the 99th percentile of the latency, in
    milliseconds, and the number of SQL statements."""

    def __init__(self, answer, cpu, p50, p99, statements):
        self.answer, self.cpu, self.p50, self.p99, self.statements = answer, cpu, p50, p99, statements

