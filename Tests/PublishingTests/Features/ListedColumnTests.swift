import PostgreSQL
import Publishing
import Testing

/// The stored columns by which the list of features is filtered and sorted, after changes of several kinds.
@Suite("Columns of the list of features") struct ListedColumnTests {
    private let home: Installation

    init() throws {
        home = try Installation()
        for name in ["a.one", "b.two", "c.three"] { try home.feature(name, titles: ["One", "Two"]) }
    }

    @Test func `the filter by state agrees with the listed states after releases of several kinds`() throws {
        try check()
        try home.publish(1, from: "5.0", of: "a.one")
        try home.publish(1, from: "5.0", on: "android", of: "a.one")
        try home.publish(1, from: "5.0", of: "b.two")
        try check()
        try released(home.releases.switchOff(switching("a.one", "ios"), by: .operator))
        try released(home.releases.switchOff(switching("b.two", nil), by: .operator))
        try check()
        #expect(try names(.partlySwitchedOff, on: nil) == ["a.one"])
        #expect(try names(.partlySwitchedOff, on: "ios") == ["a.one"])
        #expect(try names(.partlySwitchedOff, on: "android") == [])
        #expect(try names(.switchedOff, on: nil) == ["b.two"])
        try released(home.releases.switchOn(switching("a.one", "ios"), by: .operator))
        try check()
        #expect(try names(.live, on: "ios") == ["a.one"])
        try released(
            home.releases.rollback(
                RollbackRequest(feature: "a.one", toRelease: 1, reason: "Back"), by: .operator))
        try check()
        #expect(try names(.live, on: "android") == [])
        try home.releases.restore(above: 100, by: .operator)
        try check()
        #expect(try names(.live, on: "ios") == ["a.one"])
        #expect(try names(.switchedOff, on: nil) == ["b.two"])
        #expect(try names(.neverPublished, on: nil) == ["c.three"])
    }

    @Test func `the save time of a feature is that of its revision with the highest number`() throws {
        try home.save(Installation.screen("Three"), to: "b.two")
        let saved = try home.stores.features.list(by: .savedDescending).features
        #expect(saved.map(\.feature.name) == ["b.two", "c.three", "a.one"])
        try home.pool.withConnection { connection in
            // Revisions stored in descending order, as by a program that copies a history.
            try connection.execute(
                """
                INSERT INTO revision (feature_id, number, content_hash, schema_release, valid, report, note, author_name,
                    created_at)
                SELECT feature_id, numbers.number, content_hash, schema_release, valid, report, note, 'copy',
                    numbers.created_at
                FROM revision JOIN feature ON feature.id = feature_id,
                    (VALUES (9, now() + interval '1 hour'), (8, now() + interval '2 hours'))
                        AS numbers (number, created_at)
                WHERE feature.name = 'a.one' AND revision.number = 1
                """)
        }
        let times = try home.pool.withConnection { connection in
            try connection.query(
                """
                SELECT head_saved_at = (SELECT created_at FROM revision WHERE feature_id = id ORDER BY number DESC LIMIT 1)
                    AS is_right FROM feature
                """
            ).map { try $0["is_right", as: Bool.self] }
        }
        #expect(times == [true, true, true])
        #expect(try home.stores.features.list(by: .savedDescending).features.first?.feature.name == "a.one")
    }

    /// Checks that each filter by state and platform returns the features whose rows show that state.
    private func check(_ location: SourceLocation = #_sourceLocation) throws {
        let all = try home.stores.features.list().features
        for state in LiveState.allCases {
            #expect(
                try names(state, on: nil) == all.filter { $0.state == state }.map(\.feature.name),
                "\(state)", sourceLocation: location)
            for platform in ["ios", "android", "web"] where state != .archived {
                let expected = all.filter { summary in
                    let isOff = summary.switchedOff.contains(platform)
                    if state == .partlySwitchedOff { return isOff && summary.state == state }
                    let rules = summary.rules.filter { $0.platform == platform }
                    return LiveState(
                        release: summary.feature.liveRelease, rules: rules, switchedOff: isOff ? [platform] : [])
                        == state
                }
                #expect(
                    try names(state, on: platform) == expected.map(\.feature.name), "\(state) on \(platform)",
                    sourceLocation: location)
            }
        }
    }

    private func names(_ state: LiveState, on platform: String?) throws -> [String] {
        try home.stores.features.list(.matching(platform: platform, state: state)).features.map(\.feature.name)
    }

    private func switching(_ feature: String, _ platform: String?) -> SwitchRequest {
        SwitchRequest(feature: feature, platform: platform, reason: "broken")
    }

    private func released(_ outcome: ReleaseOutcome) throws { _ = try Installation.released(outcome) }
}
