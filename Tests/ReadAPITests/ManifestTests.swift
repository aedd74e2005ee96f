import Cryptography
import Foundation
import HTTPTypes
import MicroHTTP
import Publishing
import SchemaRepository
import TestSupport
import Testing

@testable import ReadAPI

/// Manifests and bundles, decoded as a client would decode them, and contents.
@Suite("Manifests, bundles and contents by hash") struct ManifestTests {
    private struct Document: Decodable {
        struct Feature: Decodable {
            let arms: [DocumentArm]
        }
        let release: Int
        let features: [String: Feature]
        let next: String?
        let contents: [String: [String: String]]?
    }

    /// The edition for a range of buckets: those that no earlier arm admits and that are lower than `below`.
    private struct DocumentArm: Decodable {
        let below: Int
        let revision: Int
        let hash: String
        let size: Int
        let url: String
    }

    private func index(_ features: [FeatureSnapshot], after earlier: ReadIndex? = nil, release: Int = 1) throws
        -> ReadIndex
    {
        try ReadIndex(after: earlier, changes: Sample.snapshot(features, release: release), content: Sample.content)
    }

    private func document(_ target: String, in index: ReadIndex) throws -> Document {
        guard case .document(let document) = try ReadResolver(state: ServingState(index: index)).outcome(of: target)
        else {
            throw CocoaError(.featureUnsupported)
        }
        return try JSONDecoder().decode(Document.self, from: Data(document.body.copy))
    }

    private func problem(_ target: String, in index: ReadIndex?) -> Problem.Kind? {
        do throws(Problem) {
            _ = try ReadResolver(state: ServingState(index: index)).outcome(of: target)
            return nil
        } catch {
            return error.kind
        }
    }

    /// A cache that requests each address at most once, as a content delivery network does, and keeps the answer.
    private struct Cache {
        let index: ReadIndex
        var manifests: [String: Document] = [:]
        var contents: Set<String> = []
        var bodies: Set<[UInt8]> = []
        var asked = 0
        var fetched: Int { manifests.count + contents.count }

        mutating func manifest(_ version: String) throws -> Document {
            asked += 1
            let target = "/v1/manifest?platform=ios&client_version=\(version)"
            if let known = manifests[target] { return known }
            guard case .document(let answer) = try ReadResolver(state: ServingState(index: index)).outcome(of: target)
            else { throw CocoaError(.featureUnsupported) }
            bodies.insert(answer.body.copy)
            let document = try JSONDecoder().decode(Document.self, from: Data(answer.body.copy))
            manifests[target] = document
            return document
        }

        mutating func content(_ address: String) throws {
            asked += 1
            guard contents.insert(address).inserted else { return }
            guard case .content = try ReadResolver(state: ServingState(index: index)).outcome(of: address) else {
                Issue.record("\(address) is not served")
                return
            }
        }
    }

    @Test func `through a cache, phones fetch each edition once and, after a first request, one manifest per interval`()
        throws
    {
        let bounds = ["1", "4", "9.5"]
        func features(_ generation: Int) throws -> [FeatureSnapshot] {
            try (0..<20).map { number in
                let rules = try bounds.reversed().enumerated().map { place, from in
                    try Sample.rule(
                        from, percent: place == 0 ? 15 : 100, revision: bounds.count - place,
                        hash: "\(number)-\(from)-\(generation)")
                }
                return Sample.feature(rules, name: "feature.\(number)")
            }
        }
        let versions = (1...150).map { "\($0 / 10 + 1).\($0 % 10)" }
        var random = SeededNumbers(seed: 150)
        func poll(_ cache: inout Cache, phones: Int, _ address: (String) throws -> String) throws {
            for phone in 0..<phones {
                let version = versions[phone < 150 ? phone : Int.random(in: 0..<150, using: &random)]
                for (name, feature) in try cache.manifest(address(version)).features {
                    let bucket = RolloutBucket.bucket(ofInstallation: "\(phone)", feature: name)
                    let arm = try #require(feature.arms.first { bucket < $0.below })
                    try cache.content(arm.url)
                }
            }
        }
        // At the first request, a phone knows only its own version.
        let first = try index(features(1))
        var cache = Cache(index: first)
        try poll(&cache, phones: 20_000) { $0 }
        #expect(cache.manifests.count == versions.count && cache.bodies.count == bounds.count)
        #expect(cache.contents.count == 20 * bounds.count)
        #expect(Double(cache.fetched) <= Double(cache.asked) * 0.01)
        // Afterwards a phone requests the lowest version of `Galley-Versions`, even after a release.
        cache = Cache(index: try index(features(2), after: first, release: 2))
        try poll(&cache, phones: 20_000) { version in
            first.manifests.interval(of: try ClientVersion(version), platform: "ios", in: first).versions.from.text
        }
        #expect(cache.manifests.count == bounds.count && cache.bodies.count == bounds.count)
        #expect(cache.contents.count == 20 * bounds.count)
        #expect(Double(cache.fetched) <= Double(cache.asked) * 0.01)
    }

