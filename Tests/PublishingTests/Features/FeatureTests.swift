import PostgreSQL
import Publishing
import TestSupport
import Testing

struct FeatureTests {
    @Test(arguments: ["a", "home.offers", "onboarding.passport-2_x", "0", CaseText(String(repeating: "a", count: 100))])
    func `a name of lower-case words with single separators is valid`(_ name: CaseText) {
        #expect(FeatureName.isValid(name.text))
    }

    @Test func `other feature names are refused by the store and by a constraint of the database`() throws {
        let names = [
            // U+0430 is the Cyrillic letter that looks like a, and U+0661 an Arabic digit.
            "", ".", "a.", ".a", "a..b", "a.-b", "A", "é", "a b", "a/b", "a\n", "\u{430}", "a\u{0}", "\u{661}",
            String(repeating: "a", count: 101),
        ]
        let home = try Installation()
        for name in names {
            #expect(!FeatureName.isValid(name))
            #expect(try home.stores.features.create(name: name, kind: "Screen", by: .operator) == .invalidName)
            #expect(try home.stores.features.feature(named: name) == nil)
            // A text in PostgreSQL cannot contain U+0000.
            guard !name.contains("\u{0}") else { continue }
            #expect {
                try home.pool.withConnection { connection in
                    try connection.execute(
                        "INSERT INTO feature (name, kind, author_name) VALUES (\(name), 'x', 'test')")
                }
            } throws: { error in
                (error as? PostgreSQLError)?.constraint == "feature_name_rule"
            }
        }
    }

    @Test func `a feature needs a kind of the current schemas and a name that is not taken`() throws {
        let home = try Installation()
        let feature = try home.feature("home.offers", titles: [])
        #expect(feature.kind == "/screens/Screen")
        #expect(feature.liveRelease == nil)
        #expect(
            try home.stores.features.create(name: "home.offers", kind: "Screen", by: .operator) == .taken(feature))
        #expect(
            try home.stores.features.create(name: "other", kind: "Hologram", by: .operator) == .unknownKind)
        #expect(try home.stores.features.feature(named: "home.offers") == feature)
    }

    @Test func `the list shows the live state and the newest revision`() throws {
        let home = try Installation()
        try home.feature("home.offers", titles: ["One", "Two"])
        try home.feature("home.banner", titles: [])
        try home.publish(1, from: "9.0")
        try home.save("{", to: "home.offers")
        let list = try home.stores.features.list().features
        #expect(list.map(\.feature.name) == ["home.banner", "home.offers"])
        #expect(list.map(\.headRevision) == [0, 3])
        #expect(list.map(\.headIsValid) == [true, false])
        #expect(list.map { $0.rules.map(\.revision) } == [[], [1]])
        #expect(list.last?.lastReleaseAt != nil)
        #expect(try home.stores.features.summary(of: "home.offers") == list.last)
        #expect(try home.stores.features.summary(of: "home") == nil)
    }
}
