import Foundation
import PostgreSQL

/// How an installation's database is reached, by the owner of its tables and by the role that serves requests.
struct DatabaseAddress {
    /// The owner of the tables, who runs the migrations.
    let owner: ConnectionInfo
    /// The role that serves requests; the owner where the operator names one role for both.
    let application: ConnectionInfo

    /// The database that `DATABASE_URL` names, with the owner that `DATABASE_OWNER_URL` names; nil when `DATABASE_URL` is
    /// not set, and Galley owns a cluster.
    static func external() throws -> DatabaseAddress? {
        guard let application = try variable("DATABASE_URL") else { return nil }
        return DatabaseAddress(owner: try variable("DATABASE_OWNER_URL") ?? application, application: application)
    }

    /// The external database, or the cluster that runs over the data directory; throws ``CommandError`` when there is
    /// neither.
    static func reachable(from data: String) throws -> DatabaseAddress {
        if let external = try external() { return external }
        guard let running = PrivateCluster.connectionInfo(of: data) else {
            throw CommandError(
                "no Galley is running over \(data): start  galley serve --data \(data),  or say --data or DATABASE_URL")
        }
        return DatabaseAddress(privateCluster: running)
    }

    /// The roles of a private cluster that its owner reaches like this.
    init(privateCluster owner: ConnectionInfo) {
        self.init(owner: owner, application: owner.connecting(as: PrivateCluster.applicationRole))
    }

    /// The role that migrations grant the stores' rights to; nil where one role does everything, or a file of libpq's
    /// own names the role.
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
        return try ConnectionInfo(url: url)
    }
}
