import Foundation
import PostgreSQL
import Publishing
import Synchronization
import TestSupport
import Testing

@Suite("Reviews and approvals") struct ReviewTests {
    private let home: Installation
    private let lea = Actor(accountID: nil, name: "lea")
    private let noor = Actor(accountID: nil, name: "noor")

    /// Creates an installation in which publishing requires one approval, and in which revision 1 is live.
    init() throws {
        home = try Installation()
        try home.feature(titles: ["One"])
        try home.publish(1, from: "5.0")
        _ = try home.stores.reviews.setPolicy(1, by: .operator)
    }

    private func approve(_ revision: Int, by actor: Actor) throws -> ReviewOutcome {
        try home.stores.reviews.give(.approved, to: revision, of: "home.offers", by: actor)
    }

    private func summary(_ revision: Int) throws -> ReviewSummary {
        try #require(try home.stores.reviews.summary(of: revision, of: "home.offers"))
    }

    private func codes(_ outcome: ReleaseOutcome) -> [String] {
        if case .refused(.rejected(let problems)) = outcome { problems.map(\.code) } else { [] }
    }

    private func publish(_ revision: Int, breakGlass: Bool = false, reason: String = "") throws -> ReleaseOutcome {
        var request = try home.request(revision, from: "5.0")
        request.breakGlass = breakGlass
        request.reason = reason
        return try home.releases.publish(request, by: .operator)
    }

    @Test func `a revision without the required number of approvals cannot be published`() throws {
        try home.save(Installation.screen("Two"))

        #expect(codes(try publish(2)) == ["not-approved"])
        guard case .done(let summary) = try approve(2, by: lea) else { throw Unexpected(what: "not approved") }
        #expect(summary.state == .approved)
        _ = try Installation.released(publish(2))

        _ = try home.stores.reviews.setPolicy(2, of: "home.offers", by: .operator)
        try home.save(Installation.screen("Three"))
        _ = try approve(3, by: lea)
        #expect(codes(try publish(3)) == ["not-approved"])
        _ = try approve(3, by: noor)
        _ = try Installation.released(publish(3))
    }

    @Test func `an approval does not count for a later revision`() throws {
        try home.save(Installation.screen("Two"))
        _ = try approve(2, by: lea)

        try home.save(Installation.screen("Three"))

        #expect(codes(try publish(3)) == ["not-approved"])
        #expect(try summary(3).state == .draft)
    }

    @Test func `an approval of other bytes does not count`() throws {
        try home.save(Installation.screen("Two"))
        let other = try #require(try home.stores.revisions.revision(of: "home.offers", number: 1)).hash
        let owner = try home.connectAsOwner()
        try owner.execute(
            """
            INSERT INTO approval (feature_id, revision, content_hash, verdict, note, author_name)
            SELECT id, 2, decode(\(other), 'hex'), 'approved', '', 'lea' FROM feature
            """)

        #expect(codes(try publish(2)) == ["not-approved"])
        guard
            case .otherBytes = try home.stores.reviews.give(
                .approved, to: 2, of: "home.offers", hash: other, by: noor)
        else { throw Unexpected(what: "other bytes were approved") }
    }

    @Test func `authors of revisions since the live one cannot approve`() throws {
        for (title, author) in [("Two", "ana"), ("Three", "lea"), ("Four", "ana")] {
            _ = try home.stores.revisions.save(
                feature: "home.offers", bytes: Array(Installation.screen(title).utf8),
                by: Actor(accountID: nil, name: author))
        }

        guard case .contributor(let summary) = try approve(4, by: lea) else {
            throw Unexpected(what: "a contributor approved")
        }
        #expect(summary.contributors == ["ana", "lea"])
        #expect(try home.stores.audit.events(limit: 1).first?.action == "approval.refused")
        #expect(codes(try publish(4)) == ["not-approved"])
        _ = try approve(4, by: noor)
        _ = try Installation.released(publish(4))

        // Authors of the live revision and earlier ones are not contributors to the next revision.
        _ = try home.stores.revisions.save(
            feature: "home.offers", bytes: Array(Installation.screen("Five").utf8),
            by: Actor(accountID: nil, name: "ana"))
        guard case .done = try approve(5, by: lea) else { throw Unexpected(what: "not approved") }
    }