    @Test func `arms lead each bucket to the edition that the feature's own address serves`() throws {
        var random = SeededNumbers(seed: 20_261_122)
        let versions = ["1", "2", "3.5", "4"]
        for round in 0..<100 {
            let rules = try ["1", "2", "3", "4"].filter { _ in Bool.random(using: &random) }.map { from in
                let percent = [1, 10, 125, 500, 1_000][Int.random(in: 0..<5, using: &random)]
                return try Sample.rule(
                    from, until: Bool.random(using: &random) ? "5" : nil, percent: RolloutPercent(tenths: percent),
                    revision: Int.random(in: 1...3, using: &random), hash: "\(round)-\(from)")
            }
            let index = try index([Sample.feature(rules.reversed())])
            for version in versions {
                let manifest = try document("/v1/manifest?platform=ios&client_version=\(version)", in: index)
                let arms = manifest.features["home"]?.arms ?? []
                #expect(zip(arms, arms.dropFirst()).allSatisfy { $0.below < $1.below })
                for bucket in [0, 9, 10, 124, 125, 499, 500, 999, nil] as [Int?] {
                    let query = "platform=ios&client_version=\(version)" + (bucket.map { "&bucket=\($0)" } ?? "")
                    let resolver = ReadResolver(state: ServingState(index: index))
                    var served: String?
                    if case .edition(let edition)? = try? resolver.outcome(of: "/v1/features/home?\(query)") {
                        served = edition.identity.hash
                    }
                    let arm = arms.first { $0.below > bucket ?? 999 && (bucket != nil || $0.below == 1_000) }
                    #expect(arm?.hash == served, "round \(round), version \(version), bucket \(bucket ?? -1)")
                }
            }
        }
    }

    @Test func `an arm states revision, size and address, and the address has the bytes`() throws {
        let index = try index([Sample.feature([try Sample.rule("1", revision: 7, hash: "abc")])], release: 3)
        let manifest = try document("/v1/manifest?platform=ios&client_version=1", in: index)
        let arm = try #require(manifest.features["home"]?.arms.first)
        let bytes = try #require(Sample.content("abc"))
        #expect(manifest.release == 3 && manifest.next == nil)
        #expect(arm.revision == 7 && arm.below == 1_000 && arm.size == bytes.count && arm.url == "/v1/content/abc")
        guard case .content(let content) = try ReadResolver(state: ServingState(index: index)).outcome(of: arm.url)
        else {
            Issue.record("no content at \(arm.url)")
            return
        }
        #expect(content.body.copy == bytes)
    }

    @Test func `features that are switched off or have nothing for the version are absent`() throws {
        let features = [
            Sample.feature([try Sample.rule("1", hash: "a")], name: "off", off: ["ios"]),
            Sample.feature([try Sample.rule("5", hash: "b")], name: "later"),
            Sample.feature([try Sample.rule("1", hash: "c", platform: "android")], name: "android"),
            Sample.feature([try Sample.rule("1", hash: "d")], name: "on"),
        ]
        let index = try index(features)
        let manifest = try document("/v1/manifest?platform=ios&client_version=2", in: index)
        #expect(Set(manifest.features.keys) == ["on"])
    }

