import Publishing
import SchemaRepository
import Testing

@testable import Console

@Suite struct RevisionChangeTests {
    private let platforms = [Platform(name: "ios", title: "iOS"), Platform(name: "android", title: "Android")]

    private func rule(
        _ revision: Int, _ from: String, _ until: String? = nil, percent: RolloutPercent = .everyone,
        on platform: String = "ios"
    ) throws -> Rule {
        let (from, until) = (try ClientVersion(from), try until.map { try ClientVersion($0) })
        let edition = Edition(
            from: from, until: until, hash: "\(revision)", size: 1, schemaRelease: 1, release: 1)
        return Rule(
            platform: platform, from: from, until: until, percent: percent, revision: revision, editions: [edition])
    }

    private func changes(_ before: [Rule], _ after: [Rule]) -> [String] {
        RevisionChange.between(LiveTable(rules: before), LiveTable(rules: after), platforms: platforms).map {
            "\($0.old) \($0.new)"
        }
    }

    @Test func `a change is listed only if clients get a revision before and another one after`() throws {
        // The rule from the highest version covers few versions, and is the same before and after.
        let middle = try rule(2, "5.0", "6.0")
        #expect(try changes([rule(1, "1.0"), middle], [rule(3, "1.0"), middle]) == ["1 3"])
        let android = try rule(4, "1.0", on: "android")
        #expect(try changes([rule(1, "1.0"), android], [rule(3, "1.0"), android]) == ["1 3"])
        #expect(try changes([], [rule(3, "1.0")]) == [])
    }

    @Test func `changes for newer versions come first, and of one version the change for the most clients`() throws {
        let (few, most) = (try rule(2, "5.0", percent: 10), try rule(1, "1.0"))
        #expect(try changes([few, most], [rule(3, "1.0")]) == ["1 3", "2 3"])
        #expect(try changes([rule(2, "5.0"), rule(1, "1.0")], [rule(3, "1.0")]) == ["2 3", "1 3"])
        // A rule of 0 % is for test devices only.
        #expect(try changes([rule(2, "1.0", percent: 0), rule(1, "1.0")], [rule(3, "1.0")]) == ["1 3"])
    }

    @Test func `a rollout is compared as its clients get it after the last step`() throws {
        let before = LiveTable(rules: [try rule(1, "1.0")])
        let request = RuleRequest(
            feature: "home", revision: 2, platform: "ios", from: try ClientVersion("2.0"), until: nil, percent: 0)
        let after = before.publishing([request])
        #expect(RevisionChange.between(before, after, platforms: platforms) == [RevisionChange(old: 1, new: 2)])
    }

    @Test(.englishTexts) func `neighboring shares of one revision are named once`() throws {
        let table = LiveTable(rules: [
            try rule(2, "3.0", percent: 20), try rule(2, "2.0", percent: 50), try rule(1, "1.0"),
        ])
        let version = try ClientVersion("3.0")
        #expect(table.outcome(on: "ios", at: version).words == "revision 2 for 50 % and revision 1 for the others")
        let all = LiveTable(rules: [try rule(2, "3.0", percent: 20), try rule(2, "2.0")])
        #expect(all.outcome(on: "ios", at: version).words == "revision 2")
    }
}
