import Cryptography
import Foundation
import PostgreSQL
import Publishing
import Testing

/// Webhooks and the queue of their deliveries.
struct WebhookTests {
    private let home: Installation
    private var webhooks: WebhookStore { home.stores.webhooks }

    init() throws {
        home = try Installation()
        try home.feature()
    }

    private func add(_ events: [String] = []) throws -> (webhook: Webhook, secret: String) {
        guard
            case .added(let webhook, let secret) = try webhooks.add(
                "https://example.com/hook", events: events, by: .operator)
        else { throw Unexpected(what: "not added") }
        return (webhook, secret)
    }

    @Test func `a release is delivered once with a signature; earlier and other events are not delivered`() throws {
        try home.publish(1, from: "1.0")
        let (_, secret) = try add()
        try home.publish(2, from: "2.0")
        try home.save(Installation.screen("Four"))

        let attempts = try webhooks.take()
        let attempt = try #require(attempts.first)
        #expect(attempts.count == 1 && attempt.event == "release.made")
        let body = try #require(try JSONSerialization.jsonObject(with: Data(attempt.body)) as? [String: Any])
        #expect(body["subject"] as? String == "release 2")
        #expect((body["detail"] as? [String: Any])?["kind"] as? String == "publish")
        let key = try #require(Hexadecimal.decode(secret))
        let code = authenticationCode(Array("\(attempt.timestamp).".utf8) + attempt.body, key: key)
        #expect(attempt.signature == "sha256=" + Hexadecimal.encode(code))

        // During the lease of the attempt, the delivery is not taken again.
        #expect(try webhooks.take().isEmpty)
        try webhooks.finish(attempt, status: 204, fault: nil)
        let delivery = try #require(try webhooks.deliveries().first)
        #expect(delivery.state == .delivered && delivery.status == 204 && delivery.attempts == 1)
    }

    @Test func `a failed delivery is tried again after each pause, and fails after the last one`() throws {
        _ = try add()
        try home.publish(1, from: "1.0")
        var pauses: [Int] = []
        for number in 1...WebhookStore.pauses.count + 1 {
            let attempt = try #require(try webhooks.take().first)
            try webhooks.finish(attempt, status: 500, fault: "The answer was 500.")
            let delivery = try #require(try webhooks.deliveries().first)
            #expect(delivery.attempts == number && delivery.fault == "The answer was 500.")
            guard let due = delivery.dueAt else { break }
            pauses.append(Int(due.timeIntervalSinceNow.rounded()))
            try home.pool.withConnection { try $0.execute("UPDATE webhook_delivery SET due_at = clock_timestamp()") }
        }
        #expect(zip(pauses, WebhookStore.pauses).allSatisfy { abs($0 - $1) < 30 })
        let delivery = try #require(try webhooks.deliveries().first)
        #expect(delivery.state == .failed && pauses.count == WebhookStore.pauses.count)
        #expect(try webhooks.take().isEmpty)

        #expect(try webhooks.redeliver(delivery.id, by: .operator))
        #expect(try webhooks.take().map(\.delivery) == [delivery.id])
        #expect(try !webhooks.redeliver(99, by: .operator))
    }

    @Test func `a long fault is cut to 500 Unicode scalars`() throws {
        _ = try add()
        try home.publish(1, from: "1.0")
        let attempt = try #require(try webhooks.take().first)
        try webhooks.finish(attempt, status: nil, fault: String(repeating: "e\u{301}", count: 400))
        #expect(try webhooks.deliveries().map(\.fault) == [String(repeating: "e\u{301}", count: 250)])
    }