    @Test func `contributors to a revision are contributors to its clones and their clones`() throws {
        let ana = Actor(accountID: nil, name: "ana")
        for (title, author) in [("Two", lea), ("Three", ana)] {
            _ = try home.stores.revisions.save(
                feature: "home.offers", bytes: Array(Installation.screen(title).utf8), by: author)
        }
        _ = try home.stores.features.clone("home.offers", as: "home.copy", by: ana)
        _ = try home.stores.features.clone("home.copy", as: "home.again", by: ana)

        for name in ["home.copy", "home.again"] {
            guard case .contributor(let summary) = try home.stores.reviews.give(.approved, to: 1, of: name, by: lea)
            else { throw Unexpected(what: "a contributor approved \(name)") }
            // The operator saved revision 1, which is live, and so is not a contributor.
            #expect(summary.contributors == ["ana", "lea"] && summary.isCloned)
            guard case .done = try home.stores.reviews.give(.approved, to: 1, of: name, by: noor) else {
                throw Unexpected(what: "\(name) was not approved")
            }
        }
        #expect(try summary(3).isCloned == false)

        // Authors of the clone's live revision are not contributors to its next revision.
        _ = try Installation.released(
            home.releases.publish(try home.request(1, from: "5.0", of: "home.copy"), by: .operator))
        _ = try home.stores.revisions.save(
            feature: "home.copy", bytes: Array(Installation.screen("Four").utf8), by: ana)
        guard case .done = try home.stores.reviews.give(.approved, to: 2, of: "home.copy", by: lea) else {
            throw Unexpected(what: "not approved")
        }
    }

    @Test func `the base of a review is the revision for most clients, not one for test devices or a share`() throws {
        let ana = Actor(accountID: nil, name: "ana")
        for number in [2, 3] {
            _ = try home.stores.revisions.save(
                feature: "home.offers", bytes: Array(Installation.screen("Title \(number)").utf8), by: ana)
        }
        func publish(_ revision: Int, from: String, percent: RolloutPercent) throws {
            var request = try home.request(revision, from: from, percent: percent)
            (request.breakGlass, request.reason) = (true, "Test")
            _ = try Installation.released(home.releases.publish(request, by: .operator))
        }
        #expect(try summary(3).base == 1)
        try publish(2, from: "10.0", percent: 0)
        #expect(try summary(3).base == 1)
        try publish(2, from: "10.0", percent: 1)
        // Most clients get the changes of both revisions, so Ana is a contributor with revision 2 too.
        #expect(try summary(3).base == 1)
        try publish(2, from: "10.0", percent: 100)
        #expect(try summary(3).base == 2)
    }

    @Test func `authors of a formerly live revision are not contributors to the live one or its clone`() throws {
        let ana = Actor(accountID: nil, name: "ana")
        for (revision, author, approver) in [(2, lea, noor), (3, ana, lea)] {
            _ = try home.stores.revisions.save(
                feature: "home.offers", bytes: Array(Installation.screen("Title \(revision)").utf8), by: author)
            _ = try approve(revision, by: approver)
            _ = try Installation.released(publish(revision))
        }

        // Lea saved revision 2, which was live before.
        #expect(try summary(3).base == 2 && summary(3).contributors == ["ana"])
        #expect(try summary(3).approvals.map(\.author.name) == ["lea"])
        let android = try home.request(3, from: "5.0", on: "android")
        _ = try Installation.released(home.releases.publish(android, by: .operator))
        #expect(try summary(3).contributors == ["ana"])

        _ = try home.stores.features.clone("home.offers", as: "home.copy", by: noor)
        for author in [ana, noor] {
            guard
                case .contributor(let summary) = try home.stores.reviews.give(
                    .approved, to: 1, of: "home.copy", by: author)
            else { throw Unexpected(what: "\(author.name) approved") }
            #expect(summary.contributors == ["ana", "noor"] && summary.isCloned)
        }
        guard case .done = try home.stores.reviews.give(.approved, to: 1, of: "home.copy", by: lea) else {
            throw Unexpected(what: "not approved")
        }

        // After a rollback to revision 1, Lea's revision 2 is later than the live one.
        _ = try Installation.released(
            home.releases.rollback(
                RollbackRequest(feature: "home.offers", toRelease: 1, reason: "Wrong"), by: .operator))
        let copy = try #require(try home.stores.reviews.summary(of: 1, of: "home.copy"))
        #expect(copy.contributors == ["ana", "lea", "noor"] && copy.approvals.isEmpty)
    }

    @Test func `an approval stops counting when a rollback makes its author a contributor`() throws {
        _ = try home.stores.revisions.save(
            feature: "home.offers", bytes: Array(Installation.screen("Two").utf8), by: lea)
        _ = try approve(2, by: noor)
        _ = try Installation.released(publish(2))
        try home.save(Installation.screen("Three"))
        _ = try approve(3, by: lea)
        #expect(try summary(3).state == .approved)

        _ = try home.releases.rollback(
            RollbackRequest(feature: "home.offers", toRelease: 1, reason: "Wrong"), by: .operator)

        #expect(try summary(3).approvals == [])
        #expect(codes(try publish(3)) == ["not-approved"])
    }

