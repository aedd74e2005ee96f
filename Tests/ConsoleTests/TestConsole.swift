import DocumentKinds
import Foundation
import HTTPTypes
import JSONText
import Logging
import MicroHTTP
import PostgreSQL
import Publishing
import SchemaRepository
import Synchronization
import TestSupport

@testable import Console

/// A console with its own database, the starter schemas and three accounts: Ana the analyst, Rui the release manager,
/// and Mira with every role.
final class TestConsole: Sendable {
    static let password = "seven quiet herons"
    static let now = Date(timeIntervalSince1970: 1_790_000_000)

    let stores: Stores
    let console: Console
    private let database: TestDatabase
    var pool: ConnectionPool { database.pool }
    private let sessions = Mutex<[String: String]>([:])
    /// The notice cookie of each person's browser.
    private let notices = Mutex<[String: String]>([:])

    /// Creates a console; `deadline` limits each database call. The default is long enough for a busy machine. Without
    /// schemas, the console has no accounts either.
    init(baseURL: String = "http://127.0.0.1:8080", deadline: Duration? = nil, hasSchemas: Bool = true) throws {
        database = try hasSchemas ? Self.prepared.copy() : TestDatabase.make()
        let impatient = deadline.map { [info = database.info] in
            ConnectionPool(info, size: 4, deadline: $0, patience: .seconds(30))
        }
        stores = Stores(pool: impatient ?? database.pool)
        // The copied database has adopted the schemas; adopting again stores the compiled repository in memory.
        if hasSchemas { try stores.schemaReleases.adopt(Self.repository.get(), by: .operator) }
        let count = Atomic(0)
        console = try Console(
            ConsoleDependencies(
                stores: stores, templates: PackageRoot.path + "/Templates", assets: PackageRoot.path + "/Public",
                baseURL: baseURL, readBaseURL: "http://127.0.0.1:8081",
                signingKey: { Array("a key of thirty-two bytes or more".utf8) }, logger: Logger(label: "test"),
                now: { Self.now }, token: { "token-\(count.add(1, ordering: .relaxed).newValue)" }, isReady: { true },
                database: "host=test"))
    }

    /// Requests a page as the named person, or without a session.
    func get(_ target: String, as name: String? = nil) throws -> Response {
        try respond(to: Request(.get, target, headers: try headers(name)), as: name)
    }

    /// Sends a form as the named person, with the session's CSRF token unless `csrf` is given.
    func post(
        _ target: String, as name: String? = nil, _ fields: [(String, String)] = [], csrf: String? = nil,
        headers extra: HTTPFields = [:]
    ) throws -> Response {
        var headers = try headers(name)
        headers[.contentType] = "application/x-www-form-urlencoded"
        for field in extra { headers[field.name] = field.value }
        let token = try csrf ?? name.map { try self.csrf(of: $0) } ?? ""
        let body = (fields + [("csrf", token)]).map { "\($0.0)=\(PercentCoding.encode($0.1))" }.joined(separator: "&")
        return try respond(to: Request(.post, target, headers: headers, body: Array(body.utf8)), as: name)
    }

    /// Returns the answer that the editor's script gets for a text.
    func check(_ target: String, _ text: String, as name: String) throws -> JSONValue {
        var headers = try headers(name)
        headers[.contentType] = "text/plain; charset=utf-8"
        headers[.accept] = "application/json"
        headers[.constant("X-CSRF-Token")] = try csrf(of: name)
        let response = try console.respond(to: Request(.post, target, headers: headers, body: Array(text.utf8)))
        return try JSONDocument(parsing: response.body).root
    }

    /// Returns the CSRF token of a person's forms.
    func csrf(of name: String) throws -> String {
        Signing(key: SharedKey { Array("a key of thirty-two bytes or more".utf8) }).code(
            for: "form", try session(of: name))
    }

    /// Creates a feature with revisions of these texts, by Ana.
    func feature(_ name: String, kind: String = "/screens/Screen", _ texts: String...) throws {
        try feature(name, kind: kind, texts)
    }

