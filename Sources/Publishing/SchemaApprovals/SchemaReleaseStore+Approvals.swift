import Foundation
import PostgreSQL

extension SchemaReleaseStore {
    /// Returns the newest approval of each team for a proposal, in the order of the teams, without withdrawn ones. For
    /// the adoption, only the counted approvals (`isCounted`) of the teams in `Team.approving` matter.
    package func approvals(of proposal: Int) throws -> [SchemaApproval] {
        try pool.withConnection { try Self.approvals(of: proposal, on: $0) }
    }

    /// Returns true if every team whose approval is needed has a member with the role Reviewer whose account is not
    /// disabled.
    package func hasAllReviewers() throws -> Bool {
        let members = try pool.withConnection { connection in
            try connection.query(
                """
                SELECT DISTINCT team FROM account_team WHERE \(AccountStore.mayReview("account_team.account_id"))
                """
            ).map { try $0["team", as: String.self] }
        }
        return Team.approving.allSatisfy { members.contains($0.rawValue) }
    }

    /// Records the approval of a team by one of its members. An approval for the team `design` records in its note who
    /// agreed; any account may record it, even the proposal's author.
    package func approve(
        _ proposal: Int, for team: Team, note: String, by account: Account
    ) throws -> ApproveSchemasOutcome {
        guard note.unicodeScalars.count <= Self.longestNote else { return .noteTooLong }
        guard team != .design || !note.isEmpty else { return .noteRequired }
        return try pool.transaction { connection in
            try Self.lock(on: connection)
            guard let open = try Self.open(proposal, on: connection) else { return .notOpen }
            if team != .design {
                if open.author.accountID == account.id { return .ownProposal }
                guard try Self.isMember(account.id, of: team, on: connection) else { return .notInTeam }
                // An approval that does not count now may count again later, so it must be withdrawn first.
                let others = try Self.approvals(of: proposal, on: connection).filter {
                    $0.author.accountID == account.id && $0.team != .design && $0.team != team
                }
                if let other = others.first { return .alreadyApproved(other.team) }
            }
            try Self.append(open, team, note: note, isWithdrawn: false, by: account.actor, on: connection)
            return .recorded
        }
    }

    /// Withdraws the approval of a team; the approval's author and every member of the team may do so.
    package func withdrawApproval(
        _ proposal: Int, for team: Team, by account: Account
    ) throws -> ApproveSchemasOutcome {
        try pool.transaction { connection in
            try Self.lock(on: connection)
            guard let open = try Self.open(proposal, on: connection),
                let approval = try Self.approvals(of: proposal, on: connection).first(where: { $0.team == team })
            else { return .notOpen }
            let isOwn = approval.author.accountID == account.id
            guard try isOwn || Self.isMember(account.id, of: team, on: connection) else { return .notInTeam }
            try Self.append(open, team, note: "", isWithdrawn: true, by: account.actor, on: connection)
            return .recorded
        }
    }

    /// Returns the teams whose approval a proposal lacks.
    static func missingTeams(of proposal: Int, on connection: Connection) throws -> [Team] {
        let given = try approvals(of: proposal, on: connection).filter(\.isCounted).map(\.team)
        return Team.approving.filter { !given.contains($0) }
    }

    /// Returns a proposal if it can still be adopted, or nil.
    private static func open(_ proposal: Int, on connection: Connection) throws -> SchemaProposal? {
        let release = try connection.query(
            "SELECT schema_release FROM schema_proposal WHERE number = \(proposal)"
        ).map { try $0["schema_release", as: Int.self] }.first
        guard let open = try release.flatMap({ try openProposal(of: $0, on: connection) }), open.number == proposal,
            open.base == (try current(on: connection)?.number)
        else { return nil }
        return open
    }

    static func isMember(_ account: Int, of team: Team, on connection: Connection) throws -> Bool {
        try connection.query(
            "SELECT 1 AS one FROM account_team WHERE account_id = \(account) AND team = \(team.rawValue)"
        ).map { try $0["one", as: Int.self] }.first != nil
    }

    private static func append(
        _ proposal: SchemaProposal, _ team: Team, note: String, isWithdrawn: Bool, by actor: Actor,
        on connection: Connection
    ) throws {
        try connection.execute(
            """
            INSERT INTO schema_approval (proposal, team, is_withdrawn, note, author_id, author_name)
            VALUES (\(proposal.number), \(team.rawValue), \(isWithdrawn), \(note.storable), \(actor.accountID),
                \(actor.name.storable))
            """)
        try AuditStore.append(
            isWithdrawn ? .schemasApprovalWithdrawn : .schemasApproved,
            of: "schema release \(proposal.release.number)", by: actor,
            [
                "hash": .text(proposal.release.hash), "proposal": .number(proposal.number),
                "team": .text(team.rawValue), "note": note.isEmpty ? nil : .text(note),
            ], on: connection)
    }

    private static func approvals(of proposal: Int, on connection: Connection) throws -> [SchemaApproval] {
        try connection.query(
            """
            SELECT team, note, author_id, author_name, created_at,
                EXISTS (SELECT FROM account_team AS membership
                    WHERE membership.account_id = newest.author_id AND membership.team = newest.team) AS is_member,
                \(AccountStore.mayReview("newest.author_id")) AS may_review
            FROM (SELECT DISTINCT ON (team) * FROM schema_approval WHERE proposal = \(proposal)
                ORDER BY team, number DESC) AS newest
            WHERE NOT is_withdrawn
            """
        ).compactMap { row in
            try Team(rawValue: row["team", as: String.self]).map { team in
                SchemaApproval(
                    team: team, note: try row["note", as: String.self], author: try Actor(row),
                    createdAt: try row["created_at", as: Date.self],
                    discount: try discount(
                        of: team, isMember: row["is_member", as: Bool.self], mayReview: row["may_review", as: Bool.self]
                    ))
            }
        }.sorted { $0.team < $1.team }
    }

    /// Returns the reason why an approval does not count now. An agreement with the designers is only a record, which
    /// no adoption needs.
    private static func discount(of team: Team, isMember: Bool, mayReview: Bool) -> SchemaApprovalDiscount? {
        if team == .design { return nil }
        if !mayReview { return .mayNotReview }
        return isMember ? nil : .notInTeam
    }
}
