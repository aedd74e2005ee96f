import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
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
        let first = try ReadIndex(
            Sample.snapshot([Sample.feature([Sample.rule("9", hash: "a")])]), content: Sample.content)
        var asked: [String] = []
        let rules = [
            try Sample.rule("10", revision: 2, hash: "b", release: 2), try Sample.rule("9", hash: "a"),
        ]
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

    @Test func `missing or other bytes make no index`() throws {
        let snapshot = Sample.snapshot([Sample.feature([try Sample.rule("9", hash: "a")])])
        #expect(throws: SnapshotError.missingContent("a")) { try ReadIndex(snapshot) { _ in nil } }
        #expect(throws: SnapshotError.wrongSize("a")) { try ReadIndex(snapshot) { _ in [1] } }
    }

    @Test func `the release served never goes back`() throws {
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
