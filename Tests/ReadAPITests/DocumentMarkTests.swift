import Foundation
import MicroHTTP
import TestSupport
import Testing

@testable import ReadAPI

/// Answers to HEAD and conditional requests from a bundle's mark: its header fields and digests, which stay in memory
/// when its bytes are dropped.
@Suite("Answers without the body of a bundle") struct DocumentMarkTests {
    private static let fields = [
        "Cache-Control", "Content-Digest", "Content-Length", "Content-Type", "ETag", "Galley-Platform",
        "Galley-Release", "Galley-Versions", "Vary",
    ]

    @Test func `a client that needs no body is answered although the bundle is no longer in memory`() throws {
        let budget = BodyBudget(bytes: 25_000)
        let index = try BundleLimitTests.index(versions: 2, size: 10_000)
        let server = try IndexServer(index, DocumentLimits(bundle: DocumentLimit(budget: budget)))
        let plain = try server.bundle(1)
        var coded = RawClient.Answer()
        try waitUntil("the answer is compressed") {
            coded = try server.bundle(1, fields: ["Accept-Encoding: gzip"])
            return coded.field("Content-Encoding") == "gzip"
        }
        let tag = try #require(plain.field("ETag"))
        let codedTag = try #require(coded.field("ETag"))

        // Without memory, no bundle can be built.
        var all: BodyBudget.Share?
        try waitUntil("the bundle is gone") {
            while index.manifests.dropOldest(.bundle) {}
            all = budget.share(of: 25_000)
            return all != nil
        }
        let requests: [(method: String, fields: [String], status: Int, expected: RawClient.Answer)] = [
            ("GET", ["If-None-Match: \(tag)"], 304, plain), ("HEAD", [], 200, plain),
            ("GET", ["If-None-Match: \"x\", W/\(codedTag)", "Accept-Encoding: gzip"], 304, coded),
            ("HEAD", ["Accept-Encoding: gzip"], 200, coded),
            ("HEAD", ["If-None-Match: *"], 304, plain),
            // The client fetched the bundle before it was compressed.
            ("GET", ["If-None-Match: \(tag)", "Accept-Encoding: gzip"], 304, plain),
        ]
        for (method, fields, status, expected) in requests {
            for _ in 1...2 {
                let answer = try server.bundle(1, method: method, fields: fields)
                #expect(answer.status == status && answer.body.isEmpty, "\(method) \(fields)")
                for name in Self.fields {
                    #expect(answer.field(name) == expected.field(name), "\(method) \(fields) \(name)")
                }
            }
        }
        // These requests need the bytes.
        #expect(try server.bundle(1).status == 503)
        #expect(try server.bundle(1, fields: ["If-None-Match: \"x\""]).status == 503)
        #expect(try server.bundle(1, fields: ["If-None-Match: \(codedTag)"]).status == 503)
        // No client has requested this bundle yet, so it has no mark.
        #expect(try server.bundle(2, method: "HEAD").status == 503)
        withExtendedLifetime(all) {}

        all = nil
        #expect(try server.bundle(1).body == plain.body)
        // The bundle is built again with the same bytes, so the tag of its compressed bytes, which a client has, still
        // matches.
        let fields = ["If-None-Match: \(codedTag)", "Accept-Encoding: gzip"]
        #expect(try server.bundle(1, fields: fields).status == 304)
    }
}
