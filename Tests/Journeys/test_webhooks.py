"""Webhooks: events are signed, delivered again after a failure, and not sent to private networks unless allowed."""

import hashlib
import hmac
import http.server
import json
import threading

import pytest

from documents import SCREEN
from installation import Installation, eventually


class Receiver:
    """A server that records each POST and answers with the given statuses, in order, and then with 200."""

    def __init__(self, *statuses):
        self.posts, self.statuses = [], list(statuses)
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.posts.append((dict(self.headers) | {"path": self.path}, body))
                status = outer.statuses.pop(0) if outer.statuses else 200
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *words):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://localhost:{self.server.server_port}/hook"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def allowing():
    one = Installation("--webhook-network", "127.0.0.0/8", "--webhook-network", "::1").start()
    yield one
    one.remove()


def test_a_release_is_posted_with_a_signature_and_can_be_redelivered_after_a_failure(allowing):
    receiver = Receiver(*[302] * 100)
    hook = allowing.json("webhooks", "add", receiver.address)
    allowing.push("hooked", SCREEN, "--kind", "screen")
    allowing.json("release", "publish", "hooked", "--revision", "1", "--platform", "ios", "--from", "1.0",
                  "--reason", "“Spring”\n\\ and more")
    eventually(lambda: receiver.posts)
    headers, body = receiver.posts[0]
    event = json.loads(body)
    assert (event["event"], event["subject"], event["detail"]["features"]) == ("release.made", "release 1", ["hooked"])
    assert event["detail"]["reason"] == "“Spring”\n\\ and more"
    signed = f"{headers['Galley-Timestamp']}.".encode() + body
    assert headers["Galley-Signature"] == "sha256=" + hmac.new(bytes.fromhex(hook["secret"]), signed, hashlib.sha256).hexdigest()

    # A redirect is not followed; it is a failure that is tried again.
    failed = eventually(lambda: next((one for one in allowing.json("webhooks", "deliveries")["deliveries"]
                                      if one.get("status") == 302), None))
    assert failed["state"] == "waiting" and {headers["path"] for headers, _ in receiver.posts} == {"/hook"}
    receiver.statuses.clear()
    allowing.json("webhooks", "redeliver", str(failed["id"]))
    eventually(lambda: allowing.json("webhooks", "deliveries")["deliveries"][0]["state"] == "delivered")
    assert json.loads(receiver.posts[-1][1]) == event


def test_webhooks_to_private_addresses_are_refused_or_fail_without_a_request(installation):
    receiver = Receiver()
    for address in (receiver.address.replace("localhost", "127.1"), receiver.address.replace("localhost", "[::1]"),
                    "http://169.254.169.254/latest/"):
        status, out, err = installation.run("webhooks", "add", address, "--event", "feature.")
        assert status == 1 and "is in a private network" in out + err, (address, out, err)
    assert installation.json("webhooks", "list")["webhooks"] == []
    # A host name is resolved, and the networks that the server allows are applied, only when an event is delivered.
    installation.json("webhooks", "add", receiver.address, "--event", "feature.")
    installation.json("webhooks", "add", "http://169.254.169.254/latest/", "--event", "feature.",
                      "--webhook-network", "169.254.0.0/16")
    installation.push("hooked", SCREEN, "--kind", "screen")
    deliveries = eventually(lambda: (found := installation.json("webhooks", "deliveries")["deliveries"])
                            and len(found) == 2 and all(one.get("fault") for one in found) and found)
    assert all("private network" in one["fault"] or "unknown" in one["fault"] for one in deliveries), deliveries
    assert receiver.posts == []


def test_a_slow_receiver_delays_no_other_and_special_characters_of_a_path_are_kept(allowing):
    quick, slow = Receiver(), Receiver()
    released = threading.Event()
    slow.statuses = SlowStatuses(released)
    address = quick.address + "/[1-3]{a,b}"
    allowing.json("webhooks", "add", slow.address)
    allowing.json("webhooks", "add", address)
    allowing.push("hooked", SCREEN, "--kind", "screen")
    for number in range(1, 13):
        allowing.json("release", "publish", "hooked", "--revision", "1", "--platform", "ios", "--from", f"{number}.0")
    try:
        # The slow receiver answers each POST after nine seconds.
        eventually(lambda: slow.posts and len(quick.posts) == 12)
        assert {headers["path"] for headers, _ in quick.posts} == {"/hook/[1-3]{a,b}"}
    finally:
        released.set()


class SlowStatuses(list):
    """A list whose `pop` waits until an event is set, at most nine seconds, and then returns 200."""

    def __init__(self, released):
        super().__init__([200])
        self.released = released

    def pop(self, *place):
        self.released.wait(9)
        return 200
