import Foundation

/// The process's limit of open files, which is also its limit of connections.
enum DescriptorLimit {
    /// Raises the soft limit, as far as the hard one lets it, so that `connections` can be open beside other files.
    static func raise(forConnections connections: Int) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        let wanted = min(rlim_t(connections + 256), limit.rlim_max)
        guard wanted > limit.rlim_cur else { return }
        limit.rlim_cur = wanted
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
