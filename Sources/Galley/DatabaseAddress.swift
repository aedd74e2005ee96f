import Foundation
import PostgreSQL

/// Where an installation's database is: what `DATABASE_URL` says, else the running private cluster of a data directory.
enum DatabaseAddress {
    /// The database that `DATABASE_URL` names; nil when it is not set, and Galley owns a cluster.
    static func external() throws -> ConnectionInfo? {
        guard let url = ProcessInfo.processInfo.environment["DATABASE_URL"], !url.isEmpty else { return nil }
        return try ConnectionInfo(url: url)
    }

    /// The external database, or the cluster that runs over the data directory; throws ``CommandError`` when there is
    /// neither.
    static func reachable(from data: String) throws -> ConnectionInfo {
        if let external = try external() { return external }
        guard let running = PrivateCluster.connectionInfo(of: data) else {
            throw CommandError(
                "no Galley is running over \(data): start  galley serve --data \(data),  or say --data or DATABASE_URL")
        }
        return running
    }
}
