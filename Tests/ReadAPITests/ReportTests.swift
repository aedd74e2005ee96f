import DocumentKinds
import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import PostgreSQL
import Publishing
import SchemaRepository
import TestSupport
import Testing

@testable import ReadAPI

@Suite("Reports of apps") struct ReportTests {
    private let stores: Stores
    private let pool: ConnectionPool
    private let service: ServiceAPI

    init() throws {
        let database = try TestDatabase.make()
        pool = database.pool
        stores = Stores(pool: pool)
        try stores.schemaReleases.adopt(SchemaRepository(loading: PackageRoot.path + "/schemas"), by: .operator)
        _ = try stores.features.create(name: "home", kind: "Screen", by: .operator)
        let text = #"{ "type": "Screen", "title": "One", "widgets": [] }"#
        _ = try stores.revisions.save(feature: "home", bytes: Array(text.utf8), by: .operator)
        service = ServiceAPI(pool: database.pool, answerStep: { _, _, _, _ in .notAForm })
        service.start()
        try waitUntil("the service is ready") { [service] in service.release != nil }
    }

    /// Posts a report with some members replaced; a member that is nil is left out.
    private func post(
        _ changes: [String: String?], from address: String = "127.0.0.1", isAmbiguous: Bool = false
    ) throws -> (status: Int, root: JSONValue) {
        var members: [String: String] = [
            "feature": "\"home\"", "revision": "1", "platform": "\"ios\"", "client_version": "\"5.3.1\"",
            "pointer": "\"/widgets/0\"", "reason": "\"cut\"",
        ]
        for (name, value) in changes { members[name] = value }
        let body = "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
        var request = Request(.post, "/v1/reports", body: Array(body.utf8), remoteAddress: address)
        request.hasAmbiguousAddress = isAmbiguous
        let response = try service.router.respond(to: request)
        return (response.status.code, try JSONDocument(parsing: response.body).root)
    }

    @Test func `a report with a member of a wrong type, or a revision below 1, is refused with the member's name`()
        throws
    {
        defer { service.stop() }
        let faults: [(String, String)] = [
            ("feature", "null"), ("feature", "5"), ("feature", "\"\""), ("revision", "\"1\""), ("revision", "1.5"),
            ("revision", "0"), ("revision", "-1"), ("revision", "null"), ("platform", "7"), ("platform", "null"),
            ("client_version", "\"\""), ("client_version", "5.3"), ("client_version", "null"), ("pointer", "null"),
            ("pointer", "7"), ("pointer", "[]"), ("reason", "\"\""), ("reason", "true"),
        ]
        for (name, value) in faults {
            let answer = try post([name: value])
            #expect(answer.status == 400, "\(name): \(value)")
            #expect(answer.root["type"]?.string == "/problems/invalid-parameter", "\(name): \(value)")
            #expect(answer.root["parameter"]?.string == name, "\(name): \(value)")
        }
        for version in ["abc", "5.3.1-", "v5", "5.3.1 (1234)", " 5.3", "1.2.3.4.5"] {
            let answer = try post(["client_version": "\"\(version)\""])
            #expect(answer.status == 400 && answer.root["parameter"]?.string == "client_version", "\(version)")
            #expect(answer.root["type"]?.string == "/problems/invalid-client-version", "\(version)")
            let isSuggested = answer.root["detail"]?.string?.contains("“5.3.1+1234”") ?? false
            #expect(isSuggested == version.contains("("), "\(version)")
        }
        for name in ["feature", "revision", "platform", "client_version", "reason"] {
            let answer = try post([name: nil])
            #expect(answer.status == 400 && answer.root["type"]?.string == "/problems/invalid-body", "\(name)")
        }
        #expect(try stores.renderFailures.failures(of: "home", limit: 10).isEmpty)

        for pointer in [nil, "\"\"", "\"/widgets/0\""] as [String?] {
            #expect(try post(["pointer": pointer]).status == 202)
        }
        #expect(try post(["revision": "1.0"]).status == 202)
        for version in ["5", "5.3.1.1234", "5.3.1-beta.1+1234"] {
            #expect(try post(["client_version": "\"\(version)\""]).status == 202, "\(version)")
        }
        let counted = try stores.renderFailures.failures(of: "home", limit: 10)
        #expect(Set(counted.map(\.pointer)) == ["", "/widgets/0"] && counted.map(\.count).reduce(0, +) == 7)
    }

    @Test(arguments: [
        ("203.0.113.9", false, 1), ("2001:db9::7", false, 1), ("10.0.0.1", false, 3), ("10.0.0.1", true, 1),
    ]) func `an app counts once, but with each report if its private address may be that of a proxy`(
        address: String, isAmbiguous: Bool, count: Int
    ) throws {
        defer { service.stop() }
        let request = PublishRequest(
            feature: "home", revision: 1, platform: "ios", from: try ClientVersion("5.0"), until: nil,
            percent: .everyone, expectedRelease: nil)
        guard case .released = try stores.releases.publish(request, by: .operator) else {
            Issue.record("no release was made")
            return
        }
        for _ in 0..<3 { #expect(try post([:], from: address, isAmbiguous: isAmbiguous).status == 202) }
        #expect(try pool.withConnection { try $0.query("SELECT FROM failure_reporter").count } == count)
    }

    @Test func `an unknown revision and a compressed body have problem types of their own`() throws {
        defer { service.stop() }
        for (name, value) in [("revision", "9"), ("feature", "\"nothing\"")] {
            let answer = try post([name: value])
            #expect(answer.status == 404 && answer.root["type"]?.string == "/problems/revision-not-found")
            #expect(answer.root["title"]?.string == "There is no such revision")
        }
        for (coding, isCoded) in [("gzip", true), ("br, gzip", true), ("identity", false), ("", false)] {
            for (path, other) in [("/v1/reports", 400), ("/v1/features/home/steps?platform=ios&client_version=1", 404)]
            {
                let request = Request(.post, path, headers: [.contentEncoding: coding], body: [0x1F, 0x8B])
                #expect(try service.router.respond(to: request).status.code == (isCoded ? 415 : other), "\(coding)")
            }
        }
    }

    @Test func `a long text is cut, even within a character of many marks or where a NUL needs more bytes`() throws {
        defer { service.stop() }
        let marks = String(repeating: "\u{301}", count: 700)
        let texts = [
            ("reason", "a" + marks), ("reason", String(repeating: "\\u0000", count: 300)), ("pointer", "/A" + marks),
            ("client_version", "1-" + String(repeating: "a", count: 500)),
        ]
        for (name, text) in texts { #expect(try post([name: "\"\(text)\""]).status == 202, "\(name)") }
        let counted = try stores.renderFailures.failures(of: "home", limit: 10)
        #expect(
            Set(counted.map { "\($0.pointer.utf8.count) \($0.reason.utf8.count)" })
                == ["10 299", "10 300", "500 3", "10 3"])
        #expect(counted.contains { $0.clientVersion.utf8.count == 100 })
    }
}
