import DocumentKinds
import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import PostgreSQL
import Publishing
import SchemaRepository
import Synchronization
import TestSupport
import Testing

@testable import Console

@Suite("Registered builds in the console") struct ClientPageTests {
    private static let button = """
        {"type": "Screen", "title": "Offers", "widgets": [{"type": "SDUIWidget", "id": "buy", "content":
          {"type": "ButtonView", "title": {"value": "Buy"}, "size": "xxl"}}]}
        """

    private let home: TestConsole

    init() throws { home = try TestConsole() }

    @Test func `an enum value that a build lacks is shown on the build's and the feature's page and blocks publishing`()
        throws
    {
        try home.feature("home.offers", Self.button)
        try home.publish("home.offers", revision: 1, from: "6.0")
        let file = try Self.file("6.2.0", lacking: "xxl")
        let created = try home.post("/clients", as: "mira", [("text", file), ("step", "register")])
        #expect(created.location == "/clients/ios/6.2.0")
        let page = try home.get("/clients/ios/6.2.0", as: "ana").text
        let sentence = "the value <code class=\"quoted\">xxl</code> of <code class=\"quoted\">/enums/ButtonSize</code>"
        #expect(page.contains("home.offers"))
        #expect(page.contains("The build does not decode \(sentence)"))
        #expect(page.contains("does not list \(sentence)"))
        #expect(page.contains("Only in the schemas"))
        let index = try home.get("/clients", as: "ana").text
        #expect(index.contains("1 live feature not decoded"))
        #expect(index.contains("2 parts only in the schemas"))
        #expect(!index.contains("data-client-form"))
        #expect(try home.get("/features/home.offers", as: "ana").text.contains("iOS 6.2.0 does not decode \(sentence)"))
        let question = try home.get("/features/home.offers?platform=ios&client_version=6.2", as: "ana").text
        #expect(question.contains("Refused for 6.0 and later: registered build"))
        let publish = try home.get(
            "/features/home.offers/releases/new?revision=1&platform=ios&from=6.0", as: "rui")
        #expect(publish.status == .unprocessableContent)
        #expect(publish.text.contains("iOS 6.2.0 does not decode \(sentence)"))
        let later = try home.get("/features/home.offers/releases/new?revision=1&platform=ios&from=6.3", as: "rui").text
        #expect(later.contains("<span class=\"badge \">Claimed</span>"))
    }

    @Test func `the page of a build says when not everything was compared`() throws {
        try home.feature("home.offers", Self.button)
        try home.publish("home.offers", revision: 1, from: "6.0")
        let file = try Self.file("6.2.0", lacking: nil)
        _ = try home.post("/clients", as: "mira", [("text", file), ("step", "register")])
        let whole = try home.get("/clients/ios/6.2.0", as: "ana").text
        #expect(whole.contains("This build can decode everything that is live for it."))
        #expect(!whole.contains("Comparing took too long"))

        // The client closes its connection while the page is being made, which ends the comparison early.
        var request = Request(.get, "/clients/ios/6.2.0", headers: [.cookie: "galley-session=session-of-ana"])
        let count = Atomic(0)
        request.isAbandoned = { count.add(1, ordering: .relaxed).newValue > 1 }
        let page = try home.console.respond(to: request).text

        #expect(page.contains("Comparing took too long. The list below does not cover everything that is live."))
        #expect(page.contains("<span class=\"badge warn\">Not all compared</span>"))
        #expect(!page.contains("This build can decode everything"))
    }

