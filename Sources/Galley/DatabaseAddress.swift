import Foundation
import PostgreSQL

/// The connections to an installation's database: as the tables' owner, and as the role that serves requests.
struct DatabaseAddress {
    /// The owner of the tables, who runs the migrations.
    let owner: ConnectionInfo
    /// The role that serves requests; the same as the owner if the operator names only one role.
    let application: ConnectionInfo

    /// Returns the database in `DATABASE_URL`, with the owner in `DATABASE_OWNER_URL`; nil without `DATABASE_URL`, when
    /// Galley runs its own cluster.
    static func external() throws -> DatabaseAddress? {
        guard let application = try variable("DATABASE_URL") else { return nil }
        return DatabaseAddress(owner: try variable("DATABASE_OWNER_URL") ?? application, application: application)
    }

    /// Returns the external database or the running cluster of the data directory; throws ``CommandError`` if there is
    /// neither.
    static func reachable(from data: String) throws -> DatabaseAddress {
        if let external = try external() { return external }
        guard let running = PrivateCluster.connectionInfo(of: data) else {
            throw CommandError(
                "Galley is not running with the data directory \(data): start  galley serve --data \(data),  or set "
                    + "--data or DATABASE_URL")
        }
        return DatabaseAddress(privateCluster: running)
    }

    /// Creates the address of a private cluster from its owner's connection info.
    init(privateCluster owner: ConnectionInfo) {
        self.init(owner: owner, application: owner.connecting(as: PrivateCluster.applicationRole))
    }

    /// The role to which migrations grant the rights that requests need; nil if one role does everything, or if libpq's
    /// own configuration names the role.
    var grantee: ApplicationRole? {
        guard owner != application, let name = application.parameters["user"] else { return nil }
        return ApplicationRole(name: name)
    }

    private init(owner: ConnectionInfo, application: ConnectionInfo) {
        self.owner = owner
        self.application = application
    }

    private static func variable(_ name: String) throws -> ConnectionInfo? {
        guard let url = ProcessInfo.processInfo.environment[name], !url.isEmpty else { return nil }
        do { return try ConnectionInfo(url: url) } catch {
            throw PostgreSQLError(kind: error.kind, message: "\(name): \(error.message)")
        }
    }
}
