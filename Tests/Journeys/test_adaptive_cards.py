"""Compares the version that each sample of Adaptive Cards declares with the minimum that Galley computes for it."""

import collections
import json
import os

import pytest

import adaptive_cards
from installation import command

CHECKOUT = os.environ.get("GALLEY_ADAPTIVE_CARDS")


@pytest.mark.skipif(not CHECKOUT, reason="GALLEY_ADAPTIVE_CARDS names no checkout of microsoft/AdaptiveCards")
@pytest.mark.timeout(1200)
def test_the_computed_minimum_versions_of_sample_cards_match_the_known_counts(tmp_path):
    adaptive_cards.write_repository(CHECKOUT, tmp_path)
    counts = collections.Counter()
    for path, declared in adaptive_cards.samples(CHECKOUT):
        _, out, err = command(
            "editions", "--platform", adaptive_cards.PLATFORM, "--schemas", str(tmp_path), "--kind", "AdaptiveCard",
            str(path))
        assert not err, path
        minimum = adaptive_cards.number(json.loads(out)["full"][-1]["from"])
        counts["equal" if minimum == declared else "declared higher" if minimum < declared else "declared too low"] += 1

    print(dict(counts))
    assert counts == {"equal": 210, "declared higher": 56, "declared too low": 61}
