import Foundation

/// The account that runs PostgreSQL and owns its files; never root.
struct ClusterOwner: Sendable, Hashable {
    let userID: uid_t
    let groupID: gid_t
    let name: String

    /// True if this process is root and must therefore switch to the owner to run PostgreSQL.
    var needsSwitching: Bool { geteuid() == 0 }

    /// Finds the owner of the data at `path`. If there is no data, the owner is the account of this process, or
    /// `postgres` if this process runs as root. Throws if PostgreSQL cannot run as the owner.
    init(ofData path: String) throws(PrivateClusterError) {
        let me = geteuid()
        if let status = Files.status(path) {
            guard status.st_uid != 0 else {
                throw PrivateClusterError(
                    .notPermitted, "\(path) belongs to root, which PostgreSQL refuses; give it to another account")
            }
            let owner = try ClusterOwner(userID: status.st_uid)
            guard me == 0 || me == status.st_uid else {
                throw PrivateClusterError(
                    .notPermitted, "\(path) belongs to \(owner.name); start Galley as \(owner.name) or as root")
            }
            self = owner
        } else if me == 0 {
            try self.init(named: "postgres")
        } else {
            try self.init(userID: me)
        }
    }

    private init(named name: String) throws(PrivateClusterError) {
        guard let found = Self.named(name) else {
            throw PrivateClusterError(
                .notInstalled, "there is no account `postgres` to run PostgreSQL as; install the package postgresql")
        }
        self = found
    }

    /// Returns the account with that name, or nil.
    static func named(_ name: String) -> ClusterOwner? { look { getpwnam_r(name, $0, $1, $2, $3) } }

    init(userID: uid_t) throws(PrivateClusterError) {
        guard let found = Self.look({ getpwuid_r(userID, $0, $1, $2, $3) }) else {
            throw PrivateClusterError(
                .notPermitted, "user \(userID) has no name on this system, which PostgreSQL needs")
        }
        self = found
    }

    private typealias LookUp = (
        UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
        UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
    ) -> Int32

    /// Returns the account that a function of the system finds; nil if there is none.
    private static func look(_ find: LookUp) -> ClusterOwner? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        return buffer.withUnsafeMutableBufferPointer { strings -> ClusterOwner? in
            guard let base = strings.baseAddress, find(&entry, base, strings.count, &found) == 0, found != nil else {
                return nil
            }
            return ClusterOwner(userID: entry.pw_uid, groupID: entry.pw_gid, name: String(cString: entry.pw_name))
        }
    }

    private init(userID: uid_t, groupID: gid_t, name: String) {
        self.userID = userID
        self.groupID = groupID
        self.name = name
    }

    /// The words to put before a command so that it runs as this account; empty unless this process is root. They name
    /// a program that the command replaces, so the process number stays the same.
    var prefix: [String] {
        guard needsSwitching else { return [] }
        return ["setpriv", "--reuid=\(userID)", "--regid=\(groupID)", "--clear-groups", "--"]
    }
}
