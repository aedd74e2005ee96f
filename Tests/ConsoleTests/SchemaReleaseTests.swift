import Foundation
import HTTPTypes
import MicroHTTP
import PostgreSQL
import Publishing
import SchemaRepository
import TestSupport
import Testing

@testable import Console

@Suite("Schema releases in the console") struct SchemaReleaseTests {
    private static let path = "enums/Axis.json"

    private let home: TestConsole

    init() throws { home = try TestConsole() }

    @Test func `a changed schema file is proposed, adopted and reverted`() throws {
        let text = try axis { $0.replacing("lays out its elements", with: "lays out its parts") }

        let proposed = try propose(text, note: "Upright")
        #expect(proposed.location == "/schemas/releases/2")
        let index = try home.get("/schemas/releases", as: "ana").text
        #expect(index.contains("Document \(Self.path)"))
        #expect(index.contains(">Proposed<"))
        #expect(!index.contains("<form class=\"stack"))
        let page = try home.get("/schemas/releases/2", as: "mira").text
        #expect(page.contains("Upright"))
        #expect(page.contains("Adopt schema release 2"))
        #expect(try !home.get("/schemas/releases/2", as: "ana").text.contains("Adopt schema release 2"))

        let adopted = try home.post(
            "/schemas/releases/2/adoptions", as: "mira",
            [("current", "1"), ("break-glass", "yes"), ("reason", "Urgent")])
        #expect(adopted.location == "/schemas/releases/2")
        #expect(try home.stores.schemaReleases.current()?.number == 2)
        let earlier = try home.get("/schemas/releases/1", as: "mira").text
        #expect(earlier.contains("Return to schema release 1"))
        let late = try home.post("/schemas/releases/1/adoptions", as: "mira", [("current", "1"), ("reason", "x")])
        #expect(late.status == .conflict)
        let reverted = try home.post(
            "/schemas/releases/1/adoptions", as: "mira", [("current", "2"), ("reason", "Wrong <b>name</b>")])
        #expect(reverted.status == .seeOther)
        #expect(try home.get("/schemas/releases", as: "ana").text.contains("Wrong &lt;b&gt;name&lt;/b&gt;"))
    }

