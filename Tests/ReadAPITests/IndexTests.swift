import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import SchemaRepository
import TestSupport
import Testing

@testable import ReadAPI

@Suite struct IndexTests {
    private func served(_ index: ReadIndex, _ version: String) throws -> ServedEdition {
        let resolver = ReadResolver(state: ServingState(index: index))
        guard
            case .edition(let edition) = try resolver.outcome(
                of: "/v1/features/home?platform=ios&client_version=\(version)")
        else { throw Problem(kind: .notFound, detail: "a page") }
        return edition
    }

    @Test func `a change replaces the changed answers and keeps the other prepared ones`() throws {
        let nine = try Sample.rule("9", until: "10", hash: "a")
        let first = try ReadIndex(Sample.snapshot([Sample.feature([nine])]), content: Sample.content)
        var asked: [String] = []
        let rules = [try Sample.rule("10", revision: 2, hash: "b", release: 2), nine]
        let second = try ReadIndex(
            after: first, changes: Sample.snapshot([Sample.feature(rules, release: 2)], release: 2)
        ) { hash in
            asked.append(hash)
            return Sample.content(hash)
        }
        #expect(asked == ["b"])
        #expect(second.release == 2)
        #expect(try served(second, "9") === served(first, "9"))
        #expect(
            try served(second, "10").identity
                == .init(hash: "b", revision: 2, release: 2, platform: "ios", range: rules[0].editions[0].range))
    }

    @Test func `an edition states the versions whose clients get it, and no others`() throws {
        func stated(_ rules: [Rule], _ version: String) throws -> String {
            let snapshot = Sample.snapshot([Sample.feature(rules)])
            return try served(try ReadIndex(snapshot, content: Sample.content), version).identity.range.comparators
        }
        let open = [
            try Sample.rule("6.0", revision: 2, hash: "b", release: 2),
            try Sample.rule("5.0", revision: 3, hash: "c", release: 3),
        ]
        #expect(try ["5.0", "5.9"].map { try stated(open, $0) } == [">=5.0 <6.0", ">=5.0 <6.0"])
        #expect(try stated(open, "6.0") == ">=6.0" && stated(open, "9") == ">=6.0")

        let between = [
            try Sample.rule("6.0", until: "7.0", revision: 2, hash: "b", release: 2),
            try Sample.rule("5.0", revision: 3, hash: "c", release: 3),
        ]
        let ranges = try ["5.9", "6.9", "7.0"].map { try stated(between, $0) }
        #expect(ranges == [">=5.0 <6.0", ">=6.0 <7.0", ">=7.0"])
    }

    @Test func `a rule below a partial rollout serves the versions of both rules`() throws {
        let rules = [
            try Sample.rule("7.0", revision: 4, hash: "d", release: 4),
            try Sample.rule("6.0", percent: 25, revision: 2, hash: "b", release: 2),
            try Sample.rule("6.0", percent: 10, revision: 5, hash: "never", release: 2),
            try Sample.rule("5.0", revision: 3, hash: "c", release: 3),
        ]
        let index = try ReadIndex(Sample.snapshot([Sample.feature(rules)]), content: Sample.content)
        let platform = Array("ios".utf8)
        let arms = try #require(index.allFeatures.first { _ in true }).arms(
            platform: platform.span, key: try ClientVersion("6.5").sortKey)
        #expect(arms.map(\.below) == [250, 1_000])
        #expect(arms.map(\.edition.identity.range.comparators) == [">=6.0 <7.0", ">=5.0 <7.0"])
    }

    @Test func `beside a partial rollout, an edition states the versions for which the client's bucket gets it`() throws
    {
        let rules = [
            try Sample.rule("2.0", percent: 50, revision: 2, hash: "b"), try Sample.rule("1.0", revision: 1, hash: "a"),
        ]
        let index = try ReadIndex(Sample.snapshot([Sample.feature(rules)]), content: Sample.content)
        let feature = try #require(index.allFeatures.first { _ in true })
        func stated(_ version: String, _ bucket: Int?) throws -> String? {
            try served(feature, version, bucket)?.identity.range.comparators
        }
        #expect(try stated("1.5", 10) == ">=1.0 <2.0" && stated("2.5", 10) == ">=2.0")
        for bucket in [500, 999, nil] {
            #expect(try stated("1.5", bucket) == ">=1.0" && stated("2.5", bucket) == ">=1.0")
        }
        let platform = Array("ios".utf8)
        let arms = feature.arms(platform: platform.span, key: try ClientVersion("1.5").sortKey)
        #expect(arms.map(\.below) == [1_000])
    }

    private func served(_ feature: FeatureIndex, _ version: String, _ bucket: Int?) throws -> ServedEdition? {
        let platform = Array("ios".utf8)
        let outcome = feature.outcome(
            platform: platform.span, key: try ClientVersion(version).sortKey, bucket: bucket)
        if case .edition(let edition) = outcome { return edition }
        return nil
    }

    @Test func `a client gets an edition for exactly the versions that the edition states`() throws {
        var random = SeededNumbers(seed: 9_421)
        let versions = (0...7).flatMap { ["\($0)", "\($0).5"] }
        var compared = 0
        for round in 0..<200 {
            let rules = try (1...6).filter { _ in Bool.random(using: &random) }.map { from in
                try Sample.rule(
                    "\(from)", until: [nil, "\(from + 1)", "\(from + 2)"].randomElement(using: &random) ?? nil,
                    percent: RolloutPercent(tenths: [1, 250, 500, 1_000].randomElement(using: &random) ?? 1),
                    revision: from, hash: "\(round)-\(from)")
            }
            let index = try ReadIndex(Sample.snapshot([Sample.feature(rules.reversed())]), content: Sample.content)
            let feature = try #require(index.allFeatures.first { _ in true })
            for bucket in [0, 1, 249, 250, 499, 500, 999, nil] {
                let editions = try versions.map { try served(feature, $0, bucket) }
                for edition in editions {
                    guard let edition else { continue }
                    compared += 1
                    for (version, other) in zip(versions, editions) {
                        let isStated = edition.identity.range.contains(try ClientVersion(version))
                        #expect(isStated == (other === edition), "\(round), \(version), bucket \(bucket ?? -1)")
                    }
                }
            }
        }
        #expect(compared > 1_000)
    }

    @Test func `contents that no client gets are loaded once, because the file on disk holds them`() throws {
        let rules = [
            try Sample.rule("5.0", percent: 100, revision: 2, hash: "b", release: 2),
            try Sample.rule("5.0", percent: 50, revision: 1, hash: "a"),
        ]
        let first = try ReadIndex(Sample.snapshot([Sample.feature(rules)]), content: Sample.content)
        #expect(first.content(hash: "a") != nil && first.content(hash: "b") != nil)
        let second = try ReadIndex(
            after: first, changes: Sample.snapshot([Sample.feature([rules[1]], release: 2)], release: 2)
        ) { hash in
            Issue.record("asked for \(hash) again")
            return Sample.content(hash)
        }
        #expect(second.content(hash: "a") === first.content(hash: "a"))
    }

    @Test func `missing or wrong bytes prevent an index`() throws {
        let snapshot = Sample.snapshot([Sample.feature([try Sample.rule("9", hash: "a")])])
        #expect(throws: SnapshotError.missingContent("a")) { try ReadIndex(snapshot) { _ in nil } }
        #expect(throws: SnapshotError.wrongSize("a")) { try ReadIndex(snapshot) { _ in [1] } }
    }

    @Test func `the served release of an installation never decreases`() throws {
        let shared = SharedState()
        let newer = try ReadIndex(Sample.snapshot([], release: 7), content: Sample.content)
        let older = try ReadIndex(Sample.snapshot([], release: 6), content: Sample.content)
        shared.replace { $0.index = newer }
        let generation = shared.generation
        shared.replace { $0.index = older }
        shared.replace { $0.index = nil }
        #expect(shared.current.index === newer)
        #expect(shared.generation == generation)
    }

    @Test func `the description is JSON, and names every type of problem`() throws {
        let text = OpenAPIDocument.text(platforms: ["ios", "android"])
        let document = try JSONDocument(parsing: text)
        let platforms = document.root["components"]?["schemas"]?["Platform"]?["enum"].map { Array($0.elements) } ?? []
        #expect(platforms.compactMap(\.string) == ["android", "ios"])
        for refusal in Refusal.allCases { #expect(text.contains("\"/problems/\(refusal.rawValue)\"")) }
        #expect(document.root["openapi"]?.string == "3.1.0")
        for kind in Problem.Kind.allCases { #expect(text.contains("\"/problems/\(kind.rawValue)\"")) }
    }

    @Test func `a type of problem has one title, whoever answers with it`() throws {
        let shared = Refusal.allCases.compactMap { refusal in
            Problem.Kind(rawValue: refusal.rawValue).map { (refusal, $0) }
        }
        #expect(shared.map { $0.0 } == [.notFound, .overloaded])
        for (refusal, kind) in shared {
            #expect(try JSONDocument(parsing: refusal.response.body).root["title"]?.string == kind.title)
        }
    }

    @Test func `every 503 has a Retry-After of a random number of seconds from 1 to 9`() {
        for kind in Problem.Kind.allCases where kind.status == .serviceUnavailable {
            let problem = Problem(kind: kind, detail: "")
            let seconds = Set((0..<100).map { _ in problem.response.headers[.retryAfter].flatMap { Int($0) } ?? 0 })
            #expect(seconds.count > 1 && seconds.allSatisfy((1...9).contains), "\(kind)")
        }
    }

    @Test func `problem details contain the type, status, parameter and a quotation of the request`() throws {
        let problem = Problem.unknownPlatform("\"<\u{7}", known: ["ios", "android"])
        let document = try JSONDocument(parsing: problem.response.body)
        #expect(document.root["type"]?.string == "/problems/unknown-platform")
        #expect(document.root["status"]?.integer == 400)
        #expect(document.root["parameter"]?.string == "platform")
        #expect(document.root["detail"]?.string == "There is no platform “\"<\u{7}”; there are android, ios.")
        #expect(problem.response.headers[.contentType] == "application/problem+json")
    }
}
