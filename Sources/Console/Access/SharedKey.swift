import Synchronization

/// The signing key that all nodes of an installation share. It is loaded on first use, so that a console can start
/// while the database is unavailable.
final class SharedKey: Sendable {
    private let fetch: @Sendable () throws -> [UInt8]
    private let fetched = Mutex<[UInt8]?>(nil)

    /// Creates a key that `fetch` loads; after an error, the next use calls `fetch` again.
    init(_ fetch: @escaping @Sendable () throws -> [UInt8]) {
        self.fetch = fetch
    }

    /// Returns the key, loading it if necessary; throws the error of `fetch`.
    func bytes() throws -> [UInt8] {
        try fetched.withLock { key in
            if let key { return key }
            let new = try fetch()
            key = new
            return new
        }
    }
}
