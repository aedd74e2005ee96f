import DocumentKinds
import Publishing
import SchemaRepository
import TestSupport
import Testing

@Suite("Planned versions") struct PlannedVersionTests {
    private let home: Installation
    private var store: SchemaReleaseStore { home.stores.schemaReleases }
    private let planned: PlannedVersion

    init() throws {
        home = try Installation()
        planned = PlannedVersion(
            entity: "/screens/Note", pointer: "/properties/mood/x-enum/wry", platform: "ios",
            version: try ClientVersion("7.0"))
        try home.stores.schemaReleases.adopt(Self.repository(), by: .operator)
        _ = try home.stores.features.create(name: "note", kind: "/screens/Note", by: .operator)
        _ = try home.stores.revisions.save(
            feature: "note", bytes: Array(#"{"type": "Note", "mood": "wry"}"#.utf8), by: .operator)
    }

    @Test func `a release that needs a planned version has a warning until the platform's team confirms the version`()
        throws
    {
        #expect(try warnings(from: "7.0") == ["planned-version"])

        let (ira, ann) = (try person("ira", .ios), try person("ann", .android))
        let number = try #require(try store.current()?.number)
        #expect(try confirm(number, by: ann) == .notOwner(platform: "ios"))
        #expect(try confirm(number + 1, by: ira) == .noSuchRelease)
        #expect(try warnings(from: "7.0") == ["planned-version"])
        #expect(try confirm(number, by: ira) == .confirmed([planned]))
        #expect(try confirm(number, by: ira) == .confirmed([]))
        #expect(try warnings(from: "7.0").isEmpty)
        #expect(try store.versionPlans(of: number).map(\.confirmation?.author.name) == ["ira"])
        let events = try home.stores.audit.events(limit: 10)
        #expect(events.filter { $0.action == AuditAction.versionConfirmed.rawValue }.map(\.actor.name) == ["ira"])
    }

    @Test func `a confirmation applies to the same version in later schema releases, and to no other version`() throws {
        let number = try #require(try store.current()?.number)
        #expect(try store.confirm([planned], of: number, by: .operator) == .confirmed([planned]))

        let same = try store.adopt(Self.repository(title: "Another title"), by: .operator)
        #expect(try store.versionPlans(of: same.number).map { $0.confirmation == nil } == [false])
        let later = try store.adopt(Self.repository(version: "7.1"), by: .operator)
        #expect(try store.versionPlans(of: later.number).map { $0.confirmation == nil } == [true])
        #expect(try store.confirm([planned], of: later.number, by: .operator) == .notPlanned)
        #expect(try warnings(from: "7.1") == ["planned-version"])
    }

    @Test func `a version is planned once, even if the schema names its platform twice`() throws {
        let release = try store.adopt(Self.repository(platforms: #"["ios", "ios"]"#), by: .operator)

        #expect(try store.versionPlans(of: release.number).map(\.planned) == [planned])
        #expect(try store.confirm([planned], of: release.number, by: .operator) == .confirmed([planned]))
    }

    private func warnings(from version: String) throws -> [String] {
        let outcome = try home.stores.releases.planPublish(
            PublishRequest(feature: "note", revision: 1, platform: "ios", from: ClientVersion(version)),
            by: .operator)
        guard case .planned(let plan) = outcome else { throw Unexpected(what: "\(outcome)") }
        return plan.warnings.map(\.code)
    }

    private func confirm(_ release: Int, by account: Account) throws -> ConfirmVersionsOutcome {
        try store.confirm([planned], of: release, by: account.actor, account: account)
    }

    private func person(_ name: String, _ team: Team) throws -> Account {
        let outcome = try home.stores.accounts.add(
            name: name, displayName: name, password: "seven quiet herons", roles: [.reviewer], by: .operator)
        guard case .added(let account) = outcome else { throw Unexpected(what: "\(outcome)") }
        #expect(try home.stores.accounts.setTeams(of: name, to: [team], by: .operator))
        return account
    }

    private static func repository(
        title: String = "Note", version: String = "7.0", platforms: String = #"["ios"]"#
    ) throws -> SchemaRepository {
        try SchemaRepository(documents: [
            RepositoryFile(
                path: "screens/Note.json",
                bytes: Array(
                    """
                    {"$id": "/screens/Note", "x-kind": "screen", "x-name": "Note", "title": "\(title)",
                     "description": "A note.", "type": "object", "unevaluatedProperties": false,
                     "properties": {"type": {"const": "Note", "description": "Names it."},
                      "mood": {"enum": ["dry", "wry"], "description": "Its mood.",
                       "x-enum": {"wry": {"x-since": {"ios": "\(version)"}, "x-planned": \(platforms)}}}}}
                    """.utf8))
        ])
    }
}
