import Synchronization

/// The key that all nodes of an installation sign with, fetched when it is first needed: a console may start while the
/// database is away.
final class SigningKey: Sendable {
    private let fetch: @Sendable () throws -> [UInt8]
    private let fetched = Mutex<[UInt8]?>(nil)

    /// `fetch` is called again after it threw, and never after it returned.
    init(_ fetch: @escaping @Sendable () throws -> [UInt8]) {
        self.fetch = fetch
    }

    /// The key; throws what fetching throws.
    func bytes() throws -> [UInt8] {
        try fetched.withLock { key in
            if let key { return key }
            let new = try fetch()
            key = new
            return new
        }
    }
}
