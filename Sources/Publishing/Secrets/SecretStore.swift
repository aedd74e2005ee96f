package import PostgreSQL

/// Secrets that all nodes of an installation share; whoever needs one first makes it.
package struct SecretStore: Sendable {
    private let pool: ConnectionPool

    package init(pool: ConnectionPool) { self.pool = pool }

    /// The key that signs the console's forms and preview addresses; `make` is asked for 32 to 64 unpredictable bytes
    /// when there is none yet.
    package func signingKey(_ make: () -> [UInt8]) throws -> [UInt8] {
        try pool.withConnection { connection in
            // Another node may make one at the same moment; then both use the one that was stored.
            try connection.execute(
                "INSERT INTO secret (name, bytes) VALUES ('signing-key', \(make())) ON CONFLICT (name) DO NOTHING")
            let rows = try connection.query("SELECT bytes FROM secret WHERE name = 'signing-key'")
            guard let key = try rows.first?["bytes", as: [UInt8].self] else { throw MissingRow() }
            return key
        }
    }
}
