/// The protection of a private cluster's data against a crash.
package enum Durability: Sendable {
    /// A confirmed commit survives a power failure.
    case full
    /// Commits do not wait for the disk, which makes tests fast; a crash may destroy the data.
    case none
}

/// PostgreSQL's start settings. They override `postgresql.conf`, in which operators may change all other settings.
enum ClusterSettings {
    /// The number in the socket's name; no TCP port is opened.
    static let port = "5432"
    /// The superuser's name.
    static let administrator = "postgres"
    /// The name of the database and of the role that owns it and its tables.
    static let name = "galley"
    /// The name of the role that serves requests and owns nothing.
    static let application = "galley_application"

    /// Returns the arguments with which PostgreSQL is started.
    static func arguments(place: ClusterPaths, durability: Durability) -> [String] {
        var settings = [
            "listen_addresses": "", "port": port, "unix_socket_directories": "\"\(place.socketDirectory)\"",
            "unix_socket_permissions": "0700", "hba_file": place.accessRules, "ident_file": place.nameMap,
            "cluster_name": name, "ssl": "off",
            // Keeps logs for a week, without statements and details that would show people's data.
            "logging_collector": "on", "log_directory": "log", "log_filename": "postgresql-%a.log",
            "log_truncate_on_rotation": "on", "log_rotation_age": "1d", "log_rotation_size": "0",
            "log_error_verbosity": "terse", "log_min_error_statement": "panic",
        ]
        switch durability {
        case .full:
            for name in ["fsync", "full_page_writes", "synchronous_commit", "restart_after_crash"] {
                settings[name] = "on"
            }
        case .none:
            for name in ["fsync", "full_page_writes", "synchronous_commit", "autovacuum"] { settings[name] = "off" }
            settings["logging_collector"] = "off"
            settings["max_connections"] = "200"
            settings["shared_buffers"] = "64MB"
        }
        return settings.sorted { $0.key < $1.key }.flatMap { ["-c", "\($0.key)=\($0.value)"] }
    }

    /// The text of `pg_hba.conf`: only connections through the socket, and only from accounts in `pg_ident.conf`.
    static let accessRules = """
        # Written by Galley at each start.
        local all all peer map=\(name)

        """

    /// Returns `pg_ident.conf`: the owner of the data may connect as each role, and so may root, which could switch to
    /// the owner anyway.
    static func nameMap(owner: String) -> String {
        let accounts = Set([owner, "root"]).sorted()
        let lines = accounts.flatMap { account in
            [administrator, name, application].map { "\(name) \"\(account)\" \($0)" }
        }
        return "# Written by Galley at each start.\n" + lines.joined(separator: "\n") + "\n"
    }
}