    @Test func `clients of one interval of versions share a document`() throws {
        let index = try index([
            Sample.feature([try Sample.rule("5", hash: "b"), try Sample.rule("1", until: "5", hash: "a")])
        ])
        func served(_ version: String) throws -> ServedDocument? {
            let target = "/v1/manifest?platform=ios&client_version=\(version)&bucket=3"
            let outcome = try ReadResolver(state: ServingState(index: index)).outcome(of: target)
            if case .document(let document) = outcome { return document }
            return nil
        }
        #expect(try served("1.0") === served("4.9.9"))
        #expect(try served("5") === served("77"))
        #expect(try served("4.9.9") !== served("5"))
    }

    @Test(arguments: [
        ("0-0", ">=0-0 <0"), ("0-alpha", ">=0-0 <0"), ("0", ">=0 <0.0.1-beta"), ("0.0.0.1", ">=0 <0.0.1-beta"),
        ("0.0.1-beta", ">=0.0.1-beta <1.0"), ("1", ">=1.0"),
    ])
    func `the stated versions contain the requested one, even before version 0`(_ version: String, _ stated: String)
        throws
    {
        let rules = [try Sample.rule("1.0", hash: "b"), try Sample.rule("0.0.1-beta", until: "1.0", hash: "a")]
        let index = try index([Sample.feature(rules)])
        let interval = index.manifests.interval(of: try ClientVersion(version), platform: "ios", in: index)
        #expect(interval.versions.comparators == stated)
        let android = index.manifests.interval(of: try ClientVersion(version), platform: "android", in: index)
        #expect(android.versions.contains(try ClientVersion(version)))
    }

    @Test func `clients that name the same features share a bundle, in any order`() throws {
        let index = try index(["one", "two"].map { Sample.feature([try Sample.rule("1", hash: $0)], name: $0) })
        let budget = BodyBudget(bytes: 1 << 20)
        let both = try bundle(of: "two,one", in: index, budget)
        #expect(try bundle(of: "one,two,nobody,one", in: index, budget) === both)
        #expect(try bundle(of: "one", in: index, budget) !== both)
        #expect(try document("/v1/bundle?platform=ios&client_version=2", in: index).contents?.count == 2)
    }

    @Test func `bundles of named features have a memory budget, and those that no client receives make room`() throws {
        let names = ["a", "b", "c"]
        let index = try index(names.map { Sample.feature([try Sample.rule("1", hash: $0)], name: $0) })
        // Room for two bundles.
        let budget = BodyBudget(bytes: 2_000)
        // A client that is being sent a bundle retains it, as this array does.
        var held = try names.prefix(2).map { try bundle(of: $0, in: index, budget) }
        let refusal = try #require(throws: Problem.self) { _ = try bundle(of: "c", in: index, budget) }
        #expect(refusal.kind == .overloaded && refusal.response.headers[.retryAfter]?.count == 1)
        held.removeFirst()
        held.append(try bundle(of: "c", in: index, budget))
        #expect(held.count == 2)
        held = []

        // A bundle that is only cached is dropped to make room.
        for name in names + names { _ = try bundle(of: name, in: index, budget) }
        #expect(budget.share(of: 2_000) == nil)
        while index.manifests.dropOldest(.chosen) {}
        #expect(budget.share(of: 2_000) != nil)
    }