    @Test func `the page of a schema proposal that adds an enum value names the builds that do not list it`() throws {
        _ = try home.post(
            "/clients", as: "mira", [("text", try Self.file("6.2.0", lacking: nil)), ("step", "register")])
        let axis = try String(contentsOfFile: PackageRoot.path + "/schemas/enums/Axis.json", encoding: .utf8)
        let text = axis.replacing(#""horizontal"],"#, with: #""horizontal", "diagonal"],"#)
            .replacing(#""x-enum": {"#, with: #""x-enum": {"diagonal": {"title": "Across"},"#)

        let proposed = try home.post(
            "/schemas/releases", as: "mira", [("source", "document"), ("path", "enums/Axis.json"), ("text", text)])

        #expect(proposed.location == "/schemas/releases/2")
        let page = try home.get("/schemas/releases/2", as: "ana").text
        #expect(page.contains("<a href=\"/clients/ios/6.2.0\">iOS 6.2.0</a> <bdi dir=\"ltr\">does not list the value"))
    }

    @Test func `the page What needs you shows the background report of live editions that builds cannot decode`()
        throws
    {
        try home.feature("home.offers", Self.button)
        try home.publish("home.offers", revision: 1, from: "6.0")
        _ = try home.stores.accounts.add(
            name: "lea", password: TestConsole.password, roles: [.reviewer], by: .operator)
        #expect(try !home.get("/reviews", as: "rui").text.contains("Registered builds cannot decode"))
        let file = try Self.file("6.2.0", lacking: "xxl")
        _ = try home.post("/clients", as: "mira", [("text", file), ("step", "register")])

        #expect(try home.get("/reviews", as: "rui").text.contains("are being compared with what is live"))
        #expect(try home.stores.clients.latestReport().report == nil)
        home.console.advanceClientReport()

        for name in ["ana", "rui", "mira"] {
            #expect(try home.get("/", as: name).location == "/reviews")
            let page = try home.get("/reviews", as: name).text
            #expect(page.contains("<h2>Registered builds cannot decode what is live</h2>"))
            #expect(page.contains("<a class=\"ltr\" href=\"/features/home.offers\">home.offers</a>"))
            #expect(page.contains("<a href=\"/clients/ios/6.2.0\"><bdi>iOS 6.2.0</bdi></a>"))
            #expect(page.contains("the value <code class=\"quoted\">xxl</code> of"))
            #expect(!page.contains("Nothing waits"))
            #expect(!page.contains("Compared up to release"))
        }
        #expect(try home.get("/", as: "lea").location == "/features")
        #expect(try !home.get("/reviews", as: "lea").text.contains("home.offers"))

        try home.publish("home.offers", revision: 1, from: "6.3")
        #expect(try home.get("/reviews", as: "rui").text.contains("Compared up to release 1."))
        home.console.advanceClientReport()
        #expect(try !home.get("/reviews", as: "rui").text.contains("Compared up to release"))
    }

    @Test func `a publish for a registered build that decodes everything is shown as proven`() throws {
        try home.feature("home.offers", Self.button)
        _ = try home.post(
            "/clients", as: "mira", [("text", try Self.file("6.2.0", lacking: nil)), ("step", "register")])
        let page = try home.get("/features/home.offers/releases/new?revision=1&platform=ios&from=6.0", as: "rui").text
        #expect(page.contains("<span class=\"badge ok\">Proven</span>"))
        #expect(!page.contains("(revision 1):"))
        let bar = try #require(page.firstMatch(of: /<a class="bar [^>]*>.*?<\/a>/)).0
        #expect(bar.contains("<span class=\"badge ok\">Proven</span>"))
    }

    @Test func `the feature page lists each interval of versions once, with its revision and proof`()
        throws
    {
        let other = Self.button.replacing("Buy", with: "Order")
        try home.feature("home.offers", Self.button, other, Self.button.replacing("Buy", with: "Take"))
        for (revision, from) in [(1, "6.0"), (2, "7.0"), (3, "8.0")] {
            try home.publish("home.offers", revision: revision, from: from)
        }
        _ = try home.post(
            "/clients", as: "mira", [("text", try Self.file("8.1.0", lacking: nil)), ("step", "register")])

        let page = try home.get("/features/home.offers", as: "ana").text

        let sentences = page.matches(
            of: /iOS ([0-9.]+) (?:until [0-9.]+|and later) \(revision ([0-9]+)\): ((?:no )?registered build)/)
        #expect(
            sentences.map { "\($0.1) r\($0.2) \($0.3)" }
                == ["8.0 r3 registered build", "7.0 r2 no registered build", "6.0 r1 no registered build"])
        let bars = page.matches(of: /<a class="bar [^>]*>.*?<\/a>/).map { $0.0.contains("Proven") }
        #expect(bars == [false, false, true])
    }

    @Test func `errors of a capability file are shown with fixes, and a fix registers nothing`() throws {
        let file = try Self.file("6.2.0", lacking: nil).replacing("\"xxl\"", with: "\"xxll\"", maxReplacements: 1)
        let refused = try home.post("/clients", as: "mira", [("text", file), ("step", "register")])
        #expect(refused.status == .unprocessableContent)
        #expect(refused.text.contains("has no value <code class=\"quoted\">xxll</code>"))
        let command = try #require(refused.text.firstMatch(of: /name="fix" value="([^"]*)"/)).1
        let fixed = try home.post(
            "/clients", as: "mira", [("text", file), ("fix", String(command).replacing("&quot;", with: "\""))])
        #expect(fixed.status == .ok)
        #expect(fixed.text.contains("The file can be registered for iOS 6.2.0."))
        #expect(try home.stores.clients.clients() == [])
    }

    @Test func `registering and withdrawing builds needs the permission to manage schemas`() throws {
        let file = try Self.file("6.2.0", lacking: nil)
        #expect(try home.post("/clients", as: "ana", [("text", file), ("step", "register")]).status == .forbidden)
        _ = try home.post("/clients", as: "mira", [("text", file), ("step", "register")])
        #expect(try home.post("/clients/ios/6.2.0/withdrawals", as: "rui").status == .forbidden)
        #expect(try home.post("/clients/ios/6.2.0/withdrawals", as: "mira").location == "/clients")
        #expect(try home.get("/clients/ios/6.2.0", as: "mira").status == .notFound)
        #expect(try home.get("/clients/ios/..%2F..", as: "mira").status == .notFound)
    }

    @Test func `a capability template is downloaded for a platform and a version`() throws {
        let response = try home.get("/clients/template?platform=ios&version=5.9&text=&build=", as: "mira")
        #expect(response.headers[.contentType] == "application/json")
        #expect(try home.get("/clients/template?platform=symbian", as: "mira").status == .notFound)
        #expect(try home.get("/clients/template?platform=ios&version=v6", as: "mira").status == .unprocessableContent)
    }

    @Test func `without schemas, the answer to a request for a capability template says so`() throws {
        let empty = try TestConsole(hasSchemas: false)
        _ = try empty.stores.accounts.add(name: "mira", password: TestConsole.password, roles: [], by: .operator)

        let page = try empty.get("/clients/template?platform=ios", as: "mira")

        #expect(page.status == .notFound && page.text.contains("No schemas are loaded yet."))
        #expect(try home.get("/clients/template", as: "mira").text.contains("Choose a platform first."))
    }

    @Test func `a program registers a build with a token, and no body is read without a valid token`() throws {
        let file = Array(try Self.file("6.2.0", lacking: "xxl").utf8)
        guard
            case .created(_, let secret) = try home.stores.tokens.create(
                for: "mira", called: "CI", scopes: [.registerClients], expiresAt: nil, by: .operator)
        else {
            Issue.record("no token was created")
            return
        }
        let first = try put("/api/v1/clients/ios/6.2.0?build=1042", file, secret)
        #expect(first.status == .created)
        let answer = try JSONDocument(parsing: first.body).root
        #expect(answer["build"]?.string == "1042")
        #expect(answer["valid"]?.boolean == false)
        #expect(answer["disagreements"]?[0]?["member"]?.string == "xxl")
        #expect(try put("/api/v1/clients/ios/6.2.0?build=1042", file, secret).status == .ok)
        #expect(try home.stores.clients.clients().first?.registration.author.name == "mira")
        let other = try put("/api/v1/clients/android/6.2.0", file, secret)
        #expect(other.status == .unprocessableContent)
        #expect(other.headers[.contentType] == "application/problem+json")
        #expect(other.text.contains("client.platform"))
        for bad in [nil, "galley_x", secret + "x"] {
            let response = try put("/api/v1/clients/ios/6.2.0", file, bad)
            #expect(response.status == .unauthorized)
            #expect(response.headers[.contentType] == "application/problem+json")
            #expect(home.console.bodyLimit(for: request("/api/v1/clients/ios/6.2.0", [], bad)) == 0)
        }
        #expect(home.console.bodyLimit(for: request("/api/v1/clients/ios/6.2.0", [], secret)) == 4 << 20)
        let id = try #require(try home.stores.tokens.list().first?.id)
        #expect(try home.stores.tokens.list().first?.lastUsedAt != nil)
        #expect(try home.stores.tokens.revoke(id, by: .operator) != nil)
        #expect(try home.stores.tokens.revoke(id, by: .operator) == nil)
        #expect(try put("/api/v1/clients/ios/6.2.0", file, secret).status == .unauthorized)
    }

    @Test(arguments: [
        "", "\u{200B}", "CI\n", "CI\u{85}", "CI\u{202E}", "CI\u{2028}", String(repeating: "a", count: 101),
    ])
    func `a token name that is blank, too long or has control or direction characters is refused`(name: String) throws {
        #expect(
            try home.stores.tokens.create(
                for: "mira", called: name, scopes: [.registerClients], expiresAt: nil, by: .operator) == .invalidName)
    }

    @Test func `a token expires, has no more rights than its account, and fails while the account is disabled`() throws
    {
        let tokens = home.stores.tokens
        #expect(
            try tokens.create(
                for: "ana", called: "CI", scopes: [.registerClients], expiresAt: nil, by: .operator)
                == .forbidden(.registerClients))
        let soon = TestConsole.now.addingTimeInterval(60)
        guard
            case .created(let token, let secret) = try tokens.create(
                for: "mira", called: "CI", scopes: [.registerClients], expiresAt: soon, by: .operator)
        else {
            Issue.record("no token was created")
            return
        }
        #expect(try tokens.holder(of: secret, now: TestConsole.now)?.token.id == token.id)
        #expect(try tokens.holder(of: secret, now: soon) == nil)
        let stored = try home.pool.withConnection { connection in
            try connection.query("SELECT row_to_json(api_token)::text AS row FROM api_token").map {
                try $0["row", as: String.self]
            }
        }
        #expect(stored.allSatisfy { !$0.contains(secret) && !$0.contains(secret.dropFirst(7)) })
        _ = try home.stores.accounts.add(
            name: "boss", password: TestConsole.password, roles: [.administrator], by: .operator)
        _ = try home.stores.accounts.setRoles(of: "mira", to: [.analyst], by: .operator)
        #expect(try put("/api/v1/clients/ios/6.2.0", [], secret).status == .forbidden)
        _ = try home.stores.accounts.disable("mira", by: .operator)
        #expect(try put("/api/v1/clients/ios/6.2.0", [], secret).status == .unauthorized)
        #expect(try home.stores.audit.events(limit: 20).contains { $0.action == "token.created" })
    }

    private func request(_ target: String, _ body: [UInt8], _ token: String?) -> Request {
        var headers: HTTPFields = [.contentType: "application/json"]
        if let token { headers[.authorization] = "Bearer \(token)" }
        return Request(.put, target, headers: headers, body: body)
    }

    private func put(_ target: String, _ body: [UInt8], _ token: String?) throws -> Response {
        try home.console.respond(to: request(target, body, token))
    }

    /// Returns a capability file with everything that the starter schemas claim for a version on iOS, except the enum
    /// value `value` if it is not nil.
    private static func file(_ version: String, lacking value: String?) throws -> String {
        let repository = try SchemaRepository(
            loading: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appendingPathComponent("schemas").path)
        let text = repository.capabilityTemplate(platform: "ios", version: try ClientVersion(version))
        let file = String(decoding: text, as: UTF8.self)
        guard let value else { return file }
        return file.replacing(try Regex(",\\s*\"\(value)\""), with: "")
    }
}