    @Test func `the team of a platform confirms a planned version`() throws {
        let text = try axis {
            $0.replacing(#""x-category""#, with: #""x-planned": ["ios"], "x-category""#)
        }
        #expect(try propose(text).location == "/schemas/releases/2")
        let button = ">Confirm version</button>"
        let fields = [("schema", "/enums/Axis"), ("pointer", ""), ("platform", "ios"), ("version", "1.0")]
        let path = "/schemas/releases/2/confirmations"

        let page = try home.get("/schemas/releases/2", as: "ana").text
        #expect(page.contains("<bdi>iOS 1.0</bdi>") && page.contains(">Planned<") && !page.contains(button))
        #expect(
            try home.post(path, as: "ana", fields).text.contains(
                "You may not approve schemas or confirm versions for iOS"))
        #expect(try home.stores.accounts.setTeams(of: "ana", to: [.ios], by: .operator))
        #expect(try home.get("/schemas/releases/2", as: "ana").text.contains(button))
        #expect(
            try home.post(path, as: "ana", fields.dropLast() + [("version", "1.1")]).text.contains(
                "do not mark this version as planned"))
        #expect(try home.post(path, as: "ana", fields).status == .seeOther)
        let confirmed = try home.get("/schemas/releases/2", as: "ana").text
        #expect(confirmed.contains(">Confirmed<") && !confirmed.contains(button))
    }

    @Test func `a proposal with errors is refused with file and line, and its text stays in the form`() throws {
        let response = try propose(try axis { $0.replacing("\"type\": \"string\"", with: "\"type\": \"strin\"") })

        #expect(response.status == .unprocessableContent)
        #expect(response.text.contains("<code class=\"ltr\">\(Self.path):"))
        #expect(response.text.contains("&quot;strin&quot;"))
        #expect(try home.stores.schemaReleases.list().count == 1)
        let outside = try home.post(
            "/schemas/releases", as: "mira", [("source", "document"), ("path", "../x.json"), ("text", "{}")])
        #expect(outside.status == .unprocessableContent)
        #expect(outside.text.contains("is not a path inside the repository"))
    }

    @Test(arguments: ["file:///etc", "/etc", "ssh://host/x", "ext::sh -c id", "--upload-pack=id", "https://-x/y"])
    func `schemas are fetched from plain https addresses only`(address: String) throws {
        let response = try home.post("/schemas/releases", as: "mira", [("source", "git"), ("address", address)])

        #expect(response.status == .unprocessableContent)
        #expect(response.text.contains("The address of a git repository"))
    }

    @Test(arguments: [
        "https://127.0.0.1/x.git", "https://[::1]:8443/x.git", "https://10.0.0.1/x.git",
        "https://169.254.169.254/latest", "https://2130706433/x.git",
    ])
    func `schemas are not fetched from private networks`(address: String) throws {
        let response = try home.post("/schemas/releases", as: "mira", [("source", "git"), ("address", address)])

        #expect(response.status == .unprocessableContent)
        #expect(response.text.contains("is in a private network. The operator can allow it with"))
    }

    @Test func `the schemas in a directory are proposed with a form`() throws {
        _ = try home.get("/schemas", as: "mira")
        let documents = try #require(try home.stores.schemaReleases.currentRepository()).repository.documents
        let changed = try axis { $0.replacing("lays out its elements", with: "lays out its parts") }
        let files = documents.map { document in
            (
                "mine/\(document.path)",
                document.path == Self.path ? changed : String(decoding: document.bytes, as: UTF8.self)
            )
        }

        #expect(try send(files + [("mine/.git/config", "[core]")]).location == "/schemas/releases/2")
        let page = try home.get("/schemas/releases/2", as: "mira").text
        #expect(page.contains("Directory mine") && page.contains("1 change"))
        #expect(try send([]).text.contains("Choose a directory."))
        #expect(try send([("a.json", "{}")]).text.contains("Choose one directory, not single files"))
        #expect(try send([("mine/../a.json", "{}")]).text.contains("is not a path inside the repository"))
    }

    /// Sends files in a multipart form, as a browser does for a directory.
    private func send(_ files: [(path: String, text: String)]) throws -> Response {
        let parts =
            try [("csrf", home.csrf(of: "mira")), ("source", "directory")].map { name, value in
                "Content-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
            }
            + (files.isEmpty ? [("", "")] : files).map { path, text in
                "Content-Disposition: form-data; name=\"directory\"; filename=\"\(path)\"\r\n\r\n\(text)\r\n"
            }
        let body = parts.map { "--b\r\n\($0)" }.joined() + "--b--\r\n"
        return try home.console.respond(
            to: Request(
                .post, "/schemas/releases",
                headers: [
                    .cookie: "galley-session=session-of-mira", .contentType: "multipart/form-data; boundary=b",
                ], body: Array(body.utf8)))
    }

    @Test func `the schemas in a zip archive are proposed with a form and by a program`() throws {
        let archive = try Self.archive()
        let form = Array(
            """
            --b\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n\(try home.csrf(of: "mira"))\r\n--b\r\n\
            Content-Disposition: form-data; name="source"\r\n\r\narchive\r\n--b\r\n\
            Content-Disposition: form-data; name="archive"; filename="s.zip"\r\n\r\n
            """.utf8)
        _ = try home.get("/schemas", as: "mira")
        let headers: HTTPFields = [
            .cookie: "galley-session=session-of-mira", .contentType: "multipart/form-data; boundary=b",
        ]
        let sent = try home.console.respond(
            to: Request(
                .post, "/schemas/releases", headers: headers, body: form + archive + Array("\r\n--b--\r\n".utf8)))
        #expect(sent.location == "/schemas/releases/2", "\(sent.text)")

        guard
            case .created(_, let secret) = try home.stores.tokens.create(
                for: "mira", called: "CI", scopes: [.proposeSchemas], expiresAt: nil, by: .operator)
        else {
            Issue.record("the token was not created")
            return
        }
        let bearer: HTTPFields = [.authorization: "Bearer \(secret)"]
        let again = try home.console.respond(
            to: Request(.post, "/api/v1/schema-releases", headers: bearer, body: archive))
        #expect(again.status == .ok)
        #expect(again.text.contains("\"schemaRelease\":2") && again.text.contains("\"state\":\"proposed\""))
        let put = try home.console.respond(
            to: Request(
                .put, "/api/v1/schemas/\(Self.path)?note=CI", headers: bearer,
                body: Array(try axis { $0.replacing("lays out its elements", with: "lays out its parts") }.utf8)))
        #expect(put.status == .created)
        let wrong = try home.console.respond(
            to: Request(.put, "/api/v1/schemas/\(Self.path)", headers: bearer, body: Array("{".utf8)))
        #expect(wrong.status == .unprocessableContent)
        #expect(wrong.text.contains("\"file\":\"\(Self.path)\""))
        let removal = try home.console.respond(to: Request(.delete, "/api/v1/schemas/nowhere.json", headers: bearer))
        #expect(removal.status == .unprocessableContent)
        #expect(try home.console.respond(to: Request(.delete, "/api/v1/schemas/x.json")).status == .unauthorized)

        let store = home.stores.schemaReleases
        _ = try store.adopt(2, reason: "Now", breakGlass: true, by: .operator)
        _ = try store.adopt(1, reason: "Back", by: .operator)
        let earlier = try home.console.respond(
            to: Request(.post, "/api/v1/schema-releases", headers: bearer, body: archive))
        #expect(earlier.status == .ok)
        #expect(earlier.text.contains("\"schemaRelease\":2") && earlier.text.contains("\"state\":\"earlier\""))
        let page = try home.get("/schemas/releases/2", as: "mira").text
        #expect(page.contains("Return to schema release 2"))
        #expect(!page.contains("Approvals missing"))
    }

    @Test func `a proposal can be adopted while approvals of three teams count`() throws {
        _ = try propose(try axis { $0.replacing("lays out its elements", with: "lays out its parts") })
        for (name, team) in [("ira", "ios"), ("andy", "android"), ("bea", "backend")] {
            _ = try home.stores.accounts.add(
                name: name, displayName: name, password: TestConsole.password, roles: [.reviewer], by: .operator)
            let set = try home.post("/accounts/\(name)/teams", as: "mira", [("team", team)])
            #expect(set.location == "/accounts/\(name)")
        }
        _ = try home.stores.accounts.add(
            name: "ada", displayName: "Ada", password: TestConsole.password, roles: [.administrator], by: .operator)
        #expect(
            try home.get("/schemas/releases/2", as: "ada").text.contains("Approvals missing: iOS, Android and Backend"))
        #expect(try !home.get("/schemas/releases/2", as: "ada").text.contains("Adopt schema release 2"))
        let early = try home.post(
            "/schemas/releases/2/adoptions", as: "ada", [("current", "1"), ("break-glass", "yes"), ("reason", "x")])
        #expect(early.status == .conflict)
        #expect(try home.get("/schemas/releases/2", as: "ira").text.contains("name=\"team\" value=\"ios\""))
        #expect(try !home.get("/schemas/releases/2", as: "ira").text.contains("name=\"team\" value=\"android\""))
        let own = try home.post("/schemas/releases/2/approvals", as: "mira", [("proposal", "1"), ("team", "ios")])
        #expect(own.status == .unprocessableContent)
        #expect(own.text.contains("You cannot approve your own proposal. Ask another member of the team."))
        for (name, team) in [("ira", "ios"), ("andy", "android"), ("bea", "backend")] {
            let approved = try home.post(
                "/schemas/releases/2/approvals", as: name, [("proposal", "1"), ("team", team)])
            #expect(approved.status == .seeOther)
        }
        #expect(try home.stores.accounts.setTeams(of: "ira", to: [.ios, .android], by: .operator))
        let second = try home.post(
            "/schemas/releases/2/approvals", as: "ira", [("proposal", "1"), ("team", "android")])
        #expect(
            second.text.contains(
                "You have already approved for iOS. Each team’s approval must come from a different person."))
        let missing = try home.post(
            "/schemas/releases/2/approval-withdrawals", as: "ira", [("proposal", "1"), ("team", "web")])
        #expect(missing.text.contains("The approvals were not changed"))
        #expect(missing.text.contains("The proposal or its approvals changed in the meantime."))
        let withdrawal = [("proposal", "1"), ("team", "ios")]
        let withdrawn = try home.post("/schemas/releases/2/approval-withdrawals", as: "ira", withdrawal)
        #expect(withdrawn.notice == "approval-withdrawn")
        let again = try home.post("/schemas/releases/2/approvals", as: "ira", withdrawal)
        #expect(again.notice == "approval-recorded")
        // An approval stops counting if its author leaves the team or the author's account is disabled.
        #expect(try home.stores.accounts.setTeams(of: "ira", to: [.web], by: .operator))
        _ = try home.stores.accounts.disable("andy", by: .operator)
        let lapsed = try home.get("/schemas/releases/2", as: "ada").text
        #expect(lapsed.contains("Approvals missing: iOS and Android"))
        #expect(lapsed.contains("Does not count: this person may no longer approve for iOS."))
        #expect(lapsed.contains("account is disabled or no longer has the Reviewer role."))
        #expect(!lapsed.contains("Adopt schema release 2"))
        let refused = try home.post("/schemas/releases/2/adoptions", as: "ada", [("current", "1")])
        #expect(refused.status == .conflict)
        #expect(try home.stores.accounts.setTeams(of: "ira", to: [.ios], by: .operator))
        _ = try home.stores.accounts.enable("andy", by: .operator)
        let adopted = try home.post("/schemas/releases/2/adoptions", as: "ada", [("current", "1")])
        #expect(adopted.status == .seeOther)
        #expect(try home.stores.schemaReleases.current()?.number == 2)
    }

    @Test func `the page of a proposal shows the progress and the result of checking all features`() throws {
        try home.feature("home.offers", SampleTexts.screen)
        try home.publish("home.offers", revision: 1, from: "9.0")
        let schema = try String(
            contentsOfFile: PackageRoot.path + "/schemas/screens/Screen/schema.json", encoding: .utf8)
        _ = try home.post(
            "/schemas/releases", as: "mira",
            [
                ("source", "document"), ("path", "screens/Screen/schema.json"),
                ("text", schema.replacing("\"title\": {\n", with: "\"title\": {\n\"not\": {\"const\": \"Offers\"},\n")),
            ])
        let waiting = try home.get("/schemas/releases/2", as: "ana").text
        #expect(waiting.contains("0 of 1 feature checked."), "\(waiting)")
        #expect(waiting.contains("http-equiv=\"refresh\""))

        home.console.advanceImpacts()

        let page = try home.get("/schemas/releases/2", as: "ana").text
        #expect(!page.contains("http-equiv=\"refresh\""))
        #expect(page.contains("1 of 1 feature checked."))
        #expect(page.contains("1 feature breaks"))
        #expect(page.contains("iOS from 9.0 on"))
        #expect(page.contains(">/title<"))
        #expect(page.contains("Line 3"))
        #expect(page.contains("<code class=\"quoted\">not</code> of"))
        let again = try home.post("/schemas/releases/2/impacts", as: "mira")
        #expect(again.location == "/schemas/releases/2")
        #expect(try home.get("/schemas/releases/2", as: "ana").text.contains("0 of 1 feature checked."))
    }

    @Test func `the page of the first schema release says that there is nothing to compare with`() throws {
        let first = try home.get("/schemas/releases/1", as: "ana").text
        #expect(first.contains("No schema release was adopted before, so there is nothing to compare with."))
        #expect(!first.contains("Nothing changes for documents and clients.") && !first.contains("0 changes"))

        #expect(try propose(axis { $0 + "\n" }).location == "/schemas/releases/2")
        let second = try home.get("/schemas/releases/2", as: "ana").text
        #expect(second.contains("Nothing changes for documents and clients."))
        #expect(!second.contains("nothing to compare with"))
    }

    @Test func `the page of a proposal says how many disagreements with builds it does not list`() throws {
        let file = try home.get("/clients/template?platform=ios&version=6.2.0", as: "mira").text
        let registered = try home.post("/clients", as: "mira", [("text", file), ("step", "register")])
        #expect(registered.location == "/clients/ios/6.2.0")
        let values = (1...207).map { "\"v\($0)\"" }.joined(separator: ", ")
        let text = try axis { $0.replacing("\"horizontal\"]", with: "\"horizontal\", \(values)]") }
        #expect(try propose(text).location == "/schemas/releases/2")

        let page = try home.get("/schemas/releases/2", as: "ana").text

        let section = try #require(page.firstMatch(of: /(?s)id="disagreements-heading".*?<\/section>/)).0
        #expect(section.contains("iOS 6.2.0"))
        #expect(section.contains("7 more are not listed."))
    }

    @Test func `the list of schema releases has further pages`() throws {
        #expect(try !home.get("/schemas/releases", as: "ana").text.contains(">Older<"))
        try home.pool.withConnection { connection in
            try connection.execute(
                """
                INSERT INTO schema_release (number, hash, author_name)
                SELECT n, 'hash ' || n, 'mira' FROM generate_series(2, 103) AS n
                """)
        }
        let page = try home.get("/schemas/releases", as: "ana").text
        #expect(page.contains("Schema release 103<") && !page.contains("Schema release 3<"))
        #expect(page.contains("href=\"/schemas/releases?before=4\">Older<"))
        let older = try home.get("/schemas/releases?before=4", as: "ana").text
        #expect(older.contains("Schema release 3<") && !older.contains("Schema release 4<"))
        #expect(!older.contains(">Older<"))
    }

    @Test func `the list of adoptions says when it is cut`() throws {
        func adopt(_ numbers: ClosedRange<Int>) throws {
            try home.pool.withConnection { connection in
                try connection.execute(
                    """
                    INSERT INTO schema_adoption (number, schema_release, author_name)
                    SELECT n, 1, 'mira' FROM generate_series(\(numbers.lowerBound), \(numbers.upperBound)) AS n
                    """)
            }
        }
        try adopt(2...1_000)
        #expect(try !home.get("/schemas/releases", as: "ana").text.contains("Only the first"))
        try adopt(1_001...1_001)
        #expect(try home.get("/schemas/releases", as: "ana").text.contains("Only the first 1000 are listed."))
    }

    private func propose(_ text: String, note: String = "") throws -> Response {
        try home.post(
            "/schemas/releases", as: "mira",
            [("source", "document"), ("path", Self.path), ("text", text), ("note", note)])
    }

    private func axis(_ change: (String) -> String) throws -> String {
        change(try String(contentsOfFile: PackageRoot.path + "/schemas/" + Self.path, encoding: .utf8))
    }

    /// Returns a zip archive of the starter schemas, with a line feed appended to one file.
    private static func archive() throws -> [UInt8] {
        let directory = FileManager.default.temporaryDirectory.appending(path: "zip-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [
            "-ec", "cp -r \"$1/schemas\" . && echo >> schemas/\(path) && zip -q -r s.zip schemas", "sh",
            PackageRoot.path,
        ]
        process.currentDirectoryURL = directory
        try process.run()
        process.waitUntilExit()
        return Array(try Data(contentsOf: directory.appending(path: "s.zip")))
    }
}
