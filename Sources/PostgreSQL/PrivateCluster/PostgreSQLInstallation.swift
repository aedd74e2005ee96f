import Foundation

/// One installed version of PostgreSQL's programs.
struct PostgreSQLInstallation: Sendable, Hashable {
    /// The directory of `postgres` and `initdb`.
    let programs: String
    /// The major version, such as 15.
    let major: Int

    /// The oldest supported major version.
    static let oldestMajor = 15

    /// Returns the installation with the major version of the data, or the newest one if `major` is nil because there
    /// is no data yet; throws if it is not installed or not supported. The error names `data`, the path of the data.
    static func find(for major: Int?, data: String) throws(PrivateClusterError) -> PostgreSQLInstallation {
        let installed = all().filter { $0.major >= oldestMajor }
        guard let newest = installed.max(by: { $0.major < $1.major }) else {
            throw PrivateClusterError(
                .notInstalled, "PostgreSQL \(oldestMajor) or newer is not installed; install the package postgresql")
        }
        guard let major else { return newest }
        guard major >= oldestMajor else {
            throw PrivateClusterError(
                .otherVersion,
                "\(data) was created by PostgreSQL \(major), which is not supported (the oldest is \(oldestMajor)): "
                    + "convert the data with pg_upgrade")
        }
        guard let match = installed.first(where: { $0.major == major }) else {
            let versions = installed.map { String($0.major) }.joined(separator: ", ")
            throw PrivateClusterError(
                .otherVersion,
                "\(data) was created by PostgreSQL \(major), which is not installed (found: \(versions)): "
                    + "install PostgreSQL \(major), or convert the data with pg_upgrade")
        }
        return match
    }

    /// Returns the major version of PostgreSQL that created the data at `path`, or nil if there is no data.
    static func major(ofData path: String) -> Int? {
        Files.text(path + "/PG_VERSION").flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }

    private static func all() -> [PostgreSQLInstallation] {
        var directories: [String] = []
        for parent in ["/usr/lib/postgresql", "/usr/local/lib/postgresql"] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
            directories += names.map { "\(parent)/\($0)/bin" }
        }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        directories += path.split(separator: ":").map(String.init)
        var found: [PostgreSQLInstallation] = []
        for directory in directories where !found.contains(where: { $0.programs == directory }) {
            guard access(directory + "/initdb", X_OK) == 0, let major = major(of: directory + "/postgres") else {
                continue
            }
            found.append(PostgreSQLInstallation(programs: directory, major: major))
        }
        return found
    }

    /// Returns the major version from the line that the program prints, such as `postgres (PostgreSQL) 15.20 …`; only
    /// on Debian does the path contain it too.
    private static func major(of program: String) -> Int? {
        guard let (ending, output) = try? ChildProcess.run([program, "--version"]), ending == .status(0),
            let version = output.split(separator: " ").first(where: { $0.first?.isNumber ?? false })
        else { return nil }
        return Int(version.prefix { $0.isNumber })
    }
}
