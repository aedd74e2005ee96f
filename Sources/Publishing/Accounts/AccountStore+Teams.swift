import PostgreSQL

extension AccountStore {
    /// Returns the teams that an account speaks for.
    package func teams(of account: String) throws -> Set<Team> {
        try pool.withConnection { connection in
            Set(
                try connection.query(
                    "SELECT team FROM account_team JOIN account ON account.id = account_id WHERE name = \(account)"
                ).compactMap { Team(rawValue: try $0["team", as: String.self]) })
        }
    }

    /// Sets the teams that an account speaks for; returns false if there is no such account.
    package func setTeams(of account: String, to teams: Set<Team>, by actor: Actor) throws -> Bool {
        try pool.transaction { connection in
            let id = try connection.query("SELECT id FROM account WHERE name = \(account) FOR UPDATE").map {
                try $0["id", as: Int.self]
            }.first
            guard let id else { return false }
            let names = teams.sorted().map(\.rawValue)
            try connection.execute(
                "DELETE FROM account_team WHERE account_id = \(id) AND NOT team = ANY (\(names))")
            try connection.execute(
                """
                INSERT INTO account_team (account_id, team, author_id, author_name)
                SELECT \(id), team, \(actor.accountID), \(actor.name.storable) FROM unnest(\(names)) AS team
                ON CONFLICT ON CONSTRAINT account_team_pkey DO NOTHING
                """)
            try AuditStore.append(
                .teamsChanged, of: account, by: actor, ["teams": .texts(names)], on: connection)
            return true
        }
    }
}
