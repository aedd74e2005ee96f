"""Reviews at the command line: the policy, verdicts of the operator, and publishing without the required approvals."""

import json

from documents import SCREEN, SCREEN_2


def test_publishing_without_the_required_approval_needs_break_glass_and_a_reason(demo):
    name = "journey.reviewed"
    demo.push(name, SCREEN, "--kind", "screen")
    publish = ["release", "publish", name, "--platform", "ios", "--from", "9.0"]
    demo.json(*publish, "--revision", "1")
    assert demo.json("reviews", "policy", name, "--required", "1") == {"feature": name, "required": 1, "own": True}
    demo.push(name, SCREEN_2)

    asked = demo.json("reviews", "request", name, "--revision", "2", "--role", "reviewer", "--note", "Evening text")
    assert (asked["state"], asked["approvals"], asked["contributors"]) == ("in-review", 0, ["operator"])
    assert name in [review["feature"] for review in demo.json("reviews", "list")]
    commented = demo.json("reviews", "comment", name, "--revision", "2", "--at", "/type", "Is this right?")
    assert [(comment["pointer"], comment["text"]) for comment in commented["comments"]] == [("/type", "Is this right?")]
    shown = demo.json("reviews", "show", name, "--revision", "2")
    assert [comment["pointer"] for comment in shown["comments"]] == ["/type"]
    # The answer to a request includes the comments, like that of `show`.
    again = demo.json("reviews", "request", name, "--revision", "2", "--role", "reviewer", "--note", "Evening text")
    assert again["comments"] == shown["comments"]
    demo.json("reviews", "comment", name, "--revision", "2", "Looks fine")
    status, out, _ = demo.run("reviews", "show", name, "--revision", "2")
    assert status == 0
    assert "  operator on revision 2 /type: Is this right?\n  operator on revision 2: Looks fine" in out

    status, _, err = demo.run("reviews", "approve", name, "--revision", "2", "--hash", "00")
    assert status == 1 and f"its SHA-256 is {shown['hash']}" in err

    # The operator saved the revision, so the operator cannot approve it.
    status, _, err = demo.run("reviews", "approve", name, "--revision", "2")
    assert status == 1 and "cannot approve or request changes" in err
    status, out, _ = demo.run(*publish, "--revision", "2", "--format", "json")
    assert status == 1
    assert [problem["code"] for problem in json.loads(out)["problems"]] == ["not-approved"]
    status, out, _ = demo.run(*publish, "--revision", "2", "--break-glass", "--format", "json")
    assert status == 1
    assert [problem["code"] for problem in json.loads(out)["problems"]] == ["reason-missing"]
    released = demo.json(*publish, "--revision", "2", "--break-glass", "--reason", "The shop is down")
    assert "approvals-bypassed" in [warning["code"] for warning in released["warnings"]]
    assert name not in [review["feature"] for review in demo.json("reviews", "list")]
    demo.json("reviews", "policy", name, "--required", "installation")
