/// Runs the files of `migrations/` that a database has not run yet.
///
/// Migrations only go forward. All pending files run in one transaction, so that after a failure the earlier version of
/// Galley can still use the database. A lock keeps nodes that start at the same time from migrating at the same time.
/// The table `migration` lists the files that ran, with their SHA-256 checksums; a file that has run must not change.
package struct Migrator: Sendable {
    private let migrations: [Migration]

    /// Reads the migrations of a directory: all files that end in `.sql`. Throws if the directory or a file cannot be
    /// read, if a file is not named `NNNN_name.sql`, or if a number is missing or repeated.
    package init(directory: String) throws(MigrationError) {
        migrations = try Migration.all(in: directory)
    }

    /// Runs the pending migrations and returns their names. After an error nothing has changed, unless the error's
    /// `cause` says that the commit is unknown (`isCommitUnknown`).
    ///
    /// `connection` must belong to the owner of the tables. If `role` is given, it is granted the rights that the
    /// stores need, even if nothing is pending. Each statement may take 30 minutes.
    @discardableResult
    package func migrate(
        _ connection: Connection, grantingTo role: ApplicationRole? = nil
    ) throws(MigrationError) -> [String] {
        let deadline = connection.deadline
        defer { connection.deadline = deadline }
        // Large migrations, and waiting for those of another node, take longer than any statement of a request.
        connection.deadline = .seconds(1_800)
        try lock(connection)
        defer { unlock(connection) }
        let pending = try self.pending(connection)
        guard !pending.isEmpty || role != nil else { return [] }
        try inTransaction(connection) { connection throws(MigrationError) in
            try createTable(connection)
            for migration in pending { try run(migration, on: connection) }
            guard let role else { return }
            try explaining("the role `\(role.name)` cannot be granted its rights") { () throws(PostgreSQLError) in
                try role.grant(connection)
            }
        }
        return pending.map(\.name)
    }

    private func inTransaction(
        _ connection: Connection, _ body: (Connection) throws(MigrationError) -> Void
    ) throws(MigrationError) {
        do {
            try connection.transaction { connection in
                // While a migration waits for a table's lock, every later statement on that table waits too, so the
                // wait is limited.
                try connection.execute("SET LOCAL lock_timeout = '10s'")
                try body(connection)
            }
        } catch let error as MigrationError {
            throw error
        } catch {
            throw MigrationError("the migrations failed", cause: error as? PostgreSQLError)
        }
    }

    /// Returns the names of the pending migrations without running them. Throws like `migrate` if the migrations that
    /// the database has run differ from the files.
    package func pendingNames(_ connection: Connection) throws(MigrationError) -> [String] {
        try pending(connection).map(\.name)
    }

    /// The number of the advisory lock of migrations, which no other lock uses: “galley” in ASCII.
    private static let lockNumber = 0x6761_6c6c_6579

    private func lock(_ connection: Connection) throws(MigrationError) {
        try explaining("the lock of migrations cannot be taken") { () throws(PostgreSQLError) in
            // Only the deadline limits the wait for the migrations of another process. The setting ends with the
            // transaction of this script; the lock lasts until `unlock` or the end of the session.
            try connection.runScript(
                "SET LOCAL lock_timeout = 0; SELECT pg_advisory_lock(\(Self.lockNumber))")
        }
    }

    private func unlock(_ connection: Connection) {
        do { _ = try connection.query("SELECT pg_advisory_unlock(\(Self.lockNumber))") } catch { connection.close() }
    }

    private func createTable(_ connection: Connection) throws(MigrationError) {
        try explaining("the table `migration` cannot be created") { () throws(PostgreSQLError) in
            guard try !exists(connection) else { return }
            try connection.execute(
                """
                CREATE TABLE migration (
                    number integer CONSTRAINT migration_pkey PRIMARY KEY,
                    name text CONSTRAINT migration_name_not_null NOT NULL,
                    checksum bytea CONSTRAINT migration_checksum_not_null NOT NULL,
                    applied_at timestamptz CONSTRAINT migration_applied_at_not_null NOT NULL DEFAULT now()
                )
                """)
        }
    }

    private func exists(_ connection: Connection) throws(PostgreSQLError) -> Bool {
        let rows = try connection.query("SELECT to_regclass('migration') IS NOT NULL")
        return try rows.first?[0, as: Bool.self] ?? false
    }

    private func pending(_ connection: Connection) throws(MigrationError) -> [Migration] {
        let applied = try applied(connection)
        guard applied.count <= migrations.count else {
            throw MigrationError(
                "the database has run more migrations (\(applied.count)) than this Galley knows (\(migrations.count)): "
                    + "Galley is older than the database")
        }
        for (migration, found) in zip(migrations, applied) {
            guard found.number == migration.number, found.name == migration.name else {
                throw MigrationError("migration \(migration.name) is named \(found.name) in the database")
            }
            guard found.isUnchanged else {
                throw MigrationError(
                    "migration \(migration.name) has changed since it ran; what has run must not change")
            }
        }
        return Array(migrations[applied.count...])
    }

    private struct Applied {
        let number: Int
        let name: String
        let isUnchanged: Bool
    }

    private func applied(_ connection: Connection) throws(MigrationError) -> [Applied] {
        try explaining("the table `migration` cannot be read") { () throws(PostgreSQLError) in
            guard try exists(connection) else { return [] }
            let texts = migrations.map { Array($0.text.utf8) }
            let rows = try connection.query(
                """
                SELECT number, name, coalesce(checksum = sha256((\(texts)::bytea[])[number]), true) AS is_unchanged
                FROM migration ORDER BY number
                """)
            var applied: [Applied] = []
            for row in rows {
                applied.append(
                    Applied(number: try row["number"], name: try row["name"], isUnchanged: try row["is_unchanged"]))
            }
            return applied
        }
    }

    private func run(_ migration: Migration, on connection: Connection) throws(MigrationError) {
        do throws(PostgreSQLError) {
            try connection.runScript(migration.text)
        } catch {
            let line = error.position.map { ", line \(migration.line(at: $0))" } ?? ""
            throw MigrationError("migration \(migration.name)\(line) failed", cause: error)
        }
        guard connection.isInTransaction else {
            throw MigrationError("migration \(migration.name) ends the transaction it runs in")
        }
        _ = try explaining("migration \(migration.name) cannot be recorded") { () throws(PostgreSQLError) in
            try connection.execute(
                """
                INSERT INTO migration (number, name, checksum)
                VALUES (\(migration.number), \(migration.name), sha256(\(Array(migration.text.utf8))))
                """)
        }
    }

    /// Returns the result of `body`; throws `problem` with the database's error as its cause.
    private func explaining<Value>(
        _ problem: String, _ body: () throws(PostgreSQLError) -> Value
    ) throws(MigrationError) -> Value {
        do { return try body() } catch { throw MigrationError(problem, cause: error) }
    }
}
