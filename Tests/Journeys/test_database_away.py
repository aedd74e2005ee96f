"""A node that cannot start PostgreSQL: it serves reads from its snapshot, and the console answers 503 with a form that
sends unsaved text again; without a snapshot, it ends. Also a first start that was killed."""

import re
import signal
import time

import pytest

from documents import SCREEN, minified
from installation import Installation, eventually
from visitor import Visitor, hidden_fields


def test_without_postgresql_reads_are_served_and_unsaved_text_can_be_sent_again(installation):
    installation.push("home.main", SCREEN, "--kind", "screen")
    installation.json("release", "publish", "home.main", "--revision", "1", "--platform", "ios", "--from", "1.0")
    eventually(lambda: installation.feature("home.main", "ios", "1.0").status == 200)
    browser = Visitor(installation, "ana")
    csrf = browser.csrf("home.main")
    installation.stop()

    settings = installation.data / "postgres" / "postgresql.conf"
    aside = settings.rename(settings.with_name("aside.conf"))
    installation.start(wait=False)

    eventually(lambda: installation.feature("home.main", "ios", "1.0").status == 200)
    assert installation.feature("home.main", "ios", "1.0").body == minified(SCREEN)
    page = eventually(lambda: (answer := browser.get("/features")).status == 503 and answer).body.decode()
    assert "The database does not answer" in page and "dbname=galley" in page
    # The log says why PostgreSQL did not start.
    eventually(lambda: "postgresql.conf" in installation.log_text())

    typed = SCREEN.replace("Ваш баланс", "Новый\n\"<b>баланс</b>\"")
    kept = browser.post("/features/home.main/revisions",
                        {"csrf": csrf, "text": typed, "note": "typed meanwhile", "parent": "1", "started": "1"})
    assert kept.status == 503
    form = re.search(r'<form method="post" action="/features/home.main/revisions">(.*?)</form>', kept.body.decode(), re.S)
    assert "Send again" in form.group(1)

    aside.rename(settings)
    eventually(lambda: browser.get("/features").status == 200)
    saved = browser.post("/features/home.main/revisions", hidden_fields(form.group(1)))
    assert saved.status == 200, saved
    assert "r2" in browser.get("/features/home.main").body.decode()
    assert installation.feature("home.main", "ios", "1.0").body == minified(SCREEN)


@pytest.mark.parametrize("lost, reason", [("postgresql.conf", "postgresql.conf"), ("pg_wal", "checkpoint record")])
def test_a_node_without_snapshot_and_postgresql_ends_and_logs_the_reason(installation, lost, reason):
    installation.stop()
    path = installation.data / "postgres" / lost
    # For a missing pg_wal, PostgreSQL writes the reason only to its own log file; Galley's log must contain it too.
    for file in [path] if path.is_file() else [file for file in path.iterdir() if file.is_file()]:
        file.rename(installation.directory / file.name)
    # Only the snapshot files are deleted; the file with the newest release number that was served remains.
    for file in (installation.data / "snapshot").glob("snapshot-*"):
        file.unlink()
    installation.start(wait=False)

    assert installation.process.wait(60) != 0
    assert reason in installation.log_text()


def test_galley_starts_after_its_first_start_was_killed():
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