    @Test func `a request for changes prevents publishing until it is withdrawn`() throws {
        _ = try home.stores.reviews.setPolicy(1, by: .operator)
        try home.save(Installation.screen("Two"))
        _ = try approve(2, by: lea)
        #expect(
            try home.stores.reviews.give(.changesRequested, to: 2, of: "home.offers", by: noor) == .textMissing)
        _ = try home.stores.reviews.give(
            .changesRequested, to: 2, of: "home.offers", note: "Shorter, please", by: noor)

        #expect(try summary(2).state == .changesRequested)
        #expect(codes(try publish(2)) == ["not-approved"])
        _ = try home.stores.reviews.give(.withdrawn, to: 2, of: "home.offers", by: noor)
        #expect(try summary(2).state == .approved)
        _ = try home.stores.reviews.give(.withdrawn, to: 2, of: "home.offers", by: lea)
        #expect(codes(try publish(2)) == ["not-approved"])
    }

    @Test func `a break-glass publish needs a reason and is listed until the approvals are given`() throws {
        try home.save(Installation.screen("Two"))

        #expect(codes(try publish(2, breakGlass: true, reason: " ")) == ["reason-missing"])
        let release = try Installation.released(publish(2, breakGlass: true, reason: "The shop is down"))

        let bypass = try #require(try home.stores.reviews.bypasses(of: "home.offers").first)
        #expect((bypass.release, bypass.revision, bypass.reason) == (release.number, 2, "The shop is down"))
        #expect(try home.stores.audit.events(limit: 2).map(\.action) == ["release.made", "approvals.bypassed"])
        _ = try approve(2, by: lea)
        #expect(try home.stores.reviews.bypasses(of: "home.offers") == [])
    }

    @Test func `a rollback needs no approvals, and a draft is published if its feature requires none`() throws {
        try home.save(Installation.screen("Two"))
        _ = try home.stores.reviews.setPolicy(0, of: "home.offers", by: .operator)
        _ = try Installation.released(publish(2))
        _ = try home.stores.reviews.setPolicy(nil, of: "home.offers", by: .operator)
        #expect(try home.stores.reviews.policy(of: "home.offers") == ApprovalPolicy(required: 1))

        _ = try Installation.released(
            home.releases.rollback(
                RollbackRequest(feature: "home.offers", toRelease: 1, reason: "Wrong"), by: .operator))
    }

    @Test func `a review request needs people or roles that may review, and requests are listed by age`() throws {
        _ = try home.stores.accounts.add(name: "mira", password: "seven quiet herons", roles: [], by: .operator)
        for (name, role) in [("lea", Role.reviewer), ("ana", .analyst)] {
            _ = try home.stores.accounts.add(
                name: name, password: "seven quiet herons", roles: [role], by: .operator)
        }
        try home.save(Installation.screen("Two"))
        try home.feature("home.news", titles: ["News"])
        let reviews = home.stores.reviews

        for person in ["ana", "nobody", "Not A Name"] {
            guard case .cannotReview = try reviews.request(2, of: "home.offers", people: [person], by: .operator)
            else { throw Unexpected(what: "\(person) was asked") }
        }
        #expect(try reviews.request(2, of: "home.offers", roles: [.analyst], by: .operator) == .cannotReview("analyst"))
        _ = try reviews.request(2, of: "home.offers", people: ["LEA"], note: "Please", by: .operator)
        _ = try reviews.request(1, of: "home.news", roles: [.reviewer], by: .operator)

        #expect(try reviews.pending().map(\.review.feature) == ["home.offers", "home.news"])
        #expect(try reviews.pending().first?.review.people == ["lea"])
        #expect(try reviews.states(of: [1, 2], of: "home.offers") == [2: .inReview])
        _ = try reviews.withdraw(reviewOf: 2, of: "home.offers", by: .operator)
        #expect(try reviews.pending().map(\.review.feature) == ["home.news"])
        #expect(try summary(2).state == .draft)
    }

    @Test func `the same request with a role named twice changes nothing`() throws {
        try home.save(Installation.screen("Two"))
        let reviews = home.stores.reviews
        _ = try reviews.request(2, of: "home.offers", roles: [.reviewer], by: .operator)
        let again = try reviews.request(2, of: "home.offers", roles: [.reviewer, .reviewer], by: .operator)
        guard case .unchanged = again else { throw Unexpected(what: "\(again)") }
    }

    @Test func `a limited list of open reviews skips live revisions`() throws {
        try home.save(Installation.screen("Two"))
        try home.feature("home.news", titles: ["News"])
        let reviews = home.stores.reviews
        _ = try reviews.request(2, of: "home.offers", roles: [.reviewer], by: .operator)
        _ = try reviews.request(1, of: "home.news", roles: [.reviewer], by: .operator)
        #expect(try reviews.pending(limit: 1).map(\.review.feature) == ["home.offers"])
        _ = try approve(2, by: lea)
        #expect(try codes(publish(2)).isEmpty)
        #expect(try reviews.pending(limit: 1).map(\.review.feature) == ["home.news"])
    }

    @Test func `a comment needs a text and an element of an existing revision`() throws {
        let reviews = home.stores.reviews
        _ = try reviews.comment(on: 1, of: "home.offers", at: "/title", "Too long?", by: lea)

        #expect(try reviews.comments(of: "home.offers", after: 0, upTo: 1).map(\.pointer) == ["/title"])
        for pointer in ["/nothing", "title", "/title/~2"] {
            #expect(
                try reviews.comment(on: 1, of: "home.offers", at: pointer, "?", by: lea) == .noSuchElement(pointer))
        }
        #expect(try reviews.comment(on: 1, of: "home.offers", at: "", " ", by: lea) == .textMissing)
        #expect(try reviews.comment(on: 9, of: "home.offers", at: "", "?", by: lea) == .noSuchRevision)
    }

    /// Opens a transaction, executes `statements` in it, and runs `body` on another thread. Commits the transaction as
    /// soon as `body` waits for one of its locks. Returns the result of `body`.
    private func afterWaiting<Value: Sendable>(
        for statements: [SQL], _ body: @escaping @Sendable () throws -> Value
    ) throws -> Value {
        let blocker = try home.connectAsOwner()
        try blocker.execute("BEGIN")
        for statement in statements { try blocker.execute(statement) }
        let outcome = Mutex<Result<Value, any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            let result = Result { try body() }
            outcome.withLock { $0 = result }
            done.signal()
        }
        thread.start()
        let watcher = try home.connectAsOwner()
        try waitUntil("the other transaction waits for a lock") {
            try watcher.query(
                """
                SELECT count(*) AS waiting FROM pg_locks JOIN pg_stat_activity USING (pid)
                WHERE NOT granted AND datname = current_database()
                """
            ).first?["waiting", as: Int.self] ?? 0 > 0
        }
        try blocker.execute("COMMIT")
        done.wait()
        return try #require(outcome.withLock { $0 }).get()
    }

    @Test func `a publish waits for a simultaneous withdrawal of an approval and is refused`() throws {
        try home.save(Installation.screen("Two"))
        _ = try approve(2, by: lea)
        // The withdrawal has locked the feature's row when the publish begins.
        let published = try afterWaiting(for: [
            "SELECT FROM feature WHERE name = 'home.offers' FOR NO KEY UPDATE",
            """
            INSERT INTO approval (feature_id, revision, content_hash, verdict, note, author_name)
            SELECT feature_id, 2, content_hash, 'withdrawn', '', 'lea' FROM revision WHERE number = 2
            """,
        ]) { try publish(2) }
        #expect(codes(published) == ["not-approved"])
    }

    @Test func `a publish waits for a simultaneous change of the installation's policy and is refused`() throws {
        _ = try home.stores.reviews.setPolicy(0, by: .operator)
        try home.save(Installation.screen("Two"))
        let published = try afterWaiting(for: [
            "SELECT pg_advisory_xact_lock(hashtextextended('galley.approval_policy', 0))",
            "INSERT INTO approval_policy (required, author_name) VALUES (1, 'lea')",
        ]) { try publish(2) }
        #expect(codes(published) == ["not-approved"])
    }

    @Test func `a change of the installation's policy waits for releases that have read it and for other changes`()
        throws
    {
        // A release that has checked the policy is not committed yet.
        let released = try afterWaiting(for: [
            "SELECT pg_advisory_xact_lock_shared(hashtextextended('galley.approval_policy', 0))"
        ]) { try home.stores.reviews.setPolicy(2, by: lea) }
        #expect(released == ApprovalPolicy(required: 2))
        let changed = try afterWaiting(for: [
            "SELECT pg_advisory_xact_lock(hashtextextended('galley.approval_policy', 0))",
            "INSERT INTO approval_policy (required, author_name) VALUES (0, 'lea')",
        ]) { try home.stores.reviews.setPolicy(1, by: noor) }
        #expect(changed == ApprovalPolicy(required: 1))
        #expect(try home.stores.reviews.policy() == ApprovalPolicy(required: 1))
    }
}