    @Test func `later pages share the budget of bundles of named features, and the first page does not use it`() throws
    {
        let names = ["a", "b", "c", "d"]
        let index = try index(names.map { Sample.feature([try Sample.rule("1", hash: $0)], name: $0) })
        // Room for one page with a few features, and not for a second one.
        let budget = BodyBudget(bytes: 3_000)
        var held: ServedDocument? = try page(after: "c", in: index, budget)
        #expect(try page(after: "c", in: index, budget) === held)
        let refusal = try #require(throws: Problem.self) { _ = try page(after: "b", in: index, budget) }
        #expect(refusal.kind == .overloaded && refusal.response.headers[.retryAfter]?.count == 1)
        #expect(throws: Problem.self) { try bundle(of: "a,b,c", in: index, budget) }
        let first = try page(after: nil, in: index, budget)
        #expect(budget.share(of: 2_000) == nil)
        withExtendedLifetime(held) {}

        // A page that is only cached is dropped to make room, except for the first page.
        held = nil
        for name in ["b", "c", "b", "c"] { _ = try page(after: name, in: index, budget) }
        #expect(try page(after: nil, in: index, budget) === first)
        #expect(budget.share(of: 3_000) == nil)
        while index.manifests.dropOldest(.chosen) {}
        #expect(budget.share(of: 3_000) != nil)

        // A client may still receive the compressed bytes when the document itself is gone.
        var coded: CompressedBodies?
        do {
            let document = try page(after: "a", in: index, budget)
            coded = CompressedBodies(of: document.body)
        }
        while index.manifests.dropOldest(.chosen) {}
        #expect(coded?.gzip != nil && budget.share(of: 3_000) == nil)
        withExtendedLifetime(coded) {}
        coded = nil
        #expect(budget.share(of: 3_000) != nil)
    }

    private func page(after name: String?, in index: ReadIndex, _ budget: BodyBudget) throws -> ServedDocument {
        let after = name.map { "&after=\($0)" } ?? ""
        return try chosen("/v1/manifest?platform=ios&client_version=2" + after, in: index, budget)
    }

    private func bundle(of names: String, in index: ReadIndex, _ budget: BodyBudget) throws -> ServedDocument {
        try chosen("/v1/bundle?platform=ios&client_version=2&features=\(names)", in: index, budget)
    }

    private func chosen(_ target: String, in index: ReadIndex, _ budget: BodyBudget) throws -> ServedDocument {
        let limits = DocumentLimits(chosen: DocumentLimit(budget: budget))
        let outcome = try ReadResolver(state: ServingState(index: index), limits: limits).outcome(of: target)
        guard case .document(let document) = outcome else { throw CocoaError(.featureUnsupported) }
        return document
    }

    @Test func `many features are listed in pages that leave none out`() throws {
        let features = try (0..<2_345).map {
            Sample.feature([try Sample.rule("1", hash: "h\($0)")], name: "f\($0)")
        }
        let index = try index(features)
        var names: [String] = []
        var after: String?
        repeat {
            let query = "platform=ios&client_version=1" + (after.map { "&after=\($0)" } ?? "")
            let page = try document("/v1/manifest?\(query)", in: index)
            #expect(page.features.count <= ManifestWriter.featureLimit)
            names += page.features.keys
            after = page.next
        } while after != nil
        #expect(names.count == 2_345 && Set(names).count == 2_345)
        #expect(problem("/v1/bundle?platform=ios&client_version=1", in: index) == .tooLarge)
    }

    @Test func `a bundle contains the contents of all arms, each once`() throws {
        let rules = [
            try Sample.rule("2", percent: 10, revision: 2, hash: "new"), try Sample.rule("1", hash: "old"),
        ]
        let index = try index([
            Sample.feature(rules, name: "one"), Sample.feature(rules, name: "two"),
            Sample.feature([try Sample.rule("1", hash: "other")], name: "three"),
        ])
        let bundle = try document("/v1/bundle?platform=ios&client_version=2&features=two,one,nobody,one", in: index)
        #expect(Set(bundle.features.keys) == ["one", "two"])
        #expect(bundle.contents == ["new": ["content": "new"], "old": ["content": "old"]])
        let whole = try document("/v1/bundle?platform=ios&client_version=2", in: index)
        #expect(whole.features.count == 3 && whole.contents?.count == 3)
    }

