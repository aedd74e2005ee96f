package import PostgreSQL

/// Stores secrets that all nodes of an installation share; the first node that needs one creates it.
package struct SecretStore: Sendable {
    private let pool: ConnectionPool

    package init(pool: ConnectionPool) { self.pool = pool }

    /// Returns the key that signs the console's CSRF tokens, device cookies, preview URLs and other data that browsers
    /// send back. `make` is called each time and returns 32 to 64 random bytes, which become the key if none is stored.
    package func signingKey(_ make: () -> [UInt8]) throws -> [UInt8] {
        try pool.withConnection { connection in
            // If two nodes insert a key at the same time, both use the one that is stored.
            try connection.execute(
                "INSERT INTO secret (name, bytes) VALUES ('signing-key', \(make())) ON CONFLICT (name) DO NOTHING")
            let rows = try connection.query("SELECT bytes FROM secret WHERE name = 'signing-key'")
            guard let key = try rows.first?["bytes", as: [UInt8].self] else { throw MissingRow() }
            return key
        }
    }
}
