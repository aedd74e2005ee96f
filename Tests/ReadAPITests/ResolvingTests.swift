import HTTPTypes
import MicroHTTP
import Publishing
import SchemaRepository
import Testing

@testable import ReadAPI

/// Small snapshots for tests.
enum Sample {
    /// Returns the content for a hash.
    static func content(_ hash: String) -> [UInt8]? { Array(#"{"content":"\#(hash)"}"#.utf8) }

    /// Returns a rule with one edition for its whole range; the edition has the size of the content for its hash.
    static func rule(
        _ from: String, until: String? = nil, percent: RolloutPercent = 100, revision: Int = 1, hash: String,
        release: Int = 1,
        platform: String = "ios"
    ) throws -> Rule {
        let start = try ClientVersion(from)
        let end = try until.map { try ClientVersion($0) }
        let edition = Edition(
            from: start, until: end, hash: hash, size: content(hash)?.count ?? 0, schemaRelease: 1, release: release)
        return Rule(
            platform: platform, from: start, until: end, percent: percent, revision: revision, editions: [edition])
    }

    /// Returns a point in the history of one installation.
    static func point(_ release: Int, of installation: String = "one") -> HistoryPoint {
        HistoryPoint(
            installation: installation, release: release, identity: release == 0 ? "" : "identity \(release)",
            cluster: "1", timeline: 1)
    }

    static func snapshot(_ features: [FeatureSnapshot], release: Int = 1) -> Snapshot {
        Snapshot(
            point: point(release),
            platforms: [Platform(name: "ios", title: "iOS"), Platform(name: "android", title: "Android")],
            features: features)
    }

    static func feature(_ rules: [Rule], name: String = "home", release: Int = 1, off: [String] = []) -> FeatureSnapshot
    {
        FeatureSnapshot(name: name, release: release, rules: rules, switchedOff: off)
    }
}

@Suite struct ResolvingTests {
    /// Returns the hash of the edition that a client gets, or the name of the problem.
    private func answer(_ rules: [Rule], _ query: String, off: [String] = [], name: String = "home") throws -> String {
        let index = try ReadIndex(Sample.snapshot([Sample.feature(rules, off: off)]), content: Sample.content)
        let resolver = ReadResolver(state: ServingState(index: index))
        do {
            switch try resolver.outcome(of: "/v1/features/\(name)?\(query)") {
            case .edition(let edition): return edition.identity.hash
            case .content, .document, .head, .page: return "page"
            }
        } catch {
            return error.kind.rawValue
        }
    }

    @Test(arguments: [
        ("5", "no-config-for-version"), ("9", "a"), ("9.0.0.0", "a"), ("9.9", "a"), ("10-beta", "a"), ("10", "b"),
        ("10.1+7", "b"), ("11", "b"), ("12", "no-config-for-version"),
        ("99999999999999999999", "no-config-for-version"),
        ("8.99", "no-config-for-version"),
    ])
    func `the rule whose range contains the version is used`(_ version: String, _ expected: String) throws {
        let rules = [
            try Sample.rule("10", until: "12", revision: 2, hash: "b"), try Sample.rule("9", until: "10", hash: "a"),
        ]
        #expect(try answer(rules, "platform=ios&client_version=\(version)") == expected)
    }

    @Test func `a narrow rule inside a wide one is used for its range only`() throws {
        let rules = [
            try Sample.rule("6", until: "7", hash: "narrow"), try Sample.rule("5", hash: "wide"),
        ]
        let answers = try ["5.9", "6", "6.9", "7"].map { try answer(rules, "platform=ios&client_version=\($0)") }
        #expect(answers == ["wide", "narrow", "narrow", "wide"])
    }

    @Test func `a partial rollout admits the buckets below its percentage, others get the next lower rule`() throws {
        let rules = [
            try Sample.rule("6", percent: 25, hash: "new"), try Sample.rule("6", percent: 50, hash: "newer"),
            try Sample.rule("5", hash: "old"),
        ]
        func at(_ bucket: String) throws -> String {
            try answer(rules, "platform=ios&client_version=6.1\(bucket)")
        }
        #expect(try at("&bucket=0") == "new")
        #expect(try at("&bucket=249") == "new")
        #expect(try at("&bucket=250") == "newer")
        #expect(try at("&bucket=500") == "old")
        #expect(try at("") == "old")
        #expect(try answer([rules[0]], "platform=ios&client_version=6.1") == "no-config-for-version")
    }

    @Test func `the editions of one rule are served for their parts of the range`() throws {
        let bounds = try ["5", "6", "7"].map { try ClientVersion($0) }
        let editions = zip(["x", "y"], zip(bounds, bounds.dropFirst())).map { hash, range in
            Edition(
                from: range.0, until: range.1, hash: hash, size: Sample.content(hash)?.count ?? 0, schemaRelease: 1,
                release: 1)
        }
        let rule = Rule(
            platform: "ios", from: bounds[0], until: bounds[2], percent: 100, revision: 1, editions: editions)
        let answers = try ["5", "5.9", "6", "7"].map { try answer([rule], "platform=ios&client_version=\($0)") }
        #expect(answers == ["x", "x", "y", "no-config-for-version"])
    }

    @Test(arguments: [
        ("platform=ios&client_version=5", "a"),
        ("client_version=5%2E0&platform=%69os&other=1&other=2", "a"),
        ("platform=ios&client_version=5%2B1", "a"),
        ("platform=ios&client_version=5+1", "a"),
        ("platform=ios&client_version=5&bucket=999", "a"),
        ("client_version=5", "missing-parameter"),
        ("platform=ios", "missing-parameter"),
        ("", "missing-parameter"),
        ("platform=ios&client_version=5&platform=ios", "invalid-parameter"),
        ("platform=ios&client_version=5&client_version=6", "invalid-parameter"),
        ("platform=ios&client_version=5&bucket=1&bucket=1", "invalid-parameter"),
        ("platform=ios&client_version=5&bucket=1000", "invalid-parameter"),
        ("platform=ios&client_version=5&bucket=-1", "invalid-parameter"),
        ("platform=ios&client_version=5&bucket=", "invalid-parameter"),
        ("platform=ios&client_version=5&bucket=%D9%A1", "invalid-parameter"),
        ("platform=ios&client_version=5&bucket=%zz", "invalid-parameter"),
        ("platform=iOS&client_version=5", "unknown-platform"),
        ("platform=&client_version=5", "unknown-platform"),
        ("platform=symbian&client_version=5", "unknown-platform"),
        ("platform=ios&client_version=v5", "invalid-client-version"),
        ("platform=ios&client_version=", "invalid-client-version"),
        ("platform=ios&client_version=5..1", "invalid-client-version"),
        ("platform=ios&client_version=5%", "invalid-client-version"),
        ("platform=android&client_version=5", "no-config-for-version"),
    ])
    func `parameters must be well-formed and must not be repeated`(_ query: String, _ expected: String) throws {
        #expect(try answer([Sample.rule("0", hash: "a")], query) == expected)
    }

    @Test(arguments: [
        ("nothing", "feature-not-found"), ("h%6Fme", "a"), ("home/", "not-found"), ("a%2Fb", "not-found"),
        ("", "not-found"), ("HOME", "feature-not-found"), ("hom\u{0435}", "feature-not-found"),
    ])
    func `names are decoded and then compared byte for byte`(_ name: String, _ expected: String) throws {
        let rules = [try Sample.rule("0", hash: "a")]
        #expect(try answer(rules, "platform=ios&client_version=5", name: name) == expected)
    }

    @Test func `a feature is switched off on the stated platform only, whatever its rules are`() throws {
        let rules = [
            try Sample.rule("0", hash: "a"), try Sample.rule("0", hash: "b", platform: "android"),
        ]
        #expect(try answer(rules, "platform=ios&client_version=5", off: ["ios"]) == "switched-off")
        #expect(try answer(rules, "platform=android&client_version=5", off: ["ios"]) == "b")
    }

    @Test func `before the first snapshot features are not ready and the process is healthy`() throws {
        let resolver = ReadResolver(state: ServingState())
        #expect(throws: Problem.self) { try resolver.outcome(of: "/v1/features/home?platform=ios&client_version=1") }
        guard case .page(let health) = try resolver.outcome(of: "/healthz"),
            case .page(let readiness) = try resolver.outcome(of: "/readyz")
        else {
            Issue.record("no page")
            return
        }
        #expect(health.status == .ok)
        #expect(readiness.status == .serviceUnavailable)
    }
}
