import PostgreSQL

extension ReviewStore {
    /// Returns the policy of a feature, or the installation's if the feature has none or is nil.
    package func policy(of name: String? = nil) throws -> ApprovalPolicy {
        try pool.withConnection { connection in
            let feature = try name.flatMap { try FeatureStore.feature(named: $0, on: connection) }
            return try ApprovalTable.policy(of: feature?.id, on: connection)
        }
    }

    /// Sets how many approvals publishing requires: for one feature, or for the installation if `name` is nil. If
    /// `required` is nil, the feature uses the installation's policy.
    ///
    /// - Returns: The policy that now applies; nil if there is no such feature, if `required` is not one of
    ///   `ApprovalPolicy.choices`, or if both arguments are nil.
    package func setPolicy(_ required: Int?, of name: String? = nil, by actor: Actor) throws -> ApprovalPolicy? {
        if let required, !ApprovalPolicy.choices.contains(required) { return nil }
        return try pool.transaction { connection in
            // Releases take the same locks: that of the feature and that of the installation's policy. So no release
            // that has read the former policy is committed after this change.
            let feature = try name.flatMap { try FeatureStore.feature(named: $0, on: connection) }
            guard (feature == nil) == (name == nil), feature != nil || required != nil else { return nil }
            if let feature {
                try connection.execute("SELECT FROM feature WHERE id = \(feature.id) FOR NO KEY UPDATE")
            } else {
                try ApprovalTable.lockPolicy(toChange: true, on: connection)
            }
            try connection.execute(
                """
                INSERT INTO approval_policy (feature_id, required, author_id, author_name)
                VALUES (\(feature?.id), \(required)::integer, \(actor.accountID), \(actor.name.storable))
                """)
            try AuditStore.append(
                .policyChanged, of: name ?? "installation", by: actor,
                ["required": required.map { .number($0) } ?? .text("installation")], on: connection)
            return try ApprovalTable.policy(of: feature?.id, on: connection)
        }
    }
}
