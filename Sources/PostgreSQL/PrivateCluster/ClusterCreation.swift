import Foundation

/// Makes a cluster's files.
enum ClusterCreation {
    /// Runs `initdb` beside the data and renames the result, so that there is all of it or nothing.
    static func create(
        _ place: ClusterPlace, with installation: PostgreSQLInstallation, durability: Durability
    ) throws(PrivateClusterError) {
        // An interrupted creation leaves its directory, and perhaps an `initdb` that still writes there: so each creation
        // has a directory of its own, and what cannot be removed yet is left for the next start.
        for left in Files.names(in: place.base) where left.hasPrefix("postgres.new") {
            try? Files.remove(place.base + "/" + left)
        }
        // In a container every start has the same process number.
        let fresh = place.data + ".new-\(UUID().uuidString)"
        try Files.makeDirectory(fresh, mode: 0o700, owner: place.owner)
        var command = place.owner.prefix
        command += [
            installation.programs + "/initdb", "--pgdata=\(fresh)", "--username=\(ClusterSettings.administrator)",
            "--encoding=UTF8", "--locale=\(locale)", "--data-checksums", "--auth-local=peer", "--auth-host=reject",
        ]
        if durability == .none { command.append("--no-sync") }
        let (ending, output) = try ChildProcess.run(command)
        guard ending == .status(0) else {
            throw PrivateClusterError(.failed, "initdb ended with \(ending): \(output.suffix(2_000))")
        }
        try Files.rename(fresh, to: place.data)
    }

    /// Orders text by code points, the same on every system, and knows letters beyond ASCII where the system has that.
    private static var locale: String {
        // LC_CTYPE_MASK is a macro that is not imported.
        guard let found = newlocale(1 << LC_CTYPE, "C.UTF-8", nil) else { return "C" }
        freelocale(found)
        return "C.UTF-8"
    }

    /// Creates Galley's two roles and its database, unless an earlier start has.
    static func prepare(_ administrator: ConnectionInfo) throws(PostgreSQLError) {
        let connection = try Connection(administrator, deadline: .seconds(30))
        let name = ClusterSettings.name
        for role in [name, ClusterSettings.application]
        where try connection.query("SELECT FROM pg_roles WHERE rolname = \(role)").isEmpty {
            try connection.execute("CREATE ROLE \(identifier: role) LOGIN")
        }
        if try connection.query("SELECT FROM pg_database WHERE datname = \(name)").isEmpty {
            try connection.execute("CREATE DATABASE \(identifier: name) OWNER \(identifier: name)")
        }
    }
}
