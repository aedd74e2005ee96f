"""Schemas from git: the console connects to public addresses, and to private ones only where the operator allows it."""

import re
import socket
import threading

import pytest

from installation import Installation
from visitor import Visitor


class Listener:
    """A loopback port that counts connections and closes each without an answer."""

    def __init__(self):
        self.connections = 0
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            connection, _ = self.socket.accept()
            self.connections += 1
            connection.close()


def propose(installation, address):
    """Sends the form that fetches schemas from git; returns the console's answer."""
    visitor = Visitor(installation, "mira")
    page = visitor.get("/schemas/releases").body.decode()
    csrf = re.search(r'name="csrf" value="([^"]+)"', page).group(1)
    return visitor.post("/schemas/releases", {"csrf": csrf, "source": "git", "address": address})


@pytest.fixture
def allowing():
    one = Installation("--git-network", "127.0.0.0/8").start()
    yield one
    one.remove()


def test_a_private_address_is_refused_without_a_connection(installation):
    listener = Listener()
    answer = propose(installation, f"https://localhost:{listener.port}/schemas.git")
    assert answer.status == 422
    assert "is in a private network" in answer.body.decode()
    assert listener.connections == 0


def test_git_connects_to_a_private_network_that_the_operator_allows(allowing):
    listener = Listener()
    answer = propose(allowing, f"https://localhost:{listener.port}/schemas.git")
    assert answer.status == 422
    assert "git could not read the repository" in answer.body.decode()
    assert listener.connections > 0
