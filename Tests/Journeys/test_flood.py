"""Many expensive requests of one account at once, many clients that do not wait for their answers, and a form that is
too large; other requests must still be answered."""

import concurrent.futures
import http.client
import json
import pathlib
import re
import urllib.request

from visitor import Visitor

FEATURE = "home.flood"
CHECKS = f"/features/{FEATURE}/checks"
FLOOD = 150


class Person(Visitor):
    """A signed-in visitor who sends texts to the editor's check."""

    def __init__(self, installation, name):
        super().__init__(installation, name)
        self.fields = {"Content-Type": "text/plain; charset=utf-8", "Accept": "application/json",
                       "X-CSRF-Token": self.csrf(FEATURE)}

    def check(self, text):
        return self.send(urllib.request.Request(self.base + CHECKS, text.encode(), self.fields))


def screen(number, widgets):
    """Returns a screen in which each color is misspelt in another way: a short text that takes long to check."""
    return json.dumps({"type": "Screen", "title": str(number), "widgets": [
        {"type": "SDUIWidget", "id": f"w{place}", "content": {
            "type": "TextView", "text": {"value": "x", "typography": "headlineSmall", "color": f"textPrimry{number}{place}"}}}
        for place in range(widgets)]})


def test_a_flood_from_one_account_is_partly_refused_and_does_not_delay_other_accounts(installation):
    installation.push(FEATURE, screen(0, 1))
    flooding, other = Person(installation, "flooding"), Person(installation, "other")
    texts = [screen(number, 500) for number in range(FLOOD)]

    with concurrent.futures.ThreadPoolExecutor(FLOOD) as pool:
        flood = [pool.submit(flooding.check, text) for text in texts]
        refused = next(answer for answer in (done.result() for done in concurrent.futures.as_completed(flood))
                       if answer.status == 503)
        # A request was refused, so the queue is full. Another account's requests are answered while others still wait.
        light = other.get("/features")
        heavy = other.check(screen("light", 1))
        waiting = sum(not done.done() for done in flood)
    answers = [done.result() for done in flood]

    assert light.status == 200 and heavy.status == 200
    assert waiting >= 20, waiting
    assert refused.headers["Retry-After"] and "Too many requests are waiting" in refused.body.decode()
    assert {answer.status for answer in answers} == {200, 503}
    assert sum(answer.status == 200 for answer in answers) >= 60
    status = pathlib.Path(f"/proc/{installation.child('console')}/status").read_text()
    assert int(re.search(r"VmHWM:\s+(\d+)", status).group(1)) < 1 << 20, status


def test_the_console_answers_after_many_clients_closed_their_connections(installation):
    installation.push(FEATURE, screen(0, 1))
    person = Person(installation, "leaving")
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in person.cookies)
    for number in range(300):
        connection = http.client.HTTPConnection("127.0.0.1", installation.port, timeout=240)
        connection.request("POST", CHECKS, screen(number, 1_500), {**person.fields, "Cookie": cookies})
        connection.close()
    answer = person.get("/features")
    assert answer.status == 200
    answer = person.check(screen("stayed", 1))
    assert answer.status in (200, 503)


def test_a_form_that_is_too_large_is_refused_with_a_page(installation):
    visitor = Visitor(installation, "large")
    # Only 2 MiB, because on a busy machine a longer form may take longer to send than the server waits for it.
    refused = visitor.post("/features", {"name": "x" * (2 << 20)})
    assert refused.status == 413, refused
    assert refused.headers["Content-Type"].startswith("text/html")
    assert "The request is too large." in refused.body.decode()