    @Test func `a content stays for clients with an earlier manifest, and is removed later`() throws {
        var index = try index([Sample.feature([try Sample.rule("1", hash: "first")])])
        let resolver = { ReadResolver(state: ServingState(index: index)) }
        for release in 2...3 {
            let rules = [try Sample.rule("1", revision: release, hash: "h\(release)", release: release)]
            index = try self.index([Sample.feature(rules, release: release)], after: index, release: release)
        }
        #expect(throws: Never.self) { try resolver().outcome(of: "/v1/content/first") }
        for release in 4...1_100 {
            let rules = [try Sample.rule("1", revision: release, hash: "h\(release)", release: release)]
            index = try self.index([Sample.feature(rules, release: release)], after: index, release: release)
        }
        #expect(problem("/v1/content/first", in: index) == .contentNotFound)
        #expect(throws: Never.self) { try resolver().outcome(of: "/v1/content/h1100") }
        #expect(throws: Never.self) { try resolver().outcome(of: "/v1/content/h1099") }
    }

    @Test func `an index that is loaded again keeps replaced contents, up to the usual limit of 1,000`() throws {
        func features(_ release: Int) throws -> [FeatureSnapshot] {
            let rules = [try Sample.rule("1", revision: release, hash: "h\(release)", release: release)]
            return [Sample.feature(rules, release: release)]
        }
        var index = try index(features(1))
        func isKept(_ release: Int) -> Bool { index.content(hash: "h\(release)") != nil }
        for release in 2...900 { index = try self.index(features(release), after: index, release: release) }
        for release in [900, 900, 901, 950] {
            index = try ReadIndex(
                Sample.snapshot(features(release), release: release), replacing: index, content: Sample.content)
        }
        #expect([1, 899, 900, 901, 950].allSatisfy(isKept) && !isKept(902))
        // By now 901 contents have been replaced. With 100 more, they are one more than the limit.
        for release in 951...1_050 { index = try self.index(features(release), after: index, release: release) }
        #expect([2, 901, 950, 1_050].allSatisfy(isKept) && !isKept(1))
    }

    @Test func `a content that two features had stays while one of them still has it`() throws {
        var index = try index([
            Sample.feature([try Sample.rule("1", hash: "shared")], name: "one"),
            Sample.feature([try Sample.rule("1", hash: "shared")], name: "two"),
        ])
        for release in 2...1_500 {
            let rules = [try Sample.rule("1", revision: release, hash: "h\(release)", release: release)]
            index = try self.index(
                [Sample.feature(rules, name: "one", release: release)], after: index, release: release)
        }
        #expect(throws: Never.self) {
            try ReadResolver(state: ServingState(index: index)).outcome(of: "/v1/content/shared")
        }
    }

    @Test(arguments: [
        ("/v1/manifest", Problem.Kind.missingParameter), ("/v1/manifest?platform=ios", .missingParameter),
        ("/v1/manifest?platform=x&client_version=1", .unknownPlatform),
        ("/v1/manifest?platform=ios&client_version=x", .invalidClientVersion),
        ("/v1/manifest?platform=ios&client_version=1&after=a&after=b", .invalidParameter),
        ("/v1/manifest?platform=ios&client_version=1&after=%zz", .invalidParameter),
        ("/v1/bundle?platform=ios&client_version=1&features=%C3", .invalidParameter),
        ("/v1/bundle?platform=ios&client_version=1&features=", .invalidParameter),
        ("/v1/bundle?platform=ios&client_version=1&features=a,,b", .invalidParameter),
        ("/v1/content/", .contentNotFound), ("/v1/content/ABC", .contentNotFound),
        ("/v1/content/..%2f", .contentNotFound),
        ("/v1/contents", .notFound), ("/v1/manifests", .notFound),
    ])
    func `faulty requests are refused`(_ target: String, _ kind: Problem.Kind) throws {
        let index = try index([Sample.feature([try Sample.rule("1", hash: "a")])])
        #expect(problem(target, in: index) == kind)
    }

    @Test func `a node without a snapshot is not ready for manifests, bundles and contents`() {
        for path in ["/v1/manifest", "/v1/bundle", "/v1/content/a"] {
            #expect(problem("\(path)?platform=ios&client_version=1", in: nil) == .notReady)
        }
    }
}