    /// Creates a feature with revisions of the texts in an array, by Ana.
    func feature(_ name: String, kind: String = "/screens/Screen", _ texts: [String]) throws {
        let ana = Actor(accountID: nil, name: "ana")
        _ = try stores.features.create(name: name, kind: kind, by: ana)
        for text in texts { _ = try stores.revisions.save(feature: name, bytes: Array(text.utf8), by: ana) }
    }

    /// Publishes a revision on iOS as Rui.
    func publish(_ name: String, revision: Int, from version: String) throws {
        let outcome = try stores.releases.publish(
            PublishRequest(feature: name, revision: revision, platform: "ios", from: ClientVersion(version)),
            by: Actor(accountID: nil, name: "rui"))
        guard case .released = outcome else { throw Unpublished(outcome: outcome) }
    }

    private func headers(_ name: String?) throws -> HTTPFields {
        let cookies = [
            try name.map { "galley-session=\(try session(of: $0))" },
            notices.withLock { $0[name ?? ""] }.map { "galley-notice=\($0)" },
        ].compactMap { $0 }
        return cookies.isEmpty ? [:] : [.cookie: cookies.joined(separator: "; ")]
    }

    /// Responds to a request and stores the notice cookie of the answer, as a browser does.
    private func respond(to request: Request, as name: String?) throws -> Response {
        let response = try console.respond(to: request)
        if let notice = response.noticeCookie { notices.withLock { $0[name ?? ""] = notice.isEmpty ? nil : notice } }
        return response
    }

    private func session(of name: String) throws -> String {
        if let token = sessions.withLock({ $0[name] }) { return token }
        let token = "session-of-\(name)"
        _ = try stores.accounts.signIn(
            name: name, password: Self.password, token: token, now: Self.now, remoteAddress: "127.0.0.1")
        sessions.withLock { $0[name] = token }
        return token
    }

    private static let repository = Result { try SchemaRepository(loading: PackageRoot.path + "/schemas") }

    private static let prepared = PreparedDatabase { pool in
        let stores = Stores(pool: pool)
        try stores.schemaReleases.adopt(repository.get(), by: .operator)
        for (name, roles) in [("mira", Set(Role.allCases)), ("ana", [.analyst]), ("rui", [.releaseManager])] {
            _ = try stores.accounts.add(name: name, password: password, roles: roles, by: .operator)
        }
    }

    private struct Unpublished: Error { let outcome: ReleaseOutcome }
}

/// Documents for tests.
enum SampleTexts {
    static let screen = """
        {
          "type": "Screen",
          "title": "Offers",
          "widgets": [
            {"type": "SDUIWidget", "id": "greeting", "content":
              {"type": "TextView", "text": {"value": "Good day", "typography": "headlineMedium", "color": "textPrimary"}}}
          ]
        }

        """
    static let misspelt = screen.replacingOccurrences(of: "textPrimary", with: "textPrimry")
    static let other = screen.replacingOccurrences(of: "Good day", with: "Good evening")
    /// A document that needs version 6.0 of every platform.
    static let wideButton = """
        {"type": "Screen", "title": "Offers", "widgets": [{"type": "SDUIWidget", "id": "buy", "content":
          {"type": "ButtonView", "title": {"value": "Buy"}, "size": "xxl"}}]}
        """
}

extension Response {
    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }
    /// The target of a redirect.
    var location: String? { headers[.location] }
    /// The value of the notice cookie that is set; empty if it is deleted, nil if the response has none.
    fileprivate var noticeCookie: String? {
        headers[values: .setCookie].first { $0.hasPrefix("galley-notice=") }
            .map { String($0.dropFirst("galley-notice=".count).prefix { $0 != ";" }) }
    }
    /// The key of the notice that the next page will show, with its values, such as `released.2`.
    var notice: String? { noticeCookie?.split(separator: ":").first.map(String.init) }
    /// The address that confirms a reviewed publish.
    var confirmHref: String? {
        text.firstMatch(of: /formaction="([^"]*)"/).map { String($0.output.1).replacing("&amp;", with: "&") }
    }
    /// Returns the value of the first form field with a name.
    func field(_ name: String) -> String? {
        text.firstMatch(
            of: (try? Regex("name=\"\(name)\" value=\"([^\"]*)\"", as: (Substring, Substring).self)) ?? /(?!)(x)/
        )
        .map { String($0.output.1) }
    }
}
