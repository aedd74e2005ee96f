import Foundation
import PostgreSQL
import Publishing
import TestSupport
import Testing

/// Tampering with the audit trail by someone with all rights in the database who knows how its hashes are computed. A
/// head, the number and hash of an event noted outside the database, reveals every change of the events up to that one.
@Suite("Tampering with the audit trail") struct TamperingTests {
    private static let isLong = ProcessInfo.processInfo.environment["GALLEY_LONG_TESTS"] == "1"
    private static let count = 40

    private let home: Installation
    private let head: AuditHead

    init() throws {
        home = try Installation()
        for number in 1..<Self.count {
            _ = try home.stores.features.create(
                name: "feature.n\(number)", kind: "Screen", by: Actor(accountID: nil, name: "p\(number % 5)"))
        }
        head = try #require(try home.stores.audit.head(now: .now))
    }

    /// A change of the trail: `cut` deletes the newest events, `swap` exchanges the subject, actor name and time of two
    /// neighboring events, `hash` changes a hash. The cases that end in `Rehash` recompute the hashes from the changed
    /// event on. `cutRefill` replaces the newest events by forged ones with correct hashes.
    enum Tampering: CaseIterable {
        case edit, delete, cut, insert, swap, hash, editRehash, deleteRehash, insertRehash, cutRefill
    }

    @Test func `with a noted head every change is detected, also recomputed hashes and a cut end`() throws {
        let owner = try home.connectAsOwner()
        try owner.execute("ALTER TABLE audit_event DISABLE TRIGGER USER")
        var random = SeededNumbers(seed: 20_261_122)
        var found = 0
        let rounds = Self.isLong ? 1_000 : 50
        for round in 0..<rounds {
            let kind = Tampering.allCases[round % Tampering.allCases.count]
            let number = Int.random(in: 2..<Self.count, using: &random)
            try owner.execute("BEGIN")
            try tamper(kind, at: number, round: round, on: owner, using: &random)
            let verdict = try AuditStore.verify(noted: [head], on: owner)
            if case .intact = verdict {
                Issue.record("round \(round): \(kind) at \(number) was not found")
            } else {
                found += 1
            }
            try owner.execute("ROLLBACK")
        }
        #expect(found == rounds)
        guard case .intact = try AuditStore.verify(noted: [head], on: owner) else {
            Issue.record("an unchanged audit trail is not intact")
            return
        }
    }

    @Test func `without a noted head recomputed hashes and a cut end are not detected`() throws {
        let owner = try home.connectAsOwner()
        try owner.execute("ALTER TABLE audit_event DISABLE TRIGGER USER")
        var random = SeededNumbers(seed: 1)
        for kind in [Tampering.cut, .editRehash, .deleteRehash, .insertRehash] {
            try owner.execute("BEGIN")
            try tamper(kind, at: 20, round: 0, on: owner, using: &random)
            guard case .intact = try AuditStore.verify(noted: [], on: owner) else {
                Issue.record("\(kind) was found without a noted head, so other tests do not show that a head is needed")
                return
            }
            try owner.execute("ROLLBACK")
        }
    }

    private func tamper(
        _ kind: Tampering, at number: Int, round: Int, on owner: Connection, using random: inout SeededNumbers
    ) throws {
        switch kind {
        case .edit, .editRehash:
            let value = "tampered \(round)"
            switch Int.random(in: 0..<5, using: &random) {
            case 0: try owner.execute("UPDATE audit_event SET actor_name = \(value) WHERE number = \(number)")
            case 1: try owner.execute("UPDATE audit_event SET action = \(value) WHERE number = \(number)")
            case 2: try owner.execute("UPDATE audit_event SET subject = \(value) WHERE number = \(number)")
            case 3:
                try owner.execute("UPDATE audit_event SET at = at + interval '1 microsecond' WHERE number = \(number)")
            default:
                try owner.execute(
                    "UPDATE audit_event SET detail = jsonb_build_object('x', \(value)) WHERE number = \(number)")
            }
            if kind == .editRehash { try rehash(from: number, on: owner) }
        case .delete, .deleteRehash:
            try owner.execute("DELETE FROM audit_event WHERE number = \(number)")
            guard kind == .deleteRehash else { return }
            try shift(from: number, by: -1, on: owner)
            try rehash(from: number, on: owner)
        case .cut:
            try owner.execute("DELETE FROM audit_event WHERE number > \(number)")
        case .insert, .insertRehash:
            try shift(from: number, by: 1, on: owner)
            try owner.execute(
                """
                INSERT INTO audit_event SELECT \(number), at, actor_id, actor_name, action, 'forged', detail, previous_hash,
                    sha256('forged') FROM audit_event WHERE number = \(number + 1)
                """)
            if kind == .insertRehash { try rehash(from: number, on: owner) }
        case .swap:
            let other = number + 1
            try owner.execute(
                """
                UPDATE audit_event AS one SET subject = two.subject, actor_name = two.actor_name, at = two.at
                FROM audit_event AS two
                WHERE one.number IN (\(number), \(other)) AND two.number = \(number + other) - one.number
                """)
        case .hash:
            try owner.execute("UPDATE audit_event SET hash = sha256('x') WHERE number = \(number)")
        case .cutRefill:
            try owner.execute("DELETE FROM audit_event WHERE number > \(number)")
            for next in (number + 1)...(Self.count + 1) {
                try owner.execute(
                    """
                    INSERT INTO audit_event SELECT \(next), clock_timestamp(), NULL, 'p1', 'feature.created',
                        \("refilled.n\(next)"), '{}', ''::bytea, sha256(convert_to(\("refill \(next)"), 'UTF8'))
                    """)
            }
            try rehash(from: number + 1, on: owner)
        }
    }

    /// Adds `step` to the numbers of all events from `number` on, in two steps, because numbers are unique.
    private func shift(from number: Int, by step: Int, on owner: Connection) throws {
        try owner.execute("UPDATE audit_event SET number = -(number + \(step)) WHERE number >= \(number)")
        try owner.execute("UPDATE audit_event SET number = -number WHERE number < 0")
    }

    /// Recomputes the hashes of the events from `number` on, as the database function `chain_audit_event` does.
    private func rehash(from number: Int, on owner: Connection) throws {
        let last = try owner.query("SELECT max(number) AS last FROM audit_event").map { try $0["last", as: Int.self] }
        for next in number...(last.first ?? number) {
            try owner.execute(
                """
                UPDATE audit_event AS event SET
                    previous_hash = earlier.hash,
                    hash = sha256(earlier.hash || convert_to(jsonb_build_array(event.number,
                        extract(epoch FROM event.at), event.actor_id, event.actor_name, event.action, event.subject,
                        event.detail)::text, 'UTF8'))
                FROM audit_event AS earlier WHERE earlier.number = event.number - 1 AND event.number = \(next)
                """)
        }
    }
}