    @Test func `the audit trail omits the query of an address, because it may contain a token`() throws {
        let address = "https://example.com/hook?token=secret#part"
        guard case .added(let webhook, _) = try webhooks.add(address, events: [], by: .operator) else {
            throw Unexpected(what: "not added")
        }
        #expect(webhook.address == address)
        _ = try webhooks.remove(webhook.id, by: .operator)
        let kept = try home.pool.withConnection { connection in
            try connection.query("SELECT audit_event::text AS row FROM audit_event").map {
                try $0["row", as: String.self]
            }
        }
        #expect(kept.count { $0.contains("https://example.com/hook?…") } == 2)
        #expect(kept.allSatisfy { !$0.contains("secret#part") && !$0.contains("token=") })
    }

    @Test func `a delivery is tried again after the lease of an unfinished attempt`() throws {
        _ = try add()
        try home.publish(1, from: "1.0")
        let first = try #require(try webhooks.take().first)
        // Ends the lease of the first attempt.
        try home.pool.withConnection {
            try $0.execute("UPDATE webhook_delivery SET due_at = due_at - interval '1 hour'")
        }
        #expect(try webhooks.take().map(\.delivery) == [first.delivery])
    }

    @Test func `an attempt that ends late does not finish a newer one`() throws {
        _ = try add()
        try home.publish(1, from: "1.0")
        let first = try #require(try webhooks.take().first)
        try home.pool.withConnection {
            try $0.execute("UPDATE webhook_delivery SET due_at = due_at - interval '1 hour'")
        }
        let second = try #require(try webhooks.take().first)
        #expect(first.number == 1)
        #expect(second.number == 2)
        try webhooks.finish(first, status: 500, fault: "The answer was 500.")
        #expect(try webhooks.deliveries().map(\.fault) == [nil])

        // A request to deliver again begins a new attempt, so finishing the second one late has no effect.
        #expect(try webhooks.redeliver(second.delivery, by: .operator))
        try webhooks.finish(second, status: 204, fault: nil)
        #expect(try webhooks.deliveries().map(\.state) == [.waiting])
        let third = try #require(try webhooks.take().first)
        try webhooks.finish(second, status: 204, fault: nil)
        #expect(try webhooks.deliveries().map(\.state) == [.waiting])
        try webhooks.finish(third, status: 204, fault: nil)
        #expect(try webhooks.deliveries().map(\.state) == [.delivered])
    }

    @Test func `each webhook has one attempt at a time, and none if it is busy or removed`() throws {
        let (slow, _) = try add(["release."])
        let (other, _) = try add(["release."])
        for revision in 1...2 { try home.publish(revision, from: "\(revision).0") }

        let attempts = try webhooks.take()
        #expect(Set(attempts.map(\.webhook)) == [slow.id, other.id] && attempts.count == 2)
        #expect(try webhooks.take(busy: [slow.id, other.id]).isEmpty)
        #expect(try webhooks.take(busy: [slow.id]).map(\.webhook) == [other.id])

        let late = try #require(attempts.first { $0.webhook == slow.id })
        _ = try webhooks.remove(slow.id, by: .operator)
        try webhooks.finish(late, status: 500, fault: "The answer was 500.")
        #expect(try webhooks.deliveries(of: slow.id).allSatisfy { $0.dueAt == nil })
    }

    @Test func `a removed webhook gets no further deliveries`() throws {
        let (webhook, _) = try add(["revision.", "feature."])
        try home.save(Installation.screen("Four"))
        #expect(try webhooks.remove(webhook.id, by: .operator)?.id == webhook.id)
        #expect(try webhooks.take().isEmpty && webhooks.list().isEmpty)
        #expect(try webhooks.remove(webhook.id, by: .operator) == nil)
    }

    @Test(arguments: [
        "ftp://example.com", "example.com", "https://", "https://user@example.com/", "https://example.com/\"x",
        "https://example.com/a b", "https://example.com:0/", "https://example.com:65536/",
    ])
    func `an invalid address is refused`(address: String) throws {
        #expect(try webhooks.add(address, events: [], by: .operator) == .invalidAddress)
    }

    @Test func `webhooks for events about sessions are refused`() throws {
        #expect(
            try webhooks.add("https://example.com", events: ["session."], by: .operator) == .unknownEvent("session."))
    }
}
