import Cryptography
import DocumentKinds
import Foundation
import HTTPTypes
import JSONText
import Logging
import MicroHTTP
import PostgreSQL
import Publishing
import SchemaRepository
import TestSupport
import Testing

@testable import ReadAPI

@Suite("Test devices") struct DeviceTests {
    private let database: TestDatabase
    private let stores: Stores
    private let service: ServiceAPI

    init() throws {
        database = try TestDatabase.make()
        stores = Stores(pool: database.pool)
        try stores.schemaReleases.adopt(SchemaRepository(loading: PackageRoot.path + "/schemas"), by: .operator)
        for name in ["home", "other"] {
            _ = try stores.features.create(name: name, kind: "Screen", by: .operator)
            for title in ["One", "Two"] {
                let text = #"{ "type": "Screen", "title": "\#(title)", "widgets": [] }"#
                _ = try stores.revisions.save(feature: name, bytes: Array(text.utf8), by: .operator)
            }
            let request = PublishRequest(
                feature: name, revision: 1, platform: "ios", from: try ClientVersion("1.0"))
            guard case .released = try stores.releases.publish(request, by: .operator) else {
                throw POSIXError(.EINVAL)
            }
        }
        service = ServiceAPI(pool: database.pool, answerStep: { _, _, _, _ in .notAForm })
        service.start()
        try waitUntil("the service is ready") { [service] in service.release == 2 }
    }

    private func get(_ token: String, _ feature: String, query: String = "platform=ios&client_version=2.0") throws
        -> Response
    {
        try service.router.respond(to: Request(.get, "/v1/devices/\(token)/v1/features/\(feature)?\(query)"))
    }

    /// Returns true if an answer has the digest of its bytes, and neither a signature nor a release.
    private func isUnreleased(_ answer: Response) -> Bool {
        let digest = "sha-256=:\(Data(SHA256Digest(of: answer.body).bytes).base64EncodedString()):"
        return answer.headers[.contentDigest] == digest
            && ([.signature, .signatureInput, .galleyRelease] as [HTTPField.Name])
                .allSatisfy { answer.headers[$0] == nil }
    }

    @Test func `a token serves a revision of its feature and live editions of others, and no fetch is counted`() throws
    {
        defer { service.stop() }
        let made = try #require(
            try stores.links.addDevice(
                for: "home", revision: 2, until: Date(timeIntervalSinceNow: 600), by: .operator))
        let shown = try get(made.token, "home")
        #expect(shown.status == .ok && String(decoding: shown.body, as: UTF8.self).contains("Two"))
        #expect(shown.headers[.cacheControl] == "no-store")
        #expect(shown.headers[.galleyRevision] == "2" && shown.headers[.galleyTest] == "revision 2")
        #expect(isUnreleased(shown))
        for name in ["manifest", "bundle", "content/0"] {
            let target = "/v1/devices/\(made.token)/v1/\(name)?platform=ios&client_version=2.0"
            let answer = try service.router.respond(to: Request(.get, target))
            #expect(answer.status == .notFound)
        }
        let other = try get(made.token, "other")
        #expect(String(decoding: other.body, as: UTF8.self).contains("One"))
        #expect(other.headers[.cacheControl] == "no-store" && other.headers[.galleyTest] == "released")
        #expect(other.headers[.signature] != nil && other.headers[.signatureInput] != nil)
        #expect(other.headers[.galleyRelease] == "2" && other.headers[.contentDigest] != nil)
        #expect(try get(made.token, "home", query: "platform=ios").status == .badRequest)
        // No cache may store a problem, because the next change may solve it.
        let refusals = [
            try get(made.token, "nobody"), try get(made.token, "other", query: "platform=ios&client_version=0.1"),
        ]
        for refusal in refusals {
            #expect(refusal.status == .notFound && refusal.headers[.cacheControl] == "no-store")
        }

        _ = try stores.releases.rename(
            RenameRequest(feature: "home", name: "start", graceDays: 1), by: .operator)
        try waitUntil("the renaming is served") { [service] in service.release == 3 }
        for name in ["home", "start"] {
            let shown = try get(made.token, name)
            #expect(shown.headers[.galleyTest] == "revision 2" && isUnreleased(shown), "\(name)")
        }

        try service.report()
        #expect(try stores.readStatistics.total() == 0)
        _ = try stores.links.withdraw(made.link.id, by: .operator)
        #expect(try get(made.token, "home").status == .forbidden)
        #expect(try get("device_guess", "home").status == .forbidden)
    }

    @Test func `a token serves its author's unsaved text as it is typed, and refuses it if it has a fault`() throws {
        defer { service.stop() }
        let account = try #require(
            try {
                _ = try stores.accounts.add(
                    name: "ana", password: "a long enough password", roles: [.analyst], by: .operator)
                return try stores.accounts.account(named: "ana")
            }())
        let feature = try #require(try stores.features.feature(named: "home"))
        let made = try #require(
            try stores.links.addDevice(
                for: "home", revision: nil, until: Date(timeIntervalSinceNow: 600), by: account.actor))
        let none = try get(made.token, "home")
        #expect(none.status == .unprocessableContent)
        #expect(String(decoding: none.body, as: UTF8.self).contains("no unsaved text of home"))
        func type(_ text: String) throws {
            try stores.workingCopies.keep(
                WorkingCopy(
                    editor: "e", bytes: Array(text.utf8), parent: 2, started: 2, note: "", changedAt: .now),
                of: feature, by: account)
        }
        try type(#"{ "type": "Screen", "title": "Typed", "widgets": [] }"#)
        let shown = try get(made.token, "home")
        #expect(String(decoding: shown.body, as: UTF8.self).contains("Typed"))
        #expect(shown.headers[.galleyTest] == "unsaved text" && isUnreleased(shown))
        try type(#"{ "type": "Screen", "title": 5, "widgets": [] }"#)
        #expect(try get(made.token, "home").status == .unprocessableContent)
    }

    @Test func `only a few texts are checked for test devices at the same time`() throws {
        defer { service.stop() }
        let made = try #require(
            try stores.links.addDevice(
                for: "home", revision: 2, until: Date(timeIntervalSinceNow: 600), by: .operator))
        var places = try (0..<ServiceAPI.devicePlaces).map { _ in try service.devices.place() }
        let refused = try get(made.token, "home")
        #expect(refused.status == .serviceUnavailable)
        #expect(refused.headers[.retryAfter] != nil && refused.headers[.cacheControl] == "no-store")
        // Live editions are served without a check.
        #expect(try get(made.token, "other").status == .ok)
        places.removeLast()
        #expect(try get(made.token, "home").status == .ok)
    }
}
