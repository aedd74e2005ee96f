import Foundation
import HTTPTypes
import MicroHTTP
import Publishing
import SchemaRepository
import TestSupport
import Testing

@testable import ReadAPI

@Suite("The limits of bundles of all features") struct BundleLimitTests {
    /// Returns an index whose bundles differ from version to version. Each bundle has a content of `size` bytes and a
    /// small one.
    static func index(versions: Int, size: Int) throws -> ReadIndex {
        let large = Array(("\"" + String(repeating: "x", count: size - 2) + "\"").utf8)
        let rules = try (1...versions).reversed().map { number in
            let from = try ClientVersion("\(number)")
            let edition = Edition(from: from, until: nil, hash: "large", size: size, schemaRelease: 1, release: 1)
            return Rule(
                platform: "ios", from: from, until: nil, percent: 100, revision: number, editions: [edition])
        }
        let features = [
            Sample.feature(rules, name: "large"), Sample.feature([try Sample.rule("1", hash: "small")], name: "small"),
        ]
        return try ReadIndex(Sample.snapshot(features)) { $0 == "large" ? large : Sample.content($0) }
    }

    private func bundle(_ version: Int, in index: ReadIndex, _ limits: DocumentLimits) throws -> ServedDocument {
        try document("/v1/bundle?platform=ios&client_version=\(version)", in: index, limits)
    }

    private func document(_ target: String, in index: ReadIndex, _ limits: DocumentLimits) throws -> ServedDocument {
        let outcome = try ReadResolver(state: ServingState(index: index), limits: limits).outcome(of: target)
        guard case .document(let document) = outcome else { throw Problem(kind: .notFound, detail: "no document") }
        return document
    }

    private func limits(_ budget: BodyBudget) -> DocumentLimits {
        DocumentLimits(bundle: DocumentLimit(budget: budget))
    }

    @Test func `bundles of all features have a memory budget, and those that no client receives make room for others`()
        throws
    {
        let index = try Self.index(versions: 4, size: 10_000)
        // Room for two bundles.
        let budget = BodyBudget(bytes: 25_000)
        let limits = limits(budget)
        // A client that is being sent a bundle retains it, as this array does.
        var held = try [1, 2].map { try bundle($0, in: index, limits) }
        #expect(try bundle(1, in: index, limits) === held[0])
        let refusal = try #require(throws: Problem.self) { _ = try bundle(3, in: index, limits) }
        #expect(refusal.kind == .overloaded && refusal.response.headers[.retryAfter]?.count == 1)
        // Documents of the other kinds do not use this budget.
        #expect(throws: Never.self) {
            try document("/v1/bundle?platform=ios&client_version=1&features=large", in: index, limits)
        }
        #expect(throws: Never.self) { try document("/v1/manifest?platform=ios&client_version=1", in: index, limits) }
        // A bundle that is no longer cached but still being sent is not copied into memory again.
        do {
            let again = try bundle(2, in: index, limits)
            #expect(again !== held[1] && again.body === held[1].body)
        }
        held.removeFirst()
        held.append(try bundle(3, in: index, limits))
        #expect(held.count == 2)
        held = []

        // Bundles that are only cached are dropped to make room, first the one that was used longest ago.
        let first = try bundle(1, in: index, limits)
        _ = try bundle(2, in: index, limits)
        #expect(try bundle(1, in: index, limits) === first)
        _ = try bundle(3, in: index, limits)
        #expect(try bundle(1, in: index, limits) === first)
        #expect(budget.share(of: 10_000) == nil)
        while index.manifests.dropOldest(.bundle) {}
        withExtendedLifetime(first) { #expect(budget.share(of: 10_000) != nil) }
    }

    @Test func `compressed bytes use the budget too, and without room for them a bundle is sent uncompressed`() throws {
        let index = try Self.index(versions: 2, size: 10_000)
        var gzip = AcceptedCodings()
        Array("gzip".utf8).withUnsafeBufferPointer { gzip.add($0) }
        for (bytes, coding) in [(13_000, ContentCoding.gzip), (11_700, .identity)] {
            let budget = BodyBudget(bytes: bytes)
            let document = try bundle(1, in: index, limits(budget))
            let left = (0...bytes).last { budget.share(of: $0) != nil }
            document.compress()
            let best = document.codings.best(for: gzip)
            let isComplete = document.codings.isComplete
            #expect(best == coding && isComplete)
            let rest = (0...bytes).last { budget.share(of: $0) != nil }
            #expect((rest ?? 0 < left ?? 0) == (coding == .gzip))
            while index.manifests.dropOldest(.bundle) {}
        }
    }

    @Test func `bundles that wait for compression do not prevent other bundles from being sent`() throws {
        let budget = BodyBudget(bytes: 140_000)
        let server = try IndexServer(try Self.index(versions: 30, size: 40_000), limits(budget), isCompressing: false)
        for version in 1...30 {
            #expect(try server.bundle(version, fields: ["Accept-Encoding: br, gzip"]).status == 200, "\(version)")
        }
    }

    @Test func `clients that do not read use no more memory than the budget, and others are still answered`() throws {
        // More than the kernel buffers for a client that does not read.
        let size = 4_000_000
        // Room for three bundles. With a minimum rate of 0, no client counts as too slow.
        let budget = BodyBudget(bytes: 13_000_000, rate: 0)
        let server = try IndexServer(try Self.index(versions: 6, size: size), limits(budget))
        let held = try (1...3).map { try server.ask($0) }
        try waitUntil("three bundles are being sent") { server.answers(200) == 3 }
        let others = try (1...40).map { try server.ask(4 + $0 % 3) }
        try waitUntil("the other requests are refused") { server.answers(503) == 40 }
        // A bundle that is being sent already needs no more memory for another client.
        #expect(try server.status(2) == 200)
        let refused = try server.bundle(4)
        #expect(refused.status == 503 && refused.field("Retry-After")?.count == 1)
        let edition = try RawClient.get("/v1/features/small?platform=ios&client_version=4", port: server.port)
        #expect(edition.status == 200)
        #expect(try RawClient.get("/v1/manifest?platform=ios&client_version=4", port: server.port).status == 200)
        #expect(try RawClient.get("/healthz", port: server.port).status == 200)

        for client in held + others { client.finish() }
        try waitUntil("bundles are sent again") { try server.status(4) == 200 }
        let index = try #require(server.shared.current.index)
        try waitUntil("the memory is free") {
            while index.manifests.dropOldest(.bundle) {}
            return budget.share(of: 13_000_000) != nil
        }
    }

    @Test(arguments: [false, true])
    func `clients that do not read lose their bundles to others, even after a release`(_ isReleased: Bool) throws {
        // Room for three bundles, and for a fourth one while connections end.
        let budget = BodyBudget(bytes: 17_500_000, reserve: 4_300_000, grace: .milliseconds(100))
        let server = try IndexServer(try Self.index(versions: 6, size: 4_000_000), limits(budget))
        let held = try (1...3).map { try server.ask($0) }
        defer { for client in held { client.finish() } }
        try waitUntil("three bundles are being sent") { server.answers(200) == 3 }
        let next = try Self.index(versions: 6, size: 4_000_000)
        if isReleased { server.shared.replace { $0.index = next } }
        // After a release, a bundle for the same version is another one.
        for version in isReleased ? [1, 2, 3] : [4, 5, 6] {
            try waitUntil("another client gets a bundle") { try server.bundle(version).status == 200 }
        }
        try waitUntil("a client that does not read is disconnected") {
            server.shared.traffic.reading.openConnections < held.count
        }
    }
}
