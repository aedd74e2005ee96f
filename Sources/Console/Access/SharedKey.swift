import Synchronization

/// The signing key that all nodes of an installation share, loaded on first use so that a console can start while the
/// database is away.
final class SharedKey: Sendable {
    private let fetch: @Sendable () throws -> [UInt8]
    private let fetched = Mutex<[UInt8]?>(nil)

    /// Creates a key; `fetch` is called until it succeeds once.
    init(_ fetch: @escaping @Sendable () throws -> [UInt8]) {
        self.fetch = fetch
    }

    /// Returns the key; throws the error of loading it.
    func bytes() throws -> [UInt8] {
        try fetched.withLock { key in
            if let key { return key }
            let new = try fetch()
            key = new
            return new
        }
    }
}
