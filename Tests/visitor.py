"""A signed-in console client that works like a browser without scripts: it keeps cookies and sends forms, but renders
nothing."""

import html
import http.cookiejar
import re
import urllib.error
import urllib.parse
import urllib.request

from installation import Answer


class Visitor:
    """A person who is signed in with an account of their own."""

    def __init__(self, installation, name, **account):
        self.base = installation.console_url
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        self.post("/sessions", {"name": name, "password": installation.add_account(name, **account)})

    def get(self, path):
        return self.send(urllib.request.Request(self.base + path))

    def post(self, path, fields):
        """Sends a form as a page of the console does."""
        data = urllib.parse.urlencode(fields).encode()
        return self.send(urllib.request.Request(self.base + path, data, {"Origin": self.base}))

    def send(self, request):
        """Sends a request, follows redirections and returns the response."""
        try:
            with self.opener.open(request, timeout=240) as response:
                return Answer(response.status, response.headers, response.read())
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.headers, error.read())

    def csrf(self, feature):
        """Returns the session's CSRF token, read from a feature's editor."""
        page = self.get(f"/features/{feature}/editor").body.decode()
        return re.search(r'name="csrf" value="([^"]+)"', page).group(1)


def hidden_fields(form):
    """Returns the names and values of a form's hidden fields."""
    return [(html.unescape(name), html.unescape(value)) for name, value in
            re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form, re.S)]
