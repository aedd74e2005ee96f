import Cryptography
import Foundation
import JSONText
package import PostgreSQL

/// Stores webhooks and their deliveries. The audit trail is the queue of events, so that no event is lost, and no event
/// of a transaction that did not commit is posted.
package struct WebhookStore: Sendable {
    /// The pauses before the second and later attempts, in seconds.
    package static let pauses = [10, 60, 300, 1_800, 7_200, 21_600, 43_200]
    /// The time that an attempt may take, in seconds. After this time, another process may attempt the delivery.
    package static let lease = 60
    /// The maximum number of new events that one call of `take` examines for a webhook.
    private static let batch = 500
    /// The valid ports of an address.
    private static let ports = 1...65_535
    /// The maximum length of an address in bytes.
    private static let maximumAddress = 2_000
    /// The maximum length of a stored fault in Unicode scalars; longer ones are cut.
    private static let longestFault = 500
    /// The age of an event at which its finished deliveries are deleted, in days.
    private static let retention = 30

    let pool: ConnectionPool

    package init(pool: ConnectionPool) { self.pool = pool }

    /// Adds a webhook for later events. `events` are prefixes of audit actions; if there are none, `release.` is used.
    /// `isForbidden` returns true for a host that Galley may not connect to.
    package func add(
        _ address: String, events: [String], by actor: Actor, unless isForbidden: (String) -> Bool = { _ in false }
    ) throws -> AddWebhookOutcome {
        guard address.utf8.count <= Self.maximumAddress, let url = URL(string: address),
            ["http", "https"].contains(url.scheme?.lowercased()), url.host()?.isEmpty == false, url.user() == nil,
            url.port.map(Self.ports.contains) ?? true,
            address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C })
        else { return .invalidAddress }
        if let host = url.host(percentEncoded: false), isForbidden(host) { return .forbiddenHost(host) }
        let events = events.isEmpty ? ["release."] : events
        if let unknown = events.first(where: { event in !Webhook.postable.contains { event.hasPrefix($0) } }) {
            return .unknownEvent(unknown)
        }
        let secret = Random.bytes(32)
        return try pool.transaction { connection in
            let ids = try connection.query(
                """
                INSERT INTO webhook (address, events, secret, position, author_id, author_name)
                VALUES (\(address), \(events), \(secret), (SELECT coalesce(max(number), 0) FROM audit_event),
                    \(actor.accountID), \(actor.name.storable))
                RETURNING id
                """
            ).map { try $0["id", as: Int.self] }
            guard let id = ids.first, let webhook = try Self.webhooks("id = \(id)", on: connection).first else {
                throw MissingRow()
            }
            try AuditStore.append(
                .webhookAdded, of: "webhook \(id)", by: actor,
                ["address": .text(Self.recorded(address)), "events": .texts(events)], on: connection)
            return .added(webhook, secret: Hexadecimal.encode(secret))
        }
    }

    /// Returns an address as the audit trail records it: without its query, in which receivers often expect a token,
    /// and without its fragment. Many people can read the trail, and it is never deleted.
    static func recorded(_ address: String) -> String {
        guard let end = address.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return address }
        return address[..<end] + "?…"
    }

    /// Returns the webhooks that were not removed, newest first.
    package func list() throws -> [Webhook] { try pool.withConnection { try Self.webhooks("is_active", on: $0) } }

    /// Removes a webhook permanently and ends its open deliveries; nil if there is none with the id.
    package func remove(_ id: Int, by actor: Actor) throws -> Webhook? {
        try pool.transaction { connection in
            guard let webhook = try Self.webhooks("id = \(id) AND is_active", on: connection).first else { return nil }
            try connection.execute("UPDATE webhook SET is_active = false WHERE id = \(id)")
            try connection.execute(
                "UPDATE webhook_delivery SET due_at = NULL, fault = 'removed' WHERE webhook_id = \(id) AND due_at IS NOT NULL"
            )
            try AuditStore.append(
                .webhookRemoved, of: "webhook \(id)", by: actor, ["address": .text(Self.recorded(webhook.address))],
                on: connection)
            return webhook
        }
    }

    /// Returns up to `limit` deliveries, newest first, of one webhook or of all.
    package func deliveries(of id: Int? = nil, limit: Int = 100) throws -> [WebhookDelivery] {
        try pool.withConnection { connection in
            try connection.query(
                """
                SELECT delivery.id, webhook_id, event, action, subject, attempts, due_at, delivered_at, status, fault
                FROM webhook_delivery AS delivery JOIN audit_event ON audit_event.number = event
                WHERE \(id)::bigint IS NULL OR webhook_id = \(id)
                ORDER BY delivery.id DESC LIMIT \(limit)
                """
            ).map { row in
                WebhookDelivery(
                    id: try row["id", as: Int.self], webhook: try row["webhook_id", as: Int.self],
                    event: try row["event", as: Int.self], action: try row["action", as: String.self],
                    subject: try row["subject", as: String.self], attempts: try row["attempts", as: Int.self],
                    dueAt: try row["due_at", as: Date?.self], deliveredAt: try row["delivered_at", as: Date?.self],
                    status: try row["status", as: Int?.self], fault: try row["fault", as: String?.self])
            }
        }
    }

    /// Makes a delivery due now, even if it was delivered before; returns false if there is none with the id, or if its
    /// webhook was removed.
    package func redeliver(_ id: Int, by actor: Actor) throws -> Bool {
        try pool.transaction { connection in
            let rows = try connection.query(
                """
                UPDATE webhook_delivery
                SET due_at = clock_timestamp(), delivered_at = NULL, attempts = 0, attempt = attempt + 1, fault = NULL
                FROM webhook
                WHERE webhook.id = webhook_id AND is_active AND webhook_delivery.id = \(id) RETURNING webhook_id
                """)
            guard let row = rows.first else { return false }
            try AuditStore.append(
                .webhookRedelivered, of: "webhook \(try row["webhook_id", as: Int.self])", by: actor,
                ["delivery": .number(id)], on: connection)
            return true
        }
    }

    /// Returns up to `limit` due deliveries, including those of new events: at most one for each webhook, and none for
    /// webhooks in `busy`. No other process gets the returned deliveries during the lease.
    package func take(limit: Int = 10, busy: Set<Int> = []) throws -> [WebhookAttempt] {
        try pool.transaction { connection in
            try Self.queue(on: connection)
            let rows = try connection.query(
                """
                UPDATE webhook_delivery AS delivery
                SET attempts = attempts + 1, attempt = attempt + 1,
                    due_at = clock_timestamp() + make_interval(secs => \(Double(Self.lease)))
                FROM webhook, audit_event
                WHERE delivery.id IN (
                        SELECT id FROM webhook_delivery
                        WHERE id IN (
                            SELECT DISTINCT ON (webhook_id) waiting.id
                            FROM webhook_delivery AS waiting JOIN webhook ON webhook.id = webhook_id
                            WHERE due_at <= clock_timestamp() AND is_active
                                AND NOT webhook_id = ANY (\(Array(busy)))
                            ORDER BY webhook_id, due_at, waiting.id)
                        ORDER BY due_at LIMIT \(limit) FOR UPDATE SKIP LOCKED)
                    AND webhook.id = delivery.webhook_id AND audit_event.number = delivery.event
                RETURNING delivery.id, attempt, webhook_id, address, secret, event, at, actor_name, action, subject, detail::text AS detail
                """)
            return try rows.map(Self.attempt)
        }
    }

    /// Records the outcome of an attempt: `status` is the HTTP status of the response, nil if there was none; `fault`
    /// is the reason why the attempt failed, nil if it succeeded. After a failure, plans the next attempt unless all
    /// `pauses` are used up. Does nothing if a newer attempt began or was asked for.
    package func finish(_ attempt: WebhookAttempt, status: Int?, fault: String?) throws {
        let isDelivered = status.map { (200..<300).contains($0) } ?? false
        // The table limits Unicode scalars, of which a character can have any number.
        let kept = isDelivered ? nil : fault.map { String($0.storable.unicodeScalars.prefix(Self.longestFault)) }
        try pool.withConnection { connection in
            let rows = try connection.query(
                "SELECT attempts FROM webhook_delivery WHERE id = \(attempt.delivery) AND attempt = \(attempt.number)")
            guard let attempts = try rows.first?["attempts", as: Int.self] else { return }
            let pause = attempts >= 1 && attempts <= Self.pauses.count ? Double(Self.pauses[attempts - 1]) : nil
            try connection.execute(
                """
                UPDATE webhook_delivery AS delivery
                SET status = \(status), fault = \(kept),
                    delivered_at = CASE WHEN \(isDelivered) THEN clock_timestamp() END,
                    due_at = CASE WHEN NOT \(isDelivered) AND is_active
                        THEN clock_timestamp() + make_interval(secs => \(pause)::double precision) END
                FROM webhook
                WHERE webhook.id = webhook_id AND delivery.id = \(attempt.delivery) AND attempt = \(attempt.number)
                """)
        }
    }

    /// Deletes the finished deliveries of events that are older than `retention`.
    package func prune() throws {
        try pool.withConnection { connection in
            try connection.execute(
                """
                DELETE FROM webhook_delivery USING audit_event
                WHERE number = event AND due_at IS NULL
                    AND at < clock_timestamp() - make_interval(days => \(Self.retention)::integer)
                """)
        }
    }

    /// Adds deliveries of new events to each webhook that posts them; examines at most `batch` events for a webhook.
    private static func queue(on connection: Connection) throws {
        let rows = try connection.query(
            """
            SELECT id, position, events FROM webhook
            WHERE is_active AND position < (SELECT coalesce(max(number), 0) FROM audit_event)
            ORDER BY id FOR UPDATE SKIP LOCKED
            """)
        for row in rows {
            let (id, position) = (try row["id", as: Int.self], try row["position", as: Int.self])
            let patterns = try row["events", as: [String].self].map { $0 + "%" }
            let last =
                try connection.query(
                    """
                    SELECT max(number) AS number FROM (
                        SELECT number FROM audit_event WHERE number > \(position) ORDER BY number LIMIT \(batch)) AS new
                    """
                ).map { try $0["number", as: Int?.self] }.first ?? nil
            guard let last else { continue }
            try connection.execute(
                """
                INSERT INTO webhook_delivery (webhook_id, event)
                SELECT \(id), number FROM audit_event
                WHERE number > \(position) AND number <= \(last) AND action LIKE ANY (\(patterns))
                ORDER BY number
                ON CONFLICT ON CONSTRAINT webhook_delivery_event_unique DO NOTHING
                """)
            try connection.execute("UPDATE webhook SET position = \(last) WHERE id = \(id)")
        }
    }

    private static func attempt(_ row: Row) throws -> WebhookAttempt {
        let (delivery, action) = (try row["id", as: Int.self], try row["action", as: String.self])
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("delivery")
        writer.number(delivery)
        for (name, value) in [
            ("event", action), ("subject", try row["subject", as: String.self]),
            ("actor", try row["actor_name", as: String.self]),
            ("at", try row["at", as: Date.self].formatted(.iso8601)),
        ] {
            writer.name(name)
            writer.string(value)
        }
        writer.name("number")
        writer.number(try row["event", as: Int.self])
        writer.name("detail")
        writer.raw(Array(try row["detail", as: String.self].utf8))
        writer.endObject()
        let timestamp = Int(Date.now.timeIntervalSince1970)
        let code = authenticationCode(
            Array("\(timestamp).".utf8) + writer.bytes, key: try row["secret", as: [UInt8].self])
        return WebhookAttempt(
            delivery: delivery, number: try row["attempt", as: Int.self], webhook: try row["webhook_id", as: Int.self],
            address: try row["address", as: String.self], event: action, body: writer.bytes,
            timestamp: timestamp, signature: "sha256=\(Hexadecimal.encode(code))")
    }

    private static func webhooks(_ condition: SQL, on connection: Connection) throws -> [Webhook] {
        try connection.query(
            """
            SELECT id, address, events, is_active, author_id, author_name, created_at
            FROM webhook WHERE \(condition) ORDER BY id DESC
            """
        ).map { row in
            Webhook(
                id: try row["id", as: Int.self], address: try row["address", as: String.self],
                events: try row["events", as: [String].self], isActive: try row["is_active", as: Bool.self],
                author: try Actor(row), createdAt: try row["created_at", as: Date.self])
        }
    }
}
