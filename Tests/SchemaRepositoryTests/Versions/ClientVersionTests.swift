import SchemaRepository
import TestSupport
import Testing

struct ClientVersionTests {
    private struct Comparison: Decodable {
        let a: String
        let b: String
        let order: Int
    }

    private struct Verdict: Decodable {
        let version: String
        let valid: Bool
    }

    @Test(.enabled(if: Corpora.contain("semver.jsonl"), "../shared/corpora/semver.jsonl is missing"))
    func `versions of the corpus have the order that the corpus states`() throws {
        let pairs = try Corpora.read("semver.jsonl", as: Comparison.self)
        #expect(pairs.count == 100)
        for pair in pairs {
            let (left, right) = try (ClientVersion(pair.a), ClientVersion(pair.b))
            #expect((left < right) == (pair.order < 0), "\(pair.a) \(pair.b)")
            #expect((right < left) == (pair.order > 0), "\(pair.a) \(pair.b)")
            #expect((left == right) == (pair.order == 0), "\(pair.a) \(pair.b)")
        }
    }

    @Test(.enabled(if: Corpora.contain("semver-invalid.jsonl"), "../shared/corpora/semver-invalid.jsonl is missing"))
    func `versions that are invalid in the corpus are refused`() throws {
        let rows = try Corpora.read("semver-invalid.jsonl", as: Verdict.self)
        #expect(rows.count == 9)
        for row in rows {
            #expect(throws: ClientVersionError.self, "\(row.version)") { try ClientVersion(row.version) }
        }
    }

    @Test(arguments: [
        "", ".", "1.", ".1", "1..2", "1.2.3.4.5", "1.x", "1-", "1+", "1-a..b", "1-a_b", "1+a+b", "1+é", " 1", "1\n",
        "１",
        "v1", "-1", "+1", "1.-2",
    ])
    func `a text that is not a version is refused`(_ text: String) {
        #expect(throws: ClientVersionError.self) { try ClientVersion(text) }
    }

    @Test func `versions are sorted numerically, pre-releases before their release`() throws {
        let ascending = [
            "0", "1-0", "1-2", "1-10", "1--", "1-A", "1-a", "1-a.1", "1-a.1.0", "1-a.a", "1-aa", "1", "1.0.0.1", "1.2",
            "1.9",
            "1.10", "2", "10", "99999999999999999999", "100000000000000000000", String(repeating: "9", count: 254),
            String(repeating: "9", count: 255), "1" + String(repeating: "0", count: 255),
            "1" + String(repeating: "0", count: 600),
        ]
        let versions = try ascending.map { try ClientVersion($0) }
        let mixed = versions.indices.map { versions[$0 * 7 % versions.count] }
        #expect(Set(mixed).count == ascending.count)
        #expect(mixed.sorted().map(\.text) == ascending)
    }

    @Test func `equal versions keep their spelling and have equal sort keys and hashes`() throws {
        let versions = try ["5.2", "05.2.0", "5.2.0.0", "5.2+7.-"].map { try ClientVersion($0) }
        #expect(Set(versions).count == 1)
        #expect(Set(versions.map(\.sortKey)).count == 1)
        #expect(versions.map(\.description) == ["5.2", "05.2.0", "5.2.0.0", "5.2+7.-"])
        #expect(try ClientVersion("0.0") == .zero)
        #expect(try ClientVersion("0.0-00") == .lowest)
        for version in ["0-0.0", "0-1", "0--", "0-A", "0-alpha", "0"] { #expect(try ClientVersion(version) > .lowest) }
    }

    @Test(
        arguments: [
            ("5.3.1 (1234)", "5.3.1+1234"), ("5.3.1(1234)", "5.3.1+1234"), ("5.3.1+(1234)", "5.3.1+1234"),
            ("5.3 (7.1-b)", "5.3+7.1-b"), ("5.3.1 (1234", nil), ("5..1 (1)", nil), ("v5 (1)", nil), ("5.3.1 ()", nil),
            ("5.3.1 (1 2)", nil),
        ] as [(String, String?)])
    func `a valid version with a build in parentheses leads to a suggestion`(_ text: String, _ suggestion: String?) {
        #expect(ClientVersionError.suggestion(for: text) == suggestion)
    }

    @Test func `a version over the maximum length is refused`() throws {
        _ = try ClientVersion(String(repeating: "1", count: ClientVersion.maximumBytes))
        #expect(throws: ClientVersionError.tooLong) {
            try ClientVersion(String(repeating: "1", count: ClientVersion.maximumBytes + 1))
        }
    }
}
