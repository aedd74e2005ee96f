import Foundation

/// The process's limit of open files, which also limits its connections.
enum DescriptorLimit {
    /// Raises the soft limit, within the hard one, so that `connections` and 256 other files can be open.
    static func raise(forConnections connections: Int) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        let wanted = min(rlim_t(connections + 256), limit.rlim_max)
        guard wanted > limit.rlim_cur else { return }
        limit.rlim_cur = wanted
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
