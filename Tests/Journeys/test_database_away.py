"""A node whose database does not come: reads from the snapshot, a console that says so and keeps what was typed."""

import html
import http.cookiejar
import re
import signal
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest

from documents import SCREEN, minified
from installation import Answer, Installation, eventually


class Browser:
    """Cookies and forms, as a browser without scripts has them."""

    def __init__(self, installation):
        self.base = installation.console_url
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def get(self, path):
        return self.request(urllib.request.Request(self.base + path))

    def post(self, path, fields):
        data = urllib.parse.urlencode(fields).encode()
        return self.request(urllib.request.Request(self.base + path, data, {"Origin": self.base}))

    def request(self, request):
        try:
            with self.opener.open(request, timeout=10) as response:
                return Answer(response.status, response.headers, response.read())
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.headers, error.read())


def fields_of(form):
    """Names and values of a form's fields that are not shown."""
    return [(html.unescape(name), html.unescape(value)) for name, value in
            re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form, re.S)]


def test_a_node_serves_reads_and_keeps_what_was_typed_until_postgresql_can_start(installation):
    installation.push("home.main", SCREEN, "--kind", "screen")
    installation.json("release", "publish", "home.main", "--revision", "1", "--platform", "ios", "--from", "1.0")
    eventually(lambda: installation.feature("home.main", "ios", "1.0").status == 200)
    browser = Browser(installation)
    browser.post("/sessions", {"name": "ana", "password": installation.add_account("ana")})
    editor = browser.get("/features/home.main/editor").body.decode()
    csrf = re.search(r'name="csrf" value="([^"]+)"', editor).group(1)
    installation.stop()

    settings = installation.data / "postgres" / "postgresql.conf"
    aside = settings.rename(settings.with_name("aside.conf"))
    installation.start(wait=False)

    eventually(lambda: installation.feature("home.main", "ios", "1.0").status == 200)
    assert installation.feature("home.main", "ios", "1.0").body == minified(SCREEN)
    page = eventually(lambda: (answer := browser.get("/features")).status == 503 and answer).body.decode()
    assert "The database is not available" in page and "dbname=galley" in page
    # The log says why PostgreSQL did not start.
    eventually(lambda: "postgresql.conf" in installation.text())

    typed = SCREEN.replace("Ваш баланс", "Новый\n\"<b>баланс</b>\"")
    kept = browser.post("/features/home.main/revisions",
                        {"csrf": csrf, "text": typed, "note": "typed meanwhile", "parent": "1", "started": "1"})
    assert kept.status == 503
    form = re.search(r'<form method="post" action="/features/home.main/revisions">(.*?)</form>', kept.body.decode(), re.S)
    assert "Send again" in form.group(1)

    aside.rename(settings)
    eventually(lambda: browser.get("/features").status == 200)
    saved = browser.post("/features/home.main/revisions", fields_of(form.group(1)))
    assert saved.status == 200, saved
    assert "r2" in browser.get("/features/home.main").body.decode()
    assert installation.feature("home.main", "ios", "1.0").body == minified(SCREEN)


@pytest.mark.parametrize("lost, reason", [("postgresql.conf", "postgresql.conf"), ("pg_wal", "checkpoint record")])
def test_a_node_without_a_snapshot_ends_and_says_why(installation, lost, reason):
    installation.stop()
    path = installation.data / "postgres" / lost
    # What PostgreSQL says of the second stands in its own log only.
    for file in [path] if path.is_file() else [file for file in path.iterdir() if file.is_file()]:
        file.rename(installation.directory / file.name)
    # What tells how far was served stays, and so would a file that was set aside.
    for file in (installation.data / "snapshot").glob("snapshot-*"):
        file.unlink()
    installation.start(wait=False)

    assert installation.process.wait(30) != 0
    assert reason in installation.text()


def test_a_killed_first_start_is_no_hindrance_to_the_next():
    one = Installation()
    try:
        for pause in (0.05, 0.3, 0.6):
            one.start(wait=False)
            time.sleep(pause)
            one.process.send_signal(signal.SIGKILL)
            one.process.wait()
        one.start()
        assert not list(one.data.glob("postgres.new*"))
    finally:
        one.remove()
