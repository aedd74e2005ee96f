import Foundation

/// Creates a private cluster's files, roles and database.
enum ClusterCreation {
    /// The maximum number of characters of a program's output that an error quotes.
    private static let shownOutput = 2_000

    /// Runs `initdb` in a new directory beside the data directory and then renames it, so that the data directory is
    /// either complete or absent.
    static func create(
        _ place: ClusterPaths, with installation: PostgreSQLInstallation, durability: Durability
    ) throws(PrivateClusterError) {
        // An interrupted creation may leave a directory to which `initdb` still writes. So each creation has its own
        // directory, and a directory that cannot be removed yet is left for the next start.
        for left in Files.names(in: place.base) where left.hasPrefix("postgres.new") {
            try? Files.remove(place.base + "/" + left)
        }
        // A process number would not be unique, because it is the same at every start of a container.
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
            throw PrivateClusterError(.failed, "initdb ended with \(ending): \(output.suffix(shownOutput))")
        }
        try Files.rename(fresh, to: place.data)
    }

    /// The locale that sorts text by code points: `C.UTF-8`, which also knows letters beyond ASCII, or `C` on systems
    /// without it.
    private static var locale: String {
        // The macro LC_CTYPE_MASK is not imported into Swift.
        guard let found = newlocale(1 << LC_CTYPE, "C.UTF-8", nil) else { return "C" }
        freelocale(found)
        return "C.UTF-8"
    }

    /// Creates Galley's two roles and its database unless they exist.
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
