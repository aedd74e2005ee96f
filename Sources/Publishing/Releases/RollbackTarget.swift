package import Foundation

/// The state that a rollback restores.
package enum RollbackTarget: Sendable, Hashable {
    /// One feature's rules after a release; 0 is before the first.
    case feature(String, afterRelease: Int)
    /// The state before a release of every feature in it.
    case release(Int)
    /// The state of every feature at a point in time.
    case moment(Date)
}
