"""One account that sends hundreds of heavy requests at once, and the others meanwhile."""

import concurrent.futures
import http.client
import json
import pathlib
import re
import urllib.parse

FEATURE = "home.flood"
FLOOD = 150


class Person:
    """Someone who is signed in to the console."""

    def __init__(self, installation, name):
        self.port = installation.port
        password = installation.add_account(name)
        form = urllib.parse.urlencode({"name": name, "password": password})
        answer, _ = self.send("POST", "/sessions", form, {"Content-Type": "application/x-www-form-urlencoded"}, "")
        self.cookie = answer.headers["Set-Cookie"].split(";")[0]
        _, page = self.send("GET", f"/features/{FEATURE}/editor", None, {}, self.cookie)
        self.csrf = re.search(r'name="csrf" value="([^"]+)"', page).group(1)

    def send(self, method, path, body, headers, cookie):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=240)
        connection.request(method, path, body, {**headers, "Cookie": cookie})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer, text

    def get(self, path):
        return self.send("GET", path, None, {}, self.cookie)

    def check(self, text):
        return self.send("POST", f"/features/{FEATURE}/checks", text, {
            "Content-Type": "text/plain; charset=utf-8", "Accept": "application/json", "X-CSRF-Token": self.csrf},
            self.cookie)


def screen(number, widgets):
    """A screen whose every colour is misspelt in its own way: a short text that takes long to check."""
    return json.dumps({"type": "Screen", "title": str(number), "widgets": [
        {"type": "SDUIWidget", "id": f"w{place}", "content": {
            "type": "TextView", "text": {"value": "x", "typography": "headlineSmall", "color": f"textPrimry{number}{place}"}}}
        for place in range(widgets)]})


def test_a_flood_from_one_account_is_refused_in_part_and_keeps_nobody_else_waiting(installation):
    installation.push(FEATURE, screen(0, 1))
    flooding, other = Person(installation, "flooding"), Person(installation, "other")
    texts = [screen(number, 1_500) for number in range(FLOOD)]

    with concurrent.futures.ThreadPoolExecutor(FLOOD) as pool:
        flood = [pool.submit(flooding.check, text) for text in texts]
        refused = next(answer for answer in (done.result() for done in concurrent.futures.as_completed(flood))
                       if answer[0].status == 503)
        # A place in the queue was refused, so the queue is full; another account's pages are answered before it is empty.
        light, _ = other.get("/features")
        heavy, _ = other.check(screen("light", 1))
        waiting = sum(not done.done() for done in flood)
    answers = [done.result()[0] for done in flood]

    assert light.status == 200 and heavy.status == 200
    assert waiting >= 20, waiting
    assert refused[0].headers["Retry-After"] and "Too much at once" in refused[1]
    assert {answer.status for answer in answers} == {200, 503}
    assert sum(answer.status == 200 for answer in answers) >= 60
    status = pathlib.Path(f"/proc/{installation.child('console')}/status").read_text()
    assert int(re.search(r"VmHWM:\s+(\d+)", status).group(1)) < 1 << 20, status


def test_work_for_one_who_has_left_is_not_done(installation):
    installation.push(FEATURE, screen(0, 1))
    person = Person(installation, "leaving")
    for number in range(300):
        connection = http.client.HTTPConnection("127.0.0.1", installation.port, timeout=240)
        connection.request("POST", f"/features/{FEATURE}/checks", screen(number, 1_500), {
            "Accept": "application/json", "X-CSRF-Token": person.csrf, "Cookie": person.cookie})
        connection.close()
    answer, _ = person.get("/features")
    assert answer.status == 200
    answer, _ = person.check(screen("stayed", 1))
    assert answer.status in (200, 503)
