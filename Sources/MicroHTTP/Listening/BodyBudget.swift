import Synchronization

/// The number of bytes that the bodies of all current requests may use together.
final class BodyBudget: Sendable {
    private let left: Mutex<Int>

    init(bytes: Int) { left = Mutex(bytes) }

    /// Takes some bytes; returns false if fewer are left.
    func take(_ bytes: Int) -> Bool {
        left.withLock { left in
            guard bytes <= left else { return false }
            left -= bytes
            return true
        }
    }

    func give(_ bytes: Int) { left.withLock { $0 += bytes } }
}
