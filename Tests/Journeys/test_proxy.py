"""The nginx configuration of docker-compose.yml, run in front of two nodes without a container engine: no read fails
while the nodes restart one after the other."""

import pathlib
import re
import shutil
import subprocess
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request

import pytest

from documents import SCREEN
from installation import ROOT, Installation, eventually, free_ports

sys.path.insert(0, str(ROOT / "Tests" / "Bench"))

from population import sql  # noqa: E402

NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
#: The ports of a node in the compose file, and the attributes of `Installation` with the ports that replace them.
ENGINE_PORTS = {"8080": "port", "8081": "read_port", "8082": "service_port"}


def proxy_configuration():
    """Returns the nginx configuration in docker-compose.yml, with `$$` replaced by `$`."""
    text = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    block = re.search(r"^  proxy:\n    content: \|\n((?:      .*\n|\n)+)", text, re.MULTILINE)
    assert block, "docker-compose.yml has no configuration of the proxy"
    return re.sub(r"^      ", "", block.group(1), flags=re.MULTILINE).replace("$$", "$")


class Proxy:
    """An nginx with the configuration of the compose file, in front of nodes on this machine."""

    def __init__(self, directory, configuration, nodes):
        self.port = free_ports(1)[0]
        for name, node in nodes.items():
            for port, attribute in ENGINE_PORTS.items():
                configuration = configuration.replace(f"{name}:{port}", f"127.0.0.1:{getattr(node, attribute)}")
        configuration = configuration.replace("listen 8000;", f"listen 127.0.0.1:{self.port};")
        self.directory = directory
        directory.mkdir()
        (directory / "nginx.conf").write_text(
            "daemon off; worker_processes 1; pid nginx.pid; error_log error.log;\n"
            "events { worker_connections 512; }\n"
            "http { access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f;"
            " uwsgi_temp_path u; scgi_temp_path s;\n" + configuration + "}\n", encoding="utf-8")
        self.process = subprocess.Popen(
            [NGINX, "-p", str(directory), "-c", str(directory / "nginx.conf"), "-e", str(directory / "start.log")],
            stdin=subprocess.DEVNULL)

    def status(self, path, body=None, headers={}):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", body, headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code
        except OSError as error:
            return repr(error)

    def stop(self):
        self.process.terminate()
        self.process.wait(60)


def restart_in_turn_under_load(nodes, proxy, path):
    """Restarts each node while four clients read through the proxy; returns the number of reads and the failures."""
    answers, stop = [], threading.Event()

    def read():
        while not stop.is_set():
            answers.append(proxy.status(path))

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    try:
        for node in nodes.values():
            before = len(answers)
            eventually(lambda: len(answers) > before + 50)
            node.stop()
            down = len(answers)
            eventually(lambda: len(answers) > down + 50)
            node.start()
    finally:
        stop.set()
        for reader in readers:
            reader.join()
    return len(answers), [answer for answer in answers if answer != 200]


@pytest.fixture
def two_nodes():
    """Two nodes on the database of an installation that publishes one screen."""
    home = Installation().start()
    nodes = {}
    try:
        home.push("proxy.screen", SCREEN, "--kind", "screen")
        home.json("release", "publish", "proxy.screen", "--revision", "1", "--platform", "ios", "--from", "1.0")
        socket = home.data.resolve() / "socket"
        if not socket.exists():
            socket = (home.data / "postgres").resolve().parent / "socket"
        url = f"host='{socket}' port=5432 user=galley_application dbname=galley"
        for name in ("node-a", "node-b"):
            nodes[name] = Installation("--trusted-proxy", "127.0.0.1", database=url).start()
        for node in nodes.values():
            node.wait_for_release(1)
        yield home, nodes
    finally:
        for node in nodes.values():
            node.remove()
        home.remove()


def check_the_recorded_address(home, proxy):
    """Checks that a session records the address that the TLS terminator in front of the proxy states, and not one that
    the client states."""
    home.add_account("proxied", password="three quiet herons fly")
    form = urllib.parse.urlencode({"name": "proxied", "password": "three quiet herons fly"}).encode()
    proxy.status("/sessions", form, {
        "Origin": f"http://127.0.0.1:{proxy.port}", "X-Forwarded-For": "198.51.100.1, 203.0.113.9",
        "Forwarded": "for=198.51.100.2"})
    assert sql(home, "SELECT DISTINCT remote_address FROM session", role="postgres") == "203.0.113.9"


def test_docker_compose_yml_contains_no_single_dollar_sign():
    text = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    assert "$" not in text.replace("$$", "").replace("${", ""), "older versions of compose refuse a single $"


def test_the_nodes_trust_only_the_proxy_and_the_proxy_only_the_gateway():
    text = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    proxy = re.search(r"ipv4_address: ([0-9.]+)", text).group(1)
    gateway = re.search(r"gateway: ([0-9.]+)", text).group(1)
    assert re.findall(r"--trusted-proxy, ([^\]]+)\]", text) == [proxy]
    assert re.findall(r"set_real_ip_from ([^;]+);", text) == [gateway] and proxy != gateway


@pytest.mark.skipif(not pathlib.Path(NGINX).exists(), reason="nginx is not installed (bin/install test)")
def test_a_rolling_restart_behind_the_proxy_loses_no_read(two_nodes):
    home, nodes = two_nodes
    path = "/v1/features/proxy.screen?platform=ios&client_version=5.0"
    # This test acts as the TLS terminator.
    configuration = re.sub(r"set_real_ip_from [^;]+;", "set_real_ip_from 127.0.0.1;", proxy_configuration())
    proxy = Proxy(home.directory / "proxy", configuration, nodes)
    try:
        eventually(lambda: proxy.status(path) == 200)
        assert proxy.status("/readyz") == 200, "the proxy must also reach the console"
        token = home.json("links", "device", "proxy.screen", "--revision", "1")["token"]
        for path_of_service in ("/v1/changes?since=0", "/v1/manifest?platform=ios&client_version=5.0",
                                f"/v1/devices/{token}{path}"):
            assert proxy.status(path_of_service) == 200, path_of_service
        check_the_recorded_address(home, proxy)
        count, lost = restart_in_turn_under_load(nodes, proxy, path)
        assert count > 200 and lost == [], (count, len(lost), lost[:5])
    finally:
        proxy.stop()

    # To prove that lost reads are detected: a proxy that gives a node up after one failure loses reads. The proxy does
    # not try that node again for 600 s instead of nginx's 10 s, because restarts may take long on a slow machine.
    careless = Proxy(home.directory / "careless", configuration.replace("max_fails=0", "max_fails=1 fail_timeout=600s"), nodes)
    try:
        eventually(lambda: careless.status(path) == 200)
        _, lost = restart_in_turn_under_load(nodes, careless, path)
        assert lost, "giving a node up after one failure should have lost reads"
    finally:
        careless.stop()
