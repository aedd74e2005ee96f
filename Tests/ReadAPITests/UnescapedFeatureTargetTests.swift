import MicroHTTP
import Publishing
import SchemaRepository
import TestSupport
import Testing

@testable import ReadAPI

/// Compares the fast path for requests of editions with the general path.
@Suite struct UnescapedFeatureTargetTests {
    private let index: ReadIndex

    init() throws {
        let rules = [
            try Sample.rule("10", until: "12", percent: 30, revision: 3, hash: "c"),
            try Sample.rule("9.5-beta", until: "10", revision: 2, hash: "b"), try Sample.rule("1", hash: "a"),
            try Sample.rule("2", hash: "d", platform: "android"),
        ]
        index = try ReadIndex(
            Sample.snapshot([
                Sample.feature(rules), Sample.feature(rules, name: "other.one", off: ["ios"]),
            ]), content: Sample.content)
    }

    private func fast(_ target: String) -> ServedEdition? {
        var key: [UInt8] = [7]
        let bytes = Array(target.utf8)
        return index.edition(of: bytes.span, key: &key)
    }

    private func general(_ target: String) -> ServedEdition? {
        let resolver = ReadResolver(state: ServingState(index: index))
        guard case .edition(let edition) = try? resolver.outcome(of: target) else { return nil }
        return edition
    }

    @Test(arguments: [
        "platform=ios&client_version=9", "client_version=9.5-beta&platform=ios",
        "platform=ios&client_version=11.0.3.1042&bucket=7", "platform=ios&client_version=10.1+build.7&bucket=999",
        "&&platform=android&other=%zz&other=1&client_version=2.1-rc.1&&", "platform=android&client_version=3&other=",
    ])
    func `targets in their usual form are found by the fast path`(_ query: String) throws {
        let target = "/v1/features/home?\(query)"
        let edition = try #require(general(target))
        #expect(fast(target) === edition)
    }

    @Test(arguments: [
        "/v1/features/h%6Fme?platform=ios&client_version=9", "/v1/features/home?platform=%69os&client_version=9",
        "/v1/features/home?%70latform=ios&client_version=9", "/v1/features/home?platform=ios&client_version=9%2B1",
        "/v1/features/home?platform=ios&client_version=9&flag",
    ])
    func `names, platforms and versions with escapes, and parameters without =, are left to the general path`(
        _ target: String
    ) {
        #expect(fast(target) == nil)
        #expect(general(target) != nil)
    }

    @Test func `the general path finds every edition that the fast path finds`() {
        var chance = SeededNumbers(seed: 20_26)
        let pieces = [
            "/v1/features/", "home", "other.one", "?", "&", "=", "platform", "client_version", "bucket", "ios",
            "android",
            "web", "9", "9.5-beta", "10.1", "11", "1.2.3.4.5", "99", "100", "07", "-", "+", ".", "%", "%69", "%2B", "/",
            "platform=ios", "client_version=10.3", "bucket=12", "platform=", "x=1",
        ]
        var found = 0
        for round in 0..<20_000 {
            // Three quarters of the targets begin with a valid request, so that faults also occur late in a target.
            var target = round % 4 == 0 ? "" : "/v1/features/home?platform=ios&client_version=10"
            for _ in 0..<Int.random(in: 0...7, using: &chance) { target += pieces.randomElement(using: &chance) ?? "" }
            guard let edition = fast(target) else { continue }
            found += 1
            #expect(general(target) === edition, "\(target)")
        }
        #expect(found > 500)
    }
}
