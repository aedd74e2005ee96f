import DocumentKinds
import JSONText
import PostgreSQL
import Publishing
import SchemaRepository
import Testing

@Suite("Registered builds of the apps") struct ClientTests {
    private let home: Installation

    init() throws {
        home = try Installation()
        try home.feature()
    }

    @Test func `a build is registered, replaced, kept in the history, withdrawn and audited`() throws {
        let first = try register("6.2.0", ["type", "title"])
        #expect(first.capabilities.entities["/screens/Screen"]?.properties == ["type", "title"])
        #expect(try home.stores.clients.clients().map(\.registration.version.text) == ["6.2.0"])
        guard case .unchanged = try home.stores.clients.register(file("6.2.0", ["type", "title"]), by: .operator) else {
            Issue.record("the same file counted as a change")
            return
        }
        // 6.2 and 6.2.0 are the same version, so that the second file replaces the first.
        let second = try register("6.2", ["type", "title", "badge"])
        #expect(try home.stores.clients.clients() == [second])
        let version = try ClientVersion("6.2.0")
        let history = try home.stores.clients.history(platform: "ios", version: version)
        #expect(history.map(\.number) == [second.registration.number, first.registration.number])
        #expect(try home.stores.clients.file(of: first.registration) == file("6.2.0", ["type", "title"]))
        guard case .withdrawn = try home.stores.clients.withdraw(platform: "ios", version: version, by: .operator)
        else {
            Issue.record("the build was not withdrawn")
            return
        }
        #expect(try home.stores.clients.clients() == [])
        #expect(try home.stores.clients.client(platform: "ios", version: version) == nil)
        #expect(
            try home.stores.clients.withdraw(platform: "ios", version: version, by: .operator) == .notRegistered)
        let events = try home.stores.audit.events(limit: 10).filter { $0.action.hasPrefix("client.") }
        #expect(events.map(\.action) == ["client.withdrawn", "client.registered", "client.registered"])
        #expect(events.last?.subject == "client ios 6.2.0")
    }

    @Test func `registrations cannot be deleted`() throws {
        try register("6.2.0", ["type"])
        #expect(throws: PostgreSQLError.self) {
            try home.pool.withConnection { try $0.execute("DELETE FROM client_registration") }
        }
    }

    @Test func `a file with errors registers nothing`() throws {
        let text = #"{"platform":"ios","version":"6","entities":{"/screens/Screen":{"properties":["titel"]}}}"#
        guard case .invalid(let diagnostics) = try home.stores.clients.register(Array(text.utf8), by: .operator) else {
            Issue.record("the build was registered")
            return
        }
        #expect(diagnostics.map(\.suggestion) == ["title"])
        #expect(try home.stores.clients.clients() == [])
    }

    @Test func `a file of an unknown schema release is compared with the current one, with a warning`() throws {
        let hash = String(repeating: "0", count: 64)
        let text = #"{"platform":"ios","version":"6","schemaRelease":"sha256:\#(hash)","entities":{}}"#
        guard case .registered(_, let warnings) = try home.stores.clients.register(Array(text.utf8), by: .operator)
        else {
            Issue.record("the build was not registered")
            return
        }
        #expect(warnings.map(\.code) == ["client.schemaRelease"])
    }

    @Test func `a file is read with the schema release that it names, and compared with the current one`() throws {
        let old = try #require(try home.stores.schemaReleases.current())
        let changed = try Self.schemas(replacing: #""badge":"#, with: #""mark":"#)
        try home.stores.schemaReleases.adopt(changed, by: .operator)
        let text = #"""
            {"platform":"ios","version":"7","schemaRelease":"sha256:\#(old.hash)",
             "entities":{"/document":{},"/screens/Screen":{"properties":["*"]}}}
            """#
        guard
            case .registered(let client, let warnings) = try home.stores.clients.register(
                Array(text.utf8), by: .operator)
        else {
            Issue.record("the build was not registered")
            return
        }
        #expect(warnings.isEmpty)
        #expect(client.registration.schemaRelease == old.number)
        let report = try home.stores.clients.report(of: client)
        #expect(
            report.disagreements.map { "\($0.severity) \($0.name.member) \($0.schema) \($0.build)" } == [
                "error mark since 6.0 unknown", "note badge absent known",
            ])
    }

    @Test func `disagreements are computed again when a schema release is adopted or a build registered`() throws {
        try register("6.2.0", ["type", "title", "ribbon"])
        #expect(try disagreements() == ["error badge since 6.0 unknown"])
        try home.stores.schemaReleases.adopt(
            try Self.schemas(replacing: #""x-since": {"ios": "6.0""#, with: #""x-since": {"ios": "6.3""#), by: .operator
        )
        #expect(try disagreements() == [])
        try register("6.2.0", ["type", "title", "badge", "ribbon"])
        #expect(try disagreements() == ["note badge since 6.3 known"])
    }

    @Test func `a release that a registered build cannot decode is refused with the property and its line`() throws {
        try register("6.2.0", ["type", "title"])
        try home.save(Installation.screen("Four", ",\n  \"badge\": \"new\""))
        guard
            case .refused(.rejected(let problems)) = try home.releases.publish(
                home.request(4, from: "6.0"), by: .operator)
        else {
            Issue.record("the release was made")
            return
        }
        #expect(problems.map(\.code) == ["client-refused", "client-lacks-property"])
        #expect(problems.last?.message == "iOS 6.2.0 does not decode the property `badge` of `/screens/Screen`.")
        #expect(
            problems.last.map { "\($0.pointer ?? "") \($0.line ?? 0):\($0.column ?? 0) \($0.version ?? "")" }
                == "/badge 3:12 6.2.0")
        // The build does not prevent releases for other versions, other platforms and other revisions.
        try home.publish(4, from: "6.3")
        try home.publish(4, from: "6.0", on: "android")
        try home.publish(1, from: "6.0")
    }

    @Test func `an interval of a planned publish is proven by a registered build, and claimed without one`() throws {
        try register("9.0", ["type", "title"])
        var request = try home.request(1, from: "1.0", until: "20")
        guard case .planned(let plan) = try home.releases.planPublish(request, by: .operator) else {
            Issue.record("the plan was refused")
            return
        }
        #expect(plan.proofs.map { "\($0.interval) \($0.proof.word)" } == ["[1.0, 20) proven"])
        request.rules[0].until = try ClientVersion("9.0")
        guard case .planned(let claimed) = try home.releases.planPublish(request, by: .operator) else {
            Issue.record("the plan was refused")
            return
        }
        #expect(claimed.proofs.map(\.proof.word) == ["claimed"])
    }

    @Test func `a rollback to a revision that a build cannot decode is made with a warning`() throws {
        try home.save(Installation.screen("Four", ",\n  \"badge\": \"new\""))
        let release = try home.publish(4, from: "6.0")
        try home.publish(1, from: "6.0")
        try register("6.2.0", ["type", "title"])
        let outcome = try home.releases.rollback(
            RollbackRequest(feature: "home.offers", toRelease: release.number, reason: "Back"), by: .operator)
        guard case .released(_, let warnings) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(warnings.map(\.code).contains("client-lacks-property"))
    }

    @Test func `a newly registered build is compared with the live editions`() throws {
        try home.save(Installation.screen("Four", ", \"badge\": \"new\""))
        try home.publish(4, from: "6.0")
        try home.publish(1, from: "7.0")
        let client = try register("6.2.0", ["type", "title"])
        try register("7.1", ["type", "title"])
        let report = try home.stores.clients.report()
        #expect(report.isComplete)
        let found = report.clients.flatMap(\.refused).map {
            "\($0.feature) r\($0.revision) \($0.client.capabilities.label) \($0.lacks.map(\.name.words))"
        }
        #expect(found == ["home.offers r4 6.2.0 [\"the property `badge` of `/screens/Screen`\"]"])
        let live = try home.releases.rules(of: "home.offers")
        let proofs = try home.stores.clients.proofs(of: live, kind: "Screen").map { "\($0.interval) \($0.proof.word)" }
        #expect(proofs == ["[7.0, ∞) proven", "[6.0, 7.0) refused", "[7.0, ∞) refused"])
        #expect(try home.stores.clients.report(of: client).refused.count == 1)
    }

    private func disagreements() throws -> [String] {
        try home.stores.clients.report().clients.flatMap(\.disagreements).map {
            "\($0.severity) \($0.name.member) \($0.schema) \($0.build)"
        }
    }

    @discardableResult
    private func register(_ version: String, _ properties: [String]) throws -> RegisteredClient {
        switch try home.stores.clients.register(file(version, properties), by: .operator) {
        case .registered(let client, _): return client
        case let other: throw Unexpected(what: "\(other)")
        }
    }

    private func file(_ version: String, _ properties: [String]) -> [UInt8] {
        let list = properties.map { "\"\($0)\"" }.joined(separator: ",")
        return Array(
            #"{"platform":"ios","version":"\#(version)","entities":{"/document":{},"/screens/Screen":{"properties":[\#(list)]}}}"#
                .utf8)
    }

    private static func schemas(replacing old: String, with new: String) throws -> SchemaRepository {
        try SchemaRepository(
            documents: Installation.schemas().documents.map { document in
                let text = String(decoding: document.bytes, as: UTF8.self).replacing(old, with: new)
                return RepositoryFile(path: document.path, bytes: Array(text.utf8))
            })
    }
}
