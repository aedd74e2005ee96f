"""A client that verifies signed answers (RFC 9421, RFC 9530) and rejects, for each feature, releases older than the
newest one it has seen."""

import base64
import hashlib
import json
import re

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


class Rejected(Exception):
    """Raised if an answer is unsigned, changed, replayed, or meant for another client."""


class VerifyingClient:
    """Stores the public keys and the newest release seen of each feature; the feature None stands for manifests and
    bundles."""

    def __init__(self, jwk_set):
        self.keys = {}
        for key in jwk_set["keys"]:
            assert (key["kty"], key["crv"], key["alg"]) == ("OKP", "Ed25519", "EdDSA"), key
            raw = base64.urlsafe_b64decode(key["x"] + "=")
            thumbprint = json.dumps({name: key[name] for name in ("crv", "kty", "x")}, separators=(",", ":"))
            expected = base64.urlsafe_b64encode(hashlib.sha256(thumbprint.encode()).digest()).decode().rstrip("=")
            assert key["kid"] == expected, "the key's id is not its thumbprint (RFC 7638)"
            self.keys[key["kid"]] = Ed25519PublicKey.from_public_bytes(raw)
        self.pinned = {}

    def verify(self, headers, body, feature=None, platform="ios"):
        """Returns the ids of the stored keys that signed; raises Rejected if there is none, or if the answer is
        changed, replayed, or not for the feature and platform."""
        headers = {name.lower(): value for name, value in headers.items()}
        digest = base64.b64encode(hashlib.sha256(body).digest()).decode()
        if headers.get("content-digest") != f"sha-256=:{digest}:":
            raise Rejected("digest")
        inputs = dict(re.findall(r'(\w+)=(\([^)]*\)[^,]*)', headers.get("signature-input", "")))
        signatures = dict(re.findall(r"(\w+)=:([A-Za-z0-9+/=]+):", headers.get("signature", "")))
        signers = []
        for label, parameters in inputs.items():
            covered = re.findall(r'"([^"]+)"', parameters[:parameters.index(")")])
            key = self.keys.get(re.search(r'keyid="([^"]+)"', parameters).group(1))
            if key is None:
                continue
            needed = {"content-digest", "galley-release", "galley-platform", "galley-versions"}
            if feature is not None:
                needed.add("galley-feature")
            if not needed <= set(covered):
                raise Rejected("uncovered")
            base = "".join(f'"{name}": {headers[name]}\n' for name in covered) + f'"@signature-params": {parameters}'
            try:
                key.verify(base64.b64decode(signatures[label]), base.encode())
            except InvalidSignature:
                raise Rejected("signature") from None
            signers.append(re.search(r'keyid="([^"]+)"', parameters).group(1))
        if not signers:
            raise Rejected("unsigned")
        if headers["galley-platform"] != platform or (feature and headers["galley-feature"] != feature):
            raise Rejected("not for this client")
        release = int(headers["galley-release"])
        if release < self.pinned.get(feature, 0):
            raise Rejected("replay")
        self.pinned[feature] = release
        return signers
