"""Heads of the audit trail are noted in a file outside the database, so that deleted events are detected; the password
of the first account is printed once."""

import json
import subprocess

from installation import eventually


def heads(installation):
    file = installation.data / "audit-heads.json"
    return json.loads(file.read_text())["heads"] if file.exists() else []


def as_administrator(installation, *statements):
    """Runs SQL statements as the superuser of the PostgreSQL cluster."""
    socket = (installation.data / "postgres").resolve().parent / "socket"
    for statement in statements:
        subprocess.run(["psql", "--host", str(socket), "--username", "postgres", "--quiet", "--set", "ON_ERROR_STOP=1",
                        "--command", statement, "galley"], check=True, capture_output=True)


def test_deletion_of_the_newest_audit_event_is_reported_by_audit_verify_and_in_the_log(installation):
    installation.add_account("ana")
    newest = lambda: installation.json("audit", "verify")["events"]
    eventually(lambda: heads(installation) and heads(installation)[-1]["number"] == newest())
    assert (installation.data / "audit-key").stat().st_mode & 0o777 == 0o600
    assert installation.json("audit", "verify")["heads"] >= 1

    as_administrator(
        installation, "ALTER TABLE audit_event DISABLE TRIGGER USER",
        f"DELETE FROM audit_event WHERE number = {newest()}", "ALTER TABLE audit_event ENABLE TRIGGER USER")
    status, _, err = installation.run("audit", "verify")
    assert status == 1 and "cut off" in err
    eventually(lambda: "the audit trail was cut or rewritten" in installation.log_text())

    # A new event that takes the number of the deleted one does not hide the deletion.
    installation.add_account("eva")
    status, _, err = installation.run("audit", "verify")
    assert status == 1 and "rewritten" in err

    file = installation.data / "audit-heads.json"
    file.write_text(file.read_text().replace('"number":', '"number":1'))
    status, _, err = installation.run("audit", "verify")
    assert status == 1 and "somebody changed it" in err

    # If the notes cannot be read, it is unknown whether the trail was changed.
    aside = file.rename(file.with_name("aside.json"))
    file.mkdir()
    status, _, err = installation.run("audit", "verify")
    assert status == 2 and "audit-heads.json cannot be read: " in err
    file.rmdir()
    aside.rename(file)

    # As after a restore: if the file of noted heads is missing, it is created again without a restart.
    file.unlink()
    eventually(lambda: heads(installation) and heads(installation)[-1]["number"] == newest())
    eventually(lambda: "the noted heads of the audit trail were removed" in installation.log_text())
    assert installation.json("audit", "verify")["heads"] == 1
    installation.add_account("lea")
    eventually(lambda: heads(installation)[-1]["number"] == newest())


def test_the_first_password_is_printed_once(installation):
    eventually(lambda: "Sign in" in installation.log_text())
    password = (installation.data / "first-account.txt").read_text().split("\n")[1]
    assert installation.log_text().count(password) == 1
    installation.stop()
    installation.start()
    eventually(lambda: installation.log_text().count("Sign in") == 2)
    assert installation.log_text().count(password) == 1
