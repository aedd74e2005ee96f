import PostgreSQL
import Publishing
import SchemaRepository
import Testing

struct AuditTests {
    private let home: Installation

    init() throws {
        home = try Installation()
        try home.feature()
        try home.publish(1, from: "9.0")
    }

    @Test func `releases, revisions, features and schemas are recorded with their actor`() throws {
        let ada = Actor(accountID: nil, name: "ada")
        _ = try home.releases.publish(home.request(2, from: "9.0"), by: ada)
        let events = try home.stores.audit.events()
        #expect(
            events.map(\.action) == [
                "release.made", "release.made", "revision.saved", "revision.saved", "revision.saved",
                "feature.created", "schemas.adopted",
            ])
        #expect(events.first?.actor == ada)
        #expect(events.first?.subject == "release 2")
        #expect(events.map(\.number) == Array((1...7).reversed()))
        #expect(try home.stores.audit.events(before: 3, limit: 1).map(\.number) == [2])
    }

    @Test func `the chain of hashes is intact, and its head is the hash of the newest event`() throws {
        guard case .intact(events: 6, head: let head) = try home.stores.audit.verify() else {
            Issue.record("broken")
            return
        }
        #expect(try home.stores.audit.events(limit: 1).first?.hash == head)
    }

    @Test(
        arguments: [
            "UPDATE audit_event SET actor_name = 'nobody' WHERE number = 3",
            "UPDATE audit_event SET at = at + interval '1 microsecond' WHERE number = 3",
            "UPDATE audit_event SET detail = '{}' WHERE number = 3", "DELETE FROM audit_event WHERE number = 3",
            "UPDATE audit_event SET hash = sha256('') WHERE number = 3",
        ] as [SQL])
    func `a change by the tables' owner is reported as a break of the chain at that event`(_ tampering: SQL) throws {
        let owner = try home.connectAsOwner()
        try owner.execute("ALTER TABLE audit_event DISABLE TRIGGER USER")
        try owner.execute(tampering)
        #expect(try home.stores.audit.verify() == .broken(at: 3))
    }

    @Test(arguments: [
        "audit_event", "content", "schema_release", "schema_document", "schema_adoption", "schema_proposal",
        "schema_approval", "revision",
        "release",
        "release_item", "rule", "edition", "review", "review_withdrawal", "review_comment", "approval",
        "approval_policy", "approval_bypass",
    ])
    func `append-only tables refuse UPDATE, DELETE and TRUNCATE, even by their owner`(_ table: String) throws {
        let owner = try home.connectAsOwner()
        let column = try #require(Self.columns[table])
        for statement in [
            "DELETE FROM \(identifier: table)", "TRUNCATE \(identifier: table) CASCADE",
            "UPDATE \(identifier: table) SET \(identifier: column) = \(identifier: column)",
        ] as [SQL] {
            #expect {
                try owner.execute(statement)
            } throws: { error in
                (error as? PostgreSQLError)?.sqlState == .insufficientPrivilege
            }
        }
    }

    private static let columns = [
        "audit_event": "action", "content": "bytes", "schema_release": "hash", "schema_document": "path",
        "schema_adoption": "author_name", "schema_proposal": "note", "schema_approval": "note", "revision": "note",
        "release": "reason",
        "release_item": "switched_off",
        "rule": "percent", "edition": "live_since", "review": "note", "review_withdrawal": "author_name",
        "review_comment": "text", "approval": "verdict", "approval_policy": "required", "approval_bypass": "given",
    ]
}
