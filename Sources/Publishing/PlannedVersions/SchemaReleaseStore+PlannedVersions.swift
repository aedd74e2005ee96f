import Foundation
import PostgreSQL
package import SchemaRepository

extension SchemaReleaseStore {
    /// Returns the planned versions of a schema release with their confirmations, in the order of the schemas.
    package func versionPlans(of schemaRelease: Int) throws -> [VersionPlan] {
        guard let planned = try repository(of: schemaRelease)?.plannedVersions, !planned.isEmpty else { return [] }
        let confirmations = try pool.withConnection { try Self.confirmations(of: planned, on: $0) }
        return planned.map { VersionPlan(planned: $0, confirmation: confirmations[$0]) }
    }

    /// Confirms planned versions of a schema release. A confirmation is also valid in other schema releases that plan
    /// the same version at the same place of the same entity.
    ///
    /// Only a member of the platform's team may confirm the platform's versions or, if the platform has no team, an
    /// account that may manage schemas. This is not checked if `account` is nil, as on the command line.
    package func confirm(
        _ versions: [PlannedVersion], of schemaRelease: Int, by actor: Actor, account: Account? = nil
    ) throws -> ConfirmVersionsOutcome {
        guard let repository = try repository(of: schemaRelease) else { return .noSuchRelease }
        let planned = Set(repository.plannedVersions)
        guard !versions.isEmpty, versions.allSatisfy(planned.contains) else { return .notPlanned }
        return try pool.transaction { connection in
            try Self.lock(on: connection)
            if let account {
                for platform in Set(versions.map(\.platform)).sorted() {
                    guard try Self.owns(platform, account, on: connection) else { return .notOwner(platform: platform) }
                }
            }
            let known = try Self.confirmations(of: versions, on: connection)
            let new = versions.filter { known[$0] == nil }
            for version in new {
                try connection.execute(
                    """
                    INSERT INTO version_confirmation (entity, pointer, platform, version, author_id, author_name)
                    VALUES (\(version.entity), \(version.pointer), \(version.platform), \(version.version.text),
                        \(actor.accountID), \(actor.name.storable))
                    """)
                try AuditStore.append(
                    .versionConfirmed, of: "schema release \(schemaRelease)", by: actor,
                    [
                        "schema": .text(version.entity), "pointer": .text(version.pointer),
                        "platform": .text(version.platform), "version": .text(version.version.text),
                    ], on: connection)
            }
            return .confirmed(new)
        }
    }

    /// Returns true if an account may confirm the planned versions of a platform.
    private static func owns(_ platform: String, _ account: Account, on connection: Connection) throws -> Bool {
        guard let team = Team(rawValue: platform) else { return account.may(.manageSchemas) }
        return try isMember(account.id, of: team, on: connection)
    }

    /// Returns all confirmed versions of the entities to which the given versions belong, with their confirmations.
    static func confirmations(
        of versions: [PlannedVersion], on connection: Connection
    ) throws -> [PlannedVersion: VersionConfirmation] {
        let entities = Set(versions.map(\.entity)).sorted()
        guard !entities.isEmpty else { return [:] }
        return try connection.query(
            """
            SELECT entity, pointer, platform, version, author_id, author_name, created_at
            FROM version_confirmation WHERE entity = ANY (\(entities)) ORDER BY number DESC
            """
        ).reduce(into: [:]) { confirmations, row in
            guard let version = try? ClientVersion(try row["version", as: String.self]) else { return }
            let planned = PlannedVersion(
                entity: try row["entity", as: String.self], pointer: try row["pointer", as: String.self],
                platform: try row["platform", as: String.self], version: version)
            confirmations[planned] = VersionConfirmation(
                author: try Actor(row), createdAt: try row["created_at", as: Date.self])
        }
    }
}
