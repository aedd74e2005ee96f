import Synchronization

/// A number of bytes that bodies may use together, for example those of all current requests.
package final class BodyBudget: Sendable {
///
/// A body that is sent uses its share of the budget until the last client has received it. If a share is needed and too
/// little is left, `shareEndingSlowClients` ends the connections of clients that take their bodies too slowly, so that
/// clients that hardly read do not keep everybody else's bodies out of memory.
    private let left: Mutex<Int>

    package init(bytes: Int) { left = Mutex(bytes) }

    /// Takes some bytes; returns false if fewer are left.
    func take(_ bytes: Int) -> Bool {
        left.withLock { left in
            guard bytes <= left else { return false }
            left -= bytes
            return true
        }
    }

    func give(_ bytes: Int) { left.withLock { $0 += bytes } }

    /// Takes some bytes until the returned share is freed; nil if fewer are left.
    package func share(of bytes: Int) -> Share? { take(bytes) ? Share(bytes, of: self) : nil }

    /// Bytes of a budget, which gets them back when this object is freed.
    package final class Share: Sendable {
        private let bytes: Int
        private let budget: BodyBudget

        fileprivate init(_ bytes: Int, of budget: BodyBudget) { (self.bytes, self.budget) = (bytes, budget) }

        deinit { budget.give(bytes) }
    }
}
