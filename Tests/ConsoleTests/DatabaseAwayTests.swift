import Foundation
import HTTPTypes
import JSONText
import Logging
import MicroHTTP
import PostgreSQL
import Publishing
import Synchronization
import TestSupport
import Testing

@testable import Console

@Suite("A console without its database")
struct DatabaseAwayTests {
    private static let nowhere = ConnectionInfo(parameters: ["host": "/nowhere", "dbname": "galley"])

    /// Returns a console whose database server does not exist.
    private func console() throws -> Console {
        let stores = Stores(pool: ConnectionPool(Self.nowhere, size: 1, deadline: .seconds(1)))
        return try console(stores) { try stores.secrets.signingKey { Array(repeating: 1, count: 32) } }
    }

    private func console(_ stores: Stores, signingKey: @escaping @Sendable () throws -> [UInt8]) throws -> Console {
        try Console(
            ConsoleDependencies(
                stores: stores, templates: PackageRoot.path + "/Templates", assets: PackageRoot.path + "/Public",
                baseURL: "http://127.0.0.1:8080", readBaseURL: "http://127.0.0.1:8081", signingKey: signingKey,
                logger: Logger(label: "test"), now: { Date(timeIntervalSince1970: 1_790_000_000) }, token: { "token" },
                isReady: { false }, database: Self.nowhere.description))
    }

    private func post(_ target: String, _ body: String, origin: String) -> Request {
        Request(
            .post, target, headers: [.contentType: "application/x-www-form-urlencoded", .origin: origin],
            body: Array(body.utf8))
    }

    @Test(arguments: ["/features", "/sessions/new", "/features/a/editor?head=1&b=%22", "/account"])
    func `pages are answered with 503, the database's address and a link to try again`(target: String) throws {
        let response = try console().respond(
            to: Request(.get, target, headers: [.cookie: "galley-session=abc"]))
        let page = String(decoding: response.body, as: UTF8.self)

        #expect(response.status == .serviceUnavailable)
        #expect(response.headers[.retryAfter] == "5")
        #expect(page.contains("The database does not answer"))
        #expect(page.contains("host=/nowhere dbname=galley"))
        #expect(page.contains("href=\"\(target.replacingOccurrences(of: "&", with: "&amp;"))\">Try again"))
    }

    @Test func `programs get problem details`() throws {
        let request = Request(
            .put, "/api/v1/schemas/a.json", headers: [.authorization: "Bearer galley_x"], body: Array("{}".utf8))
        let response = try console().respond(to: request)
        #expect(response.status == .serviceUnavailable)
        #expect(response.headers[.retryAfter] == "5")
        #expect(response.headers[.contentType] == "application/problem+json")
        let problem = try JSONDocument(parsing: response.body)
        #expect(problem.root["detail"]?.string == "The database does not answer. Try again.")
    }

    @Test func `style sheets and the health check are served, and the console reports that it is not ready`() throws {
        #expect(try console().respond(to: Request(.get, "/assets/console.css")).status == .ok)
        let health = try console().respond(to: Request(.get, "/healthz"))
        #expect(health.status == .ok && health.body == Array(#"{"status":"ok"}"#.utf8))
        let readiness = try console().respond(to: Request(.get, "/readyz"))
        #expect(readiness.status == .serviceUnavailable && readiness.body == Array(#"{"status":"starting"}"#.utf8))
    }

    @Test func `the answer to a form contains its values and a button to send them again`() throws {
        let response = try console().respond(
            to: post(
                "/features/a/revisions?x=1", "csrf=c&text=%7B%0A%22%3C%2Fform%3E%22%7D&note=a+b",
                origin: "http://127.0.0.1:8080"))
        let page = String(decoding: response.body, as: UTF8.self)

        #expect(response.status == .serviceUnavailable)
        #expect(page.contains("<form method=\"post\" action=\"/features/a/revisions?x=1\">"))
        #expect(page.contains("name=\"text\" value=\"{\n&quot;&lt;/form&gt;&quot;}\""))
        #expect(page.contains("name=\"note\" value=\"a b\""))
        #expect(page.contains("Send again"))
    }

    @Test func `an adoption of a schema release can be sent again`() throws {
        let response = try console().respond(
            to: post("/schemas/releases/3/adoptions", "csrf=c&current=2&reason=Fix", origin: "http://127.0.0.1:8080"))
        let page = String(decoding: response.body, as: UTF8.self)
        #expect(page.contains("<form method=\"post\" action=\"/schemas/releases/3/adoptions\">"))
        #expect(page.contains("name=\"current\" value=\"2\"") && page.contains("name=\"reason\" value=\"Fix\""))
    }

    @Test(arguments: [
        ("/sessions", "name=ana&password=secret-word", "http://127.0.0.1:8080"),
        ("/account/passwords", "current-password=secret-word", "http://127.0.0.1:8080"),
        ("/features/a/revisions", "text=secret-word", "http://elsewhere.example"),
    ])
    func `passwords and forms from other sites are not repeated in the answer`(
        target: String, body: String, origin: String
    ) throws {
        let response = try console().respond(to: post(target, body, origin: origin))

        #expect(response.status == .serviceUnavailable)
        #expect(!String(decoding: response.body, as: UTF8.self).contains("secret-word"))
    }

    @Test func `a console started without its database works as soon as the database is available`() throws {
        let database = try TestDatabase.make()
        let isThere = Atomic(false)
        let console = try console(Stores(pool: database.pool)) {
            guard isThere.load(ordering: .relaxed) else {
                throw PostgreSQLError(kind: .connectionFailed, message: "no server")
            }
            return Array(repeating: 1, count: 32)
        }

        #expect(try console.respond(to: Request(.get, "/sessions/new")).status == .serviceUnavailable)
        isThere.store(true, ordering: .relaxed)
        #expect(try console.respond(to: Request(.get, "/sessions/new")).status == .ok)
    }
}
