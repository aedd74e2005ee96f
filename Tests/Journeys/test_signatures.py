"""A client in Python verifies the signed answers of the read API, and rejects changed and replayed ones."""

import pytest

from documents import SCREEN
from installation import eventually
from verifying import Rejected, VerifyingClient

NAME = "signatures.screen"
MANIFEST = "/v1/manifest?platform=ios&client_version=6.0"


def refusal(client, headers, body, **asked):
    with pytest.raises(Rejected) as raised:
        client.verify(headers, body, **asked)
    return str(raised.value)


def test_a_client_verifies_every_answer_and_rejects_changed_and_replayed_ones(installation):
    def publish(revision, **more):
        arguments = [word for name, value in more.items() for word in (f"--{name}", value)]
        return installation.json("release", "publish", NAME, "--revision", str(revision), "--platform", "ios",
                                 *arguments)["release"]

    installation.push(NAME, SCREEN, "--kind", "screen")
    first = publish(1, **{"from": "5.0", "until": "7.0"})
    eventually(lambda: installation.feature(NAME, "ios", "6.0").status == 200)
    client = VerifyingClient(installation.get("/v1/keys").json())
    [key] = client.keys

    old = installation.feature(NAME, "ios", "6.0")
    assert client.verify(old.headers, old.body, feature=NAME) == [key]
    assert old.headers["Galley-Versions"] == ">=5.0 <7.0" and old.headers["Galley-Release"] == str(first)
    for coding in ("gzip", "br"):
        coded = eventually(lambda: (answer := installation.feature(NAME, "ios", "6.0", **{"Accept-Encoding": coding}))
                           .headers["Content-Encoding"] == coding and answer)
        assert client.verify(coded.headers, coded.body, feature=NAME) == [key]
        assert coded.headers["Signature"] != old.headers["Signature"]
    manifest = installation.get(MANIFEST)
    assert client.verify(manifest.headers, manifest.body) == [key]
    assert manifest.headers["Galley-Versions"] == ">=5.0 <7.0"
    bundle = installation.get(f"/v1/bundle?platform=ios&client_version=6.0&features={NAME}")
    assert client.verify(bundle.headers, bundle.body) == [key]

    # Changed bytes at several places of the body, and changed header fields, are detected.
    for place in range(0, len(old.body), 37):
        changed = bytearray(old.body)
        changed[place] ^= 1
        assert refusal(client, old.headers, bytes(changed), feature=NAME) == "digest"
    fields = dict(old.headers.items())
    for name, value, reason in (
            ("Galley-Release", "999", "signature"), ("Galley-Versions", ">=1.0", "signature"),
            ("Galley-Feature", "signatures.other", "signature"), ("Galley-Platform", "android", "signature"),
            ("Signature", "sig1=:" + "A" * 86 + "==:", "signature"), ("Signature-Input", "", "unsigned")):
        assert refusal(client, {**fields, name: value}, old.body, feature=NAME) == reason, name
    # An answer for another feature or platform is not accepted in place of the one asked for.
    assert refusal(client, fields, old.body, feature="signatures.other") == "not for this client"
    assert refusal(client, fields, old.body, feature=NAME, platform="android") == "not for this client"

    installation.push(NAME, SCREEN.replace("Ваш баланс", "Баланс"))
    second = publish(2, **{"from": "5.0", "until": "7.0"})
    new = eventually(lambda: (answer := installation.feature(NAME, "ios", "6.0"))
                     .headers["Galley-Release"] == str(second) and answer)
    assert client.verify(new.headers, new.body, feature=NAME) == [key]
    assert refusal(client, fields, old.body, feature=NAME) == "replay"
    newer = installation.get(MANIFEST)
    assert client.verify(newer.headers, newer.body) == [key]
    assert refusal(client, manifest.headers, manifest.body) == "replay"

    # With two active keys, answers have two signatures; after the first key has retired, only that of the second.
    added = installation.json("keys", "add")["id"]
    status, out, _ = installation.run("keys", "add")
    assert status == 1 and "two keys are active" in out + _
    both = eventually(lambda: (answer := installation.feature(NAME, "ios", "6.0"))
                      .headers["Signature-Input"].count("keyid=") == 2 and answer)
    assert client.verify(both.headers, both.body, feature=NAME) == [key], "a client that knows only the old key"
    fresh = VerifyingClient(installation.get("/v1/keys").json())
    assert list(fresh.keys) == [key, added]
    assert fresh.verify(both.headers, both.body, feature=NAME) == [key, added]
    installation.json("keys", "retire", key)
    alone = eventually(lambda: (answer := installation.feature(NAME, "ios", "6.0"))
                       .headers["Signature-Input"].count("keyid=") == 1 and answer)
    assert fresh.verify(alone.headers, alone.body, feature=NAME) == [added]
    assert refusal(client, alone.headers, alone.body, feature=NAME) == "unsigned"
    status, out, err = installation.run("keys", "retire", added)
    assert status == 1 and "the only key" in out + err
    assert [one["id"] for one in installation.json("keys", "list")] == [added]

    # A node that starts without the database signs with the same key.
    installation.stop()
    (installation.data / "postgres" / "PG_VERSION").rename(installation.data / "postgres" / "hidden")
    installation.start(wait=False)
    offline = eventually(lambda: (answer := installation.feature(NAME, "ios", "6.0")).status == 200 and answer)
    assert fresh.verify(offline.headers, offline.body, feature=NAME) == [added]
    (installation.data / "postgres" / "hidden").rename(installation.data / "postgres" / "PG_VERSION")
