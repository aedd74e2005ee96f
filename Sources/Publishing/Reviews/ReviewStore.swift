import JSONText
package import PostgreSQL

/// Stores the reviews of revisions: requests, verdicts, comments and policies.
package struct ReviewStore: Sendable {
    /// The maximum length of a note or comment in Unicode scalars.
    package static let maximumTextLength = 2_000
    /// The maximum number of people that a request names.
    package static let maximumPeople = 20

    let pool: ConnectionPool

    package init(pool: ConnectionPool) { self.pool = pool }

    /// Returns the state of the review of a revision; nil if the revision does not exist.
    package func summary(of revision: Int, of name: String) throws -> ReviewSummary? {
        try pool.withConnection { connection in
            guard let feature = try FeatureStore.feature(named: name, on: connection),
                let hash = try Self.hash(of: revision, of: feature, on: connection)
            else { return nil }
            return try ApprovalTable.summary(of: revision, hash: hash, feature, on: connection)
        }
    }

    /// Requests a review of a revision from people or roles, or from anybody who may review if both are empty. The
    /// request replaces an open one for the same revision.
    package func request(
        _ revision: Int, of name: String, people: [String] = [], roles: [Role] = [], note: String = "",
        by actor: Actor
    ) throws -> ReviewOutcome {
        guard note.unicodeScalars.count <= Self.maximumTextLength else { return .textTooLong }
        let people = people.map(AccountName.normalized).sorted().withoutRepeats
        let roles = Role.allCases.filter(roles.contains)
        if let role = roles.first(where: { !$0.permissions.contains(.review) }) { return .cannotReview(role.rawValue) }
        if people.count > Self.maximumPeople { return .cannotReview(people[Self.maximumPeople]) }
        return try step(on: revision, of: name) { feature, hash, connection in
            for person in people {
                let account =
                    AccountName.isValid(person) ? try AccountStore.account(named: person, on: connection) : nil
                guard let account, !account.isDisabled, account.may(.review) else { return .cannotReview(person) }
            }
            let before = try ApprovalTable.summary(of: revision, hash: hash, feature, on: connection)
            if let open = before.request {
                if open.people == people, open.roles == roles, open.note == note { return .unchanged(before) }
                try Self.close(open, by: actor, on: connection)
            }
            try connection.execute(
                """
                INSERT INTO review (feature_id, revision, note, people, roles, author_id, author_name)
                VALUES (\(feature.id), \(revision), \(note.storable), \(people), \(roles.map(\.rawValue)),
                    \(actor.accountID), \(actor.name.storable))
                """)
            try AuditStore.append(
                .reviewRequested, of: name, by: actor,
                [
                    "revision": .number(revision), "hash": .text(hash), "people": .texts(people),
                    "roles": .texts(roles.map(\.rawValue)),
                ], on: connection)
            return nil
        }
    }

    /// Withdraws the open request for a review of a revision.
    package func withdraw(reviewOf revision: Int, of name: String, by actor: Actor) throws -> ReviewOutcome {
        try step(on: revision, of: name) { feature, hash, connection in
            let before = try ApprovalTable.summary(of: revision, hash: hash, feature, on: connection)
            guard let open = before.request else { return .unchanged(before) }
            try Self.close(open, by: actor, on: connection)
            try AuditStore.append(
                .reviewWithdrawn, of: name, by: actor, ["revision": .number(revision)], on: connection)
            return nil
        }
    }

    /// Records a verdict on a revision. `seen` is the hash of the bytes that the person saw; nil skips the comparison.
    /// An approval or a request for changes is refused if the person is a contributor.
    package func give(
        _ verdict: Verdict, to revision: Int, of name: String, hash seen: String? = nil, note: String = "",
        by actor: Actor
    ) throws -> ReviewOutcome {
        guard note.unicodeScalars.count <= Self.maximumTextLength else { return .textTooLong }
        if verdict == .changesRequested, note.allSatisfy(\.isWhitespace) { return .textMissing }
        return try step(on: revision, of: name) { feature, hash, connection in
            let before = try ApprovalTable.summary(of: revision, hash: hash, feature, on: connection)
            if let seen, seen != hash { return .otherBytes(before) }
            let earlier = before.verdict(of: actor)
            switch verdict {
            case .withdrawn: if earlier == nil { return .unchanged(before) }
            case .approved, .changesRequested:
                if before.isContributor(actor) {
                    try AuditStore.append(
                        .approvalRefused, of: name, by: actor,
                        ["revision": .number(revision), "verdict": .text(verdict.rawValue)], on: connection)
                    return .contributor(before)
                }
                if earlier?.verdict == verdict, earlier?.hash == hash, earlier?.note == note {
                    return .unchanged(before)
                }
            }
            try connection.execute(
                """
                INSERT INTO approval (feature_id, revision, content_hash, verdict, note, author_id, author_name)
                VALUES (\(feature.id), \(revision), decode(\(hash), 'hex'), \(verdict.rawValue), \(note.storable),
                    \(actor.accountID), \(actor.name.storable))
                """)
            let action: AuditAction =
                switch verdict {
                case .approved: .revisionApproved
                case .changesRequested: .changesRequested
                case .withdrawn: .approvalWithdrawn
                }
            try AuditStore.append(
                action, of: name, by: actor, ["revision": .number(revision), "hash": .text(hash)], on: connection)
            return nil
        }
    }

    /// Runs a step of a review in one transaction. The feature is locked as for a release, so that a release sees the
    /// whole step or nothing of it. `body` gets the feature and the hash of the revision's bytes; it returns nil after
    /// it has recorded the step, or else the outcome.
    func step(
        on revision: Int, of name: String, _ body: (Feature, String, Connection) throws -> ReviewOutcome?
    ) throws -> ReviewOutcome {
        try pool.transaction { connection in
            guard let known = try FeatureStore.feature(named: name, on: connection) else { return .noSuchRevision }
            try connection.execute("SELECT FROM feature WHERE id = \(known.id) FOR NO KEY UPDATE")
            // The feature is read again, because a release before the lock may have changed the feature's live state.
            guard let feature = try FeatureStore.feature(named: name, on: connection),
                let hash = try Self.hash(of: revision, of: feature, on: connection)
            else { return .noSuchRevision }
            if let outcome = try body(feature, hash, connection) { return outcome }
            return .done(try ApprovalTable.summary(of: revision, hash: hash, feature, on: connection))
        }
    }

    private static func close(_ review: Review, by actor: Actor, on connection: Connection) throws {
        try connection.execute(
            """
            INSERT INTO review_withdrawal (review_id, author_id, author_name)
            VALUES (\(review.id), \(actor.accountID), \(actor.name.storable))
            """)
    }

    static func hash(of revision: Int, of feature: Feature, on connection: Connection) throws -> String? {
        try connection.query(
            """
            SELECT encode(content_hash, 'hex') AS hash FROM revision
            WHERE feature_id = \(feature.id) AND number = \(revision)
            """
        ).map { try $0["hash", as: String.self] }.first
    }
}
