import Foundation
import PostgreSQL
package import SchemaRepository

/// Stores the registrations of builds of apps, and their withdrawals. Rows are never changed; of each platform and
/// version, the newest row counts.
package struct ClientStore: Sendable {
    let pool: ConnectionPool
    let schemaReleases: SchemaReleaseStore
    let lists: ClientLists
    let reports = ClientsReportCache()

    init(pool: ConnectionPool, schemaReleases: SchemaReleaseStore, lists: ClientLists) {
        (self.pool, self.schemaReleases, self.lists) = (pool, schemaReleases, lists)
    }

    /// Registers a build with `bytes`, the file that lists the entities, properties and enum values that the build
    /// decodes; replaces an earlier registration of the same platform and version.
    ///
    /// The names in the file are looked up in the schema release that the file names, or in the current one if the file
    /// names none or the installation does not have that release.
    package func register(
        _ bytes: [UInt8], given: CapabilityFile.Given = CapabilityFile.Given(), by actor: Actor
    ) throws -> RegisterClientOutcome {
        let file = CapabilityFile(bytes)
        return try pool.transaction { connection in
            // The lock makes registrations commit in the order of their numbers, so that the newest number is higher
            // after every change.
            try connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('galley.client_registration', 0))")
            guard let source = try Self.source(of: file, schemaReleases, on: connection) else { return .noSchemas }
            let platforms = try PlatformTable.all(on: connection).map(\.name)
            let reading = file.reading(by: source.repository, platforms: platforms, given: given)
            guard let capabilities = reading.capabilities else { return .invalid(reading.diagnostics) }
            let warnings = reading.diagnostics + (source.isNamed ? [] : file.unknownSchemaReleaseWarning)
            let history = try ClientTable.history(
                of: capabilities.platform, capabilities.version, limit: 1, on: connection)
            let before = try lists.clients(of: history, on: connection).first
            let fileHash = try ContentStore.store(bytes, on: connection)
            if let before, before.registration.fileHash == fileHash, before.capabilities == capabilities {
                return .unchanged(before)
            }
            let listsHash = try ContentStore.store(capabilities.stored, on: connection)
            let registration = try Self.append(
                capabilities.platform, capabilities.version, capabilities.build, source.release.number,
                (fileHash, listsHash), by: actor, on: connection)
            let client = RegisteredClient(registration: registration, capabilities: capabilities)
            let disagreements = try schemaReleases.currentRepository(on: connection)?.repository
                .disagreements(with: capabilities)
            try AuditStore.append(
                .clientRegistered, of: Self.subject(registration), by: actor,
                [
                    "number": .number(registration.number), "build": capabilities.build.map { .text($0) },
                    "file": .text(fileHash), "schemaRelease": .number(registration.schemaRelease),
                    "replaces": before.map { .number($0.registration.number) },
                    "disagreements": disagreements.map { .number($0.count) },
                ], on: connection)
            return .registered(client, warnings: warnings)
        }
    }

    /// Checks a file as `register` does, without storing it; the registration in the outcome has the number 0.
    package func check(
        _ bytes: [UInt8], given: CapabilityFile.Given = CapabilityFile.Given()
    ) throws -> RegisterClientOutcome {
        let file = CapabilityFile(bytes)
        return try pool.withConnection { connection in
            guard let source = try Self.source(of: file, schemaReleases, on: connection) else { return .noSchemas }
            let platforms = try PlatformTable.all(on: connection).map(\.name)
            let reading = file.reading(by: source.repository, platforms: platforms, given: given)
            guard let capabilities = reading.capabilities else { return .invalid(reading.diagnostics) }
            let warnings = reading.diagnostics + (source.isNamed ? [] : file.unknownSchemaReleaseWarning)
            let registration = ClientRegistration(
                number: 0, platform: capabilities.platform, version: capabilities.version, build: capabilities.build,
                schemaRelease: source.release.number, fileHash: nil, listsHash: nil, author: .anonymous,
                createdAt: .distantPast)
            return .registered(
                RegisteredClient(registration: registration, capabilities: capabilities), warnings: warnings)
        }
    }

    /// Withdraws the registration of a build, for example one under a wrong version.
    package func withdraw(
        platform: String, version: ClientVersion, by actor: Actor
    ) throws -> WithdrawClientOutcome {
        try pool.transaction { connection in
            try connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('galley.client_registration', 0))")
            guard let before = try ClientTable.history(of: platform, version, limit: 1, on: connection).first,
                !before.isWithdrawn
            else { return .notRegistered }
            let registration = try Self.append(
                platform, before.version, before.build, before.schemaRelease, nil, by: actor, on: connection)
            try AuditStore.append(
                .clientWithdrawn, of: Self.subject(registration), by: actor,
                ["number": .number(registration.number), "replaces": .number(before.number)], on: connection)
            return .withdrawn(registration)
        }
    }

    /// Returns the registered builds in the order of the platforms in the console; of each platform, the highest
    /// version first.
    package func clients() throws -> [RegisteredClient] {
        try pool.withConnection { try lists.clients(on: $0) }
    }

    /// Returns the registered build of a platform and version; nil if there is none or it was withdrawn.
    package func client(platform: String, version: ClientVersion) throws -> RegisteredClient? {
        try pool.withConnection { connection in
            try lists.clients(of: ClientTable.history(of: platform, version, limit: 1, on: connection), on: connection)
                .first
        }
    }

    /// Returns up to `limit` registrations and withdrawals of one build, newest first.
    package func history(
        platform: String, version: ClientVersion, limit: Int = 20
    ) throws -> [ClientRegistration] {
        try pool.withConnection { try ClientTable.history(of: platform, version, limit: limit, on: $0) }
    }

    /// Returns the file of a registration as it was sent; nil for a withdrawal.
    package func file(of registration: ClientRegistration) throws -> [UInt8]? {
        guard let hash = registration.fileHash else { return nil }
        return try pool.withConnection { try ContentStore.bytes(of: [hash], on: $0)[hash] }
    }

    /// The schemas in which the names of a file are looked up.
    private struct Source {
        let release: SchemaRelease
        let repository: SchemaRepository
        /// False if the file names a schema release that the installation does not have.
        let isNamed: Bool
    }

    private static func source(
        of file: CapabilityFile, _ schemaReleases: SchemaReleaseStore, on connection: Connection
    ) throws -> Source? {
        if let hash = file.schemaHash, let named = try schemaReleases.repository(withHash: hash, on: connection) {
            return Source(release: named.release, repository: named.repository, isNamed: true)
        }
        return try schemaReleases.currentRepository(on: connection).map {
            Source(release: $0.release, repository: $0.repository, isNamed: file.schemaHash == nil)
        }
    }

    private static func append(
        _ platform: String, _ version: ClientVersion, _ build: String?, _ schemaRelease: Int,
        _ hashes: (file: String, lists: String)?, by actor: Actor, on connection: Connection
    ) throws -> ClientRegistration {
        try connection.execute(
            """
            INSERT INTO client_registration (platform, version, version_key, build, schema_release, file_hash, lists_hash,
                author_id, author_name)
            VALUES (\(platform), \(version.text), \(version.sortKey), \(build), \(schemaRelease),
                decode(\(hashes?.file), 'hex'), decode(\(hashes?.lists), 'hex'), \(actor.accountID),
                \(actor.name.storable))
            """)
        guard let registration = try ClientTable.history(of: platform, version, limit: 1, on: connection).first else {
            throw MissingRow()
        }
        return registration
    }

    private static func subject(_ registration: ClientRegistration) -> String {
        "client \(registration.platform) \(registration.version)"
    }
}
